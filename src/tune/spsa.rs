//! SPSA: tunes numbers by games between two perturbations of all of them at once.
//!
//! In pair k of N, each number is raised or lowered by its step `c_k`, at random; one side of the pair plays with these
//! numbers, the other with the opposite change. The numbers then move towards the side that scored more. Source: Spall,
//! *Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation*, 1992; the schedule
//! of the steps is that of fishtest and OpenBench.

use crate::search::noise::mix;

/// Decay of the steps with the number of pairs.
const GAMMA: f64 = 0.101;
/// Decay of the learning rate.
const ALPHA: f64 = 0.602;
/// Pairs by which the decay of the learning rate is delayed, as a share of all.
const DELAY: f64 = 0.1;

/// A number to tune.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// Value at the start.
    pub start: f64,
    /// Minimum.
    pub min: f64,
    /// Maximum.
    pub max: f64,
    /// Perturbation in the last pair (`C_end`).
    pub step: f64,
}

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

/// The state of a run.
#[derive(Debug, Clone)]
pub struct Spsa {
    tuned: Vec<Tuned>,
    values: Vec<f64>,
    pairs: u64,
    rate: f64,
    seed: u64,
}

impl Spsa {
    /// Begins a run of this many pairs; `rate` is the learning rate in the last pair (`R_end`).
    pub fn new(tuned: Vec<Tuned>, pairs: u64, rate: f64, seed: u64) -> Self {
        let values = tuned.iter().map(|number| number.start).collect();
        Self { tuned, values, pairs, rate, seed }
    }

    /// Returns the numbers so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Perturbs the numbers for a pair, counted from 0. The same pair and numbers give the same perturbation.
    pub fn perturbation(&self, pair: u64) -> Perturbation {
        let mut random = Random(mix(self.seed) ^ mix(pair + 1));
        let mut perturbation = Perturbation { raised: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (number, &value) in self.tuned.iter().zip(&self.values) {
            let is_raised = random.next() < 0.5;
            let change = self.step(number, pair) * if is_raised { 1.0 } else { -1.0 };
            // Rounded up or down at random, so that steps below 1 have an effect.
            let mut whole =
                |x: f64| (x.clamp(number.min, number.max) + random.next()).floor().min(number.max) as i32;
            perturbation.plus.push(whole(value + change));
            perturbation.minus.push(whole(value - change));
            perturbation.raised.push(is_raised);
        }
        perturbation
    }

    /// Moves the numbers by the result of a pair: wins minus losses of the first side, -2 to 2 (halves for draws count as
    /// nothing).
    pub fn update(&mut self, pair: u64, perturbation: &Perturbation, result: i32) {
        let numbers = self.tuned.iter().zip(&mut self.values).zip(&perturbation.raised);
        for ((number, value), &is_raised) in numbers {
            let delay = DELAY * self.pairs as f64;
            let learning = ((delay + self.pairs as f64) / (delay + pair as f64 + 1.0)).powf(ALPHA);
            let step = number.step * decay(self.pairs, pair);
            // a_k / c_k of the literature, where a_N is R_end * C_end^2.
            let size = self.rate * number.step * number.step * learning / step;
            let change = size * f64::from(result) * if is_raised { 1.0 } else { -1.0 };
            *value = (*value + change).clamp(number.min, number.max);
        }
    }

    /// The perturbation of a number in a pair.
    fn step(&self, number: &Tuned, pair: u64) -> f64 {
        number.step * decay(self.pairs, pair)
    }
}

/// The size of the steps in a pair relative to the last.
fn decay(pairs: u64, pair: u64) -> f64 {
    (pairs as f64 / (pair as f64 + 1.0)).powf(GAMMA)
}

/// Uniform random numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = mix(self.0.wrapping_add(0x9E37_79B9_7F4A_7C15));
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
