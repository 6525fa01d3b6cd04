//! How much opening theory people know.

use crate::random::{mix, unit};

/// Mean number of own moves, from the first on, after which the position has a name in the list of openings of Lichess. Measured
/// for players of 800 to 1600 (`docs/lab/people.md`); beyond, the line goes on.
const KNOWN_AT: (f64, f64) = (900.0, 2.7);
/// What the mean grows by with each rating point.
const KNOWN_GROWTH: f64 = 0.8 / 600.0;

/// Keeps the draw apart from the choice among the moves of the book.
const SALT: u64 = 0x7468_656f_7279;

/// Returns the mean number of known moves of players of a rating.
pub fn mean(elo: f64) -> f64 {
    let (at, known) = KNOWN_AT;
    known + (elo - at) * KNOWN_GROWTH
}

/// Draws the number of known moves of a game. All numbers from one to nearly twice the mean are equally likely: as people leave
/// theory.
pub fn known_moves(mean: f64, seed: u64) -> usize {
    (1.0 + unit(mix(seed ^ SALT)) * (2.0 * mean - 1.0)).max(0.0) as usize
}
