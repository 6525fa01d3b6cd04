//! What has happened in a match, for any number of readers.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::profiles::lock;
use crate::protocol::Failure;

/// Maximum number of pairs that are kept; then every second one is dropped.
const MOST_PAIRS: usize = 4000;
/// Interval at which readers get what is new.
const INTERVAL: Duration = Duration::from_millis(200);
/// Time in which a match has to start.
const START: Duration = Duration::from_secs(60);
/// Time in which a journal has to be evaluated.
const END: Duration = Duration::from_secs(600);

/// The events of a match.
#[derive(Debug, Default)]
pub(super) struct Log {
    events: Mutex<Events>,
    is_new: Condvar,
}

#[derive(Debug, Default)]
struct Events {
    /// Number of lines so far.
    lines: usize,
    start: Option<(usize, String)>,
    /// Pairs with the number of their line.
    pairs: Vec<(usize, String)>,
    /// The last position of each thread.
    positions: BTreeMap<u64, (usize, String)>,
    style: Option<(usize, String)>,
    end: Option<(usize, String)>,
    /// Whether the process has ended.
    has_ended: bool,
    failure: Option<Failure>,
}

/// How far a reader is: the number of the last line it has got.
#[derive(Debug, Default)]
pub(super) struct Seen(usize);

impl Log {
    /// Adds a line of JSON.
    pub fn add(&self, line: String) {
        let Ok(value) = serde_json::from_str::<Value>(&line) else { return };
        let mut events = lock(&self.events);
        events.lines += 1;
        let numbered = (events.lines, line);
        match value["event"].as_str() {
            Some("start") => events.start = Some(numbered),
            Some("pair") => {
                if events.pairs.len() >= MOST_PAIRS {
                    let mut number = 0;
                    events.pairs.retain(|_| {
                        number += 1;
                        number % 2 == 0
                    });
                }
                events.pairs.push(numbered);
            }
            Some("position") => {
                let thread = value["thread"].as_u64().unwrap_or_default();
                events.positions.insert(thread, numbered);
            }
            Some("style") => events.style = Some(numbered),
            Some("end") => events.end = Some(numbered),
            _ => {}
        }
        self.is_new.notify_all();
    }

    /// Ends the log, with the reason if the process has failed.
    pub fn end(&self, failure: Option<Failure>) {
        let mut events = lock(&self.events);
        events.has_ended = true;
        events.failure = failure;
        self.is_new.notify_all();
    }

    /// Returns `true` if the process has ended.
    pub fn has_ended(&self) -> bool {
        lock(&self.events).has_ended
    }

    /// Why the process has failed, if it has.
    pub fn failure(&self) -> Option<Failure> {
        lock(&self.events).failure.clone()
    }

    /// Waits until the match plays.
    ///
    /// # Errors
    /// If it does not start.
    pub fn wait_for_start(&self) -> Result<(), Failure> {
        self.wait(START, |events| events.start.is_some())
    }

    /// Waits until the process has ended.
    ///
    /// # Errors
    /// If it failed, or takes too long.
    pub fn wait_for_end(&self) -> Result<(), Failure> {
        self.wait(END, |_| false)
    }

    fn wait(&self, time: Duration, is_enough: impl Fn(&Events) -> bool) -> Result<(), Failure> {
        let is_waiting = |events: &mut Events| !events.has_ended && !is_enough(events);
        let waited = self.is_new.wait_timeout_while(lock(&self.events), time, is_waiting);
        let (events, timeout) = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
        match &events.failure {
            Some(failure) => Err(failure.clone()),
            None if timeout.timed_out() => Err(Failure::new("the match takes too long")),
            None => Ok(()),
        }
    }

    /// Waits a moment, and returns the events that a reader has not got; `None` after the last ones.
    pub fn news(&self, seen: &mut Seen) -> Option<Vec<Value>> {
        let is_waiting = |events: &mut Events| !events.has_ended && events.lines == seen.0;
        let waited = self.is_new.wait_timeout_while(lock(&self.events), INTERVAL, is_waiting);
        let (events, _) = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
        if events.has_ended && events.lines == seen.0 {
            return None;
        }
        let single = [&events.start, &events.style, &events.end].into_iter().flatten();
        let mut new: Vec<&(usize, String)> =
            events.pairs.iter().chain(single).chain(events.positions.values()).collect();
        new.retain(|(number, _)| *number > seen.0);
        new.sort_by_key(|(number, _)| *number);
        seen.0 = events.lines;
        let values = new.iter().filter_map(|(_, line)| serde_json::from_str(line).ok()).collect();
        drop(events);
        // Bundles what follows.
        std::thread::sleep(INTERVAL / 2);
        Some(values)
    }
}
