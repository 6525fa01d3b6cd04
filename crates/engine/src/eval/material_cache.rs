//! A cache of terms that depend only on the number of pieces of each type.

use crate::board::Position;

use super::count_numbers;
use super::scaling::ByMaterial;
use super::score::S;
use super::sink::Sum;
use super::weights::Weights;

/// Number of entries, a power of two: a search sees a few hundred combinations.
const ENTRIES: usize = 1 << 10;
/// Key of an empty entry, which no position has.
const NO_KEY: u64 = u64::MAX;

/// Terms that depend only on the numbers of pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct MaterialEntry {
    key: u64,
    /// Their score, White's minus Black's.
    pub score: S,
    /// Adjustments of the sum of all terms.
    pub adjust: ByMaterial,
    /// Their phase weight, see [`super::phase::Phase::weigh`].
    pub phase: i32,
}

impl MaterialEntry {
    /// Counts the pieces of a position, whose material key is `key`.
    pub fn new(w: &Weights, position: &Position, key: u64) -> Self {
        let mut sum = Sum::new(w, S::ZERO);
        count_numbers(w, position, &mut sum);
        Self { key, score: sum.total, adjust: ByMaterial::new(w, position), phase: w.phase().weigh(position) }
    }
}

/// A cache by material for one profile, owned by one evaluator. The key consists of the numbers, so there are no
/// collisions.
#[derive(Debug)]
pub struct MaterialCache {
    entries: Box<[MaterialEntry; ENTRIES]>,
}

impl Default for MaterialCache {
    fn default() -> Self {
        Self {
            entries: vec![MaterialEntry { key: NO_KEY, ..MaterialEntry::default() }; ENTRIES]
                .try_into()
                .expect("the length is that of the type"),
        }
    }
}

impl MaterialCache {
    /// The entry for the pieces of a position with this [`super::PsqtAccumulator::material_key`].
    #[inline(always)]
    pub fn get(&mut self, w: &Weights, position: &Position, key: u64) -> &MaterialEntry {
        let index = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ENTRIES.trailing_zeros());
        let slot = &mut self.entries[index as usize];
        if slot.key != key {
            *slot = MaterialEntry::new(w, position, key);
        }
        slot
    }
}
