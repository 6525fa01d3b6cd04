//! Passed pawns: own pawns with no enemy pawn ahead on their file or beside it.

use crate::board::attacks::{
    self, Metric, ahead, behind, beside, front_span, rear_span, relative_rank, squares,
};
use crate::board::{Bitboard, Piece, Square};

use super::info::Info;
use super::keys::passed_pawns as key;
use super::keys::{Group, Terms};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Largest difference of two king distances; the index of [`key::KING_DISTANCE_DIFFERENCE`] is shifted by it.
const DIFFERENCE_SHIFT: usize = 6;

/// The keys of files and of what pawns beside do for passed pawns.
pub const RELATION_TERMS: Terms = Terms::group(Group::PassedRelations);
/// The keys that depend on pawns alone.
pub const STRUCTURE_TERMS: Terms = Terms::union(&[Terms::group(Group::PassedPawns), RELATION_TERMS]);
/// The keys that look at the pieces around passed pawns.
pub const PIECE_TERMS: Terms = Terms::union(&[
    Terms::group(Group::PassedPieces),
    Terms::group(Group::PassedControl),
]);

/// Counts what depends on pawns alone, for one side; [`RELATION_TERMS`] only if `WIDE` (see [`super::parts`]).
pub fn count_structure<C: Side, K: Sink, const WIDE: bool>(entry: &PawnEntry, sink: &mut K) {
    let passed = entry.passed::<C>();
    for pawn in squares(passed) {
        sink.add::<C>(key::BY_RANK, relative_rank(pawn, C::US), 1);
    }
    if WIDE && sink.wants(RELATION_TERMS) {
        let at_side = beside(passed | ahead(passed, C::US) | behind(passed, C::US));
        for pawn in squares(passed) {
            sink.add::<C>(key::BY_FILE, pawn.file() as usize, 1);
            let n = i32::from(at_side.has(pawn));
            sink.add::<C>(key::CONNECTED, relative_rank(pawn, C::US), n);
        }
        let candidates = candidates::<C>(entry.pawns::<C>(), entry.pawns::<C::Them>(), passed);
        for pawn in squares(candidates) {
            sink.add::<C>(key::CANDIDATE, relative_rank(pawn, C::US), 1);
        }
    }
}

/// Pawns of one side that may become passed.
fn candidates<C: Side>(own: Bitboard, enemy: Bitboard, passed: Bitboard) -> Bitboard {
    let half_open = own & !front_span(enemy, C::THEM) & !passed;
    let may_pass = |&pawn: &Square| {
        let pawn = pawn.bitboard();
        let helpers = own & beside(pawn | rear_span(pawn, C::US));
        let sentries = enemy & beside(front_span(pawn, C::US));
        helpers.len() >= sentries.len()
    };
    squares(half_open).filter(may_pass).collect()
}

/// Counts what depends on pawns and kings alone, for one side.
pub fn count_kings<C: Side, K: Sink>(kings: Kings, pawns: &PawnEntry, sink: &mut K) {
    for pawn in squares(pawns.passed::<C>()) {
        let own = attacks::distance(Metric::Chebyshev, pawn, kings.king::<C>());
        let enemy = attacks::distance(Metric::Chebyshev, pawn, kings.king::<C::Them>());
        sink.add::<C>(key::OWN_KING_DISTANCE, own - 1, 1);
        sink.add::<C>(key::ENEMY_KING_DISTANCE, enemy - 1, 1);
        sink.add::<C>(key::KING_DISTANCE_DIFFERENCE, own + DIFFERENCE_SHIFT - enemy, 1);
    }
}

/// Counts what depends on the pieces around the passed pawns.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(PIECE_TERMS) {
        count_side::<White, K>(info, pawns.passed::<White>(), sink);
        count_side::<Black, K>(info, pawns.passed::<Black>(), sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, passed: Bitboard, sink: &mut K) {
    if passed.is_empty() {
        return;
    }
    let position = info.position;
    let heavy = position.pieces(Piece::Rook) | position.pieces(Piece::Queen);
    let in_rear = rear_span(passed, C::US) & heavy;
    sink.add::<C>(
        key::OWN_HEAVY_BEHIND,
        0,
        (in_rear & position.color(C::US)).len() as i32,
    );
    sink.add::<C>(
        key::ENEMY_HEAVY_BEHIND,
        0,
        (in_rear & position.color(C::THEM)).len() as i32,
    );

    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    let lost = enemy_attacks & !own_attacks;
    let stoppers = (enemy_attacks | position.color(C::THEM)) & !own_attacks;
    for pawn in squares(passed) {
        if lost.has(pawn) {
            sink.add::<C>(key::WEAK, 0, 1);
        } else if (front_span(pawn.bitboard(), C::US) & stoppers).is_empty() {
            sink.add::<C>(key::FREE_BY_RANK, relative_rank(pawn, C::US), 1);
        }
    }
}
