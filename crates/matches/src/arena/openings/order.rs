//! Order of openings.

use temperament_engine::random::SplitMix64;

/// Order in which openings are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// In file order.
    Sequential,
    /// Shuffled; the same seed gives the same order on every machine.
    Random {
        /// Seed of the random number generator.
        seed: u64,
    },
}

impl Order {
    /// Returns a permutation of the numbers below `count`.
    pub fn of(self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        if let Self::Random { seed } = self {
            let mut random = SplitMix64::new(seed);
            for last in (1..count).rev() {
                order.swap(last, random.up_to(last));
            }
        }
        order
    }
}
