//! Threats of mate that win something else, and intermediate moves.

use temperament_engine::board::{Move, Piece, Position};

use super::Motif;
use super::exchange::{exchange, points};
use super::step::{Step, Target};

/// The move, no check, threatens mate in one and attacks a piece; the answer stops the mate, and the piece falls.
pub fn mate_threat(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    let after = step.after();
    let mate = mate_in_one(&after.after_null()?)?;
    let next = step.next()?;
    let target = Target { piece: next.captured()?, square: next.mv().to };
    let stands = after.piece_on(target.square) == Some(target.piece);
    let attacks_it = stands && step.attacked().has(target.square) && next.mv().from == moved.square;
    let is_it = attacks_it && step.is_loose(target, moved.piece);
    is_it.then_some(Motif::MateThreat { mate, target })
}

/// A move that mates.
pub fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        let after = position.after(mv);
        after.in_check() && !after.has_legal_move()
    })
}

/// Instead of recapturing, the move gives check or takes or attacks something worth as much, and the recapture follows.
pub fn zwischenzug(step: &Step) -> Option<Motif> {
    let before = step.ply.checked_sub(1)?;
    let (position, last) = (&step.line.positions[before], step.line.moves[before]);
    position.captured(last)?;
    let square = last.to;
    let recaptures = |mv: &Move| mv.to == square && step.before().captured(*mv).is_some();
    // Taking back at once would do: there is something to insert a move before.
    let can_recapture =
        step.before().legal_moves().iter().any(recaptures) && exchange(step.before(), square) > 0;
    let next = step.next()?;
    let is_check = step.after().in_check();
    let attacks_more = || {
        let target = step.before().piece_on(square).map_or(0, points);
        step.targets(step.attacked()).any(|t| t.piece != Piece::Pawn && points(t.piece) > target)
    };
    let is_it =
        can_recapture && step.mv().to != square && next.mv().to == square && next.captured().is_some();
    (is_it && (is_check || attacks_more())).then_some(Motif::Zwischenzug { square })
}
