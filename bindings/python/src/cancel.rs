//! Ctrl-C ends a search: the thread that waits for it asks Python for signals.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Interval between two questions.
const POLL: Duration = Duration::from_millis(50);

/// Whether Python has raised an exception, `KeyboardInterrupt` in general, while a search runs without the GIL.
pub struct Cancel {
    raised: RefCell<Option<PyErr>>,
    asked: Cell<Instant>,
}

impl Cancel {
    pub fn new() -> Self {
        Self { raised: RefCell::new(None), asked: Cell::new(Instant::now()) }
    }

    /// Returns `true` if the search is to end.
    pub fn is_set(&self) -> bool {
        if self.raised.borrow().is_none() && self.asked.get().elapsed() >= POLL {
            self.asked.set(Instant::now());
            *self.raised.borrow_mut() = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.borrow().is_some()
    }

    /// Collects the values of an iterator until Python raises an exception.
    pub fn collect<T>(self, values: impl Iterator<Item = T>) -> PyResult<Vec<T>> {
        let collected = values.take_while(|_| !self.is_set()).collect();
        self.check()?;
        Ok(collected)
    }

    /// Calls Python; an exception ends the search.
    pub fn run(&self, call: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if self.raised.borrow().is_none() {
            *self.raised.borrow_mut() = Python::attach(call).err();
        }
    }

    /// The exception to raise instead of returning a result.
    pub fn check(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}
