//! Pieces that are saved.

use temperament_engine::board::Piece;
use temperament_engine::board::attacks::squares;

use super::Effect;
use crate::motif::exchange::{attacks, exchange, exchange_by, points};
use crate::motif::{Step, Target};

pub fn saves(step: &Step) -> Option<Effect> {
    let mv = step.mv();
    let piece = step.moved()?.piece;
    let was_lost = exchange_by(step.before(), step.them(), mv.from).is_some_and(|gain| gain > 0);
    let is_safe = step.captured().is_none() && exchange(step.after(), mv.to) == 0;
    (was_lost && is_safe && piece != Piece::King && piece != Piece::Pawn)
        .then_some(Effect::Saves { piece, from: mv.from })
}

/// The most valuable piece that the move protects. A capture has another purpose.
pub fn protects(step: &Step) -> Option<Effect> {
    if step.captured().is_some() {
        return None;
    }
    let (before, after) = (step.before(), step.after());
    let own = squares(step.attacked() & after.color(step.us()));
    let was = before.piece_on(step.mv().from)?;
    let guarded = attacks(was, step.us(), step.mv().from, before.occupied());
    // A queen is attacked by less: it has to move.
    let is_saved = |target: &Target| {
        !matches!(target.piece, Piece::King | Piece::Queen)
            && !guarded.has(target.square)
            && exchange_by(before, step.them(), target.square).is_some_and(|gain| gain > 0)
            && exchange(after, target.square) == 0
    };
    let targets = own.filter_map(|square| Some(Target { piece: after.piece_on(square)?, square }));
    let best = targets.filter(is_saved).max_by_key(|target| points(target.piece));
    best.map(|target| Effect::Protects { target })
}
