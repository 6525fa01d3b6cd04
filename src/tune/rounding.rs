//! Whole numbers from those that a search has found. Rounding each by itself costs more than need be: an error of half a unit in
//! a value that counts eight times in most positions can be made up for by others. So those that matter most are rounded
//! first, and after each part of them the rest is tuned again.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::optimiser::{End, Search, Settings, State};
use super::samples::Block;

/// Numbers are rounded in so many parts.
const PARTS: usize = 4;
/// What is left to be tuned has hardly to move: this part of the first rate, and so many walks over the data.
const RATE: f64 = 1.0 / 16.0;
const EPOCHS: usize = 6;
const PATIENCE: usize = 2;
/// At least so many steps in each walk: there are few of them.
const STEPS: usize = 64;

/// By how many standard errors the held-out loss has to fall before the numbers of the file change: the best of some dozens
/// of epochs is up to two standard errors better than the start by chance, and positions of one game are alike.
const MIN_STANDARD_ERRORS: f64 = 3.0;

impl Search<'_> {
    /// Returns whole numbers for the best variables of a search: those with the least loss among the start, the best
    /// variables rounded each by itself and, unless it is stopped, those rounded in parts. A search that has found
    /// nothing better than its start ends with the start.
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
        if self.is_beyond_chance(&start, &best, state.k) {
            best
        } else {
            start
        }
    }

    /// Whether other variables predict the held-out positions better than the start by more than [`MIN_STANDARD_ERRORS`]
    /// of the mean difference, position by position. Without held-out positions there is nothing to judge by.
    fn is_beyond_chance(&self, start: &[f64], other: &[f64], k: f64) -> bool {
        if self.data.held_out.is_empty() {
            return true;
        }
        let blocks: Vec<&Block> = self.data.held_out.iter().collect();
        let losses = |x: &[f64]| self.pass(&self.variables.values(x), k).losses(&blocks).concat();
        let pairs = losses(start).into_iter().zip(losses(other));
        let gains: Vec<f64> = pairs
            .map(|(start, other)| f64::from(start) - f64::from(other))
            .collect();
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
            let search = Search {
                settings: &settings,
                variables: &variables,
                ..*self
            };
            let mut state = search.begin_at(x, Some(state.k));
            let end = search.run(&mut state, is_stopped, &mut |_| {
                Ok::<_, Infallible>(ControlFlow::Continue(()))
            });
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

    /// How much an error in each variable matters: the sum of the squares of what single blocks pull at it, which at a
    /// minimum grows with the curvature of the loss (Fisher's information).
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
