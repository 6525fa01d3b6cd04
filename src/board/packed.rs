//! Moves in two bytes, to store many and to compare quickly.

use super::{Move, Piece, Square};

/// A move or none. Two are compared as one number, where `Option<Move>` is compared field by field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move.
    pub const NONE: Self = Self(0);

    /// The 15 bits, lowest first: from 6, to 6, promotion 3 (0 for none). All zero is no move, for none stays on
    /// a1.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The reverse of [`PackedMove::bits`].
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether there is a move.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        !self.is_some()
    }

    /// The same move if it is one that `is_wanted`, else none.
    #[inline(always)]
    pub fn filter(self, is_wanted: impl FnOnce(Move) -> bool) -> Self {
        if self.unpack().is_some_and(is_wanted) {
            self
        } else {
            Self::NONE
        }
    }

    /// Where it comes from and goes to, as one number below 4096.
    #[inline(always)]
    pub const fn squares(self) -> usize {
        self.0 as usize & 0xFFF
    }

    /// The move itself.
    #[inline(always)]
    pub fn unpack(self) -> Option<Move> {
        self.is_some().then(|| self.decode())
    }

    /// What the bits say, also if they say that a piece stays on a1.
    #[inline(always)]
    pub(super) fn decode(self) -> Move {
        let square = |shift: u32| Square::index(usize::from(self.0 >> shift & 63));
        Move {
            from: square(0),
            to: square(6),
            // No pawn stays one.
            promotion: Piece::try_index(usize::from(self.0 >> 12 & 7)).filter(|&piece| piece != Piece::Pawn),
        }
    }
}

impl From<Move> for PackedMove {
    #[inline(always)]
    fn from(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, |p| p as u16);
        Self(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }
}

impl From<Option<Move>> for PackedMove {
    #[inline(always)]
    fn from(mv: Option<Move>) -> Self {
        mv.map_or(Self::NONE, Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_gives_the_move_back() {
        assert_eq!(PackedMove::from(None), PackedMove::NONE);
        assert_eq!(PackedMove::NONE.unpack(), None);
        for text in ["b1a1", "e2e4", "h8h7", "a7a8n", "g2h1q"] {
            let mv: Move = text.parse().unwrap();
            let packed = PackedMove::from(mv);
            assert_eq!(packed.unpack(), Some(mv));
            assert_eq!(PackedMove::from_bits(packed.bits()), packed);
        }
    }
}
