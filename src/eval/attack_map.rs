//! What each side attacks by kind of piece and how often, and which pieces are pinned: for terms that need more than
//! one set of all attacked squares. Made only if one of them is wanted.

use crate::board::attacks::{
    between, bishop_rays, king_attacks, pawn_attacks_east, pawn_attacks_west, rook_rays, squares,
};
use crate::board::{Bitboard, Piece};

use super::info::{Info, PieceAttacks};
use super::sink::{Black, Side, White};

/// One side's part of an [`AttackMap`].
#[derive(Clone, Copy)]
struct SideMap {
    by_kind: [Bitboard; 6],
    twice: Bitboard,
    pinned: Bitboard,
}

/// What both sides attack.
pub struct AttackMap([SideMap; 2]);

impl AttackMap {
    /// Of a position whose attacks have been filled in.
    pub fn new(info: &Info, attacks: &PieceAttacks) -> Self {
        Self([side_map::<White>(info, attacks), side_map::<Black>(info, attacks)])
    }

    /// Squares that pieces of a kind of the side `C` attack.
    #[inline(always)]
    pub fn by<C: Side>(&self, piece: Piece) -> Bitboard {
        self.0[C::US as usize].by_kind[piece as usize]
    }

    /// Squares that two or more pieces or pawns of the side `C` attack.
    #[inline(always)]
    pub fn twice<C: Side>(&self) -> Bitboard {
        self.0[C::US as usize].twice
    }

    /// Pieces and pawns of the side `C` that alone stand between its king and an enemy slider.
    #[inline(always)]
    pub fn pinned<C: Side>(&self) -> Bitboard {
        self.0[C::US as usize].pinned
    }
}

fn side_map<C: Side>(info: &Info, attacks: &PieceAttacks) -> SideMap {
    let (east, west) = (
        pawn_attacks_east(info.pawns::<C>(), C::US),
        pawn_attacks_west(info.pawns::<C>(), C::US),
    );
    let king = king_attacks(info.king::<C>());
    let mut map = SideMap {
        by_kind: [Bitboard::EMPTY; 6],
        twice: east & west | (east | west) & king,
        pinned: pinned::<C>(info),
    };
    map.by_kind[Piece::Pawn as usize] = east | west;
    map.by_kind[Piece::King as usize] = king;
    let mut once = east | west | king;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let mut union = Bitboard::EMPTY;
        for square in squares(info.position.colored(C::US, piece)) {
            let attacked = attacks.from(square);
            map.twice |= once & attacked;
            once |= attacked;
            union |= attacked;
        }
        map.by_kind[piece as usize] = union;
    }
    map
}

fn pinned<C: Side>(info: &Info) -> Bitboard {
    let (position, king) = (info.position, info.king::<C>());
    let enemy = |piece: Piece| position.colored(C::THEM, piece);
    let queens = enemy(Piece::Queen);
    let pinners =
        bishop_rays(king) & (enemy(Piece::Bishop) | queens) | rook_rays(king) & (enemy(Piece::Rook) | queens);
    let mut pinned = Bitboard::EMPTY;
    for pinner in squares(pinners) {
        let blockers = between(king, pinner) & info.occupied;
        if blockers.len() == 1 {
            pinned |= blockers & position.color(C::US);
        }
    }
    pinned
}
