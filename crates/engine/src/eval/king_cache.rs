//! A cache of terms that depend only on the pawns of both sides and the king squares.

use crate::board::{Bitboard, COLORS, Position, Square};

use super::score::S;
use super::side::Side;

/// Number of entries, a power of two. At 64 bytes each, the cache leaves room for the others in the L2 cache.
const ENTRIES: usize = 1 << 11;

/// The kings, for terms that depend on pawns and kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kings {
    squares: [Square; 2],
    /// True for full-move number 0 of a FEN, which the king's shield can depend on.
    pub at_move_zero: bool,
}

impl Kings {
    /// Two kings on one square, which matches no position.
    const NONE: Self = Self { squares: [Square::A1; 2], at_move_zero: false };

    /// The kings of a position.
    #[inline(always)]
    pub fn new(position: &Position) -> Self {
        Self { squares: COLORS.map(|color| position.king(color)), at_move_zero: position.is_at_move_zero() }
    }

    /// The king square of the side `C`.
    #[inline(always)]
    pub fn king<C: Side>(self) -> Square {
        self.squares[C::US as usize]
    }
}

/// Terms that depend on the pawns of both sides and the kings. Fits a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct KingEntry {
    pawns: [Bitboard; 2],
    kings: Kings,
    /// Terms that depend only on these, White's minus Black's.
    pub score: S,
    /// The part of [`super::initiative`] that depends on these, for either side, should it be ahead.
    pub winnable: [S; 2],
}

impl KingEntry {
    /// An entry that matches no position.
    pub const NONE: Self =
        Self { pawns: [Bitboard::EMPTY; 2], kings: Kings::NONE, score: S::ZERO, winnable: [S::ZERO; 2] };

    /// Creates an entry for these pawns and kings, with scores of 0.
    pub fn new(pawns: [Bitboard; 2], kings: Kings) -> Self {
        Self { pawns, kings, ..Self::NONE }
    }
}

/// A cache by pawns and kings for one profile, owned by one evaluator. Pawns and kings themselves are the key, so
/// there are no collisions.
#[derive(Debug)]
pub struct KingCache {
    entries: Box<[KingEntry; ENTRIES]>,
}

impl Default for KingCache {
    fn default() -> Self {
        Self { entries: vec![KingEntry::NONE; ENTRIES].try_into().expect("the length is that of the type") }
    }
}

impl KingCache {
    /// Returns the entry for the pawns of White and Black, mixed by [`super::pawn_cache::mix`], and the kings,
    /// computed by `compute` if missing.
    #[inline(always)]
    pub fn get(
        &mut self,
        pawns: [Bitboard; 2],
        mixed: u64,
        kings: Kings,
        compute: impl FnOnce() -> KingEntry,
    ) -> &KingEntry {
        let squares = kings.squares[0] as u64 * Square::NUM as u64 + kings.squares[1] as u64;
        // A fraction of the golden ratio, as for the pawns.
        let index = (mixed ^ squares.wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> (64 - ENTRIES.trailing_zeros());
        let slot = &mut self.entries[index as usize];
        if slot.pawns != pawns || slot.kings != kings {
            *slot = compute();
        }
        slot
    }
}
