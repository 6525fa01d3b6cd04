//! Dropping the games under way, when a match is over before they are.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine::Signals;

/// Whether the games under way are to be dropped, and the searches that have to hear of it.
#[derive(Debug, Default)]
pub struct Dropping {
    is_set: AtomicBool,
    searches: Mutex<Vec<Arc<Signals>>>,
}

impl Dropping {
    /// Drops all games; the searches under way end within milliseconds.
    pub fn set(&self) {
        self.is_set.store(true, SeqCst);
        self.searches().iter().for_each(|signals| signals.stop());
    }

    /// Whether they have been dropped.
    pub fn is_set(&self) -> bool {
        self.is_set.load(SeqCst)
    }

    /// Runs a search that ends early if its game is dropped.
    pub fn watch<T>(&self, search: impl FnOnce(&Signals) -> T) -> T {
        let signals = Arc::new(Signals::new(false));
        self.searches().push(Arc::clone(&signals));
        // Whoever has dropped the games before did not know of this search.
        if self.is_set() {
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
