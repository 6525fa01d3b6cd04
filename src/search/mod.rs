//! The search: the same for every profile, in centipawns of the profile's own pawn.
//!
//! [`search`] runs one search, on the calling thread and those that help it. Inside, `deepening` calls `alphabeta` for each
//! iteration, that ends in `quiescence`; `endgame` asks endgame tables; `picker` orders moves by `history`, `pruning` and `reductions`
//! decide what is not searched, or not deeply; `params` holds every constant. A [`Threads`] is the threads and
//! what each keeps from one search to the next; they share [`tt`].

pub mod bench;
pub mod info;
pub mod limits;
pub mod time;
pub mod tt;
mod tt_entry;

mod alphabeta;
mod check_interval;
mod child;
mod correction;
#[cfg(feature = "syzygy")]
mod endgame;
#[cfg(not(feature = "syzygy"))]
#[path = "no_endgame.rs"]
mod endgame;
mod eval_cache;
mod history;
mod history_update;
mod iterative_deepening;
mod memory;
mod move_list;
mod params;
mod picker;
mod prefetch;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod score;
mod singular;
mod stack;
#[cfg(feature = "syzygy")]
mod tablebase;
mod threads;
mod threat_bonus;
mod worker;

use crate::board::Game;

#[cfg(feature = "syzygy")]
pub use endgame::TableRules;
pub use endgame::Tables;
pub use info::{Bound, Info, Outcome, Report, Score};
pub use limits::Limits;
pub use memory::return_freed_blocks;
pub use params::BENCH_DEPTH;
#[cfg(feature = "syzygy")]
pub use tablebase::{MAX_PIECES, TablebaseError, Tablebases, Wdl};
pub use threads::{MAX_THREADS, STACK_BYTES, Threads};
pub use time::Signals;
pub use tt::{HashError, TranspositionTable};

use endgame::TbProbe;
use stack::Node;
use threads::Job;

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
    threads: &mut Threads,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    tt.new_search();
    let root = Node::root(threads.weights(), game.position());
    let tb = TbProbe::new(tables, game);
    let job = Job {
        game,
        root: &root,
        limits,
        signals,
        tt,
        tb: &tb,
    };
    let outcome = threads.search(job, report);
    signals.wait_to_finish(limits.infinite);
    outcome
}
