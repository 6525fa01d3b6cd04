//! A move with its moving and captured piece.

use std::fmt;

use super::{File, Move, Move16, Piece, Position, Square};

/// Size of tables indexed by piece type: a power of two, so that indices of three bits need no bounds check.
pub const PIECE_TYPE_NB: usize = 8;

/// A legal move with its moving and captured piece. Valid only in the position that it was created for.
///
/// A single number, so that it is passed in a register: reading a whole struct right after writing its bytes would
/// stall on store forwarding.
///
/// Bits, lowest first: from 6, to 6, moving piece 3, promotion 3 (0 for none), captured piece type + 1 3 (0 for
/// none).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MoveInfo(u32);

impl MoveInfo {
    const PIECE: u32 = 12;
    const PROMOTION: u32 = 15;
    const CAPTURED: u32 = 18;
    pub const BITS: u32 = 21;
    /// Number of values of [`MoveInfo::piece_to`], with gaps.
    pub const PIECE_TO_NB: usize = PIECE_TYPE_NB * 64;

    /// Creates the data of a move.
    #[inline(always)]
    pub fn new(mv: Move, piece: Piece, captured: Option<Piece>) -> Self {
        let promotion = mv.promotion.map_or(0, |promotion| promotion as u32);
        let captured = captured.map_or(0, |captured| captured as u32 + 1);
        let squares = mv.from as u32 | (mv.to as u32) << 6;
        Self(
            squares
                | (piece as u32) << Self::PIECE
                | promotion << Self::PROMOTION
                | captured << Self::CAPTURED,
        )
    }

    /// Returns the bits.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Creates the move from [`MoveInfo::bits`]; higher bits are ignored.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }

    /// Returns the packed move, for comparison.
    #[inline(always)]
    pub const fn move16(self) -> Move16 {
        let (squares, promotion) = (self.0 & 0xFFF, self.0 >> Self::PROMOTION & 7);
        Move16::from_bits((squares | promotion << 12) as u16)
    }

    /// The move.
    #[inline(always)]
    pub fn mv(self) -> Move {
        self.move16().decode()
    }

    /// Returns the source square.
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::index((self.0 & 63) as usize)
    }

    /// Returns the target square; for castling, the square of the rook.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::index((self.0 >> 6 & 63) as usize)
    }

    /// Returns the promotion piece.
    #[inline(always)]
    pub fn promotion(self) -> Option<Piece> {
        self.mv().promotion
    }

    /// Returns the moving piece; for a promotion, the pawn.
    #[inline(always)]
    pub fn piece(self) -> Piece {
        // Always a valid index; `unwrap_or` avoids a panic branch.
        Piece::try_index(self.piece_index()).unwrap_or(Piece::Pawn)
    }

    /// Returns the index of the moving piece type, below [`PIECE_TYPE_NB`].
    #[inline(always)]
    pub const fn piece_index(self) -> usize {
        (self.0 >> Self::PIECE) as usize % PIECE_TYPE_NB
    }

    /// Returns 64 * [`MoveInfo::piece_index`] + target square, as an index of history tables.
    #[inline(always)]
    pub const fn piece_to(self) -> usize {
        (self.0 >> 6) as usize % Self::PIECE_TO_NB
    }

    /// Returns the captured piece type; `None` for castling, although it is encoded as king takes rook.
    #[inline(always)]
    pub fn captured(self) -> Option<Piece> {
        Piece::try_index(self.captured_index().wrapping_sub(1))
    }

    /// Returns the captured piece type + 1, 0 for none; below [`PIECE_TYPE_NB`].
    #[inline(always)]
    pub const fn captured_index(self) -> usize {
        (self.0 >> Self::CAPTURED) as usize % PIECE_TYPE_NB
    }

    /// Returns `true` if the move is a capture or a promotion. All other moves are quiet.
    #[inline(always)]
    pub fn is_noisy(self) -> bool {
        self.0 >> Self::PROMOTION != 0
    }

    /// Returns `true` if the move is an en passant capture.
    #[inline(always)]
    pub fn is_en_passant(self, position: &Position) -> bool {
        self.piece_index() == Piece::Pawn as usize
            && self.captured_index() == Piece::Pawn as usize + 1
            && !position.occupied().has(self.to())
    }

    /// Returns `true` if the move is castling.
    #[inline(always)]
    pub fn is_castling(self, position: &Position) -> bool {
        self.piece_index() == Piece::King as usize && position.color(position.stm()).has(self.to())
    }

    /// Returns the target squares of king and rook for castling.
    #[inline(always)]
    pub fn castling_targets(self) -> (Square, Square) {
        let (king, rook) =
            if self.to().file() > self.from().file() { (File::G, File::F) } else { (File::C, File::D) };
        let rank = self.from().rank();
        (Square::new(king, rank), Square::new(rook, rank))
    }

    /// Returns the square of the captured pawn for an en passant capture.
    #[inline(always)]
    pub fn en_passant_victim(self) -> Square {
        Square::new(self.to().file(), self.from().rank())
    }
}

impl Position {
    /// Returns a legal move with its moving and captured piece.
    #[doc(hidden)]
    #[inline(always)]
    pub fn move_info(&self, mv: Move) -> MoveInfo {
        // A legal move has a piece on its source square.
        let piece = self.piece_on(mv.from).unwrap_or(Piece::Pawn);
        MoveInfo::new(mv, piece, self.captured(mv))
    }
}

impl fmt::Debug for MoveInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.piece(), self.mv())?;
        self.captured().map_or(Ok(()), |captured| write!(f, " takes {captured:?}"))
    }
}
