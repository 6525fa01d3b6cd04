//! The end of a game in the terminal: result, draw claims, resignation, saving as PGN.

use std::fs::File;
use std::io::{self, Write};

use super::prompt::{Input, Prompt};
use super::{GameSession, side_name};
use crate::arena::{GameResult, Reason, pgn};
use crate::board::{Color, Ending, Move, notation};
use crate::profile::diagnostic::one_line;
use crate::uci::paths;

/// An end of the game that does not follow from the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// The player has resigned.
    Resigned,
    /// This side has exceeded its time.
    FlagFell(Color),
}

/// Commands that are meant as such where a file name is asked for.
const COMMANDS_FOR_FILES: [&str; 8] = ["quit", "exit", "new", "undo", "takeback", "help", "save", "save!"];

impl<W: Write> GameSession<'_, W> {
    pub(super) fn show_result(&mut self) -> io::Result<()> {
        let reason = match (self.conclusion, self.game.ending()) {
            (Some(Conclusion::FlagFell(side)), _) if self.can_mate(!side) => {
                format!("{} ran out of time", side_name(side))
            }
            (Some(Conclusion::FlagFell(side)), _) => {
                format!("{} ran out of time, but {} cannot mate", side_name(side), side_name(!side))
            }
            (_, Some(ending)) => reason(ending).to_owned(),
            (_, None) => format!("{} resigned", side_name(self.player)),
        };
        writeln!(self.out, "{} ({reason})", self.result())
    }

    pub(super) fn is_over(&self) -> bool {
        self.conclusion.is_some() || self.game.ending().is_some()
    }

    pub(super) fn result(&self) -> &'static str {
        match self.conclusion {
            Some(Conclusion::Resigned) => GameResult::won_by(!self.player).pgn(),
            Some(Conclusion::FlagFell(side)) if self.can_mate(!side) => GameResult::won_by(!side).pgn(),
            Some(Conclusion::FlagFell(_)) => GameResult::Draw.pgn(),
            None => pgn::result(&self.game),
        }
    }

    /// Returns `false` if a side has only its king: it does not win on time.
    fn can_mate(&self, side: Color) -> bool {
        self.game.position().color(side).len() > 1
    }

    /// Offers once to save a finished game, on a terminal. Returns what the player typed if it is a command.
    pub(super) fn offer_to_save(&mut self, prompt: &mut Prompt) -> io::Result<Option<Input>> {
        let is_wanted = prompt.is_terminal() && self.is_over() && !self.game.moves().is_empty();
        if !is_wanted || std::mem::replace(&mut self.has_offered_save, true) {
            return Ok(None);
        }
        let typed = match prompt.next(&mut self.out, "Save the game? file name, or Enter for no > ", None)? {
            Input::Line(typed) => typed,
            other => return Ok(Some(other)),
        };
        let word = typed.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if COMMANDS_FOR_FILES.contains(&word.as_str()) {
            return Ok(Some(Input::Line(typed)));
        }
        if !["", "n", "no"].contains(&word.as_str()) {
            self.save(typed.trim(), false)?;
        }
        Ok(None)
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
        self.conclusion = Some(Conclusion::Resigned);
        self.show_result()
    }

    pub(super) fn pgn(&self) -> String {
        let (player, engine) = (self.player_name.clone(), self.engine_name());
        let (white, black) = match self.player {
            Color::White => (player, engine),
            Color::Black => (engine, player),
        };
        let mut more: Vec<(&'static str, String)> = Vec::new();
        more.extend(self.clocks.as_ref().map(|clocks| ("TimeControl", clocks.control.pgn_tag())));
        if matches!(self.conclusion, Some(Conclusion::FlagFell(_))) {
            more.push(("Termination", Reason::Time.pgn_tag().to_owned()));
        }
        let tags = pgn::Tags {
            event: "Casual game".to_owned(),
            round: "-".to_owned(),
            white,
            black,
            date: pgn::today(),
            result: self.result(),
            chess960: self.chess960,
            more,
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
