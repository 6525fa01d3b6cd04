//! A message at the fall of a player's flag.

use std::io::{self, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Tells a player on a terminal that their flag has fallen, while the line editor waits for a key.
pub struct FlagAlarm {
    _cancel: Sender<()>,
}

impl FlagAlarm {
    /// Starts the alarm. Dropping it cancels it.
    pub fn after(remaining: Duration) -> Self {
        let (cancel, cancelled) = mpsc::channel();
        thread::spawn(move || {
            if cancelled.recv_timeout(remaining) == Err(RecvTimeoutError::Timeout) {
                // The line editor has switched off the translation of line ends.
                // Standard output belongs to the line editor. An error does not matter: the terminal is gone.
                let _ = write!(io::stderr(), "\r\nYour flag has fallen: press Enter.\r\n");
            }
        });
        Self { _cancel: cancel }
    }
}
