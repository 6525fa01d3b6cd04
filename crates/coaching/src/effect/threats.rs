//! Attacks and trades.

use temperament_engine::board::{Move, Piece};

use super::Effect;
use crate::motif::exchange::{after_capture, exchange, exchange_by, points};
use crate::motif::threat::mate_in_one;
use crate::motif::{Step, Target};

pub fn threatens_mate(step: &Step) -> Option<Effect> {
    let mate = mate_in_one(&step.after().after_null()?)?;
    mate_in_one(step.before()).is_none().then_some(Effect::ThreatensMate { mate })
}

pub fn attacks_piece(step: &Step) -> Option<Effect> {
    attack(step).filter(|(target, _)| target.piece != Piece::Pawn).map(|attack| effect(step, attack))
}

pub fn attacks_pawn(step: &Step) -> Option<Effect> {
    attack(step).filter(|(target, _)| target.piece == Piece::Pawn).map(|attack| effect(step, attack))
}

fn effect(step: &Step, (target, also): (Target, Option<Target>)) -> Effect {
    let leaves = |mv: Move| mv.from == target.square && step.after().captured(mv).is_none();
    let is_driven = also.is_none() && target.piece != Piece::Pawn && step.answer().is_some_and(leaves);
    Effect::Attacks { target, also, is_driven }
}

/// The most valuable pieces that the moved one attacks with profit for the first time. A capture is a trade first of all.
fn attack(step: &Step) -> Option<(Target, Option<Target>)> {
    let (before, after, us) = (step.before(), step.after(), step.us());
    let is_new = |target: &Target| {
        target.piece != Piece::King
            && exchange(before, target.square) <= 0
            && exchange_by(after, us, target.square).is_some_and(|gain| gain > 0)
    };
    let mut targets: Vec<Target> = step.targets(step.attacked()).filter(is_new).collect();
    targets.sort_by_key(|target| std::cmp::Reverse(points(target.piece)));
    let first = *targets.first().filter(|_| step.captured().is_none())?;
    Some((first, targets.get(1).copied()))
}

pub fn offers_queens(step: &Step) -> Option<Effect> {
    let after = step.after();
    let moved = step.moved().filter(|moved| moved.piece == Piece::Queen)?;
    let faces = step.targets(step.attacked()).any(|target| target.piece == Piece::Queen);
    let is_even = exchange(after, moved.square) == 0 && step.captured().is_none();
    (faces && is_even).then_some(Effect::OffersQueens)
}

pub fn trades_queens(step: &Step) -> Option<Effect> {
    let takes_back = step.answer().is_some_and(|mv| mv.to == step.mv().to);
    let is_even = takes_back && after_capture(step.before(), step.mv()) == 0;
    (is_even && step.captured() == Some(Piece::Queen)).then_some(Effect::TradesQueens)
}
