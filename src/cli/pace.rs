//! How fast long work goes, told now and then.

use std::time::{Duration, Instant};

/// How often a line is written at most.
const INTERVAL: Duration = Duration::from_secs(2);

/// When work began, and when something was last told of it.
#[derive(Debug)]
pub struct Pace {
    begun: Instant,
    last: Instant,
}

impl Pace {
    /// It begins.
    pub fn begin() -> Self {
        let now = Instant::now();
        Self {
            begun: now,
            last: now,
        }
    }

    /// How many items a second were done, of so many until now; `None` if it is too early to tell anything again.
    pub fn due(&mut self, done: usize) -> Option<f64> {
        if self.last.elapsed() < INTERVAL {
            return None;
        }
        self.last = Instant::now();
        Some(done as f64 / self.begun.elapsed().as_secs_f64().max(1e-9))
    }
}
