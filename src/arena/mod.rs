//! Matches: openings, the sides that play, single games and what ends them, the order of the games, and the threads
//! that play them.
//!
//! Nothing here reads a command line or prints: `cli` says what is to be played and shows what has come of it.
//!
//! [`Match::run`] plays the games of a [`Schedule`] from the openings of a [`Suite`]: each between two [`Player`]s, who
//! stand for [`Contender`]s, until a [`Verdict`]. A [`Journal`] keeps what has been played, a [`Course`] what counts.

mod adjudication;
mod course;
mod dropping;
pub mod external;
mod fnv;
mod journal;
pub mod limit;
mod match_pgn;
pub mod openings;
pub mod pgn;
mod pgn_reader;
mod play;
mod player;
mod runner;
pub mod schedule;
mod tally;
mod verdict;

pub use adjudication::{Adjudication, DrawRule, ResignRule, RuleError};
pub use course::Course;
pub use dropping::Dropping;
pub use external::External;
pub use journal::{Header, Journal, JournalError, SourceIdentity, Stored};
pub use limit::Limit;
pub use openings::{OpeningsError, Order, Suite};
pub use pgn_reader::{LineFault, PgnGame, PgnReader};
pub use play::{Failure, Record, play};
pub use player::{Answer, Contender, Fault, Player, Source, Thought};
pub use runner::{Event, Match, Played};
pub use schedule::{Schedule, Slot};
pub use tally::Tally;
pub use verdict::{GameResult, Reason, Verdict};
