//! Scores within the search: centipawns for the side to move, mates by distance from the root.

use super::info::Score;
use crate::eval::display::Display;

/// A score in centipawns for the side to move, or a mate: [`MATE`] minus the plies to it.
pub type Value = i32;

/// Maximum ply of any line, including extensions and quiescence.
pub const MAX_PLY: usize = 128;

/// Larger than any score.
pub const INFINITE: Value = 32_500;

/// Mate on the board. A side that mates in `n` plies has `MATE - n`.
pub const MATE: Value = 32_000;

/// Scores of at least this are mates; at most its negative, being mated.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;

/// A tablebase win on the board. `n` plies from the root it is `TABLE_WIN - n`: better than any draw, worse than any
/// mate.
pub const TABLE_WIN: Value = 31_000;

/// Scores of at least this are certain wins, by tablebases or mate; at most its negative, certain losses.
pub const DECISIVE_BOUND: Value = TABLE_WIN - MAX_PLY as Value;

/// Value of a draw for a profile that treats it as a win: better than any evaluation, worse than any certain win.
pub const DRAW_BOUND: Value = 30_000;

/// Maximum static evaluation; larger ones are clamped.
pub const EVAL_BOUND: Value = 29_000;

/// The score of being mated at this ply.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// The score of giving mate at this ply.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns `true` for a forced mate of either side.
#[inline(always)]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Returns `true` for a certain win of either side, by mate or tablebases.
#[inline(always)]
pub const fn is_decisive(value: Value) -> bool {
    value.abs() >= DECISIVE_BOUND
}

/// Returns `true` for a certain loss of the side to move.
#[inline(always)]
pub const fn is_lost(value: Value) -> bool {
    value <= -DECISIVE_BOUND
}

/// Returns `true` if a position can have this score, or a bound of this size.
#[inline(always)]
pub const fn is_score(value: Value) -> bool {
    value.abs() <= MATE
}

/// Converts mate and tablebase scores from distance to the root, as in the tree, to distance from the node, as in the
/// TT.
#[inline(always)]
pub const fn to_table(value: Value, ply: usize) -> Value {
    match value {
        DECISIVE_BOUND.. => value + ply as Value,
        ..=NEGATIVE_DECISIVE_BOUND => value - ply as Value,
        _ => value,
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub const fn from_table(value: Value, ply: usize) -> Value {
    match value {
        DECISIVE_BOUND.. => value - ply as Value,
        ..=NEGATIVE_DECISIVE_BOUND => value + ply as Value,
        _ => value,
    }
}

const NEGATIVE_MATE_BOUND: Value = -MATE_BOUND;
const NEGATIVE_DECISIVE_BOUND: Value = -DECISIVE_BOUND;

const _: () = assert!(
    DRAW_BOUND < DECISIVE_BOUND && TABLE_WIN < MATE_BOUND - MAX_PLY as Value,
    "the bands of scores do not touch, in the tree and in the table"
);

impl Score {
    /// The score as people and GUIs see it: in pawns of the screen, mates in moves rather than plies.
    pub fn shown(value: Value, display: Display) -> Self {
        if value.abs() <= EVAL_BOUND {
            Self::Centipawns(display.centipawns(value).clamp(-EVAL_BOUND, EVAL_BOUND))
        } else {
            Self::from_value(value)
        }
    }

    /// The score in the unit of the search, mates in moves rather than plies.
    pub const fn from_value(value: Value) -> Self {
        match value {
            MATE_BOUND.. => Self::Mate((MATE - value + 1) / 2),
            ..=NEGATIVE_MATE_BOUND => Self::Mate(-(MATE + value + 1) / 2),
            _ => Self::Centipawns(value),
        }
    }

    /// Returns `true` for the score of a draw that counts as a win or loss: not a certain win, but beyond any
    /// evaluation.
    pub const fn is_extreme_draw(self) -> bool {
        matches!(self, Self::Centipawns(cp) if cp.abs() > EVAL_BOUND && !is_decisive(cp))
    }
}

/// Returns the draw value of the engine: the profile's (already in centipawns), clamped to a valid score. Infinite
/// values are just beyond any evaluation.
pub fn draw_value(centipawns: f64) -> Value {
    if centipawns.is_infinite() {
        DRAW_BOUND * centipawns.signum() as Value
    } else {
        (centipawns.round() as Value).clamp(-EVAL_BOUND, EVAL_BOUND)
    }
}
