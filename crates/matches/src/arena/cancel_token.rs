//! Cancellation of running games when a match ends early.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use temperament_engine::engine::Signals;

/// A flag that cancels running games, and the searches it has to stop.
#[derive(Debug, Default)]
pub struct CancelToken {
    is_cancelled: AtomicBool,
    searches: Mutex<Vec<Arc<Signals>>>,
}

impl CancelToken {
    /// Cancels all games. Running searches stop within milliseconds.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, SeqCst);
        self.searches().iter().for_each(|signals| signals.stop());
    }

    /// Returns `true` if [`Self::cancel`] has been called.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(SeqCst)
    }

    /// Runs a search that stops when the token is cancelled.
    pub fn watch<T>(&self, search: impl FnOnce(&Signals) -> T) -> T {
        let signals = Arc::new(Signals::new(false));
        self.searches().push(Arc::clone(&signals));
        // A cancellation before this search was registered has not stopped it.
        if self.is_cancelled() {
            signals.stop();
        }
        let found = search(&signals);
        self.searches().retain(|other| !Arc::ptr_eq(other, &signals));
        found
    }

    fn searches(&self) -> MutexGuard<'_, Vec<Arc<Signals>>> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
