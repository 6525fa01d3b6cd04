//! Why one move is better than another: both lines are followed to quiet positions, their evaluations are subtracted
//! row by row, and the result is put into sentences.
//!
//! The difference of the two scores is the sum of the rows and one remainder, exactly. Every sentence stands on a row
//! or on a fact.

use crate::board::{Color, Game, Move, Piece};
use crate::engine::{Engine, Limits, Score};
use crate::eval::Weights;

/// A move with the result of its search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedLine {
    /// Score for the side that makes the first move.
    pub score: Score,
    /// The line: at least the move itself, then legal moves as far as the search knows them.
    pub moves: Vec<Move>,
}

/// One of the two lines that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The line of the move that is explained.
    Move,
    /// The line of the move it is compared with.
    Other,
}

/// One key's share of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyRow {
    /// The key, such as `pawns.isolated` or `term.NAME`.
    pub key: String,
    /// Centipawns for the side to move, rounded to the nearest: the key's share at the end of the line minus its share
    /// at the end of the other.
    pub difference: i32,
}

/// Something that is true of a line whatever the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The line ends with checkmate.
    Mate {
        /// The line.
        line: Which,
        /// The side that mates.
        winner: Color,
    },
    /// The line ends with a draw by the rules.
    Draw {
        /// The line.
        line: Which,
        /// The rule, such as `stalemate`.
        by: &'static str,
    },
    /// The balance of material at the end of a line differs from that of the position.
    Material {
        /// The line.
        line: Which,
        /// Pieces by which the balance changes against the side to move.
        lost: Vec<Piece>,
        /// Pieces by which it changes in its favour.
        won: Vec<Piece>,
        /// Index of the move in the line that takes the most valuable of them, or promotes.
        by: Option<usize>,
    },
    /// After the first move of a line, the opponent wins material in the exchanges on one square (by SEE).
    Exchange {
        /// The line.
        line: Which,
        /// The capture.
        capture: Move,
        /// The piece it takes.
        piece: Piece,
    },
    /// The rows do not explain most of the difference.
    Remainder {
        /// Centipawns for the side to move.
        difference: i32,
    },
}

/// What a sentence stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// The row of this key.
    Key(String),
    /// This fact.
    Fact(Fact),
}

/// One sentence of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text, with a full stop. Plain ASCII except for the text of custom terms.
    pub text: String,
    /// The row or fact it states.
    pub basis: Basis,
}

/// Why a move is better or worse than another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The position.
    pub fen: String,
    /// The move that is explained.
    pub mv: Move,
    /// The move it is compared with.
    pub other: Move,
    /// Score of `mv` minus score of `other`, in centipawns for the side to move. A mate in n plies counts as
    /// 32,000 - n.
    pub difference: i32,
    /// The rows that are not 0, largest first. Their sum plus `remainder` is `difference`.
    pub rows: Vec<WhyRow>,
    /// What the rows do not explain: search, correction history, rounding.
    pub remainder: i32,
    /// The facts, most important first.
    pub facts: Vec<Fact>,
    /// At most [`MOST_SENTENCES`] sentences, most important first.
    pub sentences: Vec<Sentence>,
    /// The moves from the position to the quiet position whose rows are compared, first `mv`.
    pub line: Vec<Move>,
    /// The same for `other`.
    pub other_line: Vec<Move>,
}

/// Maximum number of sentences of an explanation.
pub const MOST_SENTENCES: usize = 5;

/// Why two moves cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WhyError {
    /// The move is not legal.
    #[error("the move is not legal in this position")]
    Illegal,
    /// Both moves are the same.
    #[error("both moves are the same")]
    Same,
    /// There is no other move.
    #[error("it is the only legal move")]
    OnlyMove,
}

/// Searches one move of the current position. The engine must play at full strength.
pub fn search_move(engine: &mut Engine, game: &Game, mv: Move, limits: &Limits) -> SearchedLine {
    todo!()
}

/// Compares two searched moves of the current position; does not search. `w` are the weights of the searches
/// (`engine.profile().neutral()`).
pub fn compare(w: &Weights, game: &Game, line: &SearchedLine, other: &SearchedLine) -> Why {
    todo!()
}

/// Explains a move: searches it and the other, each with `limits`. Without `other` it is compared with the best move,
/// or if it is the best, with the best of the others, which takes a third search.
///
/// # Errors
/// [`WhyError`] if there are not two different legal moves.
pub fn explain(
    engine: &mut Engine,
    game: &Game,
    mv: Move,
    other: Option<Move>,
    limits: &Limits,
) -> Result<Why, WhyError> {
    todo!()
}

impl Why {
    /// The sentences as one line, for a comment in a PGN file.
    pub fn comment(&self) -> String {
        todo!()
    }

    /// The explanation as a JSON object.
    pub fn json(&self) -> serde_json::Value {
        todo!()
    }
}
