//! Pawns that promote.

use temperament_engine::board::attacks::{front_span, king_attacks};
use temperament_engine::board::{Color, Piece, Position, Rank, Square};

use super::Motif;
use super::step::Step;

/// The line ends with a promotion, and the new piece stays.
pub fn promotion(step: &Step) -> Option<Motif> {
    let mut at = step.ply;
    while at < step.last {
        let mv = step.line.moves[at];
        if let Some(piece) = mv.promotion {
            let now = Step { ply: at, ..*step };
            let is_lost = now.line.moves.get(at + 1).is_some_and(|answer| answer.to == mv.to);
            let pawn = origin(step, at);
            return (!is_lost).then(|| Motif::Promotion {
                piece,
                ply: at,
                pawn,
                is_unstoppable: pawn.is_some_and(|pawn| is_unstoppable(step.before(), pawn)),
            });
        }
        at += 2;
    }
    None
}

/// The square of the pawn before the step's move.
fn origin(step: &Step, promotes: usize) -> Option<Square> {
    let mut square = step.line.moves[promotes].from;
    for ply in (step.ply..promotes).rev().filter(|ply| (promotes - ply).is_multiple_of(2)) {
        let mv = step.line.moves[ply];
        if mv.to == square {
            square = mv.from;
        }
    }
    (step.before().piece_on(square) == Some(Piece::Pawn)).then_some(square)
}

/// Returns `true` if a passed pawn of the side to move reaches the last rank before the king of the other side, which has no
/// piece to stop it: the rule of the square.
pub fn is_unstoppable(position: &Position, pawn: Square) -> bool {
    let us = position.stm();
    let path = front_span(pawn.bitboard(), us) & pawn.file().bitboard();
    if position.has_non_pawn_material(!us) || !(path & position.occupied()).is_empty() {
        return false;
    }
    let mut reached = position.king(!us).bitboard();
    let goal = Square::new(pawn.file(), if us == Color::White { Rank::Eighth } else { Rank::First });
    // A pawn on its first rank moves two squares.
    let steps = path.len() as usize - usize::from(pawn.rank().relative_to(us) == Rank::Second);
    for _ in 0..steps {
        let next: Vec<Square> = temperament_engine::board::attacks::squares(reached).collect();
        reached = next.into_iter().fold(reached, |set, square| set | king_attacks(square));
    }
    !reached.has(goal)
}
