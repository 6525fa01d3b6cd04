//! The search: the same for every profile, in centipawns of the profile's own pawn.
//!
//! [`search`] runs one search, on the calling thread and those that help it. Inside, `deepening` calls `alphabeta` for each
//! iteration, that ends in `quiescence`; `endgame` asks endgame tables; `picker` orders moves by `history`, `pruning` and `reductions`
//! decide what is not searched, or not deeply; `params` holds every constant. A [`Crew`] is the threads and
//! what each keeps from one search to the next; they share [`tt`].

pub mod bench;
pub mod limits;
mod lone_king;
pub mod report;
pub mod time;
pub mod tt;
mod tt_entry;

mod alphabeta;
mod check_interval;
mod child;
mod correction;
mod crew;
mod deepening;
#[cfg(feature = "syzygy")]
mod endgame;
#[cfg(not(feature = "syzygy"))]
#[path = "no_endgame.rs"]
mod endgame;
mod evals;
mod history;
mod impression;
mod learning;
mod memory;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod score;
mod scored;
mod scout;
mod singular;
mod stack;
#[cfg(feature = "syzygy")]
mod tablebase;
mod worker;

use crate::board::Game;

pub use crew::{Crew, MAX_THREADS, STACK_BYTES};
#[cfg(feature = "syzygy")]
pub use endgame::TableRules;
pub use endgame::Tables;
pub use limits::Limits;
pub use memory::return_freed_blocks;
pub use params::BENCH_DEPTH;
pub use report::{Bound, Info, Outcome, Report, Score};
#[cfg(feature = "syzygy")]
pub use tablebase::{MAX_PIECES, TablebaseError, Tablebases, Wdl};
pub use time::Signals;
pub use tt::{HashError, TranspositionTable};

use crew::Job;
use endgame::Probing;
use stack::Spot;

/// Searches the present position of a game until a limit or a signal ends it, with this thread as the main
/// one. Reports lines on the way, the final one last; [`Report::Done`] is left to the caller.
///
/// An infinite search, or one that ponders, does not return before it is told to, even if the position has
/// no legal move; any other returns at once then.
pub fn search(
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    tt: &TranspositionTable,
    tables: Option<Tables>,
    crew: &mut Crew,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    tt.grow_older();
    let root = Spot::root(crew.weights(), game.position());
    let probing = Probing::new(tables, game);
    let job = Job {
        game,
        root: &root,
        limits,
        signals,
        tt,
        probing: &probing,
    };
    let outcome = crew.search(job, report);
    signals.wait_to_finish(limits.infinite);
    outcome
}
