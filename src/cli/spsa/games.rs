//! Plays the games of a batch on several threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::numbers::Numbers;
use super::options::Options;
use temperament_engine::board::{COLORS, Color};
use temperament_engine::engine::STACK_BYTES;
use temperament_engine::profile::Library;
use temperament_engine::random::mix;
use temperament_matches::arena::{Adjudication, CancelToken, Player, Suite, play};
use temperament_matches::tune::spsa::{Perturbation, Spsa};

/// Interval at which `is_stopped` is polled.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Everything that the games depend on besides the numbers.
pub struct Games<'a> {
    pub options: &'a Options,
    pub numbers: &'a Numbers,
    pub library: &'a Library,
    pub suite: &'a Suite,
    /// Order of the openings, by pair.
    pub order: Vec<usize>,
}

impl Games<'_> {
    /// Plays a batch of pairs from `first` on with the numbers so far. Returns wins minus losses of the first side of each
    /// pair; `None` if it was stopped. The results do not depend on the number of threads.
    pub fn play(
        &self,
        spsa: &Spsa,
        first: u64,
        threads: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Vec<i32>>> {
        let end = (first + self.options.batch).min(self.options.pairs);
        let (next, cancel) = (AtomicU64::new(first), CancelToken::default());
        let results = Mutex::new(vec![None; (end - first) as usize]);
        let failure = Mutex::new(None);
        let lock = |pair: u64, result| {
            results.lock().unwrap_or_else(PoisonError::into_inner)[(pair - first) as usize] = result;
        };
        let work = || {
            loop {
                let pair = next.fetch_add(1, Relaxed);
                if pair >= end || cancel.is_cancelled() {
                    break;
                }
                match self.pair(&spsa.perturbation(pair), pair, &cancel) {
                    Ok(result) => lock(pair, result),
                    Err(error) => {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        cancel.cancel();
                    }
                }
            }
        };
        thread::scope(|scope| {
            let spawn = |_| {
                let builder = thread::Builder::new().name("games".to_owned()).stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, work).expect("a thread to play games on")
            };
            let running: Vec<_> = (0..threads).map(spawn).collect();
            while !running.iter().all(thread::ScopedJoinHandle::is_finished) {
                if is_stopped() {
                    cancel.cancel();
                }
                thread::sleep(STOP_INTERVAL);
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect())
    }

    /// Plays both games of a pair from one opening.
    fn pair(&self, numbers: &Perturbation, pair: u64, cancel: &CancelToken) -> anyhow::Result<Option<i32>> {
        let Options { draw, resign, .. } = self.options;
        let rules = Adjudication { draw: Some(*draw), resign: Some(*resign), ..Adjudication::default() };
        let opening = &self.suite.openings()[self.order[(pair % self.order.len() as u64) as usize]];
        let sides =
            [&numbers.plus, &numbers.minus].map(|n| self.numbers.participant(n, self.options, self.library));
        let [plus, minus] = sides;
        let mut plus = plus?.player(self.suite.is_chess960())?;
        let mut minus = minus?.player(self.suite.is_chess960())?;
        let limits = [self.options.limit(); 2];
        let seeds = [mix(2 * pair), mix(2 * pair + 1)];
        let mut result = 0;
        for color in COLORS {
            let players: [&mut dyn Player; 2] = match color {
                Color::White => [&mut *plus, &mut *minus],
                Color::Black => [&mut *minus, &mut *plus],
            };
            let Some(record) = play(opening, players, limits, &rules, seeds, cancel, &mut |_, _| {}) else {
                return Ok(None);
            };
            result += record.termination.result.half_points(color) as i32 - 1;
        }
        Ok(Some(result))
    }
}
