//! Data shared by all terms: pieces, kings and attack sets of a position, computed once before any term.

use crate::board::attacks::{self, piece_attacks, squares};
use crate::board::{Bitboard, Color, Piece, Position, Square};

use super::side::{Black, Side, White};
use super::sink::Sink;
use super::tropism::KingDistances;
use super::weights::Weights;
use super::{keys, minors, mobility};

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

/// Squares that one side attacks by kind of piece, and those that it attacks more than once.
#[derive(Clone, Copy)]
pub(super) struct KindAttacks {
    pub by_kind: [Bitboard; Piece::NUM],
    once: Bitboard,
    pub twice: Bitboard,
}

impl KindAttacks {
    /// Adds the pieces of one kind, filling in `pieces`, and counts their mobility and their distances to the kings.
    #[inline(always)]
    fn add_kind<C: Side, K: Sink, const KIND: usize>(
        &mut self,
        w: &Weights,
        info: &Info,
        pieces: &mut PieceAttacks,
        [blockers, area]: [Bitboard; 2],
        sink: &mut K,
    ) {
        let kings = KingDistances::new::<C>(mobility::KINDS[KIND], w, info);
        let mut union = Bitboard::EMPTY;
        pieces.fill::<C>(info.position, mobility::KINDS[KIND], blockers, |square, attacked| {
            self.twice |= self.once & attacked;
            self.once |= attacked;
            union |= attacked;
            mobility::count_piece::<C, K, KIND>(attacked, area, sink);
            kings.count::<C, K>(square, sink);
            if matches!(mobility::KINDS[KIND], Piece::Bishop) {
                minors::count_adjacent_pawns::<C, K>(info, square, sink);
            }
        });
        self.by_kind[mobility::KINDS[KIND] as usize] = union;
    }
}

/// Attack sets and other facts of one position.
pub struct Info<'p> {
    /// The position.
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

    /// Fills in the attacks of one kind of piece and calls `visit` with each.
    #[inline(always)]
    pub(super) fn fill<C: Side>(
        &mut self,
        position: &Position,
        piece: Piece,
        blockers: Bitboard,
        mut visit: impl FnMut(Square, Bitboard),
    ) {
        for square in squares(position.colored(C::US, piece)) {
            let attacked = piece_attacks(piece, square, blockers);
            self.0[square as usize] = attacked;
            visit(square, attacked);
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
        let mut fill = |piece| pieces.fill::<C>(position, piece, blockers, |_, attacked| union |= attacked);
        fill(Piece::Knight);
        fill(Piece::Bishop);
        side.minor_attacks = union;
        union |= attacks::king_attacks(side.king);
        let mut fill = |piece| pieces.fill::<C>(position, piece, blockers, |_, attacked| union |= attacked);
        fill(Piece::Rook);
        fill(Piece::Queen);
        side.all_attacks = union;
    }

    /// The same for one side, with attacks by kind and squares attacked more than once. Counts what the pieces count by
    /// their squares and attacks alone: mobility, and distances to the kings.
    #[inline(always)]
    pub(super) fn fill_side_by_kind<C: Side, K: Sink>(
        &mut self,
        w: &Weights,
        pieces: &mut PieceAttacks,
        sink: &mut K,
    ) -> KindAttacks {
        let sets = [self.blockers::<C>(w), mobility::area::<C, true>(w, self)];
        let (pawns, once, king) =
            (self.pawns::<C>(), self.pawn_attacks::<C>(), attacks::king_attacks(self.king::<C>()));
        let twice = attacks::pawn_attacks_east(pawns, C::US) & attacks::pawn_attacks_west(pawns, C::US);
        let mut made = KindAttacks { by_kind: [Bitboard::EMPTY; Piece::NUM], once, twice };
        made.by_kind[Piece::Pawn as usize] = once;
        made.by_kind[Piece::King as usize] = king;
        made.add_kind::<C, K, 0>(w, self, pieces, sets, sink);
        made.add_kind::<C, K, 1>(w, self, pieces, sets, sink);
        let minor_attacks = made.once;
        made.add_kind::<C, K, 2>(w, self, pieces, sets, sink);
        made.add_kind::<C, K, 3>(w, self, pieces, sets, sink);
        made.twice |= made.once & king;
        made.once |= king;
        let side = &mut self.sides[C::US as usize];
        (side.minor_attacks, side.all_attacks) = (minor_attacks, made.once);
        made
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
