//! The searches behind reviews, explanations and verdicts. All of them ask an [`Analyst`], so that they cannot contradict each
//! other: the result for a position depends only on the profile, the game up to it, and the limits.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use temperament_engine::board::{Game, Move};
use temperament_engine::engine::{Bound, Engine, HashError, Level, Limits, Outcome, Report, Score, Signals};
use temperament_engine::eval::{SidedWeights, Weights};
use temperament_engine::platform::HAS_THREADS;

/// Nodes per position unless limits are given. With 200,000, a sacrifice such as 10.Nxb5 of Morphy's Opera Game was judged
/// wrongly.
pub const DEFAULT_NODES: u64 = 500_000;
/// Size of the hash table in MiB. Results depend on it.
const HASH_MIB: usize = 64;
/// Maximum number of results that are kept.
const MOST_KNOWN: usize = 4096;
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

/// What the result for a position depends on, apart from profile and limits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    /// Keys of the position and of those that may be repeated.
    keys: Vec<u64>,
    halfmove_clock: u8,
    /// The only moves that are searched; all if empty.
    moves: Vec<Move>,
}

/// Searches positions at full strength, each from an empty hash table, and remembers the results.
#[derive(Debug)]
pub struct Analyst {
    engine: Engine,
    limits: Limits,
    known: HashMap<Key, Searched>,
}

impl Analyst {
    /// Creates an analyst that searches each position with `limits`: nodes, depth or time.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn new(profile: &SidedWeights, limits: Limits) -> Result<Self, HashError> {
        Ok(Self { engine: full_strength(profile, HASH_MIB)?, limits, known: HashMap::new() })
    }

    /// The weights of the searches.
    pub fn weights(&self) -> &std::sync::Arc<Weights> {
        self.engine.profile().neutral()
    }

    /// Searches the current position of a game. Returns `None` if cancelled.
    pub fn position(&mut self, game: &Game, is_cancelled: &dyn Fn() -> bool) -> Option<Searched> {
        self.search(game, Vec::new(), is_cancelled)
    }

    /// Searches all moves of the current position but one; there must be another. Returns `None` if cancelled.
    pub fn without(&mut self, game: &Game, mv: Move, is_cancelled: &dyn Fn() -> bool) -> Option<Searched> {
        let moves = game.position().legal_moves().into_iter().filter(|other| *other != mv).collect();
        self.search(game, moves, is_cancelled)
    }

    fn search(&mut self, game: &Game, moves: Vec<Move>, is_cancelled: &dyn Fn() -> bool) -> Option<Searched> {
        if let Some(over) = game_over(game) {
            return Some(over);
        }
        let mut keys = game.reversible_keys();
        keys.push(game.position().key());
        let key = Key { keys, halfmove_clock: game.position().halfmove_clock(), moves };
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        self.engine.clear();
        let limits = Limits { search_moves: key.moves.clone(), ..self.limits.clone() };
        let searched = search(&mut self.engine, game, limits, is_cancelled)?;
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, searched.clone());
        Some(searched)
    }
}

/// Creates an engine that plays at full strength whatever the level of the profile.
///
/// # Errors
/// If there is no memory for the hash table.
pub fn full_strength(profile: &SidedWeights, hash_mib: usize) -> Result<Engine, HashError> {
    let mut engine = Engine::try_new(profile.clone(), hash_mib)?;
    engine.set_level(Level::Full);
    Ok(engine)
}

/// The result of a position in which nothing is to be searched.
pub fn game_over(game: &Game) -> Option<Searched> {
    let position = game.position();
    let score = match (position.has_legal_move(), position.in_check()) {
        (false, true) => Score::Mate(0),
        (false, false) => Score::Centipawns(0),
        _ if position.is_insufficient_material() => Score::Centipawns(0),
        _ => return None,
    };
    Some(Searched { score, depth: 0, line: Vec::new() })
}

/// Searches the current position, which has a legal move. Returns `None` if cancelled.
///
/// # Panics
/// If there is no thread to search on.
pub fn search(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Searched> {
    let mut lines: Vec<(Score, Vec<Move>)> = Vec::new();
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

fn pv(report: Report) -> Option<(Score, Vec<Move>)> {
    match report {
        Report::Info(info) if info.bound == Bound::Exact => Some((info.score, info.pv)),
        _ => None,
    }
}

/// The result of a search that reported these lines; `None` without a move. Score and line belong together: the search may have
/// changed its mind after its last line, without another one.
fn searched(outcome: &Outcome, lines: Vec<(Score, Vec<Move>)>) -> Option<Searched> {
    let best = outcome.best?;
    let has = |mv: Move| lines.iter().any(|(_, line)| line.first() == Some(&mv));
    let first = if has(best) {
        best
    } else {
        lines.last().and_then(|(_, line)| line.first().copied()).unwrap_or(best)
    };
    // The last line of a search that was cut off may be a single move.
    let last_two = lines.into_iter().rev().filter(|(_, line)| line.first() == Some(&first)).take(2);
    let longest = last_two.max_by_key(|(_, line)| line.len());
    let (score, line) = longest.unwrap_or_else(|| (outcome.score, vec![best]));
    Some(Searched { score, depth: outcome.depth, line })
}
