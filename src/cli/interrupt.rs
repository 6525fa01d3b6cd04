//! Ctrl-C in work that ends in an orderly way: what is under way is dropped or finished, and what there is is told.
//! Another one, later, ends the program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::cli::INTERRUPTED;

/// So soon after the first, another signal is the same one again: `timeout` sends it to the program and to its group.
const ECHO: Duration = Duration::from_secs(1);

/// Whether Ctrl-C has been pressed.
#[derive(Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let is_set = Arc::clone(&interrupt.0);
        let mut first: Option<Instant> = None;
        // Where that cannot be, an interrupt ends the program as it ends any other.
        let _ = ctrlc::set_handler(move || {
            is_set.store(true, Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
                process::exit(INTERRUPTED.into());
            }
        });
        interrupt
    }

    /// Whether it has.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}
