//! Ctrl-C in a game: what has been played is not lost.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::INTERRUPTED;

/// The game as it stands, printed if the program is interrupted.
#[derive(Debug, Default)]
pub struct LastWords {
    pgn: Arc<Mutex<String>>,
}

impl LastWords {
    /// From now on Ctrl-C prints the game to standard error before it ends the program.
    pub fn on_interrupt() -> Self {
        let words = Self::default();
        let pgn = Arc::clone(&words.pgn);
        // Where that cannot be, an interrupt ends the program as it ends any other.
        let _ = ctrlc::set_handler(move || {
            let pgn = pgn.lock().unwrap_or_else(PoisonError::into_inner);
            complain!("\nInterrupted. The game so far:\n\n{pgn}");
            process::exit(INTERRUPTED.into());
        });
        words
    }

    /// The game has become this.
    pub fn set(&self, pgn: String) {
        *self.pgn.lock().unwrap_or_else(PoisonError::into_inner) = pgn;
    }
}
