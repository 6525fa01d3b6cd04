//! Rounds tuned numbers to integers. Rounding each one independently costs more than necessary: an error of half a
//! unit in a value that counts eight times in most positions can be compensated by others. So the most important
//! numbers are rounded first, part by part, and the rest is tuned again after each part.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::optimiser::{End, Search, Settings, State};
use super::samples::Block;

/// Number of parts in which numbers are rounded.
const PARTS: usize = 4;
/// Learning rate between parts, as a fraction of the first rate: the remaining numbers hardly move.
const RATE: f64 = 1.0 / 16.0;
const EPOCHS: usize = 6;
const PATIENCE: usize = 2;
/// Minimum number of steps per epoch: there are few epochs.
const STEPS: usize = 64;

/// Number of standard errors by which the held-out loss must fall before the numbers of the file change: the best of
/// dozens of epochs is up to two standard errors better than the start by chance, and positions of one game are
/// correlated.
const MIN_STANDARD_ERRORS: f64 = 3.0;

impl Search<'_> {
    /// Returns integers for the best variables of a search: those with the lowest loss among the start, the best
    /// variables rounded independently and, unless stopped, those rounded in parts. A search without improvement
    /// returns its start.
    pub fn rounded(&self, state: &State, is_stopped: &dyn Fn() -> bool) -> Vec<f64> {
        let start = self.whole_start();
        if state.best_epoch() == 0 {
            return start;
        }
        let simple: Vec<f64> = state.best.iter().map(|x| x.round()).collect();
        let careful = self.rounded_in_parts(state, is_stopped);
        let cost = |x: &[f64]| self.loss_of(&self.checked(), x, state.k) + self.pull(x);
        let (mut least, mut best) = (cost(&start), start.clone());
        for other in [Some(simple), careful].into_iter().flatten() {
            let cost = cost(&other);
            if cost < least {
                (least, best) = (cost, other);
            }
        }
        if self.is_beyond_chance(&start, &best, state.k) { best } else { start }
    }

    /// Returns `true` if other variables predict the held-out positions better than the start by more than
    /// [`MIN_STANDARD_ERRORS`] of the mean difference, position by position. Without held-out positions this cannot
    /// be judged.
    fn is_beyond_chance(&self, start: &[f64], other: &[f64], k: f64) -> bool {
        if self.data.held_out.is_empty() {
            return true;
        }
        let blocks: Vec<&Block> = self.data.held_out.iter().collect();
        let losses = |x: &[f64]| self.pass(&self.variables.values(x), k).losses(&blocks).concat();
        let pairs = losses(start).into_iter().zip(losses(other));
        let gains: Vec<f64> = pairs.map(|(start, other)| f64::from(start) - f64::from(other)).collect();
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / n;
        mean > MIN_STANDARD_ERRORS * (variance / n).sqrt()
    }

    fn rounded_in_parts(&self, state: &State, is_stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        if is_stopped() {
            return None;
        }
        let importance = self.importance(state);
        let mut order: Vec<usize> = (0..importance.len()).collect();
        order.sort_by(|a, b| importance[*b].total_cmp(&importance[*a]));
        let settings = Settings {
            rate: self.settings.rate * RATE,
            patience: PATIENCE,
            epochs: EPOCHS,
            batch: self.settings.batch.min(self.positions() / STEPS).max(1),
            ..self.settings.clone()
        };
        let mut variables = self.variables.clone();
        let mut x = state.best.clone();
        for part in order.chunks(order.len().div_ceil(PARTS).max(1)) {
            for at in part {
                x[*at] = variables.fix(*at, x[*at].round());
            }
            let search = Search { settings: &settings, variables: &variables, ..*self };
            let mut state = search.begin_at(x, Some(state.k));
            let end =
                search.run(&mut state, is_stopped, &mut |_| Ok::<_, Infallible>(ControlFlow::Continue(())));
            if end == Ok(End::Stopped) {
                return None;
            }
            x = state.best;
        }
        Some(x.into_iter().map(f64::round).collect())
    }

    fn positions(&self) -> usize {
        self.data.train.iter().map(Block::len).sum()
    }

    /// Importance of an error in each variable: the sum of squared block gradients, which at a minimum grows with the
    /// curvature of the loss (Fisher information).
    fn importance(&self, state: &State) -> Vec<f64> {
        let values = self.variables.values(&state.best);
        let pass = self.pass(&values, state.k);
        let mut squares = vec![0.0; state.best.len()];
        let add = |block: &Block| {
            let (_, of_values) = pass.gradient(&[block]);
            let gradient = self.variables.slope(&of_values);
            for (sum, slope) in squares.iter_mut().zip(gradient) {
                *sum += slope * slope;
            }
        };
        self.data.train.iter().for_each(add);
        squares
    }
}
