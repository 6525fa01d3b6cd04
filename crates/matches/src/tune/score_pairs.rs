//! The values of a profile as pairs of floating-point numbers.

use temperament_engine::eval::keys::VALUE_COUNT;
use temperament_engine::eval::{MOST_VALUES, Values};

/// Capacity for all values of a profile, a power of two so that any index can be masked without a comparison.
const ROOM: usize = MOST_VALUES.next_power_of_two();

/// A pair [mg, eg] for each value of a profile: those of the key table, then those of its custom terms.
#[derive(Debug, Clone)]
pub struct ScorePairs {
    all: Box<[[f32; 2]; ROOM]>,
    len: usize,
}

impl Default for ScorePairs {
    fn default() -> Self {
        Self::zero(VALUE_COUNT)
    }
}

impl ScorePairs {
    /// Creates `len` zero pairs.
    ///
    /// # Panics
    /// If `len` is larger than in any profile.
    pub fn zero(len: usize) -> Self {
        assert!(len <= ROOM, "{len} values");
        let all = vec![[0.0; 2]; ROOM].into_boxed_slice();
        let all = all.try_into().expect("it has as many entries as there is room");
        Self { all, len }
    }

    /// Converts the values of a profile.
    pub fn of(values: &Values) -> Self {
        let exact: Vec<[f64; 2]> = values.scores.iter().map(|pair| pair.map(f64::from)).collect();
        Self::new(&exact)
    }

    /// Converts pairs of double precision.
    pub fn new(values: &[[f64; 2]]) -> Self {
        let mut pairs = Self::zero(values.len());
        for (pair, value) in pairs.all.iter_mut().zip(values) {
            *pair = value.map(|n| n as f32);
        }
        pairs
    }

    /// Returns all pairs.
    pub fn as_slice(&self) -> &[[f32; 2]] {
        &self.all[..self.len]
    }

    #[inline(always)]
    fn place(index: usize) -> usize {
        index & (ROOM - 1)
    }

    /// Returns the pair of an index.
    #[inline(always)]
    pub fn get(&self, index: impl Into<usize>) -> [f32; 2] {
        self.all[Self::place(index.into())]
    }

    /// Returns the pair of an index.
    #[inline(always)]
    pub fn get_mut(&mut self, index: impl Into<usize>) -> &mut [f32; 2] {
        &mut self.all[Self::place(index.into())]
    }

    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, stage: usize, n: f32) {
        self.all[Self::place(index)][stage] += n;
    }
}
