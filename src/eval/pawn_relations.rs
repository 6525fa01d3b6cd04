//! Pawns beside, before and against each other: phalanxes, levers, blockades, and the weak ones that show more.
//!
//! After the pawn terms of Stockfish 11 (`pawns.cpp`) and Weiss, in definitions of our own.

use crate::board::Bitboard;
use crate::board::attacks::{
    behind, beside, file_fill, front_span, pawn_attacks, pawn_attacks_east, pawn_attacks_west, relative_rank,
    squares,
};

use super::pawn_cache::one_bit_a_file;
use super::sink::{Side, Sink};
use super::vocabulary::{Decl, Shape, Slot, Terms, slot};

/// The keys, part of the section of pawns.
pub const DECLS: [Decl; 8] = [
    Decl::score(
        "phalanx",
        Shape::ByRank,
        "A pawn with an own pawn beside it.",
        "For each own pawn with an own pawn on the same rank of a neighbouring file, by its rank.",
        "[0, 2, 5, 10, 20, 40, 80, 0]",
    ),
    Decl::score(
        "connected_unopposed",
        Shape::ByRank,
        "A connected pawn with no enemy pawn in front of it.",
        "For each own pawn that an own pawn guards or stands beside on its rank, with no enemy pawn ahead of it on its \
         file; by its rank.",
        "[0, 2, 4, 8, 12, 20, 30, 0]",
    ),
    Decl::score(
        "lever",
        Shape::ByRank,
        "A pawn that attacks an enemy pawn.",
        "For each own pawn that attacks at least one enemy pawn, by its rank.",
        "[0, 0, 0, 5, 10, 20, 0, 0]",
    ),
    Decl::score(
        "blocked",
        Shape::ByRank,
        "A pawn that an enemy pawn stops.",
        "For each own pawn with an enemy pawn on the square in front of it, by its rank.",
        "[0, 0, 0, 0, -5, -10, 0, 0]",
    ),
    Decl::score(
        "weak_unopposed",
        Shape::One,
        "A weak pawn on a file where heavy pieces can get at it.",
        "Once for each own pawn with no enemy pawn ahead of it on its file that is isolated, or that has no own pawn \
         level with it or behind it on a neighbouring file while an enemy pawn attacks the square in front of it.",
        "[-10, -20]",
    ),
    Decl::score(
        "weak_lever",
        Shape::One,
        "A pawn that two enemy pawns attack and none guards.",
        "Once for each own pawn that enemy pawns attack from both sides and no own pawn guards.",
        "[0, -40]",
    ),
    Decl::score(
        "doubled_isolated",
        Shape::One,
        "A doubled pawn that is isolated too.",
        "Once for each isolated own pawn that stands ahead of another own pawn on its file.",
        "[-10, -30]",
    ),
    Decl::score(
        "islands",
        Shape::One,
        "A further pawn island.",
        "Once for each group of neighbouring files with own pawns beyond the first group.",
        "[-3, -8]",
    ),
];

const PHALANX: Slot = slot("pawns.phalanx");
const CONNECTED_UNOPPOSED: Slot = slot("pawns.connected_unopposed");
const LEVER: Slot = slot("pawns.lever");
const BLOCKED: Slot = slot("pawns.blocked");
const WEAK_UNOPPOSED: Slot = slot("pawns.weak_unopposed");
const WEAK_LEVER: Slot = slot("pawns.weak_lever");
const DOUBLED_ISOLATED: Slot = slot("pawns.doubled_isolated");
const ISLANDS: Slot = slot("pawns.islands");

/// All keys of this module; they depend on pawns alone.
pub const TERMS: Terms = Terms::of(&[
    PHALANX,
    CONNECTED_UNOPPOSED,
    LEVER,
    BLOCKED,
    WEAK_UNOPPOSED,
    WEAK_LEVER,
    DOUBLED_ISOLATED,
    ISLANDS,
]);

/// Counts how the pawns of one side stand to each other and to the enemy's.
pub fn count<C: Side, K: Sink>(own: Bitboard, enemy: Bitboard, sink: &mut K) {
    let size = |set: Bitboard| set.len() as i32;
    let guarded = pawn_attacks(own, C::US);
    let phalanx = own & beside(own);
    let opposed = front_span(enemy, C::THEM);
    add_by_rank::<C, K>(PHALANX, phalanx, sink);
    add_by_rank::<C, K>(CONNECTED_UNOPPOSED, (phalanx | own & guarded) & !opposed, sink);
    add_by_rank::<C, K>(LEVER, own & pawn_attacks(enemy, C::THEM), sink);
    add_by_rank::<C, K>(BLOCKED, own & behind(enemy, C::US), sink);

    let isolated = own & !beside(file_fill(own));
    let alone = own & !beside(own | front_span(own, C::US));
    let held_back = alone & behind(pawn_attacks(enemy, C::THEM), C::US);
    sink.add::<C>(WEAK_UNOPPOSED, 0, size((isolated | held_back) & !opposed));
    let both = pawn_attacks_east(enemy, C::THEM) & pawn_attacks_west(enemy, C::THEM);
    sink.add::<C>(WEAK_LEVER, 0, size(own & both & !guarded));
    sink.add::<C>(DOUBLED_ISOLATED, 0, size(isolated & front_span(own, C::US)));
    let files = one_bit_a_file(own);
    let islands = (files & !(files << 1)).count_ones() as i32;
    sink.add::<C>(ISLANDS, 0, (islands - 1).max(0));
}

#[inline(always)]
fn add_by_rank<C: Side, K: Sink>(key: Slot, pawns: Bitboard, sink: &mut K) {
    for pawn in squares(pawns) {
        sink.add::<C>(key, relative_rank(pawn, C::US), 1);
    }
}
