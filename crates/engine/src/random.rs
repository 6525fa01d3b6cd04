//! Reproducible random numbers: SplitMix64 (Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).

/// Step of the state.
pub const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hashes a number: the first number of a sequence with this seed.
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(GAMMA);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Turns a random number into one from 0 to 1, which is excluded. A double holds 53 bits.
pub fn unit(number: u64) -> f64 {
    (number >> 11) as f64 / (1_u64 << 53) as f64
}

/// A sequence of random numbers, the same on every machine.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(GAMMA);
        number
    }

    /// Returns a number from 0 to `last`. The bias of taking the high half of a product is below one in 2^32 for any
    /// `last` that fits into 32 bits.
    pub fn up_to(&mut self, last: usize) -> usize {
        ((u128::from(self.number()) * (last as u128 + 1)) >> 64) as usize
    }
}
