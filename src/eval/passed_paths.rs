//! The way of a passed pawn: who stands in it, who guards it, who is too late.
//!
//! After Stockfish 11 (`Evaluation::passed`), Ethereal 12.50 and the rule of the square, in definitions of our own.

use crate::board::attacks::{Metric, ahead, distance, front_span, relative_rank, squares, widen};
use crate::board::{Bitboard, Color, Piece, Rank, Square};

use super::info::Info;
use super::keys::passed_pawns as key;
use super::keys::{Group, Slot, Terms};
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;

const BLOCKERS: [(Piece, Slot); 5] = [
    (Piece::Knight, key::BLOCKER_KNIGHT),
    (Piece::Bishop, key::BLOCKER_BISHOP),
    (Piece::Rook, key::BLOCKER_ROOK),
    (Piece::Queen, key::BLOCKER_QUEEN),
    (Piece::King, key::BLOCKER_KING),
];

/// All keys of this module.
pub const TERMS: Terms = Terms::group(Group::PassedPaths);

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
            sink.add::<C>(key::BLOCKED, rank, 1);
            for (piece, key) in BLOCKERS {
                sink.add::<C>(key, 0, (blocker & info.position.pieces(piece)).len() as i32);
            }
        }
        let is_free = path.is_disjoint(info.occupied);
        let counted = [
            (
                key::NEXT_SQUARE_SAFE,
                next.is_disjoint(info.occupied | enemy_attacks),
            ),
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
