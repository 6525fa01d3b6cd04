//! Who plays: what a contender is, and how it is asked for a move.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dropping::Dropping;
use super::external::External;
use super::journal::SourceIdentity;
use super::limit::Limit;
use super::verdict::Reason;
use crate::board::{Color, Game, Move};
use crate::engine::{Engine, HashError, Limits, Score};
use crate::eval::Sides;
use crate::eval::own_terms::OwnTerms;
use crate::eval::own_weights::OwnWeights;

/// One that takes part in a match.
#[derive(Debug, Clone)]
pub struct Contender {
    /// What reports and games call it; no two of a match have the same name.
    pub name: String,
    /// What it plays from.
    pub source: Source,
    /// What bounds its thinking.
    pub limit: Limit,
    /// Size of its hash table; MiB. To an external engine it is a wish.
    pub hash_mib: usize,
}

/// What a contender plays from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A profile: an engine of this program.
    Profile(Sides),
    /// Another program.
    External(External),
    /// Whatever a journal tells of it: there are games of it, and it plays no more.
    Told(SourceIdentity),
}

impl Contender {
    /// One who plays for this contender, one game at a time; whether by the rules of Chess960 says `chess960`.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for the hash table.
    ///
    /// # Panics
    /// If it is known from a journal alone.
    pub fn player(&self, chess960: bool) -> Result<Box<dyn Player>, HashError> {
        Ok(match &self.source {
            Source::Profile(profile) => {
                let engine = Engine::try_new(profile.clone(), self.hash_mib)?;
                Box::new(InProcess { engine })
            }
            Source::External(engine) => engine.player(self.hash_mib, chess960),
            Source::Told(who) => unreachable!("{who} is known from a journal alone"),
        })
    }
}

impl Source {
    /// The terms that its profile defines itself; none of what is no profile, or known from a journal alone.
    pub fn own_terms(&self) -> Option<&Arc<OwnTerms>> {
        match self {
            Self::Profile(profile) => profile.of(Color::White).own_terms().map(OwnWeights::terms),
            Self::External(_) | Self::Told(_) => None,
        }
    }
}

impl fmt::Display for Source {
    /// `profile fabchess (id 0123456789abcdef)`, `engine /opt/stash (Stash 37.0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile(profile) => write!(f, "profile {} (id {:016x})", profile.name(), profile.id()),
            Self::External(engine) => write!(f, "engine {engine}"),
            Self::Told(identity) => identity.fmt(f),
        }
    }
}

/// One side of a game.
pub trait Player: Send {
    /// A new game begins: whatever was learnt is forgotten.
    ///
    /// # Errors
    /// [`Fault`] if the player cannot play it. The next game may be tried.
    fn begin(&mut self, dropping: &Dropping) -> Result<(), Fault>;

    /// The move for the side to move, which has one. It is called on a thread with a stack of
    /// [`crate::engine::STACK_BYTES`]; `dropping` says when the game does not matter any more, and `allowed` how long an
    /// answer may take before the game is lost on time.
    fn answer(
        &mut self,
        game: &Game,
        limits: Limits,
        allowed: Option<Duration>,
        dropping: &Dropping,
    ) -> Answer;
}

/// What comes of asking for a move.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A legal move.
    Move(Move, Thought),
    /// None: the player has failed.
    Failed(Fault),
    /// None: the game was dropped.
    Dropped,
}

/// The longest text that says what happened, in characters.
pub const LONGEST_FAULT: usize = 300;

/// How a player has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What counts as the reason of its loss.
    pub reason: Reason,
    /// What happened, in a few words.
    pub what: String,
    /// The last that was heard of it, line by line.
    pub last_words: Vec<String>,
}

/// What a player thought of its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// For the mover; `None` if it tells none.
    pub score: Option<Score>,
    /// The chances of the mover, of a draw and of the opponent, in thousandths, if it tells them.
    pub chances: Option<[u16; 3]>,
    /// In plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// From the question to the answer.
    pub time: Duration,
}

/// An engine of this program.
struct InProcess {
    engine: Engine,
}

impl Player for InProcess {
    fn begin(&mut self, _: &Dropping) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn answer(&mut self, game: &Game, limits: Limits, _: Option<Duration>, dropping: &Dropping) -> Answer {
        let begun = Instant::now();
        let outcome = dropping.watch(|signals| self.engine.search_here(game, &limits, signals));
        if dropping.is_set() {
            return Answer::Dropped;
        }
        let thought = Thought {
            score: Some(outcome.score),
            chances: None,
            depth: outcome.depth,
            nodes: outcome.nodes,
            time: begun.elapsed(),
        };
        let mv = outcome.best.expect("the side to move has a move");
        Answer::Move(mv, thought)
    }
}
