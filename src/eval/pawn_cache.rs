//! Remembers what depends on the pawns of both sides alone.

use crate::board::Bitboard;

use super::score::S;

/// Number of entries, a power of two. 40 bytes each: the cache fits the second-level cache of the processor.
const ENTRIES: usize = 1 << 13;

/// What is known of a pawn structure.
#[derive(Debug, Clone, Copy, Default)]
pub struct PawnEntry {
    pawns: [Bitboard; 2],
    /// Passed pawns of White and Black.
    pub passed: [Bitboard; 2],
    /// Terms that depend on pawns alone, White's less Black's.
    pub score: S,
}

impl PawnEntry {
    /// An entry for the pawns of White and Black.
    #[inline(always)]
    pub fn new(pawns: [Bitboard; 2], passed: [Bitboard; 2], score: S) -> Self {
        Self { pawns, passed, score }
    }
}

/// A cache of pawn structures for one profile. It belongs to one evaluator and goes with it, so that it
/// can never serve the numbers of another profile; the pawns themselves are the key, so that two
/// structures can never be confused.
#[derive(Debug)]
pub struct PawnCache {
    entries: Box<[PawnEntry]>,
}

impl Default for PawnCache {
    fn default() -> Self {
        Self {
            entries: vec![PawnEntry::default(); ENTRIES].into_boxed_slice(),
        }
    }
}

impl PawnCache {
    /// The entry for the pawns of White and Black, computed by `compute` if it is not there.
    #[inline(always)]
    pub fn get(&mut self, pawns: [Bitboard; 2], compute: impl FnOnce() -> PawnEntry) -> PawnEntry {
        // Odd constants with well mixed upper bits (fractions of the golden ratio and of pi).
        let mixed =
            pawns[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ pawns[1].0.wrapping_mul(0x2436_A188_85A3_08D3);
        let index =
            (mixed ^ mixed >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ENTRIES.trailing_zeros());
        let slot = &mut self.entries[index as usize];
        // No pawns at all is what an empty entry holds, and its terms need no counting: all are zero.
        if slot.pawns != pawns {
            *slot = compute();
        }
        *slot
    }
}
