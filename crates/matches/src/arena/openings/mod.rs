//! Opening suites: sources and order.

pub mod epd;
pub mod order;
pub mod pgn;
pub mod random;

use std::ffi::OsStr;
use std::path::Path;

use super::pgn_reader::{LineError, Notes};
use temperament_engine::board::{Game, Move, notation};
use temperament_engine::fnv::fnv1a;
use temperament_engine::input::Text;

pub use order::Order;

/// The embedded suites: name and EPD text. Made for this program: the balanced ones are even within 0.4 pawns, in the
/// others one side is better by 0.7 to 1.15.
const EMBEDDED: [(&str, &str); 2] = [
    (BALANCED, include_str!("../../../openings/balanced.epd")),
    ("unbalanced", include_str!("../../../openings/unbalanced.epd")),
];

/// Name of the default suite.
pub const BALANCED: &str = "balanced";

/// Extension of PGN files.
const PGN_EXTENSION: &str = "pgn";

/// Maximum file size in bytes: some million positions.
const MAX_BYTES: u64 = 512 << 20;

/// A non-empty list of openings. Each is a position with moves played from it; none is a finished game.
#[derive(Debug, Clone)]
pub struct Suite {
    openings: Vec<Game>,
    is_chess960: bool,
    notes: Vec<String>,
}

/// Error: openings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct OpeningsError {
    /// The file, and the line if there is one.
    place: String,
    message: String,
    /// Whether the message has text of the file.
    is_quoted: bool,
}

impl OpeningsError {
    fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into(), is_quoted: false }
    }

    /// Removes file contents from the message, for a file that the user has not named.
    pub fn without_contents(self) -> Self {
        let message = if self.is_quoted { "this is no opening".to_owned() } else { self.message };
        Self { message, is_quoted: false, ..self }
    }
}

impl Suite {
    /// Loads an embedded suite by name, or a file: EPD or FEN, one per line, or PGN. `plies` is the maximum number of
    /// half-moves to take from PGN games.
    ///
    /// # Errors
    /// See [`OpeningsError`]; a single invalid line is an error.
    pub fn load(name_or_path: impl AsRef<OsStr>, plies: Option<usize>) -> Result<Self, OpeningsError> {
        let name_or_path = name_or_path.as_ref();
        let shown = name_or_path.to_string_lossy();
        if let Some((name, text)) = EMBEDDED.iter().find(|(name, _)| *name == name_or_path) {
            return Self::parse(name, text, plies);
        }
        let file = Text::read(name_or_path.as_ref(), MAX_BYTES).map_err(|error| {
            OpeningsError::new(&*shown, format!("{error}; the embedded openings are called {}", names()))
        })?;
        Self::parse(&shown, &file.text, plies)
    }

    /// Parses openings. The text is PGN by the extension of its name or if it begins with `[`, else one position per
    /// line.
    ///
    /// # Errors
    /// See [`OpeningsError`].
    pub fn parse(name: &str, text: &str, plies: Option<usize>) -> Result<Self, OpeningsError> {
        let extension = Path::new(name).extension();
        let is_pgn = extension.is_some_and(|extension| extension.eq_ignore_ascii_case(PGN_EXTENSION))
            || text.trim_start().starts_with('[');
        let mut notes = Notes::default();
        let read = match (is_pgn, plies) {
            (true, plies) => pgn::read(text, plies, &mut notes),
            (false, None) => epd::read(text),
            (false, Some(_)) => {
                let message = "these openings are positions, of which --plies takes nothing: it is for PGN";
                return Err(OpeningsError::new(name, message));
            }
        };
        let fault = |LineError { line, message }| OpeningsError {
            place: format!("{name}:{line}"),
            message,
            is_quoted: true,
        };
        let openings = read.map_err(fault)?;
        if openings.is_empty() {
            return Err(OpeningsError::new(name, "there is no opening in it"));
        }
        let is_chess960 = openings.iter().any(|opening| notation::is_chess960(opening.start()));
        Ok(Self { openings, is_chess960, notes: notes.messages(name) })
    }

    pub fn openings(&self) -> &[Game] {
        &self.openings
    }

    /// Returns what was assumed to read the openings, with the name of the file and lines.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns `true` if any opening needs Chess960 rules.
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// Returns a hash of all positions and moves, the same on every machine.
    pub fn id(&self) -> u64 {
        let line = |opening: &Game| {
            let moves: String = opening.moves().iter().map(Move::to_string).collect();
            opening.start().fen(true) + &moves + "\n"
        };
        fnv1a(self.openings.iter().flat_map(|opening| line(opening).into_bytes()))
    }
}

/// Checks that a game can start from an opening; describes the problem otherwise.
fn check(opening: &Game) -> Result<(), String> {
    match opening.ending() {
        None => Ok(()),
        Some(_) if opening.moves().is_empty() => Err("the game is over in this position".to_owned()),
        Some(_) => Err("this game is over after its last move: take fewer plies of it (--plies)".to_owned()),
    }
}

fn names() -> String {
    EMBEDDED.map(|(name, _)| format!("`{name}`")).join(" and ")
}
