//! Trapped pieces: attacked, without a safe square.

use temperament_engine::board::{Move, Piece, Position};

use super::Motif;
use super::exchange::{after_capture, exchange, exchange_by, points};
use super::step::{Step, Target};

/// Least value of a piece that can be trapped.
const LEAST: i32 = 3;

/// The move attacks a piece, or takes its last safe square away while it is attacked; wherever it goes, and whatever it
/// takes, it is lost; and it falls in the line.
pub fn trapped(step: &Step) -> Option<Motif> {
    let after = step.after();
    if after.in_check() {
        return None;
    }
    step.targets(after.color(step.them())).find_map(|target| {
        let is_officer = target.piece != Piece::King && points(target.piece) >= LEAST;
        let taken = step.taken(target.square).filter(|_| is_officer)?;
        let is_attacked = exchange_by(after, step.us(), target.square).is_some_and(|gain| gain > 0);
        let is_it = is_attacked
            && !has_escape(after, target)
            && escaped(step.before(), target)
            && taken.ply == step.ply + 2;
        is_it.then_some(Motif::Trapped { target })
    })
}

/// Returns `true` if the piece, which belongs to the side to move, has a move after which it is not lost.
fn has_escape(position: &Position, target: Target) -> bool {
    let own = |mv: &Move| mv.from == target.square;
    position.legal_moves().into_iter().filter(own).any(|mv| {
        let gain = position.captured(mv).map_or(0, points);
        // Selling it for a piece of equal value is an escape.
        after_capture(position, mv).max(gain - exchange(&position.after(mv), mv.to)) >= 0
    })
}

/// Returns `true` if the piece could leave before the move, or was not attacked.
fn escaped(before: &Position, target: Target) -> bool {
    let is_attacked = exchange(before, target.square) > 0;
    !is_attacked || before.after_null().is_none_or(|position| has_escape(&position, target))
}
