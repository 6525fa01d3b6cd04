//! Remembers what depends on the pawns of both sides and the squares of the kings alone.

use crate::board::{Bitboard, COLORS, Position, Square};

use super::score::S;
use super::side::Side;

/// Number of entries, a power of two. At 64 bytes each the cache leaves room for the others in the processor's
/// second-level cache.
const ENTRIES: usize = 1 << 11;

/// What the terms of pawns and kings depend on beside the pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kings {
    squares: [Square; 2],
    /// A FEN's full-move number 0, which the king's shield can ask for.
    pub at_move_zero: bool,
}

impl Kings {
    /// Two kings on one square: those of no position.
    const NONE: Self = Self {
        squares: [Square::A1; 2],
        at_move_zero: false,
    };

    /// The kings of a position.
    #[inline(always)]
    pub fn new(position: &Position) -> Self {
        Self {
            squares: COLORS.map(|color| position.king(color)),
            at_move_zero: position.is_at_move_zero(),
        }
    }

    /// Where the king of the side `C` stands.
    #[inline(always)]
    pub fn king<C: Side>(self) -> Square {
        self.squares[C::US as usize]
    }
}

/// What follows from the pawns of both sides and the kings. Fits a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct KingEntry {
    pawns: [Bitboard; 2],
    kings: Kings,
    /// Terms that depend on these alone, White's less Black's.
    pub score: S,
    /// What either side would get as [`super::winnable`] has it if it were ahead, as far as these say.
    pub winnable: [S; 2],
}

impl KingEntry {
    /// That of no position, in which nothing is counted.
    pub const NONE: Self = Self {
        pawns: [Bitboard::EMPTY; 2],
        kings: Kings::NONE,
        score: S::ZERO,
        winnable: [S::ZERO; 2],
    };

    /// An entry for these pawns and kings; nothing in it is counted yet.
    pub fn new(pawns: [Bitboard; 2], kings: Kings) -> Self {
        Self {
            pawns,
            kings,
            ..Self::NONE
        }
    }
}

/// A cache of pawns and kings for one profile. It belongs to one evaluator and goes with it; pawns and kings themselves
/// are the key, so that no two can be confused.
#[derive(Debug)]
pub struct KingCache {
    entries: Box<[KingEntry; ENTRIES]>,
}

impl Default for KingCache {
    fn default() -> Self {
        Self {
            entries: vec![KingEntry::NONE; ENTRIES]
                .try_into()
                .expect("the length is that of the type"),
        }
    }
}

impl KingCache {
    /// The entry for the pawns of White and Black, mixed by [`super::pawn_cache::mix`], and the kings, computed by
    /// `compute` if it is not there.
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
