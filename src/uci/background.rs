//! What runs beside the command loop without being a search for a move: `go perft` and `bench`. So `stop`,
//! `isready` and `quit` are heard meanwhile.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::board::{Position, notation, perft};
use crate::eval::Weights;
use crate::search::{Crew, STACK_BYTES, Signals, bench};

use super::output::Output;

/// Subtrees of this depth are counted in one go (well under a second); above, `stop` is looked for.
const UNINTERRUPTED: u32 = 4;

/// Work under way.
pub struct Task {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
}

impl Task {
    /// Counts positions. One line a move goes to `output`, then the sum.
    ///
    /// # Errors
    /// If the operating system refuses a thread; here and below.
    pub fn perft(position: Position, depth: u32, chess960: bool, output: Output) -> io::Result<Self> {
        Self::start(move |signals| divide(&position, depth, chess960, &output, signals))
    }

    /// Searches the positions of the bench. One line goes to `output`.
    ///
    /// # Errors
    /// See [`Task::perft`].
    pub fn bench(weights: Arc<Weights>, depth: u32, output: Output) -> io::Result<Self> {
        Self::start(move |signals| {
            match bench::bench_until(Crew::new(weights, 1), depth, signals, &mut |_| {}) {
                Some(result) => output.line(bench_line(&result)),
                None => output.note("bench stopped"),
            }
        })
    }

    fn start(work: impl FnOnce(&Signals) + Send + 'static) -> io::Result<Self> {
        let signals = Arc::new(Signals::new(false));
        let seen = Arc::clone(&signals);
        let thread = thread::Builder::new()
            .name("task".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || work(&seen))?;
        Ok(Self { signals, thread })
    }

    /// Ends the work early, without a result.
    pub fn stop(self) {
        self.signals.stop();
        self.wait();
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

fn divide(position: &Position, depth: u32, chess960: bool, output: &Output, signals: &Signals) {
    let mut sum = 0;
    if depth == 0 {
        sum = 1;
    } else {
        for mv in position.legal_moves() {
            let Some(nodes) = count(&position.after(mv), depth - 1, signals) else {
                output.note("perft stopped");
                return;
            };
            output.line(format!("{}: {nodes}", notation::uci(position, mv, chess960)));
            sum += nodes;
        }
    }
    output.line(format!("\nNodes searched: {sum}\n"));
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
