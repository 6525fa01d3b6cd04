//! Passed pawns (without opposing pawns ahead on their file or an adjacent one), and their paths.
//!
//! Paths follow Stockfish 11 (`Evaluation::passed`), Ethereal 12.50 and the rule of the square, in definitions of our
//! own.

use crate::board::attacks::{
    Metric, ahead, behind, beside, distance, front_span, rear_span, relative_rank, squares, widen,
};
use crate::board::{Bitboard, Color, Piece, Rank, Square};

use super::info::Info;
use super::keys::{Group, Slot, Terms, passed_pawns as key};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Largest difference of two king distances; the index of [`key::KING_DISTANCE_DIFFERENCE`] is shifted by it.
const DIFFERENCE_SHIFT: usize = 6;

/// The keys of files and of adjacent pawns for passed pawns.
pub const RELATION_TERMS: Terms = Terms::group(Group::PassedRelations);
/// The keys that depend on pawns alone.
pub const STRUCTURE_TERMS: Terms = Terms::union(&[Terms::group(Group::PassedPawns), RELATION_TERMS]);
/// The keys that look at the pieces around passed pawns.
pub const PIECE_TERMS: Terms =
    Terms::union(&[Terms::group(Group::PassedPieces), Terms::group(Group::PassedControl)]);

/// Counts what depends on pawns alone, for one side; [`RELATION_TERMS`] only if `WIDE` (see
/// [`super::weights::ActiveParts`]).
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
        let own = distance(Metric::Chebyshev, pawn, kings.king::<C>());
        let enemy = distance(Metric::Chebyshev, pawn, kings.king::<C::Them>());
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
    sink.add::<C>(key::OWN_HEAVY_BEHIND, 0, (in_rear & position.color(C::US)).len() as i32);
    sink.add::<C>(key::ENEMY_HEAVY_BEHIND, 0, (in_rear & position.color(C::THEM)).len() as i32);

    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    let lost = enemy_attacks & !own_attacks;
    let blockers = (enemy_attacks | position.color(C::THEM)) & !own_attacks;
    for pawn in squares(passed) {
        if lost.has(pawn) {
            sink.add::<C>(key::WEAK, 0, 1);
        } else if (front_span(pawn.bitboard(), C::US) & blockers).is_empty() {
            sink.add::<C>(key::FREE_BY_RANK, relative_rank(pawn, C::US), 1);
        }
    }
}

const BLOCKERS: [(Piece, Slot); 5] = [
    (Piece::Knight, key::BLOCKER_KNIGHT),
    (Piece::Bishop, key::BLOCKER_BISHOP),
    (Piece::Rook, key::BLOCKER_ROOK),
    (Piece::Queen, key::BLOCKER_QUEEN),
    (Piece::King, key::BLOCKER_KING),
];

/// Keys of paths.
const PATH_TERMS: Terms = Terms::group(Group::PassedPaths);

/// Counts the paths of the passed pawns of both sides.
#[inline(always)]
pub fn count_paths<K: Sink>(info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(PATH_TERMS) {
        count_paths_of::<White, K>(info, pawns.passed::<White>(), sink);
        count_paths_of::<Black, K>(info, pawns.passed::<Black>(), sink);
    }
}

fn count_paths_of<C: Side, K: Sink>(info: &Info, passed: Bitboard, sink: &mut K) {
    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    for pawn in squares(passed) {
        let rank = relative_rank(pawn, C::US);
        let next = ahead(pawn.bitboard(), C::US);
        let path = front_span(pawn.bitboard(), C::US);
        let blocker = next & info.position.color(C::THEM);
        if !blocker.is_empty() {
            sink.add::<C>(key::BLOCKED, rank, 1);
            for (piece, key) in BLOCKERS {
                sink.add::<C>(key, 0, (blocker & info.position.pieces(piece)).len() as i32);
            }
        }
        let is_free = path.is_disjoint(info.occupied);
        let counted = [
            (key::NEXT_SQUARE_SAFE, next.is_disjoint(info.occupied | enemy_attacks)),
            (key::NEXT_SQUARE_GUARDED, !next.is_disjoint(own_attacks)),
            (key::PATH_FREE, is_free),
            (key::PATH_SAFE, path.is_disjoint(enemy_attacks)),
            (key::UNSTOPPABLE, is_free && is_unstoppable::<C>(info, pawn)),
        ];
        for (key, holds) in counted {
            if holds {
                sink.add::<C>(key, rank, 1);
            }
        }
        let king_ahead = widen(path).has(info.king::<C>());
        sink.add::<C>(key::KING_AHEAD, 0, i32::from(king_ahead));
    }
}

/// Returns `true` if a lone king cannot catch a pawn with a free path.
#[inline(always)]
fn is_unstoppable<C: Side>(info: &Info, pawn: Square) -> bool {
    let position = info.position;
    let enemy = position.color(C::THEM);
    if enemy != (info.pawns::<C::Them>() | info.enemy_king::<C>().bitboard()) {
        return false;
    }
    let rank = match C::US {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    };
    let goal = Square::new(pawn.file(), rank);
    let steps = (7 - relative_rank(pawn, C::US)).min(5);
    let king_steps = distance(Metric::Chebyshev, info.enemy_king::<C>(), goal);
    king_steps > steps + usize::from(position.stm() == C::THEM)
}
