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
    ///
    /// # Panics
    /// [`PackedMove::unpack`] does for bits that are no move's: a promotion of 6 or 7.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The move itself.
    #[inline(always)]
    pub fn unpack(self) -> Option<Move> {
        let promotion = usize::from(self.0 >> 12 & 7);
        (self != Self::NONE).then(|| Move {
            from: Square::index(usize::from(self.0 & 63)),
            to: Square::index(usize::from(self.0 >> 6 & 63)),
            promotion: (promotion != 0).then(|| Piece::index(promotion)),
        })
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
