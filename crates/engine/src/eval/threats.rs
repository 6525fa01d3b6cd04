//! Threats: opposing pieces that are attacked, or could be by the next move.
//!
//! The terms are those of Stockfish 11 (`Evaluation::threats`) and Ethereal 12.50, in definitions of our own.

use crate::board::attacks::{
    ahead, bishop_attacks, knight_attacks, pawn_attacks, relative_rank_set, rook_attacks, squares,
};
use crate::board::{Bitboard, Piece};

use super::attack_map::AttackMap;
use super::info::Info;
use super::keys::threats as key;
use super::keys::{Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Pawn to queen; the arrays below begin at the kind that can be threatened.
const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const BY_PAWN: [Slot; 4] = [key::BY_PAWN_KNIGHT, key::BY_PAWN_BISHOP, key::BY_PAWN_ROOK, key::BY_PAWN_QUEEN];
const BY_MINOR: [Slot; 5] =
    [key::BY_MINOR_PAWN, key::BY_MINOR_KNIGHT, key::BY_MINOR_BISHOP, key::BY_MINOR_ROOK, key::BY_MINOR_QUEEN];
const BY_ROOK: [Slot; 5] =
    [key::BY_ROOK_PAWN, key::BY_ROOK_KNIGHT, key::BY_ROOK_BISHOP, key::BY_ROOK_ROOK, key::BY_ROOK_QUEEN];
const BY_KING: [Slot; 4] = [key::BY_KING_PAWN, key::BY_KING_KNIGHT, key::BY_KING_BISHOP, key::BY_KING_ROOK];

/// Counts the threats of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Threats).and(Terms::group(Group::ThreatsOnQueen)) }) {
        count_side::<White, K>(info, map, sink);
        count_side::<Black, K>(info, map, sink);
    }
}

fn count_side<C: Side, K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    let enemy = info.position.color(C::THEM) & !info.position.pieces(Piece::King);
    let pieces = enemy & !info.pawns::<C::Them>();
    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    let not_by_pawn = !info.pawn_attacks::<C::Them>();
    let attacked = enemy & own_attacks;
    if !attacked.is_empty() {
        let loose = not_by_pawn & attacked;
        let pawns = info.position.pieces(Piece::Pawn);
        let queens = info.position.pieces(Piece::Queen);
        let by_minor = map.by::<C>(Piece::Knight) | map.by::<C>(Piece::Bishop);
        add_kinds::<C, K>(info, &BY_PAWN, 1, info.pawn_attacks::<C>() & attacked, sink);
        add_kinds::<C, K>(info, &BY_MINOR, 0, by_minor & attacked & (loose | !pawns), sink);
        add_kinds::<C, K>(info, &BY_ROOK, 0, map.by::<C>(Piece::Rook) & attacked & (loose | queens), sink);
        let hanging = attacked & !enemy_attacks;
        add_kinds::<C, K>(info, &BY_KING, 0, map.by::<C>(Piece::King) & hanging, sink);
        sink.add::<C>(key::HANGING, 0, hanging.len() as i32);
        let outnumbered = loose & pieces & map.twice::<C>() & enemy_attacks & !map.twice::<C::Them>();
        sink.add::<C>(key::OUTNUMBERED, 0, outnumbered.len() as i32);
    }
    // Squares that the opponent does not control: not guarded by a pawn, and not attacked more often than by the own
    // side.
    let contested = not_by_pawn & (!map.twice::<C::Them>() | map.twice::<C>());
    sink.add::<C>(key::RESTRICTED, 0, (contested & own_attacks & enemy_attacks).len() as i32);
    let safe = not_by_pawn & (own_attacks | !enemy_attacks);
    let pushed = pawn_attacks(steps::<C>(info) & safe, C::US) & pieces;
    sink.add::<C>(key::PAWN_PUSH, 0, pushed.len() as i32);
    if sink.wants(const { Terms::group(Group::ThreatsOnQueen) }) {
        count_on_queens::<C, K>(info, map, contested & !info.position.color(C::US), sink);
    }
}

/// Adds the threatened pieces by kind, the keys beginning with kind `first`.
#[inline(always)]
fn add_kinds<C: Side, K: Sink>(info: &Info, keys: &[Slot], first: usize, threatened: Bitboard, sink: &mut K) {
    if threatened.is_empty() {
        return;
    }
    for (&key, &piece) in keys.iter().zip(&KINDS[first..]) {
        sink.add::<C>(key, 0, (threatened & info.position.pieces(piece)).len() as i32);
    }
}

/// Target squares of own pawn pushes.
#[inline(always)]
fn steps<C: Side>(info: &Info) -> Bitboard {
    let empty = !info.occupied;
    let once = ahead(info.pawns::<C>(), C::US) & empty;
    once | ahead(once & relative_rank_set(2, C::US), C::US) & empty
}

/// Counts squares from which an opposing queen could be attacked.
#[inline(always)]
fn count_on_queens<C: Side, K: Sink>(info: &Info, map: &AttackMap, free: Bitboard, sink: &mut K) {
    for queen in squares(info.position.colored(C::THEM, Piece::Queen)) {
        let knights = map.by::<C>(Piece::Knight) & knight_attacks(queen);
        let bishops = map.by::<C>(Piece::Bishop) & bishop_attacks(queen, info.occupied);
        let rooks = map.by::<C>(Piece::Rook) & rook_attacks(queen, info.occupied);
        sink.add::<C>(key::KNIGHT_ON_QUEEN, 0, (knights & free).len() as i32);
        let sliders = (bishops | rooks) & free & map.twice::<C>();
        sink.add::<C>(key::SLIDER_ON_QUEEN, 0, sliders.len() as i32);
    }
}
