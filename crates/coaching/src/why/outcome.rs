//! Claims about the result of the game: mates and draws.

use temperament_engine::board::game::Ending;
use temperament_engine::engine::Score;

use super::claims::{Claim, Pair};
use crate::line::Line;
use crate::motif::Tactic;
use crate::motif::mate::{Pattern, pattern};

/// Minimum lead, in centipawns, that makes a draw worth reporting: it saves the game, or gives a win away.
const DECISIVE: i32 = 200;
/// Maximum number of plies of a mate that is shown whole.
const MATE_PLIES: usize = 5;
/// Maximum number of plies of a repetition that is reported.
const REPETITION_PLIES: usize = 6;

impl Pair<'_> {
    /// The worse move allows mate.
    pub(super) fn mated(&self) -> Option<(Claim, Option<Tactic>)> {
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
    pub(super) fn mates(&self) -> Option<Claim> {
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
    pub(super) fn draws(&self) -> Option<(Claim, Option<Tactic>)> {
        let line = &self.lines[0];
        let rule = drawn_by(line).filter(|_| matches!(self.worse.score, Score::Centipawns(0)))?;
        if !is_ahead(self.better.score, DECISIVE) {
            return None;
        }
        let text = match line.moves.len() {
            1 => format!("{} is a draw by {rule}.", line.numbered(0)),
            _ => format!("{} allows a draw by {rule} ({}).", line.numbered(0), line.numbered(1)),
        };
        let arrows = line.moves.get(1).map(|mv| (mv.from, mv.to)).into_iter().collect();
        Some((self.claim(true, text, "draw", arrows, line.moves.len()), None))
    }

    /// The better move saves a worse position by a draw.
    pub(super) fn saves(&self) -> Option<Claim> {
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

/// How the game is drawn at the end of a line. A repetition that nobody forces is no reason.
fn drawn_by(line: &Line) -> Option<&'static str> {
    Some(match line.ending? {
        Ending::Checkmate => return None,
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient material",
        Ending::FiftyMoves => "the fifty-move rule",
        Ending::Repetition if gives_only_checks(line) => "perpetual check",
        Ending::Repetition if line.moves.len() <= REPETITION_PLIES => "repetition",
        Ending::Repetition => return None,
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
