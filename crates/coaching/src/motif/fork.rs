//! Forks and double attacks: one move attacks two pieces, and one of them falls.

use temperament_engine::board::Piece;

use super::Motif;
use super::exchange::points;
use super::step::{Step, Target};

/// The moved piece attacks two or more pieces that it can take with profit, one of them no pawn, and takes one of them
/// next time or the time after.
pub fn fork(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    let targets: Vec<Target> =
        step.targets(step.attacked()).filter(|&target| step.is_loose(target, moved.piece)).collect();
    let is_taken = |target: &Target| {
        let by_it = |taken: super::step::Taken| taken.from == moved.square && taken.on == target.square;
        target.piece != Piece::King && step.taken(target.square).is_some_and(by_it)
    };
    let taken = targets.iter().copied().filter(is_taken).max_by_key(|target| points(target.piece))?;
    // Two pawns, or a pawn and an attacked piece that need not move, are no fork.
    let others = targets.iter().copied().filter(|t| *t != taken && t.piece != Piece::Pawn);
    let mut forked: Vec<Target> = others.collect();
    if forked.is_empty() {
        return None;
    }
    forked.push(taken);
    forked.sort_by_key(|target| std::cmp::Reverse(points(target.piece)));
    Some(Motif::Fork { by: moved.piece, targets: forked, taken })
}
