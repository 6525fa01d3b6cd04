//! State that the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::board::Game;

use super::limits::Limits;
use super::stack::Node;
use super::tb_probe::TbProbe;
use super::time::Signals;
use super::tt::TranspositionTable;

/// The input of a search, the same for all threads.
#[derive(Clone, Copy)]
pub(super) struct SearchJob<'a> {
    pub game: &'a Game,
    pub root: &'a Node,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub tt: &'a TranspositionTable,
    pub tb: &'a TbProbe,
}

/// State shared by the threads of a search, besides the transposition table. Threads add their node counts only from
/// time to time, and the alignment gives the counters two cache lines of their own (processors fetch lines in pairs),
/// to avoid contention.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct SharedState {
    nodes: AtomicU64,
    is_over: AtomicBool,
    threads: u64,
}

impl SharedState {
    pub fn new(threads: usize) -> Self {
        Self { nodes: AtomicU64::new(0), is_over: AtomicBool::new(false), threads: threads as u64 }
    }

    /// Adds nodes and returns the sum over all threads.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// Returns `true` if the main thread has ended its search.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }
}

/// Ends the search of all threads when dropped.
pub(super) struct StopHelpersOnDrop<'a>(pub &'a SharedState);

impl Drop for StopHelpersOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}
