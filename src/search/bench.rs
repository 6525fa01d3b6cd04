//! Stand-in of the bench.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Position, perft::perft};
use crate::eval::Weights;

/// Depth without a wish.
pub const DEFAULT_DEPTH: u32 = 4;

/// What a bench measured.
#[derive(Debug, Clone, Copy)]
pub struct BenchResult {
    /// Positions.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// Runs it.
pub fn bench(_weights: Arc<Weights>, depth: u32) -> BenchResult {
    let start = Instant::now();
    let nodes = perft(&Position::startpos(), depth.min(5));
    BenchResult {
        nodes,
        time: start.elapsed(),
    }
}
