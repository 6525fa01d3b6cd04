//! Attacks and trades.

use temperament_engine::board::attacks::size;
use temperament_engine::board::{Bitboard, Move, Piece, Position};

use super::Effect;
use crate::motif::exchange::{after_capture, attackers, attacks, exchange, exchange_by, points};
use crate::motif::threat::mate_in_one;
use crate::motif::{Step, Target};

pub fn threatens_mate(step: &Step) -> Option<Effect> {
    let mate = mate_in_one(&step.after().after_null()?)?;
    mate_in_one(step.before()).is_none().then_some(Effect::ThreatensMate { mate })
}

/// Two pieces at once, or a piece and a pawn of which the answer saves only one.
pub fn attacks_both(step: &Step) -> Option<Effect> {
    let effect = attack(step)?;
    matches!(effect, Effect::Attacks { also: Some(_), .. }).then_some(effect)
}

pub fn attacks_piece(step: &Step) -> Option<Effect> {
    attack(step).filter(|effect| effect.is_forcing())
}

pub fn attacks_pawn(step: &Step) -> Option<Effect> {
    attack(step).filter(|effect| !effect.is_forcing())
}

/// The most valuable pieces that the moved one attacks for the first time, with profit. A capture is a trade first of all.
fn attack(step: &Step) -> Option<Effect> {
    let by = step.moved().filter(|_| step.captured().is_none())?.piece;
    let targets = threatened(step, newly_attacked(step));
    let (&target, also) = (targets.first()?, targets.get(1).copied());
    // Of two pieces one may be saved with a counter-threat; a pawn that is protected in passing was no target.
    let is_met = |target: &Target| is_met(step, *target);
    let also = also.filter(|also| also.piece != Piece::Pawn || !is_met(&target) || !is_met(also));
    let leaves = |mv: Move| mv.from == target.square && step.after().captured(mv).is_none();
    let is_driven =
        also.is_none() && target.piece != Piece::Pawn && step.answer().is_some_and(leaves) && is_met(&target);
    if is_driven && (can_stay(step, target) || is_welcome(step, target)) {
        return None;
    }
    Some(Effect::Attacks { target, also, by, is_driven })
}

/// Squares that the moved piece attacks and did not attack from where it stood.
fn newly_attacked(step: &Step) -> Bitboard {
    let (before, from) = (step.before(), step.mv().from);
    let attacked = before.piece_on(from).map(|piece| attacks(piece, step.us(), from, before.occupied()));
    step.attacked() & !attacked.unwrap_or(Bitboard::EMPTY)
}

/// Another piece can protect the attacked one, stop the attack or take the attacker, and is not lost itself.
fn can_stay(step: &Step, target: Target) -> bool {
    let after = step.after();
    let is_defence = |mv: &Move| {
        let end = after.after(*mv);
        let taken = after.captured(*mv).map_or(0, points);
        !end.in_check() && exchange(&end, target.square) <= 0 && exchange(&end, mv.to) <= taken
    };
    after.legal_moves().into_iter().filter(|mv| mv.from != target.square).any(|mv| is_defence(&mv))
}

/// The answer brings the attacked piece to a square from which it attacks more, and where it is safe.
fn is_welcome(step: &Step, target: Target) -> bool {
    let Some(answer) = step.answer() else { return false };
    let (before, after) = (step.after(), step.after().after(answer));
    let mobility = |position: &Position, square| {
        let attacked = attacks(target.piece, step.them(), square, position.occupied());
        size(attacked & !position.color(step.them()))
    };
    exchange(&after, answer.to) <= 0 && mobility(&after, answer.to) > mobility(before, target.square)
}

/// The most valuable piece that another one than the moved can take for the first time.
pub fn threatens_piece(step: &Step) -> Option<Effect> {
    let targets = threatened(step, !newly_attacked(step));
    let target =
        *targets.first().filter(|target| target.piece != Piece::Pawn && step.captured().is_none())?;
    Some(Effect::Threatens { target })
}

/// Pieces on some squares that can be taken with profit after the move and could not before, most valuable first.
fn threatened(step: &Step, on: Bitboard) -> Vec<Target> {
    let (before, after, us) = (step.before(), step.after(), step.us());
    let is_new = |target: &Target| {
        target.piece != Piece::King
            && exchange(before, target.square) <= 0
            && exchange_by(after, us, target.square).is_some_and(|gain| gain > 0)
            && (target.piece == Piece::Pawn || !takes_first(step, *target))
    };
    let mut targets: Vec<Target> = step.targets(on).filter(is_new).collect();
    targets.sort_by_key(|target| std::cmp::Reverse(points(target.piece)));
    targets
}

/// The attacked piece can take one of those that attack it without a loss: that is the offer of a trade.
fn takes_first(step: &Step, target: Target) -> bool {
    let after = step.after();
    let hunters = attackers(after, step.us(), target.square, after.occupied());
    let takes = |mv: &Move| mv.from == target.square && hunters.has(mv.to);
    after.legal_moves().into_iter().filter(takes).any(|mv| after_capture(after, mv) >= 0)
}

/// Returns `true` if the piece cannot be taken with profit after the answer of the line.
pub fn is_met(step: &Step, target: Target) -> bool {
    let Some(answer) = step.answer() else { return false };
    let square = if answer.from == target.square { answer.to } else { target.square };
    let position = step.after().after(answer);
    exchange(&position, square) <= 0
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
