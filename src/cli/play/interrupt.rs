//! Ctrl-C in a game: what has been played is not lost.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use super::terminal::Terminal;
use crate::cli::INTERRUPTED;

/// The game as it stands, printed if the program is interrupted.
#[derive(Debug, Clone)]
pub struct LastWords {
    pgn: Arc<Mutex<String>>,
    terminal: Terminal,
}

impl LastWords {
    /// From now on an interrupt prints the game to standard error before it ends the program.
    pub fn on_interrupt(terminal: Terminal) -> Self {
        let words = Self {
            pgn: Arc::default(),
            terminal,
        };
        let in_handler = words.clone();
        // Where that cannot be, an interrupt ends the program as it ends any other.
        let _ = ctrlc::set_handler(move || in_handler.end());
        words
    }

    /// The game has become this.
    pub fn set(&self, pgn: String) {
        *self.pgn.lock().unwrap_or_else(PoisonError::into_inner) = pgn;
    }

    /// Prints the game and ends the program. The prompt may have changed the mode of the terminal.
    pub fn end(&self) -> ! {
        self.terminal.restore();
        let pgn = self.pgn.lock().unwrap_or_else(PoisonError::into_inner);
        complain!("\nInterrupted. The game so far:\n\n{pgn}");
        process::exit(INTERRUPTED.into());
    }
}
