//! Who plays: what a contender is, and how it is asked for a move.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::dropping::Dropping;
use super::limit::Limit;
use crate::board::{Game, Move};
use crate::engine::{Engine, HashError, Limits, Score};
use crate::eval::Sides;

/// One that takes part in a match.
#[derive(Debug, Clone)]
pub struct Contender {
    /// What reports and games call it; no two of a match have the same name.
    pub name: String,
    /// What it plays from.
    pub profile: Sides,
    /// What bounds its thinking.
    pub limit: Limit,
    /// Size of its hash table; MiB.
    pub hash_mib: usize,
}

impl Contender {
    /// One who plays for this contender, one game at a time.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for the hash table.
    pub fn player(&self) -> Result<Box<dyn Player>, HashError> {
        let engine = Engine::try_new(self.profile.clone(), self.hash_mib)?;
        Ok(Box::new(InProcess { engine }))
    }
}

/// One side of a game.
pub trait Player: Send {
    /// A new game begins: whatever was learnt is forgotten.
    fn begin(&mut self);

    /// The move for the side to move, which has one. It is called on a thread with a stack of
    /// [`crate::engine::STACK_BYTES`]; `dropping` says when the game does not matter any more.
    fn answer(&mut self, game: &Game, limits: Limits, dropping: &Dropping) -> Answer;
}

/// What comes of asking for a move.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A legal move.
    Move(Move, Thought),
    /// None: the game was dropped.
    Dropped,
}

/// What a player thought of its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// For the mover.
    pub score: Score,
    /// In plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// From the question to the answer.
    pub time: Duration,
}

/// A score as files have it: `{"cp":31}` or `{"mate":-4}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StoredScore {
    Cp(i32),
    Mate(i32),
}

impl From<Score> for StoredScore {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(cp) => Self::Cp(cp),
            Score::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl From<StoredScore> for Score {
    fn from(score: StoredScore) -> Self {
        match score {
            StoredScore::Cp(cp) => Self::Centipawns(cp),
            StoredScore::Mate(moves) => Self::Mate(moves),
        }
    }
}

/// An engine of this program.
struct InProcess {
    engine: Engine,
}

impl Player for InProcess {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn answer(&mut self, game: &Game, limits: Limits, dropping: &Dropping) -> Answer {
        let begun = Instant::now();
        let outcome = dropping.watch(|signals| self.engine.search_here(game, &limits, signals));
        if dropping.is_set() {
            return Answer::Dropped;
        }
        let thought = Thought {
            score: outcome.score,
            depth: outcome.depth,
            nodes: outcome.nodes,
            time: begun.elapsed(),
        };
        let mv = outcome.best.expect("the side to move has a move");
        Answer::Move(mv, thought)
    }
}
