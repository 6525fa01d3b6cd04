//! Decides whether tuned numbers are better than the start by more than chance, by cross-validation: the training
//! positions are split into folds of whole games, and each fold is judged with numbers fitted to the others.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use super::optimiser::{End, Search, Settings, State};
use super::samples::{Block, FOLDS, fold};

/// Short fits, so that all folds together cost less than half of the training. Fitted too little, the numbers gain less
/// than those of the training, so errors are on the safe side.
const EPOCHS: usize = 6;
const PATIENCE: usize = 2;

/// Number of standard errors by which the loss must fall before the numbers of the file change. The fits of the folds
/// share most of their games, so that the error is a little larger than it seems.
pub const MIN_STANDARD_ERRORS: f64 = 3.0;

/// How far the loss falls on positions to which the compared numbers were not fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gain {
    /// Mean loss of the start.
    pub start: f64,
    /// Mean difference to it, more than 0 if the loss falls.
    pub mean: f64,
    /// Its standard error, by groups of games; infinite for fewer than two of them.
    pub standard_error: f64,
}

impl Gain {
    /// Returns `true` for more than [`MIN_STANDARD_ERRORS`].
    pub fn is_beyond_chance(&self) -> bool {
        self.mean > MIN_STANDARD_ERRORS * self.standard_error
    }
}

/// Whether tuned numbers replace those of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// No: their loss on the positions that decide is not less than that of the start.
    NoGain,
    /// Yes: nothing is held out, so any gain counts.
    NotJudged,
    /// By cross-validation.
    CrossValidated(Gain),
    /// By the held-out positions alone, since the run was interrupted.
    HeldOut(Gain),
}

impl Verdict {
    /// Returns `true` if the numbers replace those of the file.
    pub fn is_accepted(&self) -> bool {
        match self {
            Self::NoGain => false,
            Self::NotJudged => true,
            Self::CrossValidated(gain) | Self::HeldOut(gain) => gain.is_beyond_chance(),
        }
    }
}

impl Search<'_> {
    /// Decides about the rounded result of a search.
    pub fn verdict(&self, state: &State, rounded: &[f64], is_stopped: &dyn Fn() -> bool) -> Verdict {
        let start = self.whole_start();
        if self.cost(rounded, state.k) >= self.cost(&start, state.k) {
            return Verdict::NoGain;
        }
        if self.held_out.is_empty() {
            return Verdict::NotJudged;
        }
        match self.cross_validated(&start, state.k, is_stopped) {
            Some(gain) => Verdict::CrossValidated(gain),
            None => {
                let mut gains = Gains::default();
                gains.add(self, self.held_out, [&start, rounded], state.k);
                Verdict::HeldOut(gains.total())
            }
        }
    }

    /// Fits numbers to all folds but one, and compares them with the start on that one. The held-out positions select
    /// the epoch, as in the search itself. `None` if stopped.
    fn cross_validated(&self, start: &[f64], k: f64, is_stopped: &dyn Fn() -> bool) -> Option<Gain> {
        let mut gains = Gains::default();
        let settings = self.short(EPOCHS.min(self.settings.epochs), PATIENCE, 1.0);
        for judged in 0..FOLDS {
            let is_judged = |block: &&Block| fold(block.groups[0]) == judged;
            let (judged, train): (Vec<&Block>, Vec<&Block>) = self.train.iter().copied().partition(is_judged);
            if train.is_empty() {
                continue;
            }
            let search = Search { train: &train, settings: &settings, ..*self };
            let mut state = search.begin(Some(k));
            let end =
                search.run(&mut state, is_stopped, &mut |_| Ok::<_, Infallible>(ControlFlow::Continue(())));
            if end == Ok(End::Stopped) {
                return None;
            }
            gains.add(self, &judged, [start, &state.best], k);
        }
        Some(gains.total())
    }

    /// Settings for a short search with small batches, since there are few epochs. `rate` is a fraction of the first
    /// rate.
    pub(super) fn short(&self, epochs: usize, patience: usize, rate: f64) -> Settings {
        /// Minimum number of steps per epoch.
        const STEPS: usize = 64;
        let positions: usize = self.train.iter().map(|block| block.len()).sum();
        Settings {
            epochs,
            patience,
            rate: self.settings.rate * rate,
            batch: self.settings.batch.min(positions / STEPS).max(1),
            ..self.settings.clone()
        }
    }
}

/// Sums of differences, by group: positions of one game are correlated.
#[derive(Default)]
struct Gains {
    /// Sum and number of positions.
    groups: BTreeMap<u32, (f64, usize)>,
    start: f64,
}

impl Gains {
    fn add(&mut self, search: &Search<'_>, blocks: &[&Block], [start, other]: [&[f64]; 2], k: f64) {
        let losses = |x| search.pass(&search.variables.values(x), k).losses(blocks).concat();
        let groups = blocks.iter().flat_map(|block| &block.groups);
        for ((start, other), group) in losses(start).into_iter().zip(losses(other)).zip(groups) {
            let (sum, positions) = self.groups.entry(*group).or_default();
            *sum += f64::from(start) - f64::from(other);
            *positions += 1;
            self.start += f64::from(start);
        }
    }

    /// The mean and its error as those of a ratio of sums over groups (W. G. Cochran, *Sampling Techniques*, 1977, 6.4).
    fn total(&self) -> Gain {
        let groups = self.groups.len() as f64;
        let positions = self.groups.values().map(|(_, positions)| *positions).sum::<usize>().max(1) as f64;
        let mean = self.groups.values().map(|(sum, _)| sum).sum::<f64>() / positions;
        let square = |(sum, positions): &(f64, usize)| (sum - mean * *positions as f64).powi(2);
        let squares: f64 = self.groups.values().map(square).sum();
        Gain {
            start: self.start / positions,
            mean,
            standard_error: if groups < 2.0 {
                f64::INFINITY
            } else {
                (groups / (groups - 1.0) * squares).sqrt() / positions
            },
        }
    }
}
