//! Pawn structure: doubled, isolated, backward, supported pawns, the centre, room to move.

use crate::board::attacks::{
    ahead, behind, beside, file_fill, front_span, pawn_attacks, pawn_attacks_east, pawn_attacks_west,
    rear_span, relative_rank_set, relative_square, squares,
};
use crate::board::{Bitboard, Square};

use super::info::Info;
use super::keys::pawns as key;
use super::keys::{Choice, Group, Terms};
use super::pawn_relations;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

const FRONT_UNGUARDED: Choice = key::BACKWARD_WHEN.option("front square empty and unguarded");

const CENTRE: Bitboard = Bitboard(
    Square::D4.bitboard().0 | Square::E4.bitboard().0 | Square::D5.bitboard().0 | Square::E5.bitboard().0,
);

/// The keys that depend on the pawns of both sides and nothing else; see [`count_structure`].
pub const STRUCTURE_TERMS: Terms = Terms::union(&[Terms::group(Group::PawnStructure), pawn_relations::TERMS]);

/// Counts what depends on pawns alone, for one side; their relations only if `WIDE` (see [`super::parts`]).
pub fn count_structure<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    own: Bitboard,
    enemy: Bitboard,
    sink: &mut K,
) {
    sink.add::<C>(key::DOUBLED, 0, size(own & front_span(own, C::US)));
    sink.add::<C>(
        key::DOUBLED_EACH,
        0,
        size(own & (front_span(own, C::US) | rear_span(own, C::US))),
    );
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
    if WIDE && sink.wants(pawn_relations::TERMS) {
        pawn_relations::count::<C, K>(own, enemy, sink);
    }
}

/// Counts what depends on the pawns and on what stands in front of them.
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

#[inline(always)]
fn size(set: Bitboard) -> i32 {
    set.len() as i32
}
