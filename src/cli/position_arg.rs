//! The position that a command is about, as people have it: a FEN, moves, or a move of a game in a PGN file.

use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};

use crate::cli::reading::report_notes;
use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::escape::one_line;
use temperament_engine::input::Text;
use temperament_matches::arena::pgn_reader::{Notes, PgnReader};

/// Maximum size of a PGN file.
const MAX_BYTES: u64 = 4 << 30;

/// A place in a PGN file: `games.pgn:23w`, or `games.pgn#3:23w` for its third game.
#[derive(Debug, PartialEq, Eq)]
pub struct Place<'a> {
    path: &'a str,
    /// Number of the game, from 1.
    game: usize,
    /// Number of the move that follows the position.
    number: u16,
    /// Side that makes it.
    side: Color,
}

impl<'a> Place<'a> {
    /// Parses the notation; `None` if the text is something else.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (file, ply) = text.trim().rsplit_once(':')?;
        let (at, last) = ply.char_indices().next_back()?;
        let side = match last.to_ascii_lowercase() {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return None,
        };
        let number = ply[..at].parse().ok()?;
        let numbered = file.rsplit_once('#').and_then(|(path, game)| Some((path, game.parse().ok()?)));
        // A file may have such a name.
        let (path, game) = match numbered {
            Some(numbered) if !Path::new(file).exists() => numbered,
            _ => (file, 1),
        };
        Some(Self { path, game, number, side })
    }

    /// Reads the game up to the position from the file.
    ///
    /// # Errors
    /// If the file cannot be read, or has no such game or move.
    pub fn read(&self) -> anyhow::Result<Game> {
        let Self { path, game, number, .. } = *self;
        let name = one_line(path);
        let file = Text::read(path.as_ref(), MAX_BYTES).with_context(|| name.clone())?;
        ensure!(number > 0 && game > 0, "games and moves are numbered from 1");
        // Later moves of the game need not be legal.
        let plies = 2 * usize::from(number - 1) + usize::from(self.side == Color::Black);
        let mut games = 0;
        for found in PgnReader::new(&file.text, 1, Some(plies)) {
            games += 1;
            if games == game {
                let found = found.map_err(|fault| anyhow!("{name}:{}: {}", fault.line, fault.message))?;
                let mut notes = Notes::default();
                notes.extend(&found.notes);
                report_notes(path.as_ref(), &notes);
                return self.in_game(&found.game).with_context(|| format!("{name}, game {game}"));
            }
        }
        ensure!(games > 0, "{name} has no games");
        bail!("{name} has no game {game}; its last is game {games}")
    }

    /// The game up to the move, of one that has been read up to there.
    fn in_game(&self, game: &Game) -> anyhow::Result<Game> {
        let place = |p: &Position| (p.fullmove_number(), p.stm() == Color::Black);
        let wanted = (self.number, self.side == Color::Black);
        // The position after the last move has a number too.
        let mut positions = game.played().map(|(position, _)| position).chain([game.position()]);
        if let Some(plies) = positions.position(|p| place(p) == wanted) {
            let mut earlier = game.clone();
            while earlier.moves().len() > plies {
                earlier.undo();
            }
            return Ok(earlier);
        }
        let (which, end) =
            if wanted < place(game.start()) { ("first", game.start()) } else { ("last", game.position()) };
        bail!(
            "its {which} position is {}{}",
            end.fullmove_number(),
            if end.stm() == Color::White { "w" } else { "b" }
        )
    }
}

/// Plays moves such as `e4 e5 Nf3` or `1. e4 e5 2. Nf3`.
///
/// # Errors
/// If a word is not a legal move.
pub fn after_moves(mut game: Game, moves: &str) -> anyhow::Result<Game> {
    for word in moves.split_whitespace() {
        let word = word.rsplit('.').next().unwrap_or(word);
        let mv = notation::parse_any(game.position(), word);
        let is_legal = word.is_empty() || mv.is_some_and(|mv| game.play(mv));
        let refusal = || notation::refusal(game.position(), word);
        ensure!(is_legal, "--moves: `{}` {} in {}", one_line(word), refusal(), game.position());
    }
    Ok(game)
}
