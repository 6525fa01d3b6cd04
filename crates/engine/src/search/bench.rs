//! The bench: fixed positions to a fixed depth. Its node count is the same on every run and machine, and
//! changes when the search or the evaluation does.

use std::sync::Arc;
use std::time::Duration;

use crate::board::{Game, Position};
use crate::eval::Weights;
use crate::platform::Instant;

use super::params::BENCH_HASH_MIB;
use super::{Limits, Report, Signals, Threads, TranspositionTable, search};

/// The positions, one FEN a line: openings, middlegames, tactics, endgames, check, castling.
const POSITIONS: &str = include_str!("bench.fen");

/// Result of a bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes searched in all positions.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanos).unwrap_or(u64::MAX)
    }
}

/// The positions of the bench.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).filter_map(|fen| Position::from_fen(fen).ok())
}

/// Searches all positions to a depth in plies, in turn, from a fresh start, on one thread.
///
/// # Panics
/// If there is no memory for the table of a few MiB.
pub fn bench(weights: Arc<Weights>, depth: u32) -> BenchResult {
    let threads = Threads::new(weights, 1);
    bench_until(threads, depth, &Signals::new(false), &mut |_| {}).expect("no one stops it")
}

/// The same with a new thread pool of any size, and reports of all searches. Returns `None` if stopped by `signals`.
/// With several threads the node count varies from run to run.
///
/// # Panics
/// If there is no memory for the table of a few MiB.
pub fn bench_until(
    mut threads: Threads,
    depth: u32,
    signals: &Signals,
    report: &mut dyn FnMut(Report),
) -> Option<BenchResult> {
    let tt = TranspositionTable::new(BENCH_HASH_MIB).expect("memory for the table of the bench");
    let limits = Limits::depth(depth);
    let begun = Instant::now();
    let mut nodes = 0;
    for position in positions() {
        let game = Game::new(position);
        nodes += search(&game, &limits, signals, &tt, None, &mut threads, report).nodes;
        if signals.is_stopped() {
            return None;
        }
    }
    Some(BenchResult { nodes, time: begun.elapsed() })
}
