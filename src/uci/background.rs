//! What runs beside the command loop without being a search for a move: `go perft` and `bench`. So `stop` and
//! `isready` are heard meanwhile.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::board::{Position, notation, perft};
use crate::eval::Weights;
use crate::search::{STACK_BYTES, Signals, Threads, bench};

use super::output::Output;

/// Subtrees of this depth are counted in one go (well under a second); above, `stop` is looked for.
const UNINTERRUPTED: u32 = 4;

/// Work under way.
pub struct Task {
    signals: Arc<Signals>,
    /// Set before the result is written: a reader of the result may start other work.
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The last lines of a piece of work, or what to note about one that was stopped.
type Ending = Result<String, &'static str>;

impl Task {
    /// Counts positions. One line a move goes to `output`, then the sum.
    ///
    /// # Errors
    /// If the operating system refuses a thread; here and below.
    pub fn perft(position: Position, depth: u32, chess960: bool, output: Output) -> io::Result<Self> {
        let lines = output.clone();
        Self::start(output, move |signals| {
            divide(&position, depth, chess960, &lines, signals)
        })
    }

    /// Searches the positions of the bench. One line goes to `output`.
    ///
    /// # Errors
    /// See [`Task::perft`].
    pub fn bench(weights: Arc<Weights>, depth: u32, output: Output) -> io::Result<Self> {
        Self::start(output, move |signals| {
            bench::bench_until(Threads::new(weights, 1), depth, signals, &mut |_| {})
                .map(|result| bench_line(&result))
                .ok_or("bench stopped")
        })
    }

    fn start(output: Output, work: impl FnOnce(&Signals) -> Ending + Send + 'static) -> io::Result<Self> {
        let signals = Arc::new(Signals::new(false));
        let seen = Arc::clone(&signals);
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let run = move || {
            let ending = work(&seen);
            ends.store(true, Ordering::Release);
            match ending {
                Ok(lines) => output.line(lines),
                Err(note) => output.note(note),
            }
        };
        let thread = thread::Builder::new()
            .name("task".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(run)?;
        Ok(Self {
            signals,
            is_over,
            thread,
        })
    }

    /// Ends the work early, without a result.
    pub fn stop(self) {
        self.signals.stop();
        self.wait();
    }

    /// Whether the work has ended, though its thread may take a moment longer.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits for the end of the work.
    pub fn wait(self) {
        // Work that panicked has nothing more to say.
        let _ = self.thread.join();
    }
}

/// The last line of a bench, as OpenBench reads it.
pub fn bench_line(result: &bench::BenchResult) -> String {
    let microseconds = result.time.as_micros().max(1);
    let nps = u128::from(result.nodes) * 1_000_000 / microseconds;
    format!("{} nodes {nps} nps", result.nodes)
}

fn divide(position: &Position, depth: u32, chess960: bool, output: &Output, signals: &Signals) -> Ending {
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

/// Leaf positions, or `None` if stopped.
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
