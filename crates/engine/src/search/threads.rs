//! Lazy SMP: all threads search the same root with their own histories. They share the transposition table, a node
//! count and a stop flag.

use std::sync::{Arc, Mutex};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::{io, panic};

use crate::eval::Weights;

use super::info::{Outcome, Report};
use super::neutral::NeutralData;
use super::root::RootMoves;
use super::shared::{SearchJob, SharedState, StopHelpersOnDrop};
use super::tunables::Tunables;
use super::worker::{NeutralScore, ThreadData, Worker};

/// Maximum number of search threads.
pub const MAX_THREADS: usize = 256;

/// Number of helper threads that create their state at the same time. On fewer processors, 255 of them would all be half
/// done when the time is over, and the move waits for their end.
const CREATING: usize = 8;

/// Stack size of a search thread, in bytes. The deepest lines need about 1 MB in unoptimised builds.
pub const STACK_BYTES: usize = 16 << 20;

/// The thread pool: the number of threads and the state each keeps between searches. It belongs to one profile.
#[derive(Debug)]
pub struct Threads {
    weights: Arc<Weights>,
    /// For reported scores.
    neutral: NeutralData,
    /// State of each thread, the main thread first; created by the thread on first use.
    thread_data: Vec<Option<ThreadData>>,
}

impl Threads {
    /// Creates a pool of 1 to [`MAX_THREADS`] threads without state.
    pub fn new(weights: Arc<Weights>, threads: usize) -> Self {
        let neutral = NeutralData::new(Arc::clone(&weights));
        let mut pool = Self { weights, neutral, thread_data: Vec::new() };
        pool.resize(threads);
        pool
    }

    /// Reports the scores of neutral weights.
    pub fn with_neutral(self, neutral: NeutralData) -> Self {
        Self { neutral, ..self }
    }

    /// Returns the state of the neutral search.
    pub fn into_neutral(self) -> NeutralData {
        self.neutral
    }

    /// Changes the number of threads (1 to [`MAX_THREADS`]) and frees the state of removed ones.
    pub fn resize(&mut self, threads: usize) {
        self.thread_data.resize_with(threads.clamp(1, MAX_THREADS), || None);
        self.thread_data.shrink_to_fit();
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Runs [`super::search`] with the calling thread as the main thread.
    pub(super) fn search(&mut self, job: SearchJob, report: &mut dyn FnMut(Report)) -> Outcome {
        let shared = SharedState::new(self.thread_data.len());
        let turns: [Mutex<()>; CREATING] = Default::default();
        let weights = &self.weights;
        let mut thread_data = self.thread_data.iter_mut().map(|m| (m, weights));
        let main = thread_data.next().map(thread_data_of);
        let main = main.unwrap_or_else(|| unreachable!("the pool has a main thread"));
        let mut neutral = self.neutral.search(weights, job);
        let mut score =
            neutral.as_mut().map(|search| |nodes, best, is_last| search.score(nodes, best, is_last));
        let score = score.as_mut().map(|score| score as &mut NeutralScore);
        let mut main = Worker::main(job, &shared, main, score, report);
        if !main.has_moves() {
            return main.outcome();
        }
        thread::scope(|scope| {
            // Stops the helpers when the main thread ends, also by a panic.
            let ending = StopHelpersOnDrop(&shared);
            let mut helpers = Vec::new();
            for ((number, td), turn) in (1..).zip(thread_data).zip(turns.iter().cycle()) {
                match help(scope, job, &shared, number, td, turn) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        main.report_missing_threads(helpers.len() + 1, &error);
                        break;
                    }
                }
            }
            main.iterative_deepening();
            drop(ending);
            for helper in helpers {
                let found = helper.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
                found.into_iter().for_each(|found| main.merge_helper(found));
            }
            main.finish()
        })
    }

    /// Runs [`super::search_quietly`] on the calling thread.
    pub(super) fn search_quietly(&mut self, job: SearchJob) -> Outcome {
        let main = self.thread_data.iter_mut().next().map(|td| thread_data_of((td, &self.weights)));
        let main = main.unwrap_or_else(|| unreachable!("the pool has a main thread"));
        let shared = SharedState::new(1);
        let mut ignore = |_| {};
        let mut main = Worker::main(job, &shared, main, None, &mut ignore);
        if main.has_moves() {
            main.iterative_deepening();
        }
        main.outcome()
    }
}

/// Returns the state of a thread, created on first use.
fn thread_data_of<'a>((td, weights): (&'a mut Option<ThreadData>, &Arc<Weights>)) -> &'a mut ThreadData {
    td.get_or_insert_with(|| ThreadData::new(Arc::clone(weights)))
}

/// Starts a helper thread. It searches until the main thread is done, and returns its root moves; `None` if that was before
/// its `turn` to create its state.
fn help<'scope>(
    scope: &'scope Scope<'scope, '_>,
    job: SearchJob<'scope>,
    shared: &'scope SharedState,
    number: usize,
    td: (&'scope mut Option<ThreadData>, &'scope Arc<Weights>),
    turn: &'scope Mutex<()>,
) -> io::Result<ScopedJoinHandle<'scope, Option<RootMoves>>> {
    let tunables = Tunables::installed();
    let run = move || {
        tunables.install();
        let creating = turn.lock();
        if shared.is_over() {
            return None;
        }
        let td = thread_data_of(td);
        drop(creating);
        Some(Worker::helper(job, shared, td).help())
    };
    thread::Builder::new().name(format!("search {number}")).stack_size(STACK_BYTES).spawn_scoped(scope, run)
}
