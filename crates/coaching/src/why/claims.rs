//! What a student needs to know about two moves: the answer that refutes the worse one, and what the better one does.
//!
//! A claim about material stands on a motif that the line proves, and on a gain that lasts to its end. Where there is none,
//! one sentence names the subject in which the evaluations differ most.

use temperament_engine::board::attacks::between;
use temperament_engine::board::game::Ending;
use temperament_engine::board::{Color, Game, Move, Piece, Square, piece_name};
use temperament_engine::engine::Score;
use temperament_engine::eval::keys::topic::Topic;

use super::effects::EFFECT;
use super::facts::points;
use super::rows::Difference;
use super::words::{self, the};
use super::{MaterialChange, SearchedLine, Which};
use crate::line::Line;
use crate::motif::exchange::{after_capture, attacks, exchange, exchange_by};
use crate::motif::gain::balance;
use crate::motif::mate::{Pattern, pattern};
use crate::motif::proof::{MOST_DOUBTED, holds};
use crate::motif::{Gain, Motif, Tactic, gain, tactic};

/// A sentence for a student, with what it shows on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The sentence, with a full stop.
    pub text: String,
    /// The line that it speaks about.
    pub line: Which,
    /// What it is about, such as `fork`.
    pub kind: &'static str,
    /// Moves as pairs of squares.
    pub arrows: Vec<(Square, Square)>,
    /// Number of plies of the line that prove it.
    pub plies: usize,
}

impl Claim {
    /// It stands on a motif, a mate or a draw.
    pub fn is_tactical(&self) -> bool {
        !matches!(self.kind, EFFECT | "material" | "prevents" | "castling")
    }
}

/// Maximum number of plies to a loss that is reported without a motif.
const LATEST_LOSS: usize = 6;

/// Minimum lead, in centipawns, that makes a draw worth reporting: it saves the game, or gives a win away.
const DECISIVE: i32 = 200;
/// Material explains a difference of the scores from here on, in centipawns.
const SMALLEST_GAIN: i32 = 40;
/// Maximum number of plies of a mate that is shown whole.
const MATE_PLIES: usize = 5;
/// Maximum number of plies of a gain that is reported without a motif.
const PLAIN_PLIES: usize = 6;
/// A difference of the scores from which a gain of material is sure: base, and for each point; centipawns.
const SURE: i32 = 100;
const SURE_PER_POINT: i32 = 50;
/// Minimum points of a sacrifice.
const SACRIFICE: i32 = 2;
/// Material of so much more than the score is given for an attack; centipawns.
const MOST_COMPENSATION: i32 = 300;

/// Two moves of the same position.
pub struct Pair<'a> {
    /// The game up to the position.
    pub game: &'a Game,
    pub worse: &'a SearchedLine,
    pub better: &'a SearchedLine,
    /// The lines of the search, not played out.
    pub lines: [Line; 2],
    /// Score of the better line minus that of the worse one, in centipawns.
    pub difference: i32,
    /// The move that is explained is the worse one.
    pub explains_worse: bool,
}

impl<'a> Pair<'a> {
    pub fn new(game: &'a Game, worse: &'a SearchedLine, better: &'a SearchedLine, difference: i32) -> Self {
        let lines = [worse, better].map(|searched| Line::following(game, &searched.moves));
        let explains_worse = difference < 0;
        Self { game, worse, better, lines, difference: difference.abs(), explains_worse }
    }

    fn which(&self, is_worse: bool) -> Which {
        if is_worse == self.explains_worse { Which::Move } else { Which::Other }
    }

    /// The claims: at most one about the worse move, then at most one about the better one. `changes` are how material changes
    /// in the quiet lines, the worse one first.
    pub fn claims(&self, changes: [&MaterialChange; 2], differences: &[Difference]) -> Vec<Claim> {
        let refutation = self.mated().or_else(|| self.draws()).or_else(|| self.refuted());
        let refutation = refutation.or_else(|| self.sacrificed());
        let refutation = refutation.or_else(|| self.loses(changes).map(|claim| (claim, None)));
        let merit =
            self.mates().or_else(|| self.saves()).or_else(|| self.wins()).or_else(|| self.sacrifices());
        let merit =
            merit.or_else(|| refutation.as_ref().and_then(|(_, tactic)| self.prevents(tactic.as_ref())));
        let merit = merit.or_else(|| self.has_effect(refutation.is_some()));
        let refutation = match refutation {
            Some((claim, _)) => Some(claim),
            None if merit.as_ref().is_some_and(|merit| merit.kind != EFFECT) => None,
            None => self.answered().or_else(|| self.loses_castling(differences)),
        };
        refutation.into_iter().chain(merit).collect()
    }

    /// The worse move loses material in its quiet line, without a motif: at once, or so much that nothing else matters.
    fn loses(&self, [worse, better]: [&MaterialChange; 2]) -> Option<Claim> {
        let balance = |change: &MaterialChange| points(&change.won) - points(&change.lost);
        let line = &self.lines[0];
        // The quiet line may leave the line of the search.
        let is_same = |by: &usize| {
            line.moves
                .get(*by)
                .is_some_and(|mv| line.positions[*by].captured(*mv) == worse.lost.first().copied())
        };
        let by = worse.by.filter(|by| (1..LATEST_LOSS).contains(by)).filter(is_same)?;
        let fits = balance(worse) < balance(better) && self.difference >= SMALLEST_GAIN;
        let is_large = balance(worse) < -MOST_DOUBTED;
        let answer = line.moves[1];
        let moves = crate::line::text(&line.positions[1], &line.moves[1..=by]);
        let text = format!("{} loses {} ({moves}).", line.numbered(0), words::lost(worse));
        (fits && is_large).then(|| self.claim(true, text, "material", vec![(answer.from, answer.to)], by + 1))
    }

    /// The worse move allows mate.
    fn mated(&self) -> Option<(Claim, Option<Tactic>)> {
        let Score::Mate(moves) = self.worse.score else { return None };
        if moves > 0 {
            return None;
        }
        let line = &self.lines[0];
        let (first, answer) = (line.numbered(0), line.moves.get(1)?);
        let is_complete = line.ending == Some(Ending::Checkmate);
        let moves = if is_complete { line.moves.len() / 2 } else { moves.unsigned_abs() as usize };
        let text = format!("{first} allows {}.", mate_text(line, moves, 1));
        let plies = line.moves.len();
        Some((self.claim(true, text, "mate", vec![(answer.from, answer.to)], plies), None))
    }

    /// The better move mates.
    fn mates(&self) -> Option<Claim> {
        let Score::Mate(moves) = self.better.score else { return None };
        if moves <= 0 {
            return None;
        }
        let line = &self.lines[1];
        let (first, mv) = (line.numbered(0), line.moves[0]);
        let is_complete = line.ending == Some(Ending::Checkmate);
        let moves = if is_complete { line.moves.len().div_ceil(2) } else { moves as usize };
        let text = match moves {
            1 => format!("{first} is {}.", mate_name(line).unwrap_or("mate")),
            _ => format!("{first} forces {}.", mate_text(line, moves, 0)),
        };
        Some(self.claim(false, text, "mate", vec![(mv.from, mv.to)], line.moves.len()))
    }

    /// The worse move gives a better position away by a draw.
    fn draws(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let rule = drawn_by(line).filter(|_| matches!(self.worse.score, Score::Centipawns(0)))?;
        if !is_ahead(self.better.score, DECISIVE) {
            return None;
        }
        let text = match line.moves.len() {
            1 => format!("{} is a draw by {rule}.", line.numbered(0)),
            n => format!("{} allows a draw by {rule} ({}).", line.numbered(0), line.numbered(n - 1)),
        };
        let arrows = line.moves.get(1).map(|mv| (mv.from, mv.to)).into_iter().collect();
        Some((self.claim(true, text, "draw", arrows, line.moves.len()), None))
    }

    /// The better move saves a worse position by a draw.
    fn saves(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let rule = drawn_by(line).filter(|_| matches!(self.better.score, Score::Centipawns(0)))?;
        let is_behind = match self.worse.score {
            Score::Centipawns(cp) => cp <= -DECISIVE,
            Score::Mate(moves) => moves <= 0,
        };
        let mv = line.moves[0];
        is_behind.then(|| {
            let text = format!("{} saves the game: a draw by {rule}.", line.numbered(0));
            self.claim(false, text, "draw", vec![(mv.from, mv.to)], line.moves.len())
        })
    }

    /// The gain of `side` in one line, if it wins more there than in the other, and the scores differ accordingly.
    fn gain_in(&self, index: usize, side: Color) -> Option<Gain> {
        let gain = gain(&self.lines[index], side)?;
        let other = crate::motif::gain(&self.lines[1 - index], side);
        // What is given for mate or a draw is no loss.
        let is_over = self.lines[1 - index].ending.is_some();
        let is_more = is_over || other.is_none_or(|other| other.points < gain.points);
        // Where the search sees much more, or less, than material, this is not the point.
        let position = self.game.position();
        let searched = if index == 0 { self.worse } else { self.better };
        let balance = 100 * (balance(position, side) + gain.points);
        let is_believed = match searched.score {
            Score::Centipawns(cp) => {
                let own = if position.stm() == side { cp } else { -cp };
                balance - own <= MOST_COMPENSATION
            }
            Score::Mate(_) => true,
        };
        (is_more && is_believed && self.difference >= SMALLEST_GAIN).then_some(gain)
    }

    /// The line of a search may lose a pawn for other things: a small gain needs a capture that wins it, a large difference of
    /// the scores, or a proof against every answer. `first` is the index of the move that begins it: the answer to the worse
    /// move, or the better one.
    fn is_proven(&self, first: usize, found: Option<&Tactic>, gain: &Gain) -> bool {
        let line = &self.lines[1 - first];
        let ply = found.map_or(first, |found| found.ply);
        let Some(&mv) = line.moves.get(ply) else { return false };
        let position = &line.positions[ply];
        let least = || balance(&line.positions[0], position.stm()) + gain.points;
        gain.points > MOST_DOUBTED
            || gain.promotes
            || found.is_some_and(|found| matches!(found.motif, Motif::Hanging { .. }))
            || self.difference >= SURE + SURE_PER_POINT * gain.points
            || holds(position, mv, position.stm(), least())
    }

    /// The worse move loses material.
    fn refuted(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let them = !self.game.position().stm();
        let gain = self.gain_in(0, them)?;
        let found = tactic(line, 1, &gain);
        let gain = found.as_ref().map_or(gain.clone(), |found| found.gain(line, &gain));
        if !self.is_proven(1, found.as_ref(), &gain) {
            return None;
        }
        let text = match &found {
            Some(found) => self.refutation(line, found, &gain),
            None => plain(line, 1, &gain)?,
        };
        let mv = line.moves.get(1)?;
        let strikes = found.iter().filter(|found| found.ply == 1).flat_map(|found| strikes(found, mv.to));
        let arrows = std::iter::once((mv.from, mv.to)).chain(strikes).collect();
        let kind = found.as_ref().map_or("material", |found| name(&found.motif));
        Some((self.claim(true, capitalised(text), kind, arrows, gain.plies), found))
    }

    /// The answer to the worse move gives material for an attack.
    fn sacrificed(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let us = self.game.position().stm();
        let mv = *line.moves.get(1)?;
        let gives = line.positions[1].captured(mv).is_some() && after_capture(&line.positions[1], mv) < 0;
        let gain = gain(line, us).filter(|gain| gives && gain.points >= SACRIFICE)?;
        let text = words::sacrifice(line, 1, &words::gained(&gain));
        Some((self.claim(true, text, "sacrifice", vec![(mv.from, mv.to)], gain.plies), None))
    }

    /// The better move gives a piece for more than it is worth.
    fn sacrifices(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv) = (&line.positions[0], line.moves[0]);
        let is_taken = line.moves.get(1).is_some_and(|answer| answer.to == mv.to);
        let gives = position.captured(mv).is_some() && after_capture(position, mv) <= -SACRIFICE && is_taken;
        // What comes back is no sacrifice.
        let own = position.stm();
        let is_real = gives && balance(line.end(), own) < balance(position, own);
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

    /// The better move wins material.
    fn wins(&self) -> Option<Claim> {
        let line = &self.lines[1];
        let us = self.game.position().stm();
        if matches!(self.better.score, Score::Mate(moves) if moves <= 0) {
            return None;
        }
        let gain = self.gain_in(1, us)?;
        let mv = line.moves[0];
        let found = tactic(line, 0, &gain);
        let gain = found.as_ref().map_or(gain.clone(), |found| found.gain(line, &gain));
        if !self.is_proven(0, found.as_ref(), &gain) {
            return None;
        }
        let last = self.game.played().last();
        let taken_back =
            last.filter(|(position, last)| last.to == mv.to && position.captured(*last).is_some());
        let arrows: Vec<_> = std::iter::once((mv.from, mv.to))
            .chain(found.iter().filter(|found| found.ply == 0).flat_map(|found| strikes(found, mv.to)))
            .collect();
        let captured = self.game.position().captured(mv);
        // The worse move may take back too.
        let is_other = self.lines[0].moves[0].to != mv.to;
        if let (Some(_), Some(piece), true) = (taken_back, captured, is_other) {
            let text = format!("{} takes the {} back.", line.numbered(0), piece_name(piece));
            return Some(self.claim(false, text, "recapture", arrows, gain.plies));
        }
        let text = match &found {
            Some(found) => words::tactic(line, 0, found, &gain),
            None => plain(line, 0, &gain)?,
        };
        let kind = found.as_ref().map_or("material", |found| name(&found.motif));
        Some(self.claim(false, capitalised(text), kind, arrows, gain.plies))
    }

    /// How the better move meets the refutation of the worse one.
    fn prevents(&self, refuting: Option<&Tactic>) -> Option<Claim> {
        let line = &self.lines[1];
        let (position, mv, first) = (&line.positions[0], line.moves[0], line.numbered(0));
        let answer = *self.lines[0].moves.get(refuting.map_or(1, |found| found.ply))?;
        let arrows = vec![(mv.from, mv.to)];
        if let Score::Mate(moves) = self.worse.score
            && moves <= 0
        {
            let text = format!("{first} prevents the mate.");
            return (!matches!(self.better.score, Score::Mate(_)))
                .then(|| self.claim(false, text, "prevents", arrows, 1));
        }
        let target = refuting?.motif.victim()?;
        let stood = position.piece_on(target.square) == Some(target.piece)
            && position.color_on(target.square) == Some(position.stm());
        let after = &line.positions[1];
        let guards =
            |from, piece, occupied| attacks(piece, position.stm(), from, occupied).has(target.square);
        let is_attacked = || exchange_by(position, !position.stm(), mv.from).is_some_and(|points| points > 0);
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
            is_safe.then(|| format!("{first} brings the {} to safety.", piece_name(target.piece)))?
        } else if stood && mv.from != target.square && protects().is_some() {
            format!("{first} protects {}.", the(target))
        } else if stood && blocks && no_longer_pays() {
            format!("{first} blocks the attack on {}.", the(target))
        } else {
            return None;
        };
        Some(self.claim(false, text, "prevents", arrows, 1))
    }

    /// The worse move gives up the right to castle, and king safety speaks against it.
    fn loses_castling(&self, differences: &[Difference]) -> Option<Claim> {
        let is_safety = |row: &&Difference| matches!(Topic::of(&row.entry), Topic::KingSafety | Topic::King);
        let safety: i32 = differences.iter().filter(is_safety).map(|row| row.centipawns).sum();
        let (position, line) = (self.game.position(), &self.lines[0]);
        let (us, mv) = (position.stm(), line.moves[0]);
        let is_against = safety != 0 && self.explains_worse == (safety < 0);
        let loses = position.can_ever_castle(us)
            && !position.is_castling(mv)
            && !line.positions[1].can_ever_castle(us)
            && position.piece_on(mv.from) == Some(Piece::King);
        let text = format!("{} gives up the right to castle.", line.numbered(0));
        (is_against && loses).then(|| self.claim(true, text, "castling", vec![(mv.from, mv.to)], 1))
    }

    pub(super) fn claim(
        &self,
        is_worse: bool,
        text: String,
        kind: &'static str,
        arrows: Vec<(Square, Square)>,
        plies: usize,
    ) -> Claim {
        Claim { text, line: self.which(is_worse), kind, arrows, plies }
    }
}

/// What a line wins, without a motif.
fn plain(line: &Line, first: usize, gain: &Gain) -> Option<String> {
    let position = &line.positions[first];
    let moves: &[Move] = line.moves.get(first..gain.plies).unwrap_or_default();
    let takes = (first..gain.plies).step_by(2).any(|ply| line.positions[ply].is_noisy(line.moves[ply]));
    if moves.is_empty() || moves.len() > PLAIN_PLIES || !takes {
        return None;
    }
    let text = crate::line::text(position, moves);
    Some(format!("{text} wins {}.", words::gained(gain)))
}

/// What follows the first move of a line: `mate in 2: 21.Qf6+ Nxf6 22.Be7#, a smothered mate`; of a long line, the first
/// `shown` moves.
fn mate_text(line: &Line, moves: usize, shown: usize) -> String {
    let number = if moves == 1 { "mate".to_owned() } else { format!("mate in {moves}") };
    let plies = line.moves.len() - 1;
    let is_whole = plies <= MATE_PLIES && line.ending == Some(Ending::Checkmate);
    let shown = if is_whole { plies } else { shown };
    let text = crate::line::text(&line.positions[1], &line.moves[1..=shown]);
    let text = if text.is_empty() { text } else { format!(": {text}") };
    let name = mate_name(line).map_or(String::new(), |name| format!(", {name}"));
    format!("{number}{text}{name}")
}

/// The name of the mate at the end of a line, if it has one.
fn mate_name(line: &Line) -> Option<&'static str> {
    if line.ending != Some(Ending::Checkmate) {
        return None;
    }
    match pattern(line.end()) {
        Pattern::BackRank => Some("a back-rank mate"),
        Pattern::Smothered => Some("a smothered mate"),
        Pattern::Plain => None,
    }
}

/// How the game is drawn at the end of a line.
fn drawn_by(line: &Line) -> Option<&'static str> {
    Some(match line.ending? {
        Ending::Checkmate => return None,
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient material",
        Ending::FiftyMoves => "the fifty-move rule",
        Ending::Repetition if gives_only_checks(line) => "perpetual check",
        Ending::Repetition => "repetition",
    })
}

/// One side gives check with each of its moves in the line, at least twice.
fn gives_only_checks(line: &Line) -> bool {
    [0, 1].into_iter().any(|first| {
        let after: Vec<_> = line.positions.iter().skip(first + 1).step_by(2).collect();
        after.len() >= 2 && after.iter().all(|position| position.in_check())
    })
}

fn is_ahead(score: Score, margin: i32) -> bool {
    match score {
        Score::Centipawns(cp) => cp >= margin,
        Score::Mate(moves) => moves > 0,
    }
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

/// The name of a motif.
pub const fn name(motif: &Motif) -> &'static str {
    match motif {
        Motif::Hanging { .. } => "hanging piece",
        Motif::PinnedDefender { .. } | Motif::Pin { .. } | Motif::AttackedPinned { .. } => "pin",
        Motif::DoubleCheck => "double check",
        Motif::DiscoveredCheck { .. } => "discovered check",
        Motif::DiscoveredAttack { .. } => "discovered attack",
        Motif::Fork { .. } => "fork",
        Motif::Skewer { .. } => "skewer",
        Motif::Trapped { .. } => "trapped piece",
        Motif::RemovedDefender { .. } => "removed defender",
        Motif::Overloaded { .. } => "overloaded piece",
        Motif::Deflection { .. } => "deflection",
        Motif::Decoy { .. } => "decoy",
        Motif::Interference { .. } => "interference",
        Motif::MateThreat { .. } => "mate threat",
        Motif::Zwischenzug { .. } => "zwischenzug",
        Motif::Promotion { .. } => "promotion",
    }
}

fn capitalised(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}
