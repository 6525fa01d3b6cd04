//! Whether a gain of a line holds against other answers than those of the line.

use temperament_engine::board::{Move, Piece, Position};

use super::claims::Pair;
use crate::line::Line;
use crate::motif::exchange::{after_capture, best_exchange_elsewhere, points};
use crate::motif::gain::{MOST_DOUBTED, MOST_PLIES, balance, stays};
use crate::motif::proof::holds;
use crate::motif::{Gain, Motif, Tactic, Target};

/// A difference of the scores from which a gain of material is sure: base, and for each point; centipawns.
const SURE: i32 = 100;
const SURE_PER_POINT: i32 = 50;
/// The same for a pawn that a series of captures wins.
const FORCED: i32 = 80;
/// Pawns that no motif wins explain no larger difference than this, in centipawns.
const TOO_MUCH_FOR_PLAIN_PAWNS: i32 = 300;
/// Plies of a line after a capture in which the piece that has taken must not be taken in its turn.
const KEPT_PLIES: usize = 6;
/// Plies after the capture of a pawn up to which it must stay won.
const STAYS_PLIES: usize = 8;

impl Pair<'_> {
    /// The line of a search may lose a pawn for other things: a small gain needs a capture that wins it, a large difference of
    /// the scores, or a proof against every answer. `first` is the index of the move that begins it: the answer to the worse
    /// move, or the better one.
    pub(super) fn is_proven(&self, first: usize, found: Option<&Tactic>, gain: &Gain) -> bool {
        let line = &self.lines[1 - first];
        let ply = found.map_or(first, |found| found.ply);
        let Some(&mv) = line.moves.get(ply) else { return false };
        let position = &line.positions[ply];
        let hanging = hanging(found);
        // A pawn that is settled so late is not what the motif wins.
        if gain.is_pawns() && hanging.is_none() && gain.plies > MOST_PLIES {
            return false;
        }
        let kept = if gain.is_pawns() { pawn_is_kept(line, ply, gain, found) } else { Kept::Yes };
        if kept == Kept::No || !lasts(line, ply, hanging, gain) {
            return false;
        }
        let takes_simply = found.is_none() || hanging.is_some_and(|piece| piece != Piece::Pawn);
        if takes_simply && is_answered_elsewhere(position, mv) {
            return false;
        }
        // A capture, and another one of what has lost its protection, leave no choice.
        let forces = gain.lasts && kept == Kept::Yes && only_captures(line, ply, gain);
        let sure = SURE + SURE_PER_POINT * gain.points;
        let is_sure = self.difference >= if forces { FORCED } else { sure };
        // After a quiet move, the other side may give material in the line because all else is worse.
        let is_quiet = !position.is_noisy(mv) && !position.after(mv).in_check();
        let is_enough = match found {
            None if is_traded(line, ply) => false,
            None if is_given(line, ply, gain) => false,
            None if is_quiet => self.difference >= 2 * sure,
            None if gain.points <= MOST_DOUBTED => {
                is_sure && (!gain.is_pawns() || self.difference <= TOO_MUCH_FOR_PLAIN_PAWNS)
            }
            Some(_) if hanging.is_some() => kept == Kept::Yes,
            _ => is_sure || gain.points > MOST_DOUBTED || gain.promotes,
        };
        let least = || balance(&line.positions[0], position.stm()) + gain.points;
        is_enough || holds(position, mv, position.stm(), least())
    }
}

/// The piece that a motif takes at once.
fn hanging(found: Option<&Tactic>) -> Option<Piece> {
    match found?.motif {
        Motif::Hanging { target, .. } => Some(target.piece),
        _ => None,
    }
}

/// A small gain stays to the end of the line; that of a pawn that hangs for some plies.
fn lasts(line: &Line, ply: usize, hanging: Option<Piece>, gain: &Gain) -> bool {
    let side = line.positions[ply].stm();
    let is_piece = hanging.is_some_and(|piece| piece != Piece::Pawn);
    let stays = || hanging.is_some() && stays(line, side, gain, ply + STAYS_PLIES);
    gain.lasts || gain.points > MOST_DOUBTED || is_piece || stays()
}

/// The other side can take as much elsewhere as the capture of a piece wins.
fn is_answered_elsewhere(position: &Position, mv: Move) -> bool {
    let taken = position.captured(mv).filter(|piece| *piece != Piece::Pawn);
    taken.is_some_and(|piece| points(piece) - best_exchange_elsewhere(&position.after(mv), mv.to) <= 1)
}

/// The other side could take back evenly and does something else in the line.
fn is_traded(line: &Line, ply: usize) -> bool {
    let (position, mv) = (&line.positions[ply], line.moves[ply]);
    let takes_back = line.moves.get(ply + 1).is_some_and(|back| back.to == mv.to);
    position.captured(mv).is_some() && !takes_back && after_capture(position, mv) <= 0
}

/// What takes the pawn that a motif wins, or that the last capture does, is not taken for nothing. `first` is the first move of it.
fn pawn_is_kept(line: &Line, first: usize, gain: &Gain, found: Option<&Tactic>) -> Kept {
    let takes = |ply: &usize| line.positions[*ply].captured(line.moves[*ply]) == Some(Piece::Pawn);
    let last = gain.plies.min(line.moves.len());
    let mut ours = (first..last).step_by(2);
    let taken = match found.map(|found| found.motif.victim()) {
        Some(Some(Target { piece: Piece::Pawn, square })) => {
            ours.find(|ply| line.moves[*ply].to == square && takes(ply))
        }
        Some(_) => return Kept::Yes,
        None => ours.rfind(|ply| line.positions[*ply].captured(line.moves[*ply]).is_some()).filter(takes),
    };
    taken.map_or(Kept::Yes, |ply| keeps(line, ply))
}

/// The other side answers a quiet move with a capture that loses material.
fn is_given(line: &Line, first: usize, gain: &Gain) -> bool {
    let last = gain.plies.min(line.moves.len());
    let gives = |ply: usize| {
        let (before, after) = (&line.positions[ply], &line.positions[ply + 1]);
        let answer = line.moves[ply + 1];
        let is_quiet = !before.is_noisy(line.moves[ply]) && !after.in_check();
        is_quiet && after.captured(answer).is_some() && after_capture(after, answer) < 0
    };
    (first..last.saturating_sub(1)).step_by(2).any(gives)
}

/// From `first` up to the capture of the pawn that is won, both sides only take.
fn only_captures(line: &Line, first: usize, gain: &Gain) -> bool {
    let captured = |ply: usize| line.positions[ply].captured(line.moves[ply]);
    let last = gain.plies.min(line.moves.len());
    let mut ours = (first..last).step_by(2);
    let pawn = ours.find(|ply| captured(*ply) == Some(Piece::Pawn));
    gain.is_pawns() && pawn.is_some_and(|pawn| (first..pawn).all(|ply| captured(ply).is_some()))
}

/// The piece that takes at `ply` is not taken for nothing in the line, which goes on for some plies.
fn keeps(line: &Line, ply: usize) -> Kept {
    let side = line.positions[ply].stm();
    let mut square = line.moves[ply].to;
    let mut taken = 0;
    for at in ply + 1..line.moves.len() {
        let (position, mv) = (&line.positions[at], line.moves[at]);
        let captured = position.captured(mv).map_or(0, points);
        if position.stm() == side {
            if mv.from == square {
                square = mv.to;
                taken += captured;
            }
        } else if mv.to == square {
            let back = line.moves.get(at + 1).filter(|back| back.to == square);
            let back = back.and_then(|back| line.positions[at + 1].captured(*back)).map_or(0, points);
            let end = &line.positions[at + 1];
            let is_paid = balance(end, side) + back > balance(&line.positions[ply], side);
            return if taken + back < captured && !is_paid { Kept::No } else { Kept::Yes };
        }
    }
    if line.moves.len() > ply + KEPT_PLIES { Kept::Yes } else { Kept::Unknown }
}

/// Whether what a capture wins stays won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Yes,
    No,
    /// The line is too short.
    Unknown,
}
