//! Adam (Kingma and Ba 2015) over batches of positions. The learning rate is halved when the held-out loss stops
//! improving; the search ends when that no longer helps.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::loss::{Loss, minimum};
use super::model::Model;
use super::parallel::{ParallelLoss, positions};
use super::samples::Block;
use super::variables::Variables;
use temperament_engine::random::mix;

/// Decay rates of the first and second moment.
const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-9;
/// Minimum learning rate as a fraction of the first one: smaller steps vanish in rounding.
const MIN_LR: f64 = 1.0 / 128.0;
/// Minimum relative improvement that counts as progress.
const LEAST_GAIN: f64 = 1e-5;
/// Maximum number of blocks for fitting K; more do not change its third digit.
const BLOCKS_FOR_K: usize = 500;

/// Settings of the optimiser.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Loss function.
    pub loss: Loss,
    /// Initial learning rate, for a profile whose pawn is 100.
    pub rate: f64,
    /// Batch size; 0 for all positions.
    pub batch: usize,
    /// Maximum number of epochs.
    pub epochs: usize,
    /// Number of epochs without progress after which the rate is halved.
    pub patience: usize,
    pub threads: usize,
    /// Seed of the order of batches.
    pub seed: u64,
    /// Value of a pawn in the profile's units.
    pub pawn: f64,
}

/// Losses after an epoch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Training loss, averaged over the epoch.
    pub train: f64,
    /// Held-out loss; training loss without held-out positions.
    pub held_out: f64,
    /// Loss of the requested anchors; the best variables minimise the sum of both.
    pub pull: f64,
}

/// State of a search, for saving and resuming.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct State {
    /// Scale from evaluations to expected points, per unit of the profile.
    pub k: f64,
    /// The variables.
    pub x: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
    rate: f64,
    idle: usize,
    /// The best variables so far.
    pub best: Vec<f64>,
    /// Their loss.
    pub best_loss: f64,
    /// Losses before the first epoch and after each one.
    pub history: Vec<Losses>,
}

impl State {
    /// Multiplies the learning rate of the rest of the search.
    pub fn scale_rate(&mut self, factor: f64) {
        self.rate *= factor;
    }

    /// Returns the epoch after which the variables were best; 0 if training has not improved on the start.
    pub fn best_epoch(&self) -> usize {
        let cost = |losses: &Losses| losses.held_out + losses.pull;
        let epochs = self.history.iter().enumerate();
        epochs.min_by(|a, b| cost(a.1).total_cmp(&cost(b.1))).map_or(0, |(epoch, _)| epoch)
    }

    /// Returns `true` if it belongs to a search with this number of variables.
    pub fn fits(&self, variables: usize) -> bool {
        let all = [&self.x, &self.mean, &self.square, &self.best];
        all.iter().all(|list| list.len() == variables && list.iter().all(|n| n.is_finite()))
            && !self.history.is_empty()
    }
}

/// Progress after an epoch.
#[derive(Debug)]
pub struct Progress<'a> {
    /// State of the search.
    pub state: &'a State,
    /// Positions per second over all threads.
    pub speed: f64,
    /// Remaining time for all epochs.
    pub left: Duration,
}

/// Reason for the end of the optimisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// No further improvement.
    Settled,
    /// Maximum number of epochs.
    Epochs,
    /// Interrupted.
    Stopped,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Settled => "no further improvement",
            Self::Epochs => "the limit of --epochs",
            Self::Stopped => "interrupted",
        })
    }
}

/// The inputs of a search.
#[derive(Debug)]
pub struct Search<'a> {
    /// Optimiser settings.
    pub settings: &'a Settings,
    /// Training positions.
    pub train: &'a [&'a Block],
    /// Held-out positions, if any.
    pub held_out: &'a [&'a Block],
    /// Evaluation model.
    pub model: &'a Model,
    /// Tuned variables.
    pub variables: &'a Variables,
    /// Number of positions in which each variable occurs.
    pub occurrences: &'a [u32],
}

impl Search<'_> {
    /// Returns the initial variables: those of the file, projected onto the constraints.
    pub fn start(&self) -> Vec<f64> {
        let mut x = self.variables.start();
        self.variables.project(&mut x, self.occurrences);
        x
    }

    /// Returns the same variables, rounded to whole numbers.
    pub fn whole_start(&self) -> Vec<f64> {
        self.start().into_iter().map(f64::round).collect()
    }

    /// Creates the initial state; K is fitted to the training positions unless given.
    pub fn begin(&self, k: Option<f64>) -> State {
        self.begin_at(self.variables.start(), k)
    }

    /// The same with other initial variables.
    pub fn begin_at(&self, mut x: Vec<f64>, k: Option<f64>) -> State {
        self.variables.project(&mut x, self.occurrences);
        let k = k.unwrap_or_else(|| self.fitted_k(&x));
        let loss = self.loss_of(self.checked(), &x, k);
        let train = self.loss_of(self.train, &x, k);
        State {
            k,
            mean: vec![0.0; x.len()],
            square: vec![0.0; x.len()],
            steps: 0,
            rate: self.settings.rate,
            idle: 0,
            best: x.clone(),
            best_loss: loss,
            history: vec![Losses { train, held_out: loss, pull: self.pull(&x) }],
            x,
        }
    }

    /// Runs to the end. Calls `is_stopped` before each step, and `on_progress` after each epoch, which may end the search.
    pub fn run<E>(
        &self,
        state: &mut State,
        is_stopped: &dyn Fn() -> bool,
        on_progress: &mut dyn FnMut(&Progress<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<End, E> {
        let positions = positions(self.train);
        let begun = Instant::now();
        let mut walked = 0_usize;
        for epoch in state.history.len()..=self.settings.epochs {
            if state.rate < self.settings.rate * MIN_LR {
                return Ok(End::Settled);
            }
            let Some(train) = self.epoch(state, epoch, is_stopped) else {
                return Ok(End::Stopped);
            };
            self.judge(state, train);
            walked += positions;
            let time = begun.elapsed();
            let left = self.settings.epochs - epoch;
            let progress = Progress {
                speed: walked as f64 / time.as_secs_f64().max(1e-9),
                left: time.mul_f64(left as f64 * positions as f64 / walked.max(1) as f64),
                state,
            };
            if on_progress(&progress)?.is_break() {
                return Ok(End::Stopped);
            }
        }
        Ok(End::Epochs)
    }

    /// Runs an epoch over all positions. Returns their mean loss; `None` if stopped.
    fn epoch(&self, state: &mut State, epoch: usize, is_stopped: &dyn Fn() -> bool) -> Option<f64> {
        let mut order: Vec<&Block> = self.train.to_vec();
        let mut random = mix(self.settings.seed ^ epoch as u64);
        for last in (1..order.len()).rev() {
            random = mix(random);
            order.swap(last, (random % (last as u64 + 1)) as usize);
        }
        let (mut cost, mut done) = (0.0, 0);
        let mut batch: Vec<&Block> = Vec::new();
        for (at, block) in order.iter().enumerate() {
            batch.push(block);
            let size = positions(&batch);
            let is_whole = self.settings.batch != 0 && size >= self.settings.batch;
            if is_whole || at + 1 == order.len() {
                if is_stopped() {
                    return None;
                }
                cost += self.step(state, &batch) * size as f64;
                done += size;
                batch.clear();
            }
        }
        Some(cost / done.max(1) as f64)
    }

    /// Makes one step. Returns the mean loss of the batch before it.
    fn step(&self, state: &mut State, batch: &[&Block]) -> f64 {
        let values = self.variables.values(&state.x);
        let (cost, of_values) = self.pass(&values, state.k).gradient(batch);
        let gradient = self.variables.gradient(&of_values, &state.x, self.settings.pawn);
        state.steps += 1;
        let [first, second] = BETA.map(|beta| 1.0 - beta.powi(state.steps));
        let rate = state.rate * self.settings.pawn / 100.0;
        for (at, slope) in gradient.into_iter().enumerate() {
            let (mean, square) = (&mut state.mean[at], &mut state.square[at]);
            *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
            *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
            let rate = rate * self.variables.all[at].lr_scale;
            state.x[at] -= rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
        }
        self.variables.project(&mut state.x, self.occurrences);
        cost
    }

    /// Updates the best variables; returns to them with half the rate after too long without progress.
    fn judge(&self, state: &mut State, train: f64) {
        let loss = self.loss_of(self.checked(), &state.x, state.k);
        let pull = self.pull(&state.x);
        state.history.push(Losses { train, held_out: loss, pull });
        let anchored = loss + pull;
        let best = state.best_loss + self.pull(&state.best);
        state.idle = if anchored < best * (1.0 - LEAST_GAIN) { 0 } else { state.idle + 1 };
        if anchored < best {
            state.best_loss = loss;
            state.best.clone_from(&state.x);
        }
        if state.idle >= self.settings.patience {
            state.idle = 0;
            state.rate /= 2.0;
            state.x.clone_from(&state.best);
            state.mean.fill(0.0);
            state.square.fill(0.0);
            state.steps = 0;
        }
    }

    /// Returns the loss of the requested anchors. The default regularisation is not included: it limits overfitting
    /// while numbers move, and the held-out loss already shows its effect.
    pub fn pull(&self, x: &[f64]) -> f64 {
        self.variables.pull(x, self.settings.pawn)
    }

    /// Returns what the best variables minimise: the loss on the positions that decide, and that of the requested
    /// anchors.
    pub fn cost(&self, x: &[f64], k: f64) -> f64 {
        self.loss_of(self.checked(), x, k) + self.pull(x)
    }

    /// Returns the mean loss of some positions.
    pub fn loss_of(&self, blocks: &[&Block], x: &[f64], k: f64) -> f64 {
        self.pass(&self.variables.values(x), k).loss(blocks)
    }

    /// Returns the positions that decide when to end: the held-out ones, if any.
    pub fn checked(&self) -> &[&Block] {
        if self.held_out.is_empty() { self.train } else { self.held_out }
    }

    /// Loss computation with these values.
    pub fn pass<'p>(&'p self, values: &'p super::score_pairs::ScorePairs, k: f64) -> ParallelLoss<'p> {
        ParallelLoss {
            model: self.model,
            values,
            k,
            loss: self.settings.loss,
            threads: self.settings.threads,
        }
    }

    fn fitted_k(&self, x: &[f64]) -> f64 {
        let values = self.variables.values(x);
        let blocks = &self.train[..self.train.len().min(BLOCKS_FOR_K)];
        let evaluations = self.pass(&values, 1.0).evaluations(blocks);
        let pawns = 100.0 / self.settings.pawn;
        let fitted = minimum(|k| {
            let k = (k * pawns) as f32;
            let cost = blocks.iter().zip(&evaluations).map(|(block, evaluations)| {
                let each = evaluations.iter().zip(&block.targets);
                let cost = each.map(|(e, t)| f64::from(self.settings.loss.of(k, *e, *t)));
                cost.sum::<f64>()
            });
            cost.sum()
        });
        fitted * pawns
    }
}
