//! Pawn structure: doubled, isolated, backward, supported and connected pawns, levers, centre pawns, free advance.
//!
//! The connections follow the pawn terms of Stockfish 11 (`pawns.cpp`) and Weiss, in definitions of our own.

use crate::board::Bitboard;
use crate::board::attacks::{
    CENTRE, ahead, behind, beside, file_fill, front_span, pawn_attacks, pawn_attacks_east, pawn_attacks_west,
    rear_span, relative_rank, relative_rank_set, relative_square, size, squares,
};

use super::info::Info;
use super::keys::{Choice, Group, Slot, Terms, pawns as key};
use super::pawn_cache::one_bit_a_file;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

const FRONT_UNGUARDED: Choice = key::BACKWARD_WHEN.option("front square empty and unguarded");

/// The keys that depend only on the pawns of both sides; see [`count_structure`].
pub const STRUCTURE_TERMS: Terms = Terms::union(&[Terms::group(Group::PawnStructure), CONNECTION_TERMS]);

/// Counts what depends only on pawns, for one side; connections only with `WIDE` (see [`super::weights::ActiveParts`]).
pub fn count_structure<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    own: Bitboard,
    enemy: Bitboard,
    sink: &mut K,
) {
    sink.add::<C>(key::DOUBLED, 0, size(own & front_span(own, C::US)));
    sink.add::<C>(key::DOUBLED_EACH, 0, size(own & (front_span(own, C::US) | rear_span(own, C::US))));
    for pawn in squares(own & !beside(file_fill(own))) {
        sink.add::<C>(key::ISOLATED, pawn.file() as usize, 1);
    }
    if !w.is(FRONT_UNGUARDED) {
        let with_neighbour = beside(own | front_span(own, C::US));
        let held_back = behind(pawn_attacks(enemy, C::THEM), C::US);
        sink.add::<C>(key::BACKWARD, 0, size(own & held_back & !with_neighbour));
    }
    for pawn in squares(own & pawn_attacks(own, C::US)) {
        sink.add::<C>(key::SUPPORTED, relative_square(pawn, C::US), 1);
    }
    sink.add::<C>(key::ATTACKS_CENTRE, 0, size(own & pawn_attacks(CENTRE, C::THEM)));
    let diagonals = size(pawn_attacks_west(own, C::US)) + size(pawn_attacks_east(own, C::US));
    sink.add::<C>(key::MOBILITY, 0, diagonals);
    if WIDE && sink.wants(CONNECTION_TERMS) {
        count_connections::<C, K>(own, enemy, sink);
    }
}

/// Counts what depends on the pawns and the squares in front of them.
#[inline(always)]
pub fn count_advances<K: Sink>(w: &Weights, info: &Info, sink: &mut K) {
    if sink.wants(key::MOBILITY.bit()) {
        sink.add::<White>(key::MOBILITY, 0, pushes::<White>(info));
        sink.add::<Black>(key::MOBILITY, 0, pushes::<Black>(info));
    }
    if sink.wants(key::BACKWARD.bit()) && w.is(FRONT_UNGUARDED) {
        sink.add::<White>(key::BACKWARD, 0, held_back::<White>(info));
        sink.add::<Black>(key::BACKWARD, 0, held_back::<Black>(info));
    }
}

#[inline(always)]
fn pushes<C: Side>(info: &Info) -> i32 {
    let empty = !info.occupied;
    let once = ahead(info.pawns::<C>(), C::US) & empty;
    let twice = ahead(once & relative_rank_set(2, C::US), C::US) & empty;
    size(once) + size(twice)
}

#[inline(always)]
fn held_back<C: Side>(info: &Info) -> i32 {
    let own = info.pawns::<C>();
    let held_back = behind(info.pawn_attacks::<C::Them>() & !info.occupied, C::US);
    size(own & held_back & !beside(own))
}

/// Keys of pawn connections.
const CONNECTION_TERMS: Terms = Terms::group(Group::PawnConnections);

/// Counts the relations of one side's pawns to each other and to the opponent's.
fn count_connections<C: Side, K: Sink>(own: Bitboard, enemy: Bitboard, sink: &mut K) {
    let guarded = pawn_attacks(own, C::US);
    let phalanx = own & beside(own);
    let opposed = front_span(enemy, C::THEM);
    add_by_rank::<C, K>(key::PHALANX, phalanx, sink);
    add_by_rank::<C, K>(key::CONNECTED_UNOPPOSED, (phalanx | own & guarded) & !opposed, sink);
    add_by_rank::<C, K>(key::LEVER, own & pawn_attacks(enemy, C::THEM), sink);
    add_by_rank::<C, K>(key::BLOCKED, own & behind(enemy, C::US), sink);

    let isolated = own & !beside(file_fill(own));
    let alone = own & !beside(own | front_span(own, C::US));
    let held_back = alone & behind(pawn_attacks(enemy, C::THEM), C::US);
    sink.add::<C>(key::WEAK_UNOPPOSED, 0, size((isolated | held_back) & !opposed));
    let both = pawn_attacks_east(enemy, C::THEM) & pawn_attacks_west(enemy, C::THEM);
    sink.add::<C>(key::WEAK_LEVER, 0, size(own & both & !guarded));
    sink.add::<C>(key::DOUBLED_ISOLATED, 0, size(isolated & front_span(own, C::US)));
    let files = one_bit_a_file(own);
    let islands = (files & !(files << 1)).count_ones() as i32;
    sink.add::<C>(key::ISLANDS, 0, (islands - 1).max(0));
}

#[inline(always)]
fn add_by_rank<C: Side, K: Sink>(key: Slot, pawns: Bitboard, sink: &mut K) {
    for pawn in squares(pawns) {
        sink.add::<C>(key, relative_rank(pawn, C::US), 1);
    }
}
