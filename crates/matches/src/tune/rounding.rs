//! Rounds tuned numbers to integers. Rounding each one independently costs more than necessary: an error of half a
//! unit in a value that counts eight times in most positions can be compensated by others. So the most important
//! numbers are rounded first, part by part, and the rest is tuned again after each part.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::optimiser::{End, Search, State};
use super::samples::Block;

/// Number of parts in which numbers are rounded.
const PARTS: usize = 4;
/// Learning rate between parts, as a fraction of the first rate: the remaining numbers hardly move.
const RATE: f64 = 1.0 / 16.0;
const EPOCHS: usize = 6;
const PATIENCE: usize = 2;

impl Search<'_> {
    /// Returns integers for the best variables of a search: rounded in parts, or independently where that has a lower
    /// loss or the search is stopped. A search without improvement returns its start.
    pub fn rounded(&self, state: &State, is_stopped: &dyn Fn() -> bool) -> Vec<f64> {
        if state.best_epoch() == 0 {
            return self.whole_start();
        }
        let simple: Vec<f64> = state.best.iter().map(|x| x.round()).collect();
        let careful = self.rounded_in_parts(state, is_stopped);
        careful.filter(|careful| self.cost(careful, state.k) <= self.cost(&simple, state.k)).unwrap_or(simple)
    }

    fn rounded_in_parts(&self, state: &State, is_stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        if is_stopped() {
            return None;
        }
        let importance = self.importance(state);
        let mut order: Vec<usize> = (0..importance.len()).collect();
        order.sort_by(|a, b| importance[*b].total_cmp(&importance[*a]));
        let settings = self.short(EPOCHS, PATIENCE, RATE);
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
        self.train.iter().copied().for_each(add);
        squares
    }
}
