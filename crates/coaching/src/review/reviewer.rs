//! Searches every position of a game.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::chances::percent;
use temperament_engine::board::{Game, Move};
use temperament_engine::engine::{Engine, HashError, Level, Limits, Outcome, Report, Score, Signals};
use temperament_engine::eval::SidedWeights;
use temperament_engine::platform::HAS_THREADS;

/// A move is the only one if all others have winning chances lower by this many percentage points.
const ONLY_MOVE: f64 = 10.0;
/// Sizes of the hash tables in MiB.
const HASH_MIB: usize = 64;
const GLANCE_HASH_MIB: usize = 1;
/// The search for alternatives is repeated in full only if one with this part of the limits finds none.
const PREVIEW: u32 = 10;
/// Margin of that decision in percentage points.
const PREVIEW_MARGIN: f64 = 3.0;
/// A glance has this part of the limits.
const GLANCE: u32 = 100;
/// Interval between two checks for cancellation.
const POLL: Duration = Duration::from_millis(20);

/// The result of searching a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// Score for the side to move.
    pub score: Score,
    /// Depth in plies; 0 if the game is over.
    pub depth: u32,
    /// Best line; empty if the game is over.
    pub line: Vec<Move>,
}

/// The best of the other moves, where the best move was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    pub searched: Searched,
    /// True if a very short search finds the move that was played.
    pub is_obvious: bool,
}

/// The searches of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Each position, including the last one.
    pub positions: Vec<Searched>,
    /// For each move, the best of the others if the best move was played and no other is nearly as good.
    pub alternatives: Vec<Option<Alternative>>,
}

/// Searches games with one profile.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    /// Searches without the knowledge of the other engine.
    glance: Engine,
    limits: Limits,
}

impl Reviewer {
    /// Creates a reviewer that searches each position with `limits`: nodes or time.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn new(profile: &SidedWeights, limits: Limits) -> Result<Self, HashError> {
        let engine = |mib| -> Result<Engine, HashError> {
            let mut engine = Engine::try_new(profile.clone(), mib)?;
            engine.set_level(Level::Full);
            Ok(engine)
        };
        Ok(Self { engine: engine(HASH_MIB)?, glance: engine(GLANCE_HASH_MIB)?, limits })
    }

    /// Searches all positions, the last one first: what is found there helps to judge the move that led there. The result
    /// does not depend on games searched before. `progress` is called after each position. Returns `None` if cancelled.
    pub fn analyse(
        &mut self,
        game: &Game,
        is_cancelled: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(),
    ) -> Option<Analysis> {
        self.engine.clear();
        let (mut positions, mut alternatives) = (Vec::new(), Vec::new());
        let mut game = game.clone();
        let mut played = None;
        loop {
            let searched = self.position(&game, is_cancelled)?;
            if let Some(played) = played {
                alternatives.push(self.alternative(&game, played, &searched, is_cancelled)?);
            }
            positions.push(searched);
            progress();
            played = game.undo();
            if played.is_none() {
                break;
            }
        }
        positions.reverse();
        alternatives.reverse();
        Some(Analysis { positions, alternatives })
    }

    fn position(&mut self, game: &Game, is_cancelled: &dyn Fn() -> bool) -> Option<Searched> {
        let over = |score| Some(Searched { score, depth: 0, line: Vec::new() });
        let position = game.position();
        match (position.has_legal_move(), position.in_check()) {
            (false, true) => over(Score::Mate(0)),
            (false, false) => over(Score::Centipawns(0)),
            _ if position.is_insufficient_material() => over(Score::Centipawns(0)),
            _ => search(&mut self.engine, game, self.limits.clone(), is_cancelled),
        }
    }

    /// Searches the other moves if the best one was played. The outer `None` is a cancellation.
    fn alternative(
        &mut self,
        game: &Game,
        played: Move,
        best: &Searched,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Option<Alternative>> {
        let others: Vec<Move> =
            game.position().legal_moves().into_iter().filter(|&mv| mv != played).collect();
        if best.line.first() != Some(&played)
            || others.is_empty()
            || percent(best.score, game.position()) < ONLY_MOVE
        {
            return Some(None);
        }
        let chances = |searched: &Searched| percent(searched.score, game.position());
        let loss = |other: &Searched| chances(best) - chances(other);
        let preview = Limits { search_moves: others.clone(), ..self.part(PREVIEW) };
        let found = search(&mut self.engine, game, preview, is_cancelled)?;
        if loss(&found) < ONLY_MOVE - PREVIEW_MARGIN {
            return Some(None);
        }
        let limits = Limits { search_moves: others, ..self.limits.clone() };
        let searched = search(&mut self.engine, game, limits, is_cancelled)?;
        if loss(&searched) < ONLY_MOVE {
            return Some(None);
        }
        self.glance.clear();
        let limits = self.part(GLANCE);
        let glance = search(&mut self.glance, game, limits, is_cancelled)?;
        Some(Some(Alternative { searched, is_obvious: glance.line.first() == Some(&played) }))
    }

    fn part(&self, divisor: u32) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| (nodes / u64::from(divisor)).max(1)),
            movetime: self.limits.movetime.map(|time| (time / divisor).max(Duration::from_millis(1))),
            ..self.limits.clone()
        }
    }
}

/// Searches the current position, which has a legal move. Returns `None` if cancelled.
fn search(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Searched> {
    let mut lines: Vec<Vec<Move>> = Vec::new();
    if !HAS_THREADS {
        // Nothing can cancel it meanwhile.
        let report = |report| lines.extend(pv(report));
        let outcome = engine.search_until(game, &limits, &Signals::new(false), report);
        return searched(&outcome, lines).filter(|_| !is_cancelled());
    }
    let (sender, receiver) = mpsc::channel();
    // A closed channel is ignored.
    let started = engine.go(game, limits, move |report| drop(sender.send(report)));
    started.expect("a thread to search on");
    loop {
        match receiver.recv_timeout(POLL) {
            Ok(Report::Done(outcome)) => {
                engine.wait();
                return searched(&outcome, lines);
            }
            Ok(report) => lines.extend(pv(report)),
            Err(RecvTimeoutError::Timeout) if is_cancelled() => {
                engine.stop();
                engine.wait();
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

fn pv(report: Report) -> Option<Vec<Move>> {
    match report {
        Report::Info(info) => Some(info.pv),
        _ => None,
    }
}

/// The result of a search that reported these lines; `None` without a move.
fn searched(outcome: &Outcome, lines: Vec<Vec<Move>>) -> Option<Searched> {
    let best = outcome.best?;
    // The last line of a search that was cut off may be a single move.
    let of_best = lines.into_iter().rev().filter(|line| line.first() == Some(&best)).take(2);
    let line = of_best.max_by_key(Vec::len).unwrap_or_else(|| vec![best]);
    Some(Searched { score: outcome.score, depth: outcome.depth, line })
}
