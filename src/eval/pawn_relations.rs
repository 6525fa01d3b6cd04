//! Pawns beside, before and against each other: phalanxes, levers, blockades, and the weak ones that show more.
//!
//! After the pawn terms of Stockfish 11 (`pawns.cpp`) and Weiss, in definitions of our own.

use crate::board::Bitboard;
use crate::board::attacks::{
    behind, beside, file_fill, front_span, pawn_attacks, pawn_attacks_east, pawn_attacks_west, relative_rank,
    squares,
};

use super::keys::pawns as key;
use super::keys::{Group, Slot, Terms};
use super::pawn_cache::one_bit_a_file;
use super::side::Side;
use super::sink::Sink;

/// All keys of this module; they depend on pawns alone.
pub const TERMS: Terms = Terms::group(Group::PawnRelations);

/// Counts how the pawns of one side stand to each other and to the enemy's.
pub fn count<C: Side, K: Sink>(own: Bitboard, enemy: Bitboard, sink: &mut K) {
    let size = |set: Bitboard| set.len() as i32;
    let guarded = pawn_attacks(own, C::US);
    let phalanx = own & beside(own);
    let opposed = front_span(enemy, C::THEM);
    add_by_rank::<C, K>(key::PHALANX, phalanx, sink);
    add_by_rank::<C, K>(
        key::CONNECTED_UNOPPOSED,
        (phalanx | own & guarded) & !opposed,
        sink,
    );
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
