//! Time management, and the signals that stop a search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::board::{Color, Move};
use crate::platform::{HAS_THREADS, Instant};

use super::limits::Limits;
use super::params::{LEAST_TIME, MOVES_TO_GO_CAP, RESERVED_MOVES};
use super::score::Value;
use super::tunables::{
    clock_divisor, effort_base, effort_slope, hard_percent, hard_to_soft, increment_percent, last_stable,
    score_drop_full, stable_step, unstable_percent,
};

/// Signals to a running search, shared between threads.
#[derive(Debug)]
pub struct Signals {
    stop: AtomicBool,
    begun: Instant,
    /// Start of the engine's own time: `go` or `ponderhit`.
    clock_begun: OnceLock<Instant>,
    /// Called whenever the search looks for signals.
    poll: Option<fn(&Signals)>,
}

impl Signals {
    /// Creates the signals of a search that starts now. When pondering, its clock is not running yet.
    pub fn new(ponder: bool) -> Self {
        let begun = Instant::now();
        let clock_begun = OnceLock::new();
        if !ponder {
            let _ = clock_begun.set(begun);
        }
        Self { stop: AtomicBool::new(false), begun, clock_begun, poll: None }
    }

    /// Creates the signals of a search during which no other thread can send one. The search calls `poll` every few
    /// milliseconds; it does not wait for a signal when it has nothing left to search.
    pub fn polled(ponder: bool, poll: fn(&Self)) -> Self {
        Self { poll: Some(poll), ..Self::new(ponder) }
    }

    /// Stops the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Starts the clock of a pondering search. Later calls have no effect.
    pub fn ponderhit(&self) {
        let _ = self.clock_begun.set(Instant::now());
    }

    /// Returns `true` if the search has been stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        if let Some(poll) = self.poll {
            poll(self);
        }
        self.stop.load(Ordering::Acquire)
    }

    /// Returns the time since `go`.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Returns `true` if the engine's clock is running: always, unless it is pondering.
    pub fn is_clock_running(&self) -> bool {
        self.clock_begun.get().is_some()
    }

    fn clock_elapsed(&self) -> Option<Duration> {
        self.clock_begun.get().map(Instant::elapsed)
    }

    /// Blocks until the result may be reported: after a stop, or, in a search that is not infinite, once the clock
    /// runs. The sender of a signal must unpark the waiting thread. Returns at once if nobody could send one.
    pub fn wait_to_finish(&self, infinite: bool) {
        let can_wait = HAS_THREADS && self.poll.is_none();
        while can_wait && !self.is_stopped() && (infinite || self.clock_begun.get().is_none()) {
            thread::park();
        }
    }
}

/// Time budget of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// Soft bound: no new iteration after this time, scaled by [`Stability`].
    pub soft: Option<Duration>,
    /// Hard bound: the search stops at this time.
    pub hard: Option<Duration>,
    /// As in [`Limits::nodestime`].
    nodestime: Option<u64>,
}

impl TimeBudget {
    /// Computes the budget of the side to move.
    pub fn new(limits: &Limits, stm: Color) -> Self {
        let nodestime = limits.nodestime;
        let unlimited = Self { soft: None, hard: None, nodestime };
        if limits.infinite {
            return unlimited;
        }
        let by_clock = limits.clock[stm as usize].map(|clock| clock_budget(clock, limits, stm));
        let by_move = limits.movetime.map(|time| time.max(LEAST_TIME));
        match (by_move, by_clock) {
            (Some(time), _) => Self { soft: None, hard: Some(time), nodestime },
            (None, Some(budget)) => budget,
            (None, None) => unlimited,
        }
    }

    /// Returns `true` if the hard bound has passed; never if nodes are counted as time, for which it is a
    /// [`Self::node_limit`].
    pub fn is_hard_passed(&self, signals: &Signals) -> bool {
        self.nodestime.is_none() && passed(self.hard, signals.clock_elapsed())
    }

    /// Returns the hard bound in nodes, if nodes are counted as time.
    pub fn node_limit(&self) -> Option<u64> {
        let (nodes, hard) = self.nodestime.zip(self.hard)?;
        Some((hard.as_secs_f64() * 1000.0 * nodes as f64) as u64)
    }

    /// Returns `true` if the engine plays on a running clock, where saved time counts.
    pub fn is_clock_running(&self, signals: &Signals) -> bool {
        self.soft.is_some() && signals.is_clock_running()
    }

    /// Returns `true` if the soft bound, scaled by `factor`, has passed after this number of nodes.
    pub fn is_soft_passed(&self, signals: &Signals, nodes: u64, factor: f64) -> bool {
        let elapsed = match self.nodestime {
            Some(per_ms) => Some(node_time(nodes, per_ms)),
            None => signals.clock_elapsed(),
        };
        passed(self.soft.map(|soft| soft.mul_f64(factor)), elapsed)
    }
}

/// Returns the time that this number of nodes counts as, with `per_ms` nodes a millisecond.
pub fn node_time(nodes: u64, per_ms: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / (1000.0 * per_ms as f64))
}

fn passed(bound: Option<Duration>, elapsed: Option<Duration>) -> bool {
    bound.zip(elapsed).is_some_and(|(bound, elapsed)| elapsed >= bound)
}

fn percent(time: Duration, share: i32) -> Duration {
    time * share as u32 / 100
}

/// Returns the time after subtracting the overhead, at least [`LEAST_TIME`].
fn spendable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(LEAST_TIME)
}

fn clock_budget(clock: Duration, limits: &Limits, stm: Color) -> TimeBudget {
    // Also reserves the overhead of the next moves: on a busy machine many can be lost at once.
    let moves = limits.moves_to_go.unwrap_or(RESERVED_MOVES).clamp(1, RESERVED_MOVES);
    let reserve = (limits.move_overhead * moves).min(clock / 2);
    let clock = spendable(clock, reserve.max(limits.move_overhead));
    let increment = percent(limits.increment[stm as usize], increment_percent());
    let (share, most) = match limits.moves_to_go {
        Some(moves) => {
            let moves = moves.clamp(1, MOVES_TO_GO_CAP);
            // The last move before the time control may use all of the time left.
            let most = if moves == 1 { clock } else { percent(clock, hard_percent()) };
            (clock / moves, most)
        }
        None => (clock / clock_divisor() as u32, percent(clock, hard_percent())),
    };
    let soft = (share + increment).min(most);
    let hard = percent(soft, hard_to_soft()).min(most);
    TimeBudget { soft: Some(soft), hard: Some(hard), nodestime: limits.nodestime }
}

/// Stability of the best move and its score over iterations; unstable ones get more time.
#[derive(Debug, Default)]
pub struct Stability {
    best: Option<Move>,
    score: Value,
    /// Number of iterations since the best move changed.
    unchanged: i32,
}

impl Stability {
    /// Records a finished iteration and returns the factor for the soft bound. `effort` is the share of the nodes so
    /// far that went into the best move: the less, the more doubtful it is.
    pub fn update(&mut self, best: Move, score: Value, effort: f64) -> f64 {
        self.unchanged = if self.best == Some(best) { (self.unchanged + 1).min(last_stable()) } else { 0 };
        let drop = match self.best {
            Some(_) => (self.score - score).clamp(0, score_drop_full()),
            None => 0,
        };
        self.best = Some(best);
        self.score = score;
        let steadiness = f64::from(unstable_percent() - stable_step() * self.unchanged) / 100.0;
        let doubt = (f64::from(effort_base()) - f64::from(effort_slope()) * effort) / 100.0;
        steadiness * doubt * (1.0 + f64::from(drop) / f64::from(score_drop_full()))
    }
}
