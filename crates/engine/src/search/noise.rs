//! Evaluation noise, by which a search plays below its full strength.
//!
//! The noise of a position depends on nothing but the position and the seed of the game: a search is consistent in
//! what it sees, and repeating it gives the same move.

use super::score::Value;
use crate::random::mix;

/// Standard deviation of the number of ones among 64 random bits.
const POPCOUNT_DEVIATION: Value = 4;

/// Approximately normal noise on the static evaluation of every position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Noise {
    /// Standard deviation in centipawns; 0 for none.
    pub deviation: Value,
    /// Seed of the game.
    pub seed: u64,
}

impl Noise {
    /// Returns the noise of a position with this key, in centipawns.
    #[inline]
    pub fn of(self, key: u64) -> Value {
        let ones = mix(key ^ self.seed).count_ones() as Value;
        (ones - u64::BITS as Value / 2) * self.deviation / POPCOUNT_DEVIATION
    }

    /// Returns a salt for the keys of the transposition table, which stores evaluations with noise.
    pub fn salt(self) -> u64 {
        if self.deviation == 0 { 0 } else { mix(self.seed ^ self.deviation as u64) }
    }
}
