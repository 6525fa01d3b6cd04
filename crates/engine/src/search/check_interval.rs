//! How often a thread checks the limits of its search: the clock, the node limit and the stop signal.
//!
//! Reading the clock at every node would cost too much, and a fixed number of nodes between two checks takes
//! milliseconds or tenths of a second: a profile's custom terms may make one evaluation as costly as hundreds of nodes.
//! So each evaluation that is computed, rather than taken from a cache, counts as several nodes, and how many follows
//! from its measured time.

use std::time::Duration;

use super::params::{CHECK_INTERVAL, CHECK_NODE_TIME};

/// When to check the limits next. It affects when a search ends by time or signal, never what it finds.
#[derive(Debug)]
pub struct CheckInterval {
    /// The next check is due when the thread has searched this many nodes. Each evaluation brings it closer; it may
    /// become negative.
    due: i64,
    /// `due` as the last check set it.
    scheduled: i64,
    /// How many nodes an evaluation counts as, `least_cost` to [`CHECK_INTERVAL`].
    eval_cost: i64,
    /// Minimum value of `eval_cost`: the next evaluation can be slow although recent ones were fast, since custom
    /// terms may be cheap in one part of the tree and costly in another.
    least_cost: i64,
    /// Time of the last check since the start of the search.
    checked_at: Duration,
}

impl CheckInterval {
    /// The first check is due at once, the second one after an evaluation: its cost is not known yet. `worst` is the
    /// longest time that the custom terms of one evaluation can take.
    pub fn new(worst: Duration) -> Self {
        let least_cost = worst.as_nanos() / CHECK_NODE_TIME.as_nanos();
        Self {
            least_cost: i64::try_from(least_cost)
                .map_or(CHECK_INTERVAL, |cost| cost.clamp(1, CHECK_INTERVAL)),
            due: 0,
            scheduled: 0,
            eval_cost: CHECK_INTERVAL,
            checked_at: Duration::ZERO,
        }
    }

    /// Returns `true` if the limits have to be checked, at a number of nodes searched.
    #[inline(always)]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes as i64 >= self.due
    }

    /// Counts an evaluation that was computed.
    #[inline(always)]
    pub fn count_evaluation(&mut self) {
        self.due -= self.eval_cost;
    }

    /// Measures the evaluations since the last check, and schedules the next one: after at most `most` nodes.
    /// `elapsed` is the time since the start of the search.
    pub fn schedule(&mut self, nodes: u64, elapsed: Duration, most: u64) {
        let evaluations = (self.scheduled - self.due) / self.eval_cost;
        if evaluations > 0 {
            let time = elapsed.saturating_sub(self.checked_at).as_nanos();
            let cost = time / CHECK_NODE_TIME.as_nanos() / evaluations as u128;
            // A few cheap evaluations say little about the next ones: the interval grows slowly, and shrinks at once.
            let cost = i64::try_from(cost).unwrap_or(i64::MAX).max(self.eval_cost / 2);
            self.eval_cost = cost.clamp(self.least_cost, CHECK_INTERVAL);
        }
        self.checked_at = elapsed;
        self.due = (nodes as i64).saturating_add(i64::try_from(most).unwrap_or(i64::MAX).min(CHECK_INTERVAL));
        self.scheduled = self.due;
    }
}
