//! The way of a passed pawn: who stands in it, who guards it, who is too late.
//!
//! After Stockfish 11 (`Evaluation::passed`), Ethereal 12.50 and the rule of the square, in definitions of our own.

use crate::board::attacks::{Metric, ahead, distance, front_span, relative_rank, squares, widen};
use crate::board::{Bitboard, Color, Piece, Rank, Square};

use super::info::Info;
use super::pawn_cache::PawnEntry;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Shape, Slot, Terms, slot};

const fn by_rank(name: &'static str, meaning: &'static str, definition: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::ByRank,
        meaning,
        definition,
        "[0, 0, 0, [2, 5], [5, 12], [10, 30], [20, 60], 0]",
    )
}

const fn blocker(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::One,
        "An enemy piece of this kind that blocks a passed pawn.",
        "Once for each own passed pawn with such an enemy piece on the square in front of it.",
        "[-10, -30]",
    )
}

/// The keys, part of the section of passed pawns.
pub const DECLS: [Decl; 12] = [
    by_rank(
        "blocked",
        "A passed pawn with an enemy piece in front of it.",
        "For each own passed pawn with any enemy piece on the square in front of it, by rank.",
    ),
    blocker("blocker.knight"),
    blocker("blocker.bishop"),
    blocker("blocker.rook"),
    blocker("blocker.queen"),
    blocker("blocker.king"),
    by_rank(
        "next_square_safe",
        "A passed pawn that can step forward safely.",
        "For each own passed pawn whose square in front is empty and not attacked by the enemy, by rank.",
    ),
    by_rank(
        "next_square_guarded",
        "A passed pawn whose next square is guarded.",
        "For each own passed pawn whose square in front an own piece or pawn attacks, by rank.",
    ),
    by_rank(
        "path_free",
        "A passed pawn with nothing in its way.",
        "For each own passed pawn with no piece of either colour ahead on its file, by rank.",
    ),
    by_rank(
        "path_safe",
        "A passed pawn whose way is not attacked.",
        "For each own passed pawn with no square ahead on its file that the enemy attacks, by rank.",
    ),
    Decl::score(
        "king_ahead",
        Shape::One,
        "A king that leads its passed pawn.",
        "Once for each own passed pawn with the own king ahead of it, on its file or a neighbouring one.",
        "[0, 20]",
    ),
    by_rank(
        "unstoppable",
        "A passed pawn that no king can catch.",
        "For each own passed pawn with no piece of either colour ahead on its file, when the enemy has no piece but \
         its king and that king is outside the square: its distance to the promotion square, less one if the enemy \
         is to move, is more than the pawn's steps (a double step from its second rank counts as one). By rank.",
    ),
];

const BLOCKED: Slot = slot("passed_pawns.blocked");
const BLOCKERS: [(Piece, Slot); 5] = [
    (Piece::Knight, slot("passed_pawns.blocker.knight")),
    (Piece::Bishop, slot("passed_pawns.blocker.bishop")),
    (Piece::Rook, slot("passed_pawns.blocker.rook")),
    (Piece::Queen, slot("passed_pawns.blocker.queen")),
    (Piece::King, slot("passed_pawns.blocker.king")),
];
const NEXT_SAFE: Slot = slot("passed_pawns.next_square_safe");
const NEXT_GUARDED: Slot = slot("passed_pawns.next_square_guarded");
const PATH_FREE: Slot = slot("passed_pawns.path_free");
const PATH_SAFE: Slot = slot("passed_pawns.path_safe");
const KING_AHEAD: Slot = slot("passed_pawns.king_ahead");
const UNSTOPPABLE: Slot = slot("passed_pawns.unstoppable");

/// All keys of this module.
pub const TERMS: Terms = Terms::union(&[
    Terms::of(&[
        BLOCKED,
        NEXT_SAFE,
        NEXT_GUARDED,
        PATH_FREE,
        PATH_SAFE,
        KING_AHEAD,
        UNSTOPPABLE,
    ]),
    Terms::of(&[
        BLOCKERS[0].1,
        BLOCKERS[1].1,
        BLOCKERS[2].1,
        BLOCKERS[3].1,
        BLOCKERS[4].1,
    ]),
]);

/// Counts the ways of the passed pawns of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, pawns.passed::<White>(), sink);
        count_side::<Black, K>(info, pawns.passed::<Black>(), sink);
    }
}

fn count_side<C: Side, K: Sink>(info: &Info, passed: Bitboard, sink: &mut K) {
    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    for pawn in squares(passed) {
        let rank = relative_rank(pawn, C::US);
        let next = ahead(pawn.bitboard(), C::US);
        let path = front_span(pawn.bitboard(), C::US);
        let blocker = next & info.position.color(C::THEM);
        if !blocker.is_empty() {
            sink.add::<C>(BLOCKED, rank, 1);
            for (piece, key) in BLOCKERS {
                sink.add::<C>(key, 0, (blocker & info.position.pieces(piece)).len() as i32);
            }
        }
        let is_free = path.is_disjoint(info.occupied);
        let counted = [
            (NEXT_SAFE, next.is_disjoint(info.occupied | enemy_attacks)),
            (NEXT_GUARDED, !next.is_disjoint(own_attacks)),
            (PATH_FREE, is_free),
            (PATH_SAFE, path.is_disjoint(enemy_attacks)),
            (UNSTOPPABLE, is_free && is_unstoppable::<C>(info, pawn)),
        ];
        for (key, holds) in counted {
            if holds {
                sink.add::<C>(key, rank, 1);
            }
        }
        let king_ahead = widen(path).has(info.king::<C>());
        sink.add::<C>(KING_AHEAD, 0, i32::from(king_ahead));
    }
}

/// Whether a pawn with a free path runs away from a lone king.
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
