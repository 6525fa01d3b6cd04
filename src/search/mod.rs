//! The search: the same for every profile, in centipawns of the profile's own pawn.
//!
//! [`search`] runs one search on the calling thread. Inside, `deepening` calls `alphabeta` for each
//! iteration, that ends in `quiescence`; `picker` orders moves by `history`, `pruning` and `reductions`
//! decide what is not searched, or not deeply; `params` holds every constant. [`tt`] is shared, [`Memory`]
//! is what a thread keeps from one search to the next.

pub mod bench;
pub mod limits;
pub mod report;
pub mod time;
pub mod tt;

mod alphabeta;
mod child;
mod correction;
mod deepening;
mod history;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod score;
mod singular;
mod stack;
mod worker;

use crate::board::Game;

pub use limits::Limits;
pub use params::BENCH_DEPTH;
pub use report::{Bound, Info, Outcome, Report, Score};
pub use time::Signals;
pub use tt::{HashError, TranspositionTable};
pub use worker::Memory;

use worker::Worker;

/// Searches the present position of a game until a limit or a signal ends it, on this thread. Reports
/// lines on the way, the final one last; [`Report::Done`] is left to the caller.
///
/// An infinite search, or one that ponders, does not return before it is told to, even if the position has
/// no legal move; any other returns at once then.
pub fn search(
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    tt: &TranspositionTable,
    memory: &mut Memory,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    tt.grow_older();
    let outcome = Worker::new(game, limits, signals, tt, memory, report).run(game);
    signals.wait_to_finish(limits.infinite);
    outcome
}
