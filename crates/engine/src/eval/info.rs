//! Data shared by all terms: pieces, kings and attack sets of a position, computed once before any term.

use crate::board::attacks::{self, piece_attacks, squares};
use crate::board::{Bitboard, Color, Piece, Position, Square};

use super::keys;
use super::side::{Black, Side, White};
use super::weights::Weights;

/// One side's part of [`Info`].
struct SideInfo {
    pawns: Bitboard,
    king: Square,
    pawn_attacks: Bitboard,
    /// By pawns, knights and bishops.
    minor_attacks: Bitboard,
    /// By all pieces, king included.
    all_attacks: Bitboard,
}

/// Attack sets and other facts of one position.
pub struct Info<'p> {
    pub position: &'p Position,
    /// All squares with a piece on them.
    pub occupied: Bitboard,
    sides: [SideInfo; 2],
}

/// Attacks of the knight, bishop, rook or queen on each square; entries of other squares are undefined. An evaluator
/// reuses one from position to position, since clearing it would cost more than filling it.
#[derive(Debug)]
pub struct PieceAttacks([Bitboard; Square::NUM]);

impl Default for PieceAttacks {
    fn default() -> Self {
        Self([Bitboard::EMPTY; Square::NUM])
    }
}

impl PieceAttacks {
    /// Attacks of the piece on a square.
    #[inline(always)]
    pub fn from(&self, square: Square) -> Bitboard {
        self.0[square as usize]
    }

    /// The attacks by square; entries of squares without a knight, bishop, rook or queen are meaningless.
    pub fn by_square(&self) -> &[Bitboard; Square::NUM] {
        &self.0
    }

    /// Sets the attacks of a piece.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, attacked: Bitboard) {
        self.0[square as usize] = attacked;
    }

    /// Fills in the attacks of one kind of piece and calls `visit` with each.
    #[inline(always)]
    pub(super) fn fill<C: Side>(
        &mut self,
        position: &Position,
        piece: Piece,
        blockers: Bitboard,
        mut visit: impl FnMut(Bitboard),
    ) {
        for square in squares(position.colored(C::US, piece)) {
            let attacked = piece_attacks(piece, square, blockers);
            self.set(square, attacked);
            visit(attacked);
        }
    }
}

impl<'p> Info<'p> {
    /// Collects pawns and kings; attack sets stay empty until [`Info::fill_attacks`].
    #[inline(always)]
    pub fn new(position: &'p Position) -> Self {
        let side = |color| {
            let pawns = position.colored(color, Piece::Pawn);
            let pawn_attacks = attacks::pawn_attacks(pawns, color);
            SideInfo {
                pawns,
                king: position.king(color),
                pawn_attacks,
                minor_attacks: pawn_attacks,
                all_attacks: pawn_attacks,
            }
        };
        Self { position, occupied: position.occupied(), sides: [side(Color::White), side(Color::Black)] }
    }

    /// Computes the attacks of both sides.
    #[inline(always)]
    pub fn fill_attacks(&mut self, w: &Weights, pieces: &mut PieceAttacks) {
        self.fill_side::<White>(w, pieces);
        self.fill_side::<Black>(w, pieces);
    }

    #[inline(always)]
    fn fill_side<C: Side>(&mut self, w: &Weights, pieces: &mut PieceAttacks) {
        let (position, blockers) = (self.position, self.blockers::<C>(w));
        let side = &mut self.sides[C::US as usize];
        let mut union = side.pawn_attacks;
        let mut fill = |piece| pieces.fill::<C>(position, piece, blockers, |attacked| union |= attacked);
        fill(Piece::Knight);
        fill(Piece::Bishop);
        side.minor_attacks = union;
        union |= attacks::king_attacks(side.king);
        let mut fill = |piece| pieces.fill::<C>(position, piece, blockers, |attacked| union |= attacked);
        fill(Piece::Rook);
        fill(Piece::Queen);
        side.all_attacks = union;
    }

    /// Sets the attacks of the side `C`: by pawns, knights and bishops, and by all.
    #[inline(always)]
    pub(super) fn set_attacks<C: Side>(&mut self, by_minors: Bitboard, by_all: Bitboard) {
        let side = &mut self.sides[C::US as usize];
        (side.minor_attacks, side.all_attacks) = (by_minors, by_all);
    }

    /// Squares that block the sliders of the side `C`.
    #[inline(always)]
    pub(super) fn blockers<C: Side>(&self, w: &Weights) -> Bitboard {
        if w.is(keys::mobility::LETS_SLIDERS_THROUGH) && self.position.stm() == C::THEM {
            self.occupied & !self.enemy_king::<C>().bitboard()
        } else {
            self.occupied
        }
    }

    /// Own pawns of the side `C`.
    #[inline(always)]
    pub fn pawns<C: Side>(&self) -> Bitboard {
        self.sides[C::US as usize].pawns
    }

    /// The king of the side `C`.
    #[inline(always)]
    pub fn king<C: Side>(&self) -> Square {
        self.sides[C::US as usize].king
    }

    /// The king that the side `C` attacks.
    #[inline(always)]
    pub fn enemy_king<C: Side>(&self) -> Square {
        self.sides[C::THEM as usize].king
    }

    /// Squares attacked by pawns of the side `C`.
    #[inline(always)]
    pub fn pawn_attacks<C: Side>(&self) -> Bitboard {
        self.sides[C::US as usize].pawn_attacks
    }

    /// Squares attacked by pawns, knights and bishops of the side `C`.
    #[inline(always)]
    pub fn minor_attacks<C: Side>(&self) -> Bitboard {
        self.sides[C::US as usize].minor_attacks
    }

    /// Squares attacked by any piece of the side `C`, king included.
    #[inline(always)]
    pub fn all_attacks<C: Side>(&self) -> Bitboard {
        self.sides[C::US as usize].all_attacks
    }
}
