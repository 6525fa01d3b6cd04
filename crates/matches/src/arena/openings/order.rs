//! Order of openings.

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
        if let Self::Random { mut seed } = self {
            for last in (1..count).rev() {
                order.swap(last, random_up_to(&mut seed, last));
            }
        }
        order
    }
}

/// A number from 0 to `last` from a reproducible sequence (SplitMix64, Steele, Lea and Flood 2014). The bias of taking
/// the high half of a product is below one in 2^32 for any file.
pub(super) fn random_up_to(seed: &mut u64, last: usize) -> usize {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    ((u128::from(z) * (last as u128 + 1)) >> 64) as usize
}
