//! SPSA: tunes numbers by games between two perturbations of all of them at once.
//!
//! In pair k of N, each number is raised or lowered by its step, at random; one side of the pair plays with these
//! numbers, the other with the opposite change. The numbers then move towards the side that scored more. Source: Spall,
//! *Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation*, 1992; the schedule
//! of the steps is that of fishtest and OpenBench.

use temperament_engine::profile::numbers::Parameter;
use temperament_engine::random::{GAMMA, mix, unit};

/// Decay of the steps with the number of pairs (gamma of the literature).
const STEP_DECAY: f64 = 0.101;
/// Decay of the learning rate (alpha of the literature).
const RATE_DECAY: f64 = 0.602;
/// Pairs by which the decay of the learning rate is delayed, as a share of all.
const DELAY: f64 = 0.1;

/// The whole numbers with which the two sides of a pair play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Perturbation {
    /// Whether each number is raised for the first side.
    raised: Vec<bool>,
    /// Numbers of the first side.
    pub plus: Vec<i32>,
    /// Numbers of the second side.
    pub minus: Vec<i32>,
}

#[derive(Debug, Clone)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    pairs: u64,
    rate: f64,
    seed: u64,
}

impl Spsa {
    /// Begins a run of this many pairs; `rate` is the learning rate in the last pair (`R_end`).
    pub fn new(parameters: Vec<Parameter>, pairs: u64, rate: f64, seed: u64) -> Self {
        let values = parameters.iter().map(|number| f64::from(number.value)).collect();
        Self { parameters, values, pairs, rate, seed }
    }

    /// Returns the numbers so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Perturbs the numbers for a pair, counted from 0. The same pair and numbers give the same perturbation.
    pub fn perturbation(&self, pair: u64) -> Perturbation {
        let mut random = Random(mix(self.seed) ^ mix(pair + 1));
        let mut perturbation = Perturbation { raised: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (number, &value) in self.parameters.iter().zip(&self.values) {
            let is_raised = random.next() < 0.5;
            let change = step(number, self.pairs, pair) * if is_raised { 1.0 } else { -1.0 };
            // Rounded up or down at random, so that steps below 1 have an effect.
            let mut whole = |x: f64| {
                (x.clamp(f64::from(number.min), f64::from(number.max)) + random.next())
                    .floor()
                    .min(f64::from(number.max)) as i32
            };
            perturbation.plus.push(whole(value + change));
            perturbation.minus.push(whole(value - change));
            perturbation.raised.push(is_raised);
        }
        perturbation
    }

    /// Moves the numbers by the result of a pair: wins minus losses of the first side, -2 to 2 (a draw counts as
    /// nothing).
    pub fn update(&mut self, pair: u64, perturbation: &Perturbation, result: i32) {
        let numbers = self.parameters.iter().zip(&mut self.values).zip(&perturbation.raised);
        for ((number, value), &is_raised) in numbers {
            let delay = DELAY * self.pairs as f64;
            let learning = ((delay + self.pairs as f64) / (delay + pair as f64 + 1.0)).powf(RATE_DECAY);
            let step = step(number, self.pairs, pair);
            // a_k / c_k of the literature, where a_N is R_end * C_end^2.
            let size = self.rate * number.step * number.step * learning / step;
            let change = size * f64::from(result) * if is_raised { 1.0 } else { -1.0 };
            *value = (*value + change).clamp(f64::from(number.min), f64::from(number.max));
        }
    }
}

/// The perturbation of a number in a pair (`c_k`): its step, larger at first.
fn step(number: &Parameter, pairs: u64, pair: u64) -> f64 {
    number.step * (pairs as f64 / (pair as f64 + 1.0)).powf(STEP_DECAY)
}

/// Uniform random numbers from 0 to 1. The state is the last number: a run goes on from its journal with the same ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = mix(self.0.wrapping_add(GAMMA));
        unit(self.0)
    }
}
