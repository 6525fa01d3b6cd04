//! The search. It is the same for every profile; scores are in centipawns of the profile's pawn.
//!
//! [`search`] runs one search on the calling thread and its helpers ([`Threads`]), which share the transposition table
//! ([`tt`]).
//! - `iterative_deepening` calls `alphabeta` for each iteration, which ends in `quiescence`.
//! - `picker` orders moves by `history`; `pruning` and `reductions` decide what is skipped or searched less deeply.
//! - `tb_probe` and `tb_search` probe Syzygy tablebases.
//! - `tunables` holds the constants that games can tune, `params` other limits and margins of the search. Bounds of scores
//!   are in `score`; the sizes of tables and the bits of entries stand beside the data.

pub mod bench;
pub mod chances;
pub mod info;
pub mod limits;
pub mod time;
pub mod tt;
pub mod tt_entry;

mod alphabeta;
pub mod check_interval;
pub mod correction;
pub mod eval_cache;
pub mod history;
mod history_update;
mod iterative_deepening;
pub mod memory;
pub mod move_list;
mod neutral;
pub mod node_state;
pub mod noise;
pub mod params;
pub mod picker;
pub mod prefetch;
mod pruning;
pub mod qsearch_leaf;
mod quiescence;
pub mod reductions;
mod root;
pub mod score;
mod shared;
mod singular;
pub mod stack;
#[cfg(syzygy)]
pub mod tablebase;
#[cfg(syzygy)]
pub mod tb_probe;
#[cfg(not(syzygy))]
#[path = "no_tb_probe.rs"]
pub mod tb_probe;
mod tb_search;
mod threads;
pub mod threat_bonus;
pub mod tunables;
mod worker;

use crate::board::Game;

pub use chances::{Chances, winning_chances};
pub use info::{Bound, Info, Outcome, Report, Score};
pub use limits::Limits;
pub use memory::return_freed_blocks;
pub use neutral::NeutralData;
pub use noise::Noise;
pub use params::BENCH_DEPTH;
#[cfg(syzygy)]
pub use tablebase::{MAX_PIECES, TablebaseError, Tablebases, Wdl};
#[cfg(syzygy)]
pub use tb_probe::TableRules;
pub use tb_probe::Tables;
pub use threads::{MAX_THREADS, STACK_BYTES, Threads};
pub use time::{Signals, TimeBudget};
pub use tt::{HashError, TranspositionTable};

use shared::SearchJob;
use stack::Node;
use tb_probe::TbProbe;

/// Searches like [`search`], but reports nothing, and the score is what the profile sees: there is no neutral search for it.
pub fn search_quietly(
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    tt: &TranspositionTable,
    tables: Option<Tables>,
    threads: &mut Threads,
) -> Outcome {
    let root = Node::root(threads.weights(), game.position());
    let tb = TbProbe::new(tables, game);
    threads.search_quietly(SearchJob { game, root: &root, limits, signals, tt, tb: &tb })
}

/// Searches the current position of a game until a limit or a signal ends it, with this thread as the main thread. The tree
/// search itself is `Worker::negamax` in `alphabeta.rs`.
/// Reports lines meanwhile, the final one last; the caller sends [`Report::Done`].
///
/// An infinite search, or one that ponders, does not return before it is stopped, even if the position has no legal
/// move; any other search then returns at once.
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
    let job = SearchJob { game, root: &root, limits, signals, tt, tb: &tb };
    let outcome = threads.search(job, report);
    signals.wait_to_finish(limits.infinite);
    outcome
}
