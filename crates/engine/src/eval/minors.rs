//! Knights and bishops: support and outposts, shelter behind pawns, good and bad bishops.
//!
//! After `Evaluation::pieces` of Stockfish 11 and Ethereal 12.50, in definitions of our own.

use crate::board::attacks::{
    CENTRE, CENTRE_FILES, DARK, ahead, behind, beside, bishop_attacks, bishop_rays, front_span, king_attacks,
    relative_rank, relative_ranks, relative_square, squares,
};
use crate::board::{Bitboard, Color, File, Piece};

use super::attack_map::AttackMap;
use super::info::{Info, PieceAttacks};
use super::keys::{self, Choice, Group, Slot, Terms};
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

/// The keys of bishops alone.
const BISHOP_TERMS: Terms = Terms::group(Group::BishopQuality);
/// The keys that need outposts.
pub const OUTPOST_TERMS: Terms = Terms::group(Group::Outposts);
/// All keys of this module.
pub const TERMS: Terms = Terms::union(&[Terms::group(Group::Minors), OUTPOST_TERMS, BISHOP_TERMS]);

/// The only squares from which a bishop can attack two squares of the centre.
pub const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);

/// Counts the minor pieces of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, pawns: &PawnEntry, attacks: &PieceAttacks, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, map, pawns, attacks, sink);
        count_side::<Black, K>(info, map, pawns, attacks, sink);
    }
}

fn count_side<C: Side, K: Sink>(
    info: &Info,
    map: &AttackMap,
    pawns: &PawnEntry,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    let position = info.position;
    let (knights, bishops) = (position.colored(C::US, Piece::Knight), position.colored(C::US, Piece::Bishop));
    let shielded = behind(position.pieces(Piece::Pawn), C::US);
    sink.add::<C>(keys::knights::BEHIND_PAWN, 0, (knights & shielded).len() as i32);
    sink.add::<C>(keys::bishops::BEHIND_PAWN, 0, (bishops & shielded).len() as i32);
    if sink.wants(OUTPOST_TERMS) {
        let supported = info.pawn_attacks::<C>() & !pawns.attack_span::<C::Them>();
        for bishop in squares(bishops & supported) {
            sink.add::<C>(keys::bishops::OUTPOST, relative_rank(bishop, C::US), 1);
        }
        let outposts = supported & relative_ranks(3, 5, C::US);
        let free = outposts & !position.color(C::US);
        let mut reach = |key: Slot, piece: Piece, pieces: Bitboard| {
            if !map.by::<C>(piece).is_disjoint(free) {
                let able = squares(pieces & !outposts).filter(|&from| !attacks.from(from).is_disjoint(free));
                sink.add::<C>(key, 0, able.count() as i32);
            }
        };
        reach(keys::knights::OUTPOST_REACHABLE, Piece::Knight, knights);
        reach(keys::bishops::OUTPOST_REACHABLE, Piece::Bishop, bishops);
    }
    if !bishops.is_empty() && sink.wants(BISHOP_TERMS) {
        count_bishops::<C, K>(info, bishops, sink);
    }
}

#[inline(always)]
fn count_bishops<C: Side, K: Sink>(info: &Info, bishops: Bitboard, sink: &mut K) {
    let pawns = info.pawns::<C>();
    let of = |colour: Bitboard| ((bishops & colour).len() * (pawns & colour).len()) as i32;
    let alike = of(DARK) + of(!DARK);
    let closed = (pawns & CENTRE_FILES & behind(info.occupied, C::US)).len() as i32;
    sink.add::<C>(keys::bishops::OWN_PAWNS_ON_COLOUR, 0, alike);
    sink.add::<C>(keys::bishops::OWN_PAWNS_ON_COLOUR_CLOSED, 0, alike * closed);
    for bishop in squares(bishops & LONG_DIAGONALS) {
        let seen = bishop_attacks(bishop, info.position.pieces(Piece::Pawn));
        sink.add::<C>(keys::bishops::LONG_DIAGONAL, 0, i32::from((seen & CENTRE).len() >= 2));
    }
    sink.add::<C>(keys::bishops::TRAPPED, 0, trapped::<C>(bishops, info.pawns::<C::Them>()).len() as i32);
}

/// Bishops on the edge with an opposing pawn diagonally behind them.
fn trapped<C: Side>(bishops: Bitboard, enemy: Bitboard) -> Bitboard {
    let guards = ahead(enemy, C::US);
    let inner = File::B.bitboard() | File::G.bitboard();
    let far = relative_ranks(5, 6, C::US);
    let edge = File::A.bitboard() | File::H.bitboard();
    bishops & far & edge & beside(guards & inner)
}

const ONE_PER_FILE: Choice = keys::knights::OUTPOSTS_PER_FILE.option("one, nearest rank 1");

/// Counts supported knights and outposts.
#[inline(always)]
pub fn count_knights<K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Knights) }) {
        count_knights_of::<White, K>(w, info, pawns, sink);
        count_knights_of::<Black, K>(w, info, pawns, sink);
    }
}

#[inline(always)]
fn count_knights_of<C: Side, K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    let mut supported = info.position.colored(C::US, Piece::Knight) & info.pawn_attacks::<C>();
    if supported.is_empty() {
        return;
    }
    sink.add::<C>(keys::knights::SUPPORTED, 0, supported.len() as i32);
    if w.is(ONE_PER_FILE) {
        supported &= !front_span(supported, Color::White);
    }
    for knight in squares(supported & !pawns.attack_span::<C::Them>()) {
        sink.add::<C>(keys::knights::OUTPOST, relative_square(knight, C::US), 1);
    }
}

/// Counts own pawns beside the bishops.
#[inline(always)]
pub fn count_adjacent_pawns<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(keys::bishops::ADJACENT_OWN_PAWNS.bit()) {
        count_adjacent_pawns_of::<White, K>(info, sink);
        count_adjacent_pawns_of::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_adjacent_pawns_of<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let pawns = info.pawns::<C>();
    for bishop in squares(info.position.colored(C::US, Piece::Bishop)) {
        let diagonal = bishop_rays(bishop) & king_attacks(bishop);
        sink.add::<C>(keys::bishops::ADJACENT_OWN_PAWNS, (diagonal & pawns).len() as usize, 1);
    }
}
