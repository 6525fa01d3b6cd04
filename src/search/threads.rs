//! Lazy SMP: the threads of one search. All search the same root, each with its own histories, and help each
//! other by what they leave in the transposition table; nothing else is shared but a count of nodes and the
//! word that the search is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::{io, panic};

use crate::board::Game;
use crate::eval::Weights;

use super::endgame::TbProbe;
use super::info::{Outcome, Report};
use super::limits::Limits;
use super::root::RootMoves;
use super::stack::Node;
use super::time::Signals;
use super::tt::TranspositionTable;
use super::worker::{ThreadData, Worker};

/// Most threads that a search may have.
pub const MAX_THREADS: usize = 256;

/// Stack of a thread that searches, in bytes. The deepest lines need about a megabyte without optimisation.
pub const STACK_BYTES: usize = 16 << 20;

/// The threads of a search between searches: how many there are, and what each has learnt. It belongs to one
/// profile and goes with it.
#[derive(Debug)]
pub struct Threads {
    weights: Arc<Weights>,
    /// One for each thread, that of the main thread first; made by its thread when it is first needed.
    memories: Vec<Option<ThreadData>>,
}

impl Threads {
    /// So many threads (1 to [`MAX_THREADS`]), none of which has seen anything yet.
    pub fn new(weights: Arc<Weights>, threads: usize) -> Self {
        let mut pool = Self {
            weights,
            memories: Vec::new(),
        };
        pool.resize(threads);
        pool
    }

    /// Changes the number of threads (1 to [`MAX_THREADS`]). What is known to those that go is freed.
    pub fn resize(&mut self, threads: usize) {
        self.memories.resize_with(threads.clamp(1, MAX_THREADS), || None);
        self.memories.shrink_to_fit();
    }

    /// The profile.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The search of [`super::search`]: this thread is the main one, the others help.
    pub(super) fn search(&mut self, job: Job, report: &mut dyn FnMut(Report)) -> Outcome {
        let team = SharedState::new(self.memories.len());
        let weights = &self.weights;
        let mut memories = self.memories.iter_mut().map(|m| (m, weights));
        let main = memories.next().map(remembered);
        let main = main.unwrap_or_else(|| unreachable!("a crew has a main thread"));
        let mut main = Worker::main(job, &team, main, report);
        if !main.has_moves() {
            return main.outcome();
        }
        thread::scope(|scope| {
            // Whatever ends the main thread's search, a panic included, ends the others'.
            let ending = EndOnDrop(&team);
            let mut helpers = Vec::new();
            for (number, memory) in (1..).zip(memories) {
                match help(scope, job, &team, number, memory) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        main.tell_missing_threads(helpers.len() + 1, &error);
                        break;
                    }
                }
            }
            main.deepen();
            drop(ending);
            for helper in helpers {
                let found = helper.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
                main.consider(found);
            }
            main.finish()
        })
    }
}

/// What all threads of a search are told at its beginning.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub game: &'a Game,
    pub root: &'a Node,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub tt: &'a TranspositionTable,
    pub tb: &'a TbProbe,
}

/// What the threads of a search share beside the table. Each counts its nodes for itself and adds them here
/// from time to time only, so that no thread waits for a cache line that another one writes; these are lines
/// of their own (two, for processors fetch them in pairs).
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct SharedState {
    nodes: AtomicU64,
    is_over: AtomicBool,
    threads: u64,
}

impl SharedState {
    fn new(threads: usize) -> Self {
        Self {
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            threads: threads as u64,
        }
    }

    /// Adds nodes to those of all threads; returns how many that makes.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Number of threads.
    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// Whether the main thread has ended its search.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }
}

struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

/// The memory of a thread, made if need be.
fn remembered<'a>((memory, weights): (&'a mut Option<ThreadData>, &Arc<Weights>)) -> &'a mut ThreadData {
    memory.get_or_insert_with(|| ThreadData::new(Arc::clone(weights)))
}

/// Starts a thread that searches until the team's search is over, and then says what it has found.
fn help<'scope>(
    scope: &'scope Scope<'scope, '_>,
    job: Job<'scope>,
    team: &'scope SharedState,
    number: usize,
    memory: (&'scope mut Option<ThreadData>, &'scope Arc<Weights>),
) -> io::Result<ScopedJoinHandle<'scope, RootMoves>> {
    thread::Builder::new()
        .name(format!("search {number}"))
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, move || {
            Worker::helper(job, team, remembered(memory)).help()
        })
}
