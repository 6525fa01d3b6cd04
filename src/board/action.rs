//! A move with what it does: looked up once, used many times.

use super::{File, Move, Piece, Position, Square};

/// A legal move together with the piece that moves and the one that is taken. It means something only in
/// the position that it was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    /// The move.
    pub mv: Move,
    /// What moves; before a promotion, the pawn.
    pub piece: Piece,
    /// What is taken. Castling, though written as the king taking its rook, takes nothing.
    pub captured: Option<Piece>,
}

impl Action {
    /// Whether it changes material: a capture or a promotion. All other moves are quiet.
    #[inline(always)]
    pub fn is_noisy(&self) -> bool {
        self.captured.is_some() || self.mv.promotion.is_some()
    }

    /// A capture that leaves nothing on its target square: that of a pawn which has just passed.
    #[inline(always)]
    pub fn is_en_passant(&self, position: &Position) -> bool {
        self.piece == Piece::Pawn
            && self.captured == Some(Piece::Pawn)
            && !position.occupied().has(self.mv.to)
    }

    /// Whether it castles.
    #[inline(always)]
    pub fn is_castling(&self, position: &Position) -> bool {
        self.piece == Piece::King && position.is_castling(self.mv)
    }

    /// Where king and rook land if it castles.
    #[inline(always)]
    pub fn castled_squares(&self) -> (Square, Square) {
        let (king, rook) = match self.mv.to.file() > self.mv.from.file() {
            true => (File::G, File::F),
            false => (File::C, File::D),
        };
        let rank = self.mv.from.rank();
        (Square::new(king, rank), Square::new(rook, rank))
    }

    /// Where the captured piece stands.
    #[inline(always)]
    pub fn captured_on(&self, position: &Position) -> Option<Square> {
        self.captured.map(|_| match self.is_en_passant(position) {
            true => Square::new(self.mv.to.file(), self.mv.from.rank()),
            false => self.mv.to,
        })
    }
}

impl Position {
    /// What a legal move does.
    #[inline(always)]
    pub fn action(&self, mv: Move) -> Action {
        Action {
            mv,
            // A legal move always starts from a piece.
            piece: self.piece_on(mv.from).unwrap_or(Piece::Pawn),
            captured: self.captured(mv),
        }
    }
}
