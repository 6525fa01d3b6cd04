//! Decoys: a piece is sacrificed so that the one that takes it stands where a motif strikes.

use super::Motif;
use super::exchange::points;
use super::step::{Step, Target};

/// The other side takes the moved piece with its king or a piece, and the next move has a motif against that piece.
pub fn decoy(step: &Step, motif: impl Fn(&Step) -> Option<Motif>) -> Option<Motif> {
    let moved = step.moved()?;
    let answer = step.answer().filter(|answer| answer.to == moved.square)?;
    let lured = Target { piece: step.after().piece_on(answer.from)?, square: moved.square };
    let gives = points(moved.piece) > step.captured().map_or(0, points);
    let next = step.next()?;
    let then = motif(&next).filter(|_| gives)?;
    let strikes = match &then {
        Motif::Fork { targets, .. } => targets.contains(&lured),
        Motif::Skewer { front, .. } => *front == lured,
        Motif::Pin { pinned, to } => *pinned == lured || *to == lured,
        Motif::DiscoveredAttack { target, .. } => *target == lured,
        _ => false,
    };
    strikes.then(|| Motif::Decoy { lured, then: Box::new(then) })
}
