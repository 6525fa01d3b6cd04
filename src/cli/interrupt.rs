//! Ctrl-C in work that ends in an orderly way: what is under way is dropped or finished, and what there is is told. A
//! second one ends the program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::cli::INTERRUPTED;

/// Whether Ctrl-C has been pressed.
#[derive(Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let is_set = Arc::clone(&interrupt.0);
        // Where that cannot be, an interrupt ends the program as it ends any other.
        let _ = ctrlc::set_handler(move || {
            if is_set.swap(true, Relaxed) {
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
