//! Moves packed into 16 bits.

use super::{Move, Piece, Square};

/// A move or none in 16 bits. Faster to compare than `Option<Move>`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Move16(u16);

impl Move16 {
    /// No move.
    pub const NONE: Self = Self(0);

    /// Returns the 15 bits, lowest first: from 6, to 6, promotion 3 (0 for none). All zero means no move, since a1a1
    /// is never legal.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Creates a move from [`Move16::bits`].
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns `true` if this is a move.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Returns `true` if this is [`Move16::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        !self.is_some()
    }

    /// Returns the move if it satisfies `is_wanted`, otherwise none.
    #[inline(always)]
    pub fn filter(self, is_wanted: impl FnOnce(Move) -> bool) -> Self {
        if self.unpack().is_some_and(is_wanted) { self } else { Self::NONE }
    }

    /// Returns source and target square as one number below 4096.
    #[inline(always)]
    pub const fn squares(self) -> usize {
        self.0 as usize & 0xFFF
    }

    /// Returns the move.
    #[inline(always)]
    pub fn unpack(self) -> Option<Move> {
        self.is_some().then(|| self.decode())
    }

    /// Decodes the bits, also those of [`Move16::NONE`] (a1a1).
    #[inline(always)]
    pub(super) fn decode(self) -> Move {
        let square = |shift: u32| Square::index(usize::from(self.0 >> shift & 63));
        Move {
            from: square(0),
            to: square(6),
            // 0 (pawn) means no promotion.
            promotion: Piece::try_index(usize::from(self.0 >> 12 & 7)).filter(|&piece| piece != Piece::Pawn),
        }
    }
}

impl From<Move> for Move16 {
    #[inline(always)]
    fn from(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, |p| p as u16);
        Self(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }
}

impl From<Option<Move>> for Move16 {
    #[inline(always)]
    fn from(mv: Option<Move>) -> Self {
        mv.map_or(Self::NONE, Self::from)
    }
}
