//! Engine matches: participants, openings, schedule, games, adjudication, and the threads that play.
//!
//! Nothing here reads a command line or prints; that is the job of `cli`.
//!
//! [`Match::run`] plays the games of a [`Schedule`] from the openings of a [`Suite`]. Each game is played by two
//! [`Player`]s, one for each [`Participant`], until its [`Termination`]. A [`MatchJournal`] stores finished games,
//! [`MatchResults`] counts them.

pub mod adjudication;
mod cancel_token;
pub mod casual;
pub mod external;
mod journal;
mod match_pgn;
pub mod openings;
mod participant;
pub mod pgn;
pub mod pgn_reader;
pub mod play;
mod player;
pub mod pool;
mod results;
mod runner;
pub mod schedule;
mod termination;
pub mod time_control;

pub use adjudication::{Adjudication, DrawRule, ResignRule, RuleError};
pub use cancel_token::CancelToken;
pub use external::External;
pub use journal::{Header, MatchJournal, Stored, StoredScore};
pub use openings::{OpeningsError, Order, Suite};
pub use participant::{Participant, Source, SourceIdentity};
pub use pgn_reader::{Annotation, LineError, PgnGame, PgnReader};
pub use play::{Failure, Record, play};
pub use player::{Answer, EngineError, MoveData, Player};
pub use results::{MatchResults, pair_result};
pub use runner::{DEFAULT_SEED, Event, GameRunner, Match, PairOrder, Played, Snapshot};
pub use schedule::{Schedule, ScheduledGame};
pub use termination::{GameResult, Reason, Termination};
pub use time_control::Limit;
