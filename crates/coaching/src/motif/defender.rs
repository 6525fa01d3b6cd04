//! Defenders that are removed, overloaded or lured away, and lines of defence that are cut.

use temperament_engine::board::attacks::{between, squares};
use temperament_engine::board::{Move, Piece, Position, Square};

use super::Motif;
use super::exchange::{attackers, attacks, exchange, exchange_by, points};
use super::step::{Step, Target};

/// The move takes a defender, and what it defended falls next. A recapture has its own reason, and so has a capture that
/// attacks what falls.
pub fn removed(step: &Step) -> Option<Motif> {
    let captured = step.captured().filter(|_| !step.is_recapture())?;
    let defender = Target { piece: captured, square: step.mv().to };
    let target = falls_next(step)?;
    let taker =
        step.before().piece_on(step.mv().from).map(|piece| Target { piece, square: step.mv().from })?;
    let was_attacked = || guards(step.before(), taker, target.square);
    let is_reason = step.next()?.mv().from != defender.square || was_attacked();
    let is_it = target.square != defender.square && guards(step.before(), defender, target.square);
    (is_it && is_reason).then_some(Motif::RemovedDefender { defender, target })
}

/// The other side answers with a piece that defended what falls next: it had two tasks, or was lured away.
pub fn lured(step: &Step) -> Option<Motif> {
    let (answer, mv) = (step.answer()?, step.mv());
    let after = step.after();
    let defender = Target { piece: after.piece_on(answer.from)?, square: answer.from };
    let target = falls_next(step)?;
    let leaves = Target { square: answer.to, ..defender };
    // It takes the bait, answers a check, or is attacked itself.
    let is_forced = answer.to == mv.to
        || after.in_check()
        || step.attacked().has(defender.square) && step.is_loose(defender, after.piece_on(mv.to)?);
    let is_lost = !guards(&step.line.positions[step.ply + 2], leaves, target.square);
    // The king leaves because it must, and defends little anyway.
    let is_it = target.square != answer.to && guards(after, defender, target.square) && is_lost;
    if !is_it || !is_forced || defender.piece == Piece::King && !after.in_check() {
        return None;
    }
    if answer.to != mv.to && (can_stay(step, defender, target) || hung(step, target)) {
        return None;
    }
    match step.captured() {
        Some(first) if answer.to == mv.to && defender.piece != Piece::King => {
            let first = Target { piece: first, square: mv.to };
            Some(Motif::Overloaded { defender, first, target })
        }
        _ => Some(Motif::Deflection { defender, target }),
    }
}

/// The defender has a move after which `target` and itself are not lost, or another piece takes the attacker.
pub(super) fn can_stay(step: &Step, defender: Target, target: Target) -> bool {
    let after = step.after();
    let given = step.captured().map_or(0, points);
    let is_defence = |answer: &Move| {
        let end = after.after(*answer);
        let falls = [answer.to, target.square, defender.square].map(|square| exchange(&end, square));
        after.captured(*answer).map_or(0, points) >= given + falls.into_iter().max().unwrap_or(0)
    };
    let is_candidate = |answer: &Move| answer.from == defender.square || answer.to == step.mv().to;
    after.legal_moves().into_iter().filter(is_candidate).any(|answer| is_defence(&answer))
}

/// The piece could be taken with profit before the move.
fn hung(step: &Step, target: Target) -> bool {
    exchange_by(step.before(), step.us(), target.square).is_some_and(|gain| gain > 0)
}

/// The moved piece stands between a slider and what it defended, which falls next.
pub fn interference(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    let target = falls_next(step)?;
    let (before, after) = (step.before(), step.after());
    let sliders = attackers(before, step.them(), target.square, before.occupied());
    let cut = squares(sliders).find(|&from| {
        between(from, target.square).has(moved.square)
            && !attackers(after, step.them(), target.square, after.occupied()).has(from)
    })?;
    let defender = Target { piece: before.piece_on(cut)?, square: cut };
    Some(Motif::Interference { defender, target })
}

/// What our next move takes, which stood there before the move and could not be taken with profit then.
fn falls_next(step: &Step) -> Option<Target> {
    let next = step.next()?;
    let (mv, piece) = (next.mv(), next.captured()?);
    let stood =
        step.before().color_on(mv.to) == Some(step.them()) && step.before().piece_on(mv.to) == Some(piece);
    let was_safe = exchange_by(step.before(), step.us(), mv.to).is_none_or(|gain| gain < points(piece));
    let pays = points(piece) > exchange(next.after(), mv.to);
    (stood && was_safe && pays).then_some(Target { piece, square: mv.to })
}

/// Returns `true` if a piece of the position attacks a square.
fn guards(position: &Position, by: Target, square: Square) -> bool {
    position
        .color_on(by.square)
        .is_some_and(|color| attacks(by.piece, color, by.square, position.occupied()).has(square))
}
