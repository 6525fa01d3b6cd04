//! What every term reads: pieces, kings and attack sets of a position, computed once before any term.

use crate::board::attacks::{self, bishop_attacks, knight_attacks, rook_attacks};
use crate::board::{Bitboard, Color, Piece, Position, Square};

use super::mobility;
use super::sink::{Black, Side, White};
use super::weights::Weights;

/// The most knights, bishops, rooks and queens a side can have.
const MAX_PIECES: usize = 15;

/// One side's part of [`Info`].
struct SideInfo {
    pawns: Bitboard,
    king: Square,
    pawn_attacks: Bitboard,
    /// By pawns, knights and bishops.
    minor_attacks: Bitboard,
    /// By all pieces, king included.
    all_attacks: Bitboard,
    /// By knights, bishops, rooks, queens, each kind in the order of its squares.
    by_piece: [Bitboard; MAX_PIECES],
}

/// Attack sets and other facts of one position.
pub struct Info<'p> {
    /// The position.
    pub position: &'p Position,
    /// All squares with a piece on them.
    pub occupied: Bitboard,
    sides: [SideInfo; 2],
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
                by_piece: [Bitboard::EMPTY; MAX_PIECES],
            }
        };
        Self {
            position,
            occupied: position.occupied(),
            sides: [side(Color::White), side(Color::Black)],
        }
    }

    /// Computes what the pieces of both sides attack.
    #[inline(always)]
    pub fn fill_attacks(&mut self, w: &Weights) {
        let through_kings = w.is(mobility::LETS_SLIDERS_THROUGH);
        self.fill_side::<White>(through_kings);
        self.fill_side::<Black>(through_kings);
    }

    #[inline(always)]
    fn fill_side<C: Side>(&mut self, through_kings: bool) {
        let position = self.position;
        let mut stoppers = self.occupied;
        if through_kings && position.stm() == C::THEM {
            stoppers &= !self.sides[C::THEM as usize].king.bitboard();
        }
        let side = &mut self.sides[C::US as usize];
        let own = position.color(C::US);
        let mut slots = side.by_piece.iter_mut();
        let mut fill = |piece: Piece, attacks_from: &dyn Fn(Square) -> Bitboard| {
            let mut union = Bitboard::EMPTY;
            for (square, slot) in (own & position.pieces(piece)).into_iter().zip(&mut slots) {
                *slot = attacks_from(square);
                union |= *slot;
            }
            union
        };
        let minor =
            fill(Piece::Knight, &knight_attacks) | fill(Piece::Bishop, &|s| bishop_attacks(s, stoppers));
        let heavy = fill(Piece::Rook, &|s| rook_attacks(s, stoppers))
            | fill(Piece::Queen, &|s| {
                bishop_attacks(s, stoppers) | rook_attacks(s, stoppers)
            });
        side.minor_attacks |= minor;
        side.all_attacks |= minor | heavy | attacks::king_attacks(side.king);
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

    /// What each knight, bishop, rook and queen of the side `C` attacks, in this order, each kind in the
    /// order of its squares.
    #[inline(always)]
    pub fn attacks_by_piece<C: Side>(&self) -> &[Bitboard; MAX_PIECES] {
        &self.sides[C::US as usize].by_piece
    }
}
