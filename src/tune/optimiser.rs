//! Adam (Kingma and Ba 2015) over batches of positions, with a rate that is halved when what was held out gets no better,
//! and an end when that no longer helps.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::gathering::mixed;
use super::loss::{Loss, minimum};
use super::model::Model;
use super::pass::{Pass, positions};
use super::read::Data;
use super::samples::Block;
use super::variables::Variables;

/// How fast the two running means forget, and what keeps their quotient finite.
const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-9;
/// Below this part of the first rate no further step matters once numbers are rounded.
const LEAST_RATE: f64 = 1.0 / 128.0;
/// A smaller part of the loss is no progress.
const LEAST_GAIN: f64 = 1e-5;
/// K is fitted to at most so many blocks; more do not change its third figure.
const BLOCKS_FOR_K: usize = 500;

/// How to search.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What a wrong expectation costs.
    pub loss: Loss,
    /// How far a number moves in one step at first; units of a profile whose pawn is 100.
    pub rate: f64,
    /// Positions of one step; 0 for all.
    pub batch: usize,
    /// At most so often all positions are walked over.
    pub epochs: usize,
    /// After so many without progress the rate is halved.
    pub patience: usize,
    /// How many threads walk.
    pub threads: usize,
    /// What the order of the batches depends on.
    pub seed: u64,
    /// What a pawn is worth in the profile's units.
    pub pawn: f64,
}

/// Losses after an epoch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Of the positions to learn from, as they were met.
    pub train: f64,
    /// Of those set aside; of the others if none are.
    pub held_out: f64,
    /// What the anchors that were wished for add; the best is what has the least of both together.
    pub pull: f64,
}

/// Where a search stands; a file may keep it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct State {
    /// Turns evaluations into expected points; for one of the profile's units.
    pub k: f64,
    /// The variables.
    pub x: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
    rate: f64,
    idle: usize,
    /// The best variables so far, and their loss.
    pub best: Vec<f64>,
    /// Loss of the best.
    pub best_loss: f64,
    /// Before the first epoch, and after each.
    pub history: Vec<Losses>,
}

impl State {
    /// Multiplies the rate at which it goes on.
    pub fn scale_rate(&mut self, factor: f64) {
        self.rate *= factor;
    }

    /// Returns the epoch after which the variables were best; 0 if training has not improved on the start.
    pub fn best_epoch(&self) -> usize {
        let cost = |losses: &Losses| losses.held_out + losses.pull;
        let epochs = self.history.iter().enumerate();
        epochs
            .min_by(|a, b| cost(a.1).total_cmp(&cost(b.1)))
            .map_or(0, |(epoch, _)| epoch)
    }

    /// Whether it is of a search with so many variables.
    pub fn fits(&self, variables: usize) -> bool {
        let all = [&self.x, &self.mean, &self.square, &self.best];
        all.iter()
            .all(|list| list.len() == variables && list.iter().all(|n| n.is_finite()))
            && !self.history.is_empty()
    }
}

/// What is told after each epoch.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Where the search stands.
    pub state: &'a State,
    /// Positions walked over in a second, all threads together.
    pub speed: f64,
    /// What is left if no epoch is saved.
    pub left: Duration,
}

/// Why a search has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// What was held out gets no better.
    Settled,
    /// All epochs are over.
    Epochs,
    /// It was stopped.
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

/// All that a search needs.
#[derive(Debug)]
pub struct Search<'a> {
    /// How.
    pub settings: &'a Settings,
    /// On what.
    pub data: &'a Data,
    /// Of what.
    pub model: &'a Model,
    /// What is changed.
    pub variables: &'a Variables,
    /// In how many positions each variable matters.
    pub occurrences: &'a [u32],
}

impl Search<'_> {
    /// The variables to begin with: those of the file, as far as what binds them allows.
    pub fn start(&self) -> Vec<f64> {
        let mut x = self.variables.start();
        self.variables.project(&mut x, self.occurrences);
        x
    }

    /// Returns the same variables, rounded to whole numbers.
    pub fn whole_start(&self) -> Vec<f64> {
        self.start().into_iter().map(f64::round).collect()
    }

    /// The beginning: K is fitted to the positions to learn from, unless it is given.
    pub fn begin(&self, k: Option<f64>) -> State {
        self.begin_at(self.variables.start(), k)
    }

    /// The same with other variables to begin with.
    pub fn begin_at(&self, mut x: Vec<f64>, k: Option<f64>) -> State {
        self.variables.project(&mut x, self.occurrences);
        let k = k.unwrap_or_else(|| self.fitted_k(&x));
        let loss = self.loss_of(&self.checked(), &x, k);
        let train = self.loss_of(&self.train(), &x, k);
        State {
            k,
            mean: vec![0.0; x.len()],
            square: vec![0.0; x.len()],
            steps: 0,
            rate: self.settings.rate,
            idle: 0,
            best: x.clone(),
            best_loss: loss,
            history: vec![Losses {
                train,
                held_out: loss,
                pull: self.pull(&x),
            }],
            x,
        }
    }

    /// Goes on until the end. `is_stopped` is asked before each step, `tell` hears of each epoch and may end it.
    pub fn run<E>(
        &self,
        state: &mut State,
        is_stopped: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Progress<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<End, E> {
        let positions = positions(&self.train());
        let begun = Instant::now();
        let mut walked = 0_usize;
        for epoch in state.history.len()..=self.settings.epochs {
            if state.rate < self.settings.rate * LEAST_RATE {
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
            if tell(&progress)?.is_break() {
                return Ok(End::Stopped);
            }
        }
        Ok(End::Epochs)
    }

    /// One walk over all positions; their mean loss, or `None` if it was stopped.
    fn epoch(&self, state: &mut State, epoch: usize, is_stopped: &dyn Fn() -> bool) -> Option<f64> {
        let mut order: Vec<&Block> = self.data.train.iter().collect();
        let mut random = mixed(self.settings.seed ^ epoch as u64);
        for last in (1..order.len()).rev() {
            random = mixed(random);
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

    /// One step; the mean loss of the batch before it.
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
            let rate = rate * self.variables.all[at].pace;
            state.x[at] -= rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
        }
        self.variables.project(&mut state.x, self.occurrences);
        cost
    }

    /// Keeps what is best; goes back to it with half the rate where that has not changed for too long.
    fn judge(&self, state: &mut State, train: f64) {
        let loss = self.loss_of(&self.checked(), &state.x, state.k);
        let pull = self.pull(&state.x);
        state.history.push(Losses {
            train,
            held_out: loss,
            pull,
        });
        let anchored = loss + pull;
        let best = state.best_loss + self.pull(&state.best);
        state.idle = if anchored < best * (1.0 - LEAST_GAIN) {
            0
        } else {
            state.idle + 1
        };
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

    /// What the anchors that were wished for add to the loss. The pull by default has no part in what is best: it keeps the
    /// chance of few games out while numbers move, and what was set aside shows by itself whether that was done.
    pub fn pull(&self, x: &[f64]) -> f64 {
        self.variables.pull(x, self.settings.pawn)
    }

    /// The mean loss of some positions with these variables.
    pub fn loss_of(&self, blocks: &[&Block], x: &[f64], k: f64) -> f64 {
        self.pass(&self.variables.values(x), k).loss(blocks)
    }

    /// The positions that decide when to end: those set aside, if there are any.
    pub fn checked(&self) -> Vec<&Block> {
        match self.data.held_out.is_empty() {
            true => self.train(),
            false => self.data.held_out.iter().collect(),
        }
    }

    /// The positions to learn from.
    pub fn train(&self) -> Vec<&Block> {
        self.data.train.iter().collect()
    }

    /// A walk with these values.
    pub fn pass<'p>(&'p self, values: &'p super::model::Pairs, k: f64) -> Pass<'p> {
        Pass {
            model: self.model,
            values,
            k,
            loss: self.settings.loss,
            threads: self.settings.threads,
        }
    }

    fn fitted_k(&self, x: &[f64]) -> f64 {
        let values = self.variables.values(x);
        let blocks: Vec<&Block> = self.data.train.iter().take(BLOCKS_FOR_K).collect();
        let evaluations = self.pass(&values, 1.0).evaluations(&blocks);
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
