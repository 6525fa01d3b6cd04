//! Plays the games of a batch on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use super::numbers::Numbers;
use super::options::Options;
use temperament_engine::board::{COLORS, Color};
use temperament_engine::profile::Library;
use temperament_engine::random::mix;
use temperament_matches::arena::{Adjudication, CancelToken, Player, Suite, play, pool};
use temperament_matches::tune::spsa::{Perturbation, Spsa};

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
        let next = AtomicU64::new(first);
        let mut results = vec![None; (end - first) as usize];
        let work = |(), cancel: &CancelToken, sender: &Sender<_>| {
            loop {
                let pair = next.fetch_add(1, Relaxed);
                if pair >= end || cancel.is_cancelled() {
                    return;
                }
                // Without a receiver, the batch is over.
                drop(sender.send((pair, self.pair(&spsa.perturbation(pair), pair, cancel))));
            }
        };
        pool::run(vec![(); threads], work, is_stopped, &mut |(pair, result): (u64, anyhow::Result<_>)| {
            results[(pair - first) as usize] = result?;
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        Ok(results.into_iter().collect())
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
