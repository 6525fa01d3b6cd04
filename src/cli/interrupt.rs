//! Orderly end on Ctrl-C: current work is finished or dropped and partial results are reported. A second Ctrl-C ends the
//! program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Exit status after Ctrl-C, as in shells.
pub const INTERRUPTED: u8 = 130;

/// A signal this soon after the first is a duplicate: `timeout` signals the program and its process group.
const ECHO: Duration = Duration::from_secs(1);

/// Flag set by Ctrl-C.
#[derive(Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let is_set = Arc::clone(&interrupt.0);
        let mut first: Option<Instant> = None;
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || {
            is_set.store(true, Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
                process::exit(INTERRUPTED.into());
            }
        });
        interrupt
    }

    /// Returns `true` if Ctrl-C has been pressed.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}
