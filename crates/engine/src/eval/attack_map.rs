//! Attacks of each side by piece type, squares attacked twice, and pinned pieces, for terms that need more than the
//! set of all attacked squares. Computed only if needed.

use crate::board::attacks::{
    between, bishop_rays, king_attacks, king_flank, pawn_attacks_east, pawn_attacks_west, piece_attacks,
    relative_ranks, rook_rays, squares,
};
use crate::board::{Bitboard, Piece};

use super::info::{Info, PieceAttacks};
use super::mobility;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::tropism::KingDistances;
use super::weights::Weights;

/// Squares of the flank of the king that one side attacks.
#[derive(Clone, Copy)]
pub struct Flank {
    /// Number of squares attacked by that side; squares attacked twice count twice.
    pub attacked: i32,
    /// Number of squares attacked by the king's side.
    pub guarded: i32,
}

impl Flank {
    /// Counts the flank of the king that the side `C` attacks; `twice` are the squares that it attacks more than
    /// once.
    #[inline(always)]
    pub fn new<C: Side>(info: &Info, twice: Bitboard) -> Self {
        let camp = relative_ranks(0, 4, C::THEM) & king_flank(info.enemy_king::<C>());
        let size = |set: Bitboard| (set & camp).len() as i32;
        Self {
            attacked: size(info.all_attacks::<C>()) + size(twice),
            guarded: size(info.all_attacks::<C::Them>()),
        }
    }
}

/// Squares that one side attacks by kind of piece, and those that it attacks at all and more than once.
#[derive(Clone, Copy)]
struct KindAttacks {
    by_kind: [Bitboard; Piece::NUM],
    once: Bitboard,
    twice: Bitboard,
}

impl KindAttacks {
    /// Computes the attacks of a side, and enters them in `info` and `pieces`. Counts what its pieces count by their squares
    /// and attacks alone: mobility, and distances to the kings.
    #[inline(always)]
    fn fill<C: Side, K: Sink>(w: &Weights, info: &mut Info, pieces: &mut PieceAttacks, sink: &mut K) -> Self {
        let sets = [info.blockers::<C>(w), mobility::area::<C, true>(w, info)];
        let (pawns, once, king) =
            (info.pawns::<C>(), info.pawn_attacks::<C>(), king_attacks(info.king::<C>()));
        let twice = pawn_attacks_east(pawns, C::US) & pawn_attacks_west(pawns, C::US);
        let mut made = Self { by_kind: [Bitboard::EMPTY; Piece::NUM], once, twice };
        made.by_kind[Piece::Pawn as usize] = once;
        made.by_kind[Piece::King as usize] = king;
        made.add_kind::<C, K, 0>(w, info, pieces, sets, sink);
        made.add_kind::<C, K, 1>(w, info, pieces, sets, sink);
        let by_minors = made.once;
        made.add_kind::<C, K, 2>(w, info, pieces, sets, sink);
        made.add_kind::<C, K, 3>(w, info, pieces, sets, sink);
        made.twice |= made.once & king;
        made.once |= king;
        info.set_attacks::<C>(by_minors, made.once);
        made
    }

    /// Adds the pieces of one kind.
    #[inline(always)]
    fn add_kind<C: Side, K: Sink, const KIND: usize>(
        &mut self,
        w: &Weights,
        info: &Info,
        pieces: &mut PieceAttacks,
        [blockers, area]: [Bitboard; 2],
        sink: &mut K,
    ) {
        let piece = mobility::KINDS[KIND];
        let kings = KingDistances::new::<C>(piece, w, info);
        let mut union = Bitboard::EMPTY;
        // No closure: it would not be inlined in every build.
        for square in squares(info.position.colored(C::US, piece)) {
            let attacked = piece_attacks(piece, square, blockers);
            pieces.set(square, attacked);
            self.twice |= self.once & attacked;
            self.once |= attacked;
            union |= attacked;
            mobility::count_piece::<C, K, KIND>(attacked, area, sink);
            kings.count::<C, K>(square, sink);
        }
        self.by_kind[piece as usize] = union;
    }
}

/// One side's part of an [`AttackMap`].
#[derive(Clone, Copy)]
struct SideMap {
    attacks: KindAttacks,
    pinned: Bitboard,
    /// Own sliders that attack the opposing king through one piece.
    xrays: Bitboard,
    /// Flank of the opposing king.
    flank: Flank,
}

/// The attacks of both sides.
pub struct AttackMap([SideMap; 2]);

impl AttackMap {
    /// Computes the map of a position, and its attacks; counts mobility and distances to the kings.
    #[inline(always)]
    pub fn fill<K: Sink>(w: &Weights, info: &mut Info, pieces: &mut PieceAttacks, sink: &mut K) -> Self {
        let attacks = [
            KindAttacks::fill::<White, K>(w, info, pieces, sink),
            KindAttacks::fill::<Black, K>(w, info, pieces, sink),
        ];
        let (white_xrays, black_pinned) = xrays::<White>(info);
        let (black_xrays, white_pinned) = xrays::<Black>(info);
        Self([
            SideMap {
                attacks: attacks[0],
                pinned: white_pinned,
                xrays: white_xrays,
                flank: Flank::new::<White>(info, attacks[0].twice),
            },
            SideMap {
                attacks: attacks[1],
                pinned: black_pinned,
                xrays: black_xrays,
                flank: Flank::new::<Black>(info, attacks[1].twice),
            },
        ])
    }

    /// Squares that pieces of a kind of the side `C` attack.
    #[inline(always)]
    pub fn by<C: Side>(&self, piece: Piece) -> Bitboard {
        self.0[C::US as usize].attacks.by_kind[piece as usize]
    }

    /// Squares that two or more pieces or pawns of the side `C` attack.
    #[inline(always)]
    pub fn twice<C: Side>(&self) -> Bitboard {
        self.0[C::US as usize].attacks.twice
    }

    /// Pieces and pawns of the side `C` that are the only ones between its king and an opposing slider.
    #[inline(always)]
    pub fn pinned<C: Side>(&self) -> Bitboard {
        self.0[C::US as usize].pinned
    }

    /// Sliders of the side `C` that attack the opposing king through exactly one piece, of any colour.
    #[inline(always)]
    pub fn xrays<C: Side>(&self) -> Bitboard {
        self.0[C::US as usize].xrays
    }

    /// Attacked squares on the flank of the king that the side `C` attacks.
    #[inline(always)]
    pub fn flank<C: Side>(&self) -> Flank {
        self.0[C::US as usize].flank
    }
}

/// Returns the sliders of the side `C` that attack the opposing king through one piece, and the pieces that they pin.
#[inline(always)]
fn xrays<C: Side>(info: &Info) -> (Bitboard, Bitboard) {
    let (position, king) = (info.position, info.enemy_king::<C>());
    let own = |piece: Piece| position.colored(C::US, piece);
    let queens = own(Piece::Queen);
    let in_line =
        bishop_rays(king) & (own(Piece::Bishop) | queens) | rook_rays(king) & (own(Piece::Rook) | queens);
    let (mut xrays, mut between_them) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for slider in squares(in_line) {
        let blockers = between(king, slider) & info.occupied;
        if blockers.len() == 1 {
            xrays |= slider.bitboard();
            between_them |= blockers;
        }
    }
    (xrays, between_them & position.color(C::THEM))
}
