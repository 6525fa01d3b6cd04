//! Time management, and the signals that stop a search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::{Color, Move};

use super::limits::Limits;
use super::params::{
    CLOCK_DIVISOR, HARD_PERCENT, HARD_TO_SOFT, INCREMENT_PERCENT, LAST_STABLE, LEAST_TIME, MOVES_TO_GO_CAP,
    RESERVED_MOVES, SCORE_DROP_FULL, STABLE_STEP, UNSTABLE_FACTOR,
};
use super::score::Value;

/// Signals to a running search, shared between threads.
#[derive(Debug)]
pub struct Signals {
    stop: AtomicBool,
    begun: Instant,
    /// Start of the engine's own time: `go` or `ponderhit`.
    clock_begun: OnceLock<Instant>,
}

impl Signals {
    /// Creates the signals of a search that starts now. When pondering, its clock is not running yet.
    pub fn new(ponder: bool) -> Self {
        let begun = Instant::now();
        let clock_begun = OnceLock::new();
        if !ponder {
            let _ = clock_begun.set(begun);
        }
        Self { stop: AtomicBool::new(false), begun, clock_begun }
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
    /// runs. The sender of a signal must unpark the waiting thread.
    pub fn wait_to_finish(&self, infinite: bool) {
        while !self.is_stopped() && (infinite || self.clock_begun.get().is_none()) {
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
}

impl TimeBudget {
    /// Computes the budget of the side to move.
    pub fn new(limits: &Limits, stm: Color) -> Self {
        let unlimited = Self { soft: None, hard: None };
        if limits.infinite {
            return unlimited;
        }
        let by_clock = limits.clock[stm as usize].map(|clock| clock_budget(clock, limits, stm));
        let by_move = limits.movetime.map(|time| time.max(LEAST_TIME));
        match (by_move, by_clock) {
            (Some(time), _) => Self { soft: None, hard: Some(time) },
            (None, Some(budget)) => budget,
            (None, None) => unlimited,
        }
    }

    /// Returns `true` if the hard bound has passed.
    pub fn is_hard_passed(&self, signals: &Signals) -> bool {
        passed(self.hard, signals)
    }

    /// Returns `true` if the engine plays on a running clock, where saved time counts.
    pub fn is_clock_running(&self, signals: &Signals) -> bool {
        self.soft.is_some() && signals.is_clock_running()
    }

    /// Returns `true` if the soft bound, scaled by `factor`, has passed.
    pub fn is_soft_passed(&self, signals: &Signals, factor: f64) -> bool {
        passed(self.soft.map(|soft| soft.mul_f64(factor)), signals)
    }
}

fn passed(bound: Option<Duration>, signals: &Signals) -> bool {
    bound.zip(signals.clock_elapsed()).is_some_and(|(bound, elapsed)| elapsed >= bound)
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
    let increment = limits.increment[stm as usize] * INCREMENT_PERCENT / 100;
    let (share, most) = match limits.moves_to_go {
        Some(moves) => {
            let moves = moves.clamp(1, MOVES_TO_GO_CAP);
            // The last move before the time control may use all of the time left.
            let most = if moves == 1 { clock } else { clock * HARD_PERCENT / 100 };
            (clock / moves, most)
        }
        None => (clock / CLOCK_DIVISOR, clock * HARD_PERCENT / 100),
    };
    let soft = (share + increment).min(most);
    TimeBudget { soft: Some(soft), hard: Some((soft * HARD_TO_SOFT).min(most)) }
}

/// Stability of the best move and its score over iterations; unstable ones get more time.
#[derive(Debug, Default)]
pub struct Stability {
    best: Option<Move>,
    score: Value,
    /// Number of iterations since the best move changed.
    unchanged: u32,
}

impl Stability {
    /// Records a finished iteration and returns the factor for the soft bound.
    pub fn update(&mut self, best: Move, score: Value) -> f64 {
        self.unchanged = if self.best == Some(best) { (self.unchanged + 1).min(LAST_STABLE) } else { 0 };
        let drop = match self.best {
            Some(_) => (self.score - score).clamp(0, SCORE_DROP_FULL),
            None => 0,
        };
        self.best = Some(best);
        self.score = score;
        let steadiness = UNSTABLE_FACTOR - STABLE_STEP * f64::from(self.unchanged);
        steadiness * (1.0 + f64::from(drop) / f64::from(SCORE_DROP_FULL))
    }
}
