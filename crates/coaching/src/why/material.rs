//! Claims about material: what refutes the worse move, and what the better one wins.

use temperament_engine::board::attacks::between;
use temperament_engine::board::{Color, Piece, Square, piece_name};
use temperament_engine::engine::Score;

use super::claims::{Claim, Pair};
use super::words::{self, the};
use crate::line::Line;
use crate::motif::exchange::{after_capture, attacks, exchange, exchange_by};
use crate::motif::gain::balance;
use crate::motif::{Gain, Motif, Tactic, early_gain, first_gain, gain, tactic};

/// Material explains a difference of the scores from here on, in centipawns.
const SMALLEST_GAIN: i32 = 40;
/// Maximum number of plies of a gain that is reported without a motif: of a pawn, of two points, and of more.
const PLAIN_PLIES: [usize; 3] = [3, 5, 7];
/// The other line loses the same much later if it takes this many plies more.
const MUCH_LATER: usize = 4;
/// Pawns explain no larger difference than this; centipawns.
const PAWN_EXPLAINS: i32 = 800;
/// Minimum points of a sacrifice.
const SACRIFICE: i32 = 2;
/// A score, in centipawns, from which on a mate is only a matter of time.
const LOST: i32 = -800;
/// Material of so much more than the score is given for an attack; centipawns.
const MOST_COMPENSATION: i32 = 300;

impl Pair<'_> {
    /// Gains of `side` in one line: what it keeps at the end, then what it wins first. Only if it wins more there than in the other line, or
    /// much earlier, and the scores differ accordingly.
    fn gains_in(&self, index: usize, side: Color) -> Vec<Gain> {
        let line = &self.lines[index];
        let start = balance(self.game.position(), side);
        let paid = self.own_score(index, side).map(|own| (own + 50).div_euclid(100) - start);
        let early = paid.and_then(|paid| early_gain(line, side, paid));
        let gains = gain(line, side).into_iter().chain(early).chain(first_gain(line, side, 1));
        gains.filter(|gain| self.is_telling(index, side, gain)).collect()
    }

    /// The score of a line in centipawns for `side`; `None` for a mate.
    fn own_score(&self, index: usize, side: Color) -> Option<i32> {
        let searched = if index == 0 { self.worse } else { self.better };
        let Score::Centipawns(cp) = searched.score else { return None };
        Some(if self.game.position().stm() == side { cp } else { -cp })
    }

    fn is_telling(&self, index: usize, side: Color, gain: &Gain) -> bool {
        let other_line = &self.lines[1 - index];
        let other = crate::motif::gain(other_line, side);
        // What is given for mate or a draw is no loss.
        let is_over = other_line.ending.is_some();
        let is_later = |other: &Gain| {
            other.plies >= gain.plies + MUCH_LATER && self.difference >= SMALLEST_GAIN * (1 + gain.points)
        };
        let is_more = is_over || other.is_none_or(|other| other.points < gain.points || is_later(&other));
        // Where the search sees much more, or less, than material, this is not the point.
        let material = 100 * (balance(self.game.position(), side) + gain.points);
        let is_believed = self.own_score(index, side).is_none_or(|own| material - own <= MOST_COMPENSATION);
        // A pawn is not the reason where a game is decided.
        let is_enough = !gain.is_pawns() || self.difference <= PAWN_EXPLAINS;
        is_more && is_believed && is_enough && self.difference >= SMALLEST_GAIN
    }

    /// The worse move loses material.
    pub(super) fn refuted(&self) -> Option<(Claim, Option<Tactic>)> {
        let them = !self.game.position().stm();
        let by = |gain: &Gain, is_motif| self.refuted_by(gain, is_motif);
        motif_first(&self.gains_in(0, them), by)
    }

    /// By a motif, or without one.
    fn refuted_by(&self, gain: &Gain, is_motif: bool) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let found = tactic(line, 1, gain).filter(|_| is_motif);
        if is_motif && found.is_none() {
            return None;
        }
        let gain = found.as_ref().map_or(gain.clone(), |found| found.gain(line, gain));
        if !self.is_proven(1, found.as_ref(), &gain) {
            return None;
        }
        // Without a motif, the sentence shows the line that it counts.
        let gain = found.as_ref().map_or(gain.clone(), |found| found.certain(line, 1, &gain));
        let text = match &found {
            Some(found) => self.refutation(line, found, &gain),
            None => plain(line, 1, &gain)?,
        };
        let mv = line.moves.get(1)?;
        let strikes = found.iter().filter(|found| found.ply == 1).flat_map(|found| strikes(found, mv.to));
        let arrows = std::iter::once((mv.from, mv.to)).chain(strikes).collect();
        let kind = found.as_ref().map_or("material", |found| found.motif.name());
        Some((self.claim(true, capitalised(text), kind, arrows, gain.plies), found))
    }

    /// The answer to the worse move gives material for an attack.
    pub(super) fn sacrificed(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let us = self.game.position().stm();
        let mv = *line.moves.get(1)?;
        let gives = line.positions[1].captured(mv).is_some() && after_capture(&line.positions[1], mv) < 0;
        let gain = gain(line, us).filter(|gain| gives && gain.points >= SACRIFICE)?;
        let text = words::sacrifice(line, 1, &words::gained(&gain));
        Some((self.claim(true, text, "sacrifice", vec![(mv.from, mv.to)], gain.plies), None))
    }

    /// The better move gives a piece for more than it is worth.
    pub(super) fn sacrifices(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let is_taken = line.moves.get(1).is_some_and(|answer| answer.to == mv.to);
        let gives = position.captured(mv).is_some() && after_capture(position, mv) <= -SACRIFICE && is_taken;
        // What comes back is no sacrifice.
        let own = position.stm();
        let left = balance(line.end(), own);
        let is_better = matches!(self.better.score, Score::Centipawns(cp) if cp > 100 * left.max(-1));
        let is_real = gives && left < balance(position, own) && is_better;
        let piece = position.piece_on(mv.from).filter(|_| is_real && self.difference >= SMALLEST_GAIN)?;
        let text = words::sacrifice(line, 0, &format!("a {}", piece_name(piece)));
        Some(self.claim(false, text, "sacrifice", vec![(mv.from, mv.to)], 1))
    }

    /// The sentence about a tactic against the worse move, with the part that this move has in it.
    fn refutation(&self, line: &Line, found: &Tactic, gain: &Gain) -> String {
        let text = words::tactic(line, 1, found, gain);
        let Motif::Hanging { target, .. } = found.motif else { return text };
        let (position, mv) = (&line.positions[0], line.moves[0]);
        if found.ply != 1 || mv.to == target.square || !gain.includes(target.piece) {
            return text;
        }
        let is_that = gain.won == [target.piece] && gain.lost.is_empty();
        let wins = if is_that { "wins it".to_owned() } else { format!("wins {}", words::gained(gain)) };
        let answer = line.numbered(1);
        let was_attacked =
            exchange_by(position, !position.stm(), target.square).is_some_and(|points| points > 0);
        let moved = position.piece_on(mv.from);
        let guarded = moved.is_some_and(|piece| {
            attacks(piece, position.stm(), mv.from, position.occupied()).has(target.square)
        });
        let stood = position.piece_on(target.square) == Some(target.piece);
        if stood && was_attacked {
            format!("{} does not save {}: {answer} {wins}.", line.numbered(0), the(target))
        } else if stood && guarded {
            format!("{} gives up the protection of {}: {answer} {wins}.", line.numbered(0), the(target))
        } else {
            text
        }
    }

    /// The better move wins material; if the worse one is refuted, only a motif is worth another sentence.
    pub(super) fn wins(&self, is_refuted: bool) -> Option<Claim> {
        let us = self.game.position().stm();
        if matches!(self.better.score, Score::Mate(moves) if moves <= 0) {
            return None;
        }
        let mv = self.lines[1].moves[0];
        // The worse move takes the same piece.
        if self.game.position().captured(mv).is_some() && self.lines[0].moves[0].to == mv.to {
            return None;
        }
        let by = |gain: &Gain, is_motif| self.won_by(gain, is_motif).filter(|_| is_motif || !is_refuted);
        motif_first(&self.gains_in(1, us), by)
    }

    fn won_by(&self, gain: &Gain, is_motif: bool) -> Option<Claim> {
        let line = &self.lines[1];
        let mv = line.moves[0];
        let found = tactic(line, 0, gain).filter(|_| is_motif);
        if is_motif && found.is_none() {
            return None;
        }
        let gain = found.as_ref().map_or(gain.clone(), |found| found.gain(line, gain));
        if !self.is_proven(0, found.as_ref(), &gain) {
            return None;
        }
        let arrows: Vec<_> = std::iter::once((mv.from, mv.to))
            .chain(found.iter().filter(|found| found.ply == 0).flat_map(|found| strikes(found, mv.to)))
            .collect();
        let gain = found.as_ref().map_or(gain.clone(), |found| found.certain(line, 0, &gain));
        let text = match &found {
            Some(found) => words::tactic(line, 0, found, &gain),
            None => plain(line, 0, &gain)?,
        };
        let kind = found.as_ref().map_or("material", |found| found.motif.name());
        Some(self.claim(false, capitalised(text), kind, arrows, gain.plies))
    }

    /// The better move takes back what the other side has just taken, and the worse one does not.
    pub(super) fn takes_back(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let (before, last) = self.game.played().last()?;
        let piece = position.captured(mv)?;
        let is_it = last.to == mv.to
            && before.captured(last).is_some()
            && self.lines[0].moves[0].to != mv.to
            && self.difference >= SMALLEST_GAIN
            && after_capture(position, mv) > 0;
        let text = format!("{} takes the {} back.", line.numbered(0), piece_name(piece));
        is_it.then(|| self.claim(false, text, "recapture", vec![(mv.from, mv.to)], 1))
    }

    /// How the better move meets the refutation of the worse one.
    pub(super) fn prevents(&self, refuting: Option<&Tactic>) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv, first) = (&line.positions[0], line.moves[0], line.numbered(0));
        let answer = *self.lines[0].moves.get(refuting.map_or(1, |found| found.ply))?;
        let arrows = vec![(mv.from, mv.to)];
        if let Score::Mate(moves) = self.worse.score
            && moves <= 0
        {
            // Where all is lost, the mate only comes later.
            let is_saved = matches!(self.better.score, Score::Centipawns(cp) if cp > LOST);
            let text = format!("{first} prevents the mate.");
            return is_saved.then(|| self.claim(false, text, "prevents", arrows, 1));
        }
        let target = refuting?.motif.victim()?;
        let stood = position.piece_on(target.square) == Some(target.piece)
            && position.color_on(target.square) == Some(position.stm());
        let after = &line.positions[1];
        let guards =
            |from, piece, occupied| attacks(piece, position.stm(), from, occupied).has(target.square);
        let is_attacked = || exchange_by(position, !position.stm(), mv.from).is_some_and(|points| points > 0);
        let is_other = mv.from != target.square;
        let is_taken = line.moves.get(1).is_some_and(|answer| answer.to == mv.to);
        // Of the capture that refutes the other move.
        let no_longer_pays = || exchange(after, target.square) == 0;
        let protects = || {
            let moved = words::at(line, 1, mv.to)?;
            let is_new = guards(moved.square, moved.piece, after.occupied())
                && !guards(mv.from, position.piece_on(mv.from)?, position.occupied());
            (is_new && no_longer_pays()).then_some(())
        };
        let is_slider =
            matches!(position.piece_on(answer.from), Some(Piece::Bishop | Piece::Rook | Piece::Queen));
        let blocks =
            is_slider && answer.to == target.square && between(answer.from, target.square).has(mv.to);
        let is_only = || (between(answer.from, target.square) & after.occupied()) == mv.to.bitboard();
        let text = if position.captured(mv).is_some() && mv.to == answer.from {
            let piece = position.piece_on(mv.to)?;
            format!("{first} takes the {} that attacks.", piece_name(piece))
        } else if let Motif::Fork { targets, .. } = &refuting?.motif {
            let leaves =
                targets.iter().find(|target| target.square == mv.from && target.piece != Piece::King)?;
            let is_safe = exchange(after, mv.to) == 0;
            is_safe.then(|| format!("{first} moves the {} out of the fork.", piece_name(leaves.piece)))?
        } else if stood && mv.from == target.square && target.piece != Piece::King && is_attacked() {
            let is_safe = exchange(after, mv.to) == 0;
            let is_safe = is_safe && target.piece != Piece::Pawn && !is_taken;
            is_safe.then(|| format!("{first} brings the {} to safety.", piece_name(target.piece)))?
        } else if stood && is_other && target.piece != Piece::Queen && protects().is_some() {
            format!("{first} protects {}.", the(target))
        } else if stood && is_other && blocks && is_only() && no_longer_pays() {
            format!("{first} blocks the attack on {}.", the(target))
        } else {
            return None;
        };
        Some(self.claim(false, text, "prevents", arrows, 1))
    }
}

/// The first claim about a gain: of the large ones with a motif, then without one; then of the others.
fn motif_first<T>(gains: &[Gain], claim: impl Fn(&Gain, bool) -> Option<T>) -> Option<T> {
    let most = gains.iter().map(|gain| gain.points).max()?;
    let (large, small): (Vec<&Gain>, Vec<&Gain>) = gains.iter().partition(|gain| 2 * gain.points > most);
    let order = [(&large, true), (&large, false), (&small, true), (&small, false)];
    order.into_iter().find_map(|(gains, is_motif)| gains.iter().find_map(|gain| claim(gain, is_motif)))
}

/// What a line wins, without a motif.
fn plain(line: &Line, first: usize, gain: &Gain) -> Option<String> {
    let position = &line.positions[first];
    // Up to the last capture: what follows settles nothing.
    let takes = |ply: &usize| line.positions[*ply].is_noisy(line.moves[*ply]);
    let last = (first..gain.plies.min(line.moves.len())).step_by(2).rfind(takes)?;
    let moves = &line.moves[first..=last];
    let wins = words::gained(gain);
    let most = PLAIN_PLIES[(gain.points.clamp(1, 3) - 1) as usize];
    if moves.len() > most {
        return None;
    }
    let mate = words::threatened_mate(line, first).filter(|_| moves.len() > 1);
    Some(match mate {
        Some(mate) => {
            let rest = crate::line::text(&line.positions[first + 1], &moves[1..]);
            format!("{} threatens mate ({mate}); {rest} wins {wins}.", line.numbered(first))
        }
        None => format!("{} wins {wins}.", crate::line::text(position, moves)),
    })
}

/// The attacks of a motif's move, which ends on `from`.
fn strikes(found: &Tactic, from: Square) -> Vec<(Square, Square)> {
    match &found.motif {
        Motif::Fork { targets, .. } => targets.iter().map(|target| (from, target.square)).collect(),
        Motif::Skewer { back, .. } => vec![(from, back.square)],
        Motif::Pin { to, .. } => vec![(from, to.square)],
        Motif::DiscoveredAttack { by, target, .. } => vec![(by.square, target.square)],
        Motif::Trapped { target } | Motif::MateThreat { target, .. } => vec![(from, target.square)],
        _ => Vec::new(),
    }
}

fn capitalised(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}
