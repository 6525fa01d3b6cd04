//! Claims about captures that win nothing by force: what is taken, which piece takes, and what the move itself gives.

use temperament_engine::board::attacks::{file_fill, squares};
use temperament_engine::board::{Color, Piece, Position, Square, piece_name, side_name};
use temperament_engine::engine::Score;

use super::claims::{Claim, Pair};
use crate::motif::Tactic;
use crate::motif::exchange::{after_capture, points};
use crate::motif::gain::net_gain;

/// Minimum difference of the scores, in centipawns, that a capture explains.
const SMALLEST: i32 = 40;
/// A pawn explains no larger difference than this, in centipawns.
const MOST_FOR_A_PAWN: i32 = 300;
/// Score in centipawns from which a side that gives the exchange still wins.
const WON: i32 = 200;
/// The kind of these claims.
const CAPTURE: &str = "capture";

impl Pair<'_> {
    /// The better move takes a piece with profit, or a pawn with which its line ends with more material than the other.
    pub(super) fn takes(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let piece = position.captured(mv).filter(|_| self.lines[0].moves[0].to != mv.to)?;
        let pays = after_capture(position, mv);
        let is_pawn = piece == Piece::Pawn;
        let is_trade = pays < i32::from(!is_pawn);
        let is_enough = !is_pawn || self.difference <= MOST_FOR_A_PAWN;
        let us = position.stm();
        let is_taken = line.moves.get(1).is_some_and(|answer| answer.to == mv.to);
        let is_more = !is_pawn || !is_taken && net_gain(line, us) > net_gain(&self.lines[0], us);
        let is_most = points(piece) > position.captured(self.lines[0].moves[0]).map_or(0, points);
        let is_it = !is_trade && is_most && is_enough && self.difference >= SMALLEST;
        let is_it = is_it && self.takes_first(mv.to).is_none();
        let text = format!("{} takes the {}.", line.numbered(0), piece_name(piece));
        (is_it && is_more).then(|| self.claim(false, text, CAPTURE, vec![(mv.from, mv.to)], 1))
    }

    /// The better move takes the piece that takes something itself after the worse one.
    pub(super) fn takes_what_takes(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let piece = position.captured(mv)?;
        let on = self.takes_first(mv.to)?;
        let is_it = self.difference >= SMALLEST && after_capture(position, mv) >= 0;
        let text =
            format!("{} takes the {} before it can take on {on}.", line.numbered(0), piece_name(piece));
        is_it.then(|| self.claim(false, text, CAPTURE, vec![(mv.from, mv.to)], 1))
    }

    /// Where the piece on a square takes in answer to the worse move.
    fn takes_first(&self, square: Square) -> Option<Square> {
        let worse = &self.lines[0];
        let answer = *worse.moves.get(1)?;
        let is_it = worse.moves[0].to != square
            && answer.from == square
            && worse.positions[1].captured(answer).is_some()
            && worse.moves[0].to != answer.to;
        is_it.then_some(answer.to)
    }

    /// Both moves take on the same square, and the worse one takes with a pawn that opens a file.
    pub(super) fn takes_with_pawn(&self) -> Option<Claim> {
        let [worse, better] = &self.lines;
        let (position, mv) = (&worse.positions[0], worse.moves[0]);
        let is_it = position.captured(mv).is_some()
            && !position.is_en_passant(mv)
            && better.moves[0].to == mv.to
            && better.moves[0].from != mv.from
            && position.piece_on(mv.from) == Some(Piece::Pawn)
            && self.difference >= SMALLEST;
        let whom = is_it.then(|| opened_for(&worse.positions[1], position.stm(), mv.from)).flatten()?;
        let text = format!("{} opens the {}-file {whom}.", worse.numbered(0), mv.from.file());
        Some(self.claim(true, text, CAPTURE, vec![(mv.from, mv.to)], 1))
    }

    /// The worse move gives a piece for a lesser one, and the position stays won: that is no oversight.
    pub(super) fn gives(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let taken = position.captured(mv).filter(|taken| *taken != Piece::Pawn)?;
        let piece = position.piece_on(mv.from)?;
        let answer = *line.moves.get(1).filter(|answer| answer.to == mv.to)?;
        let is_won = matches!(self.worse.score, Score::Centipawns(cp) if cp >= WON);
        let is_it = is_won && points(piece) > points(taken) && after_capture(position, mv) < 0;
        let text =
            format!("{} gives the {} for a {}.", line.numbered(0), piece_name(piece), piece_name(taken));
        is_it.then(|| (self.claim(true, text, CAPTURE, vec![(answer.from, answer.to)], 2), None))
    }
}

/// For whom the file of a pawn that has left it is open: `in front of White's king`, `for the rook on f1`.
fn opened_for(after: &Position, side: Color, left: Square) -> Option<String> {
    let file = file_fill(left.bitboard());
    let has_pawn = |color| !(after.colored(color, Piece::Pawn) & file).is_empty();
    if has_pawn(side) {
        return None;
    }
    let has_queen = !after.colored(!side, Piece::Queen).is_empty();
    let king = after.king(side);
    let is_near = (king.file() as usize).abs_diff(left.file() as usize) <= 1;
    let is_ahead = (king.rank() as usize).abs_diff(left.rank() as usize) <= 2;
    if has_queen && is_near && is_ahead {
        return Some(format!("in front of {}'s king", side_name(side)));
    }
    let rook = squares(after.colored(!side, Piece::Rook) & file).next()?;
    (!has_pawn(!side)).then(|| format!("for the rook on {rook}"))
}
