//! `go perft`: counts in the background, so that `stop`, `isready` and `quit` are heard meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::board::{Position, notation, perft};

use super::output::Output;

/// Subtrees of this depth are counted in one go (well under a second); above, `stop` is looked for.
const UNINTERRUPTED: u32 = 4;

/// A count under way.
pub struct PerftTask {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl PerftTask {
    /// Begins to count. One line a move goes to `output`, then the sum.
    pub fn start(position: Position, depth: u32, chess960: bool, output: Output) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let thread = thread::spawn(move || divide(&position, depth, chess960, &output, &seen));
        Self { stop, thread }
    }

    /// Ends the count early, without a sum.
    pub fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wait();
    }

    /// Waits for the end of the count.
    pub fn wait(self) {
        // A count that panicked has nothing more to say.
        let _ = self.thread.join();
    }
}

fn divide(position: &Position, depth: u32, chess960: bool, output: &Output, stop: &AtomicBool) {
    let mut sum = 0;
    if depth == 0 {
        sum = 1;
    } else {
        for mv in position.legal_moves() {
            let Some(nodes) = count(&position.after(mv), depth - 1, stop) else {
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
fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        None
    } else if depth <= UNINTERRUPTED {
        Some(perft::perft(position, depth))
    } else {
        let below = |mv| count(&position.after(mv), depth - 1, stop);
        position.legal_moves().into_iter().map(below).sum()
    }
}
