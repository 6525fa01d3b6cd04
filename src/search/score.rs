//! Scores within the search: centipawns for the side to move, mates by distance from the root.

use super::info::Score;

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
    /// The score as a GUI shows it: mates in moves rather than plies.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_reported_in_moves() {
        assert_eq!(Score::from_value(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from_value(mate_in(3)), Score::Mate(2));
        assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_value(DRAW_BOUND), Score::Centipawns(DRAW_BOUND));
    }

    #[test]
    fn the_table_counts_mates_from_the_node() {
        let won_by_table = TABLE_WIN - 7;
        for value in [mate_in(7), mated_in(12), won_by_table, -won_by_table, 35, -EVAL_BOUND, DRAW_BOUND] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(to_table(mate_in(7), 5), mate_in(2), "two plies from the node, seven from the root");
    }

    #[test]
    fn draw_values_stay_between_evaluations_and_mates() {
        assert_eq!(draw_value(f64::INFINITY), DRAW_BOUND);
        assert_eq!(draw_value(f64::NEG_INFINITY), -DRAW_BOUND);
        assert!(Score::from_value(draw_value(f64::NEG_INFINITY)).is_extreme_draw());
        assert!(!Score::from_value(-EVAL_BOUND).is_extreme_draw() && !Score::Mate(1).is_extreme_draw());
        assert!(!Score::from_value(TABLE_WIN - MAX_PLY as Value).is_extreme_draw());
        assert_eq!(draw_value(-20.4), -20);
        assert_eq!(draw_value(1e9), EVAL_BOUND);
    }
}
