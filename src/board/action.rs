//! A move with what it does: looked up once, used many times.

use std::fmt;

use super::{File, Move, PackedMove, Piece, Position, Square};

/// How many kinds of piece three bits can tell: two more than there are.
pub const KINDS: usize = 8;

/// A legal move together with the piece that moves and the one that is taken. It means something only in
/// the position that it was made for.
///
/// One number, so that it is handed on in a register: a processor that reads as a whole what was just written
/// byte by byte waits until all of it has reached the cache.
///
/// The bits, lowest first: from 6, to 6, the piece that moves 3, promotion 3 (0 for none), one more than the kind of
/// piece taken 3 (0 for none).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Action(u32);

impl Action {
    const PIECE: u32 = 12;
    const PROMOTION: u32 = 15;
    const CAPTURED: u32 = 18;
    /// How many bits an action takes.
    pub const BITS: u32 = 21;
    /// The number of different [`Action::arrival`], with gaps.
    pub const ARRIVALS: usize = KINDS * 64;

    /// A move of a piece that takes another or none.
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

    /// The number it is.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The reverse of [`Action::bits`]; higher bits are left out.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }

    /// The move alone, to compare it with others.
    #[inline(always)]
    pub const fn packed(self) -> PackedMove {
        let (squares, promotion) = (self.0 & 0xFFF, self.0 >> Self::PROMOTION & 7);
        PackedMove::from_bits((squares | promotion << 12) as u16)
    }

    /// The move.
    #[inline(always)]
    pub fn mv(self) -> Move {
        self.packed().decode()
    }

    /// From where the piece goes.
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::index((self.0 & 63) as usize)
    }

    /// Where it goes; the square of the rook if it castles.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::index((self.0 >> 6 & 63) as usize)
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub fn promotion(self) -> Option<Piece> {
        self.mv().promotion
    }

    /// What moves; before a promotion, the pawn.
    #[inline(always)]
    pub fn piece(self) -> Piece {
        // Always one of the six; this way nothing is left to check.
        Piece::try_index(self.piece_index()).unwrap_or(Piece::Pawn)
    }

    /// The number of what moves, for tables with room for [`KINDS`] kinds of piece, whose bounds need no check.
    #[inline(always)]
    pub const fn piece_index(self) -> usize {
        (self.0 >> Self::PIECE) as usize % KINDS
    }

    /// What moves and where it goes as one number: 64 times [`Action::piece_index`] plus the square.
    #[inline(always)]
    pub const fn arrival(self) -> usize {
        (self.0 >> 6) as usize % Self::ARRIVALS
    }

    /// What is taken. Castling, though written as the king taking its rook, takes nothing.
    #[inline(always)]
    pub fn captured(self) -> Option<Piece> {
        Piece::try_index(self.captured_index().wrapping_sub(1))
    }

    /// The number of what is taken plus one, 0 for nothing; for tables with room for [`KINDS`].
    #[inline(always)]
    pub const fn captured_index(self) -> usize {
        (self.0 >> Self::CAPTURED) as usize % KINDS
    }

    /// Whether it changes material: a capture or a promotion. All other moves are quiet.
    #[inline(always)]
    pub fn is_noisy(self) -> bool {
        self.0 >> Self::PROMOTION != 0
    }

    /// A capture that leaves nothing on its target square: that of a pawn which has just passed.
    #[inline(always)]
    pub fn is_en_passant(self, position: &Position) -> bool {
        self.piece_index() == Piece::Pawn as usize
            && self.captured_index() == Piece::Pawn as usize + 1
            && !position.occupied().has(self.to())
    }

    /// Whether it castles.
    #[inline(always)]
    pub fn is_castling(self, position: &Position) -> bool {
        self.piece_index() == Piece::King as usize && position.color(position.stm()).has(self.to())
    }

    /// Where king and rook land if it castles.
    #[inline(always)]
    pub fn castled_squares(self) -> (Square, Square) {
        let (king, rook) = match self.to().file() > self.from().file() {
            true => (File::G, File::F),
            false => (File::C, File::D),
        };
        let rank = self.from().rank();
        (Square::new(king, rank), Square::new(rook, rank))
    }

    /// Where the pawn stands that it takes if it captures en passant.
    #[inline(always)]
    pub fn passed_pawn(self) -> Square {
        Square::new(self.to().file(), self.from().rank())
    }
}

impl Position {
    /// What a legal move does.
    #[inline(always)]
    pub fn action(&self, mv: Move) -> Action {
        // A legal move always starts from a piece.
        let piece = self.piece_on(mv.from).unwrap_or(Piece::Pawn);
        Action::new(mv, piece, self.captured(mv))
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.piece(), self.mv())?;
        self.captured()
            .map_or(Ok(()), |captured| write!(f, " takes {captured:?}"))
    }
}
