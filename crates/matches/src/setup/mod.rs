//! Sets up matches and tournaments: from options, which are those of the command line, or from a journal.
//!
//! [`Settings`] is what a journal stores of them. Nothing here prints: notes go to a function of the caller.

mod file_arg;
mod game_options;
mod numbers;
mod participants;
mod players;
mod settings;
mod test_args;

pub use file_arg::FileArg;
pub use game_options::{GameOptions, MAX_GAMES, OpeningOrder, checked_games, games};
pub use numbers::{count, elo};
pub use participants::{Notes, load_error};
pub use players::{MatchPlayers, PlayerSpec, Players, TournamentPlayers};
pub use settings::Settings;
pub use test_args::TestArgs;
