//! `go perft` and `bench`: in the background, so that `stop` and `isready` are processed meanwhile, or in the calling thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use temperament_engine::board::{Position, notation, perft};
use temperament_engine::eval::Weights;
use temperament_engine::search::{STACK_BYTES, Signals, Threads, bench};

use super::output::Output;

/// Subtrees of this depth (well under a second) are counted without checking for `stop`.
const UNINTERRUPTED: u32 = 4;

/// A task in the background.
pub struct Task {
    signals: Arc<Signals>,
    /// Set before the result is written, because its reader may start another task.
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The last lines of a task, or the note about a stopped one.
type TaskResult = Result<String, &'static str>;

/// The work of a task, which writes to an output.
pub type Work = Box<dyn FnOnce(&Signals, &Output) -> TaskResult + Send>;

/// A perft. Writes one line per move, then the sum.
pub fn perft(position: Position, depth: u32, chess960: bool) -> Work {
    Box::new(move |signals, output| divide(&position, depth, chess960, output, signals))
}

/// A bench. Writes one line.
pub fn bench(weights: Arc<Weights>, depth: u32) -> Work {
    Box::new(move |signals, _| {
        bench::bench_until(Threads::new(weights, 1), depth, signals, &mut |_| {})
            .map(|result| bench_line(&result))
            .ok_or("bench stopped")
    })
}

/// Runs a task in the calling thread.
pub fn run(work: Work, signals: &Signals, output: &Output) {
    write_result(work(signals, output), output);
}

fn write_result(result: TaskResult, output: &Output) {
    match result {
        Ok(lines) => output.line(lines),
        Err(note) => output.note(note),
    }
}

impl Task {
    /// Starts a task.
    ///
    /// # Errors
    /// If a thread cannot be created.
    pub fn start(work: Work, output: Output) -> io::Result<Self> {
        let signals = Arc::new(Signals::new(false));
        let seen = Arc::clone(&signals);
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let run = move || {
            let result = work(&seen, &output);
            ends.store(true, Ordering::Release);
            write_result(result, &output);
        };
        let thread = thread::Builder::new().name("task".to_owned()).stack_size(STACK_BYTES).spawn(run)?;
        Ok(Self { signals, is_over, thread })
    }

    pub fn stop(self) {
        self.signals.stop();
        self.wait();
    }

    /// Returns `true` if the task has ended; its thread may take a moment longer.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire) || self.thread.is_finished()
    }

    pub fn wait(self) {
        // The result of a panicked task is ignored.
        let _ = self.thread.join();
    }
}

/// Returns the last line of a bench in the format of OpenBench.
pub fn bench_line(result: &bench::BenchResult) -> String {
    let microseconds = result.time.as_micros().max(1);
    let nps = u128::from(result.nodes) * 1_000_000 / microseconds;
    format!("{} nodes {nps} nps", result.nodes)
}

fn divide(position: &Position, depth: u32, chess960: bool, output: &Output, signals: &Signals) -> TaskResult {
    let mut sum = 0;
    if depth == 0 {
        sum = 1;
    } else {
        for mv in position.legal_moves() {
            let nodes = count(&position.after(mv), depth - 1, signals).ok_or("perft stopped")?;
            output.line(format!("{}: {nodes}", notation::uci(position, mv, chess960)));
            sum += nodes;
        }
    }
    Ok(format!("\nNodes searched: {sum}\n"))
}

/// Returns the number of leaf positions; `None` if stopped.
fn count(position: &Position, depth: u32, signals: &Signals) -> Option<u64> {
    if signals.is_stopped() {
        None
    } else if depth <= UNINTERRUPTED {
        Some(perft::perft(position, depth))
    } else {
        let below = |mv| count(&position.after(mv), depth - 1, signals);
        position.legal_moves().into_iter().map(below).sum()
    }
}
