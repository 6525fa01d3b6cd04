//! Lines of moves, as a profile has them: `e4 e5 f4`, or `3 * e4 e5 f4` for three times the weight.

use std::fmt;

use crate::board::{Color, Game, Position, notation};

use super::BookBuilder;

/// Maximum weight of a line.
pub const MAX_WEIGHT: u64 = 65_535;

/// A line of moves from the initial position.
#[derive(Debug, Clone)]
pub struct BookLine {
    weight: u64,
    game: Game,
}

/// A mistake in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineFault {
    /// The text before `*` is no weight.
    Weight(String),
    /// A word is not a legal move.
    Move {
        word: String,
        /// The moves before it in SAN.
        after: String,
    },
    /// There are no moves.
    Empty,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight(text) => {
                write!(
                    f,
                    "a weight is a whole number from 1 to {MAX_WEIGHT}, as in `3 * e4 e5`, found `{text}`"
                )
            }
            Self::Move { word, after } if after.is_empty() => {
                write!(f, "`{word}` is not a legal first move")
            }
            Self::Move { word, after } => write!(f, "`{word}` is not a legal move after {after}"),
            Self::Empty => f.write_str("a line has at least one move"),
        }
    }
}

impl BookLine {
    /// Parses a line in SAN; move numbers (`1.`, `2...`) are skipped.
    ///
    /// # Errors
    /// [`LineFault`] for the first mistake.
    pub fn parse(text: &str) -> Result<Self, LineFault> {
        let (weight, moves) = match text.split_once('*') {
            None => (1, text),
            Some((weight, moves)) => {
                let number = weight.trim().parse().ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight));
                (number.ok_or_else(|| LineFault::Weight(weight.trim().to_owned()))?, moves)
            }
        };
        let mut game = Game::new(Position::startpos());
        for word in moves.split_whitespace() {
            // `1.e4`, `1. e4`, `3...Nf6`
            let word = word.rsplit('.').next().unwrap_or(word);
            if word.is_empty() {
                continue;
            }
            let mv = notation::parse_any(game.position(), word);
            if !mv.is_some_and(|mv| game.play(mv)) {
                let after = notation::san_line(game.start(), game.moves());
                return Err(LineFault::Move { word: word.to_owned(), after });
            }
        }
        if game.moves().is_empty() { Err(LineFault::Empty) } else { Ok(Self { weight, game }) }
    }

    /// Adds the moves of one side.
    pub fn add_to(&self, book: &mut BookBuilder, side: Color) {
        book.add_game(&self.game, usize::MAX, self.weight, |position| position.stm() == side);
    }
}
