//! The sign on a terminal that the engine is thinking.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;

use super::display::is_capable_terminal;

/// Interval between two frames.
const TICK: Duration = Duration::from_millis(100);

/// A spinner on standard error while the engine searches. Does nothing unless both outputs are a terminal.
#[derive(Debug, Clone)]
pub struct Indicator {
    is_enabled: bool,
    bar: Arc<Mutex<Option<ProgressBar>>>,
}

impl Indicator {
    pub fn new() -> Self {
        Self { is_enabled: is_capable_terminal() && io::stderr().is_terminal(), bar: Arc::default() }
    }

    pub fn start(&self) {
        if self.is_enabled {
            let bar = ProgressBar::new_spinner().with_message("Thinking...");
            bar.enable_steady_tick(TICK);
            *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar);
        }
    }

    /// Erases the spinner.
    pub fn stop(&self) {
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}
