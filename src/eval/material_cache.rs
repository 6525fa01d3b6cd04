//! A cache of terms that depend only on the number of pieces of each type.

use crate::board::{COLORS, PIECES, Position};

use super::count_numbers;
use super::scaling::ByMaterial;
use super::score::S;
use super::sink::Sum;
use super::weights::Weights;

/// Number of entries, a power of two: a search sees a few hundred combinations.
const ENTRIES: usize = 1 << 10;
/// Bits of a key for the number of one kind of piece of one side: 15 pieces at most, beside the king.
const BITS: u32 = 4;

/// Terms that depend only on the numbers of pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct MaterialEntry {
    numbers: u64,
    /// Their score, White's minus Black's.
    pub score: S,
    /// Adjustments of the sum of all terms.
    pub adjust: ByMaterial,
    /// Their phase weight, see [`super::phase::Phase::weigh`].
    pub phase: i32,
}

impl MaterialEntry {
    /// Counts the pieces of a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let mut sum = Sum::new(w, S::ZERO);
        count_numbers(w, position, &mut sum);
        Self {
            numbers: numbers(position),
            score: sum.total,
            adjust: ByMaterial::new(w, position),
            phase: w.phase().weigh(position),
        }
    }
}

/// The number of pieces of each type except kings, in one word. Never 0, the value of an empty entry.
#[inline(always)]
fn numbers(position: &Position) -> u64 {
    let mut numbers = 1;
    for color in COLORS {
        let own = position.color(color);
        for &piece in &PIECES[..5] {
            numbers = numbers << BITS | u64::from((own & position.pieces(piece)).len());
        }
    }
    numbers
}

/// A cache by material for one profile, owned by one evaluator; the numbers themselves are the key.
#[derive(Debug)]
pub struct MaterialCache {
    entries: Box<[MaterialEntry; ENTRIES]>,
}

impl Default for MaterialCache {
    fn default() -> Self {
        Self {
            entries: vec![MaterialEntry::default(); ENTRIES]
                .try_into()
                .expect("the length is that of the type"),
        }
    }
}

impl MaterialCache {
    /// The entry for the pieces of a position.
    #[inline(always)]
    pub fn get(&mut self, w: &Weights, position: &Position) -> &MaterialEntry {
        let numbers = numbers(position);
        let index = numbers.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ENTRIES.trailing_zeros());
        let slot = &mut self.entries[index as usize];
        if slot.numbers != numbers {
            *slot = MaterialEntry::new(w, position);
        }
        slot
    }
}
