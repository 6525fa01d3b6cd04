//! The participants of a match, and their players.

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize, Serializer};

use super::cancel_token::CancelToken;
use super::external::External;
use super::player::{Answer, EngineError, MoveData, Player};
use super::time_control::Limit;
use temperament_engine::board::{Color, Game};
use temperament_engine::engine::{Engine, HashError, Level, Limits, Tunables, node_time};
use temperament_engine::eval::SidedWeights;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::eval::keys::book::VARIETY;
use temperament_engine::eval::keys::strength::{NODES, NOISE};

/// A participant of a match.
#[derive(Debug, Clone, Serialize)]
pub struct Participant {
    /// Name in reports and games, unique within a match.
    pub name: String,
    /// The profile or engine that plays.
    #[serde(flatten)]
    pub source: Source,
    pub limit: Limit,
    /// Hash size in MiB. An external engine may round it to its own range.
    pub hash_mib: usize,
    /// Whether a profile plays with its opening book and variety.
    #[serde(skip_serializing_if = "is_false")]
    pub own_book: bool,
    /// Constants of the search of a profile, in a build in which they can be set.
    #[serde(skip)]
    pub tunables: Tunables,
}

/// For fields that are left out if they are false.
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// The profile or engine of a participant.
#[derive(Debug, Clone)]
pub enum Source {
    /// A profile, played by an engine in this process.
    Profile(SidedWeights),
    /// An external UCI engine.
    External(External),
    /// Known from a journal only: it has games but cannot play.
    Recorded(SourceIdentity),
}

impl Participant {
    /// Creates a player for this participant, for one game at a time.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for the hash table.
    ///
    /// # Panics
    /// If the source is [`Source::Recorded`].
    pub fn player(&self, chess960: bool) -> Result<Box<dyn Player>, HashError> {
        Ok(match &self.source {
            Source::Profile(profile) => {
                let mut engine = Engine::try_new(profile.clone(), self.hash_mib)?;
                engine.prefault_hash();
                engine.set_own_book(self.own_book);
                engine.set_tunables(self.tunables);
                Box::new(InProcess { engine })
            }
            Source::External(engine) => engine.player(self.hash_mib, chess960),
            Source::Recorded(who) => unreachable!("{who} is known from a journal only"),
        })
    }

    /// Returns `true` if moves are left to chance, so that they depend on the seed of the game.
    pub fn has_chance(&self) -> bool {
        self.source.is_noisy() || self.own_book && self.source.has_openings()
    }
}

impl Source {
    /// Returns the custom terms of a profile; `None` for other sources.
    pub fn custom_terms(&self) -> Option<&CustomWeights> {
        match self {
            Self::Profile(profile) => profile.of(Color::White).custom_terms(),
            Self::External(_) | Self::Recorded(_) => None,
        }
    }

    /// Returns the level of a profile, a rating; `None` at full strength and for other sources.
    pub fn level(&self) -> Option<u32> {
        match self {
            Self::Profile(profile) => Level::OfProfile.elo(profile.of(Color::White)),
            Self::External(_) | Self::Recorded(_) => None,
        }
    }

    /// Returns the limit of a move that a profile has of its own, if any.
    pub fn limit(&self) -> Option<Limit> {
        let nodes = self.number(NODES).filter(|nodes| nodes.is_finite());
        self.level().map(Limit::Level).or(nodes.map(|nodes| Limit::Nodes(nodes as u64)))
    }

    /// Returns `true` if a profile makes random errors.
    fn is_noisy(&self) -> bool {
        self.level().is_some() || self.number(NOISE).is_some_and(|noise| noise > 0.0)
    }

    /// Returns `true` if a profile has an opening book or variety.
    fn has_openings(&self) -> bool {
        let has_book = match self {
            Self::Profile(profile) => profile.of(Color::White).book().is_some(),
            Self::External(_) | Self::Recorded(_) => false,
        };
        has_book || self.number(VARIETY).is_some_and(|variety| variety > 0.0)
    }

    /// A value of a profile that is the same for both sides.
    fn number(&self, key: usize) -> Option<f64> {
        match self {
            Self::Profile(profile) => Some(profile.of(Color::White).number(key)),
            Self::External(_) | Self::Recorded(_) => None,
        }
    }
}

impl fmt::Display for Source {
    /// Writes, for example, `profile fabchess (id 0123456789abcdef)` or `engine /opt/stash (Stash 37.0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile(profile) => write!(f, "profile {} (id {:016x})", profile.name(), profile.id()),
            Self::External(engine) => write!(f, "engine {engine}"),
            Self::Recorded(identity) => identity.fmt(f),
        }
    }
}

impl Serialize for Source {
    /// Writes the [`SourceIdentity`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SourceIdentity::new(self).serialize(serializer)
    }
}

/// Identity of a source in journals and PGN. It must not change when a match is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceIdentity {
    Profile {
        profile: String,
        /// Hash of all its values, in hexadecimal.
        id: String,
    },
    External {
        /// Name from `id name`.
        engine: String,
        command: String,
        /// UCI options set by the user.
        options: String,
    },
}

impl SourceIdentity {
    /// Returns the identity of a source.
    pub fn new(source: &Source) -> Self {
        match source {
            Source::Profile(profile) => {
                Self::Profile { profile: profile.name().to_owned(), id: format!("{:016x}", profile.id()) }
            }
            Source::External(engine) => {
                Self::External { engine: engine.name(), command: engine.command(), options: engine.options() }
            }
            Source::Recorded(identity) => identity.clone(),
        }
    }

    /// Returns `true` if both play the same. Profiles are compared by id: a renamed profile is still the
    /// same.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Profile { id, .. }, Self::Profile { id: other, .. }) => id == other,
            _ => self == other,
        }
    }
}

impl fmt::Display for SourceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile { profile, id } => write!(f, "profile {profile} (id {id})"),
            Self::External { engine, command, options } => {
                write!(f, "engine {engine} (uci:{command}, options `{options}`)")
            }
        }
    }
}

/// An engine in this process.
struct InProcess {
    engine: Engine,
}

impl Player for InProcess {
    fn new_game(&mut self, seed: u64, _: &CancelToken) -> Result<(), EngineError> {
        self.engine.set_seed(seed);
        self.engine.clear();
        Ok(())
    }

    fn choose_move(
        &mut self,
        game: &Game,
        limits: Limits,
        _: Option<Duration>,
        cancel: &CancelToken,
    ) -> Answer {
        let started = Instant::now();
        if let Some(mv) = self.engine.book_move(game) {
            let time = started.elapsed();
            return Answer::Move(
                mv,
                MoveData { score: None, wdl: None, depth: 0, nodes: 0, time, is_book: true },
            );
        }
        let nodestime = limits.nodestime;
        let outcome = cancel.watch(|signals| self.engine.search_until(game, &limits, signals, |_| {}));
        if cancel.is_cancelled() {
            return Answer::Cancelled;
        }
        let data = MoveData {
            score: Some(outcome.score),
            wdl: None,
            depth: outcome.depth,
            nodes: outcome.nodes,
            time: nodestime.map_or_else(|| started.elapsed(), |per_ms| node_time(outcome.nodes, per_ms)),
            is_book: false,
        };
        let mv = outcome.best.expect("the side to move has a move");
        Answer::Move(mv, data)
    }
}
