//! The end of a game in the terminal: result, draw claims, resignation, saving as PGN.

use std::fs::File;
use std::io::{self, Write};

use super::{GameSession, side_name};
use crate::arena::{GameResult, pgn};
use crate::board::{Color, Ending, Move, notation};
use crate::profile::diagnostic::one_line;
use crate::uci::paths;

impl<W: Write> GameSession<'_, W> {
    pub(super) fn show_result(&mut self) -> io::Result<()> {
        let reason = match self.game.ending() {
            Some(ending) => reason(ending).to_owned(),
            None => format!("{} resigned", side_name(self.player)),
        };
        writeln!(self.out, "{} ({reason})", self.result())
    }

    pub(super) fn is_over(&self) -> bool {
        self.has_resigned || self.game.ending().is_some()
    }

    pub(super) fn result(&self) -> &'static str {
        if self.has_resigned { GameResult::won_by(!self.player).pgn() } else { pgn::result(&self.game) }
    }

    /// Returns `true` if the game is over, after printing a message.
    pub(super) fn refuse_if_over(&mut self) -> io::Result<bool> {
        if self.is_over() {
            writeln!(self.out, "The game is over: `undo`, `new`, `save FILE` or `quit`.")?;
        }
        Ok(self.is_over())
    }

    /// Claims a draw: the rules allow it with a move that brings the third occurrence of a position or the hundredth ply
    /// without capture or pawn move.
    pub(super) fn draw(&mut self) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        let draws = |&mv: &Move| {
            let mut game = self.game.clone();
            let ending = game.play(mv).then(|| game.ending()).flatten();
            matches!(ending, Some(Ending::Repetition | Ending::FiftyMoves))
        };
        let claimed = self.game.position().legal_moves().into_iter().find(draws);
        let Some(mv) = claimed else {
            return writeln!(
                self.out,
                "No draw to claim: none of your moves brings the third occurrence of a position or completes fifty \
                 moves without capture or pawn move."
            );
        };
        let san = notation::san(self.game.position(), mv);
        writeln!(self.out, "You play {san} and claim the draw.\n")?;
        self.make(mv)
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        self.has_resigned = true;
        self.show_result()
    }

    pub(super) fn pgn(&self) -> String {
        let engine = format!("Temperament ({})", self.live.profile().name);
        let (white, black) = match self.player {
            Color::White => ("Player".to_owned(), engine),
            Color::Black => (engine, "Player".to_owned()),
        };
        let tags = pgn::Tags {
            event: "Casual game".to_owned(),
            round: "-".to_owned(),
            white,
            black,
            date: pgn::today(),
            result: self.result(),
            chess960: self.chess960,
            more: Vec::new(),
        };
        pgn::pgn(&self.game, &tags, &[])
    }

    pub(super) fn save(&mut self, typed: &str, replace: bool) -> io::Result<()> {
        let path = paths::typed(typed);
        if path.is_empty() {
            return writeln!(self.out, "Which file? `save FILE.pgn`");
        }
        let file = if replace { File::create(&path) } else { File::create_new(&path) };
        let path = one_line(&path);
        // An error does not end the game.
        match file.and_then(|mut file| file.write_all(self.pgn().as_bytes())) {
            Ok(()) => writeln!(self.out, "Saved as {path}."),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.out, "{path} exists: `save! {path}` replaces it.")
            }
            Err(error) => writeln!(self.out, "{path}: {error}"),
        }
    }
}

const fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without capture or pawn move",
        Ending::Repetition => "third occurrence of the position",
    }
}
