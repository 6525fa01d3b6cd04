//! Expected points, loss functions, and the scale K.

use serde::{Deserialize, Serialize};

use super::labels::Label;

/// Default K, from the Elo formula: 400 points are odds of ten to one.
pub const ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// A smaller K means that a one-pawn lead has almost no effect on the result, so labels and evaluations are
/// unrelated. Per centipawn.
pub const MIN_MEANINGFUL_K: f64 = ELO / 20.0;

/// Loss function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Squared error (Österlund's "Texel's tuning method", chessprogramming wiki).
    #[default]
    Squared,
    /// Cross entropy, which penalises wrong certainty more.
    CrossEntropy,
}

/// Returns the expected points of White, 0 to 1.
#[inline(always)]
pub fn expected(k: f32, evaluation: f32) -> f32 {
    1.0 / (1.0 + (-k * evaluation).exp())
}

impl Loss {
    /// Returns the loss of an evaluation.
    #[inline(always)]
    pub fn of(self, k: f32, evaluation: f32, target: f32) -> f32 {
        self.of_expected(k * evaluation, expected(k, evaluation), target)
    }

    /// Returns the loss for the expectation `p`, the logistic function of `x`.
    #[inline(always)]
    pub fn of_expected(self, x: f32, p: f32, target: f32) -> f32 {
        match self {
            Self::Squared => (p - target) * (p - target),
            // Computed from `x`, because `p` is rounded to 1 too early.
            Self::CrossEntropy => x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x,
        }
    }

    /// Returns the derivative of the loss by the evaluation.
    #[inline(always)]
    pub fn slope(self, k: f32, p: f32, target: f32) -> f32 {
        match self {
            Self::Squared => 2.0 * k * (p - target) * p * (1.0 - p),
            Self::CrossEntropy => k * (p - target),
        }
    }
}

/// Combination of results and scores to a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    /// Weight of the result if both are known: 1 result only, 0 score only.
    pub lambda: f64,
    /// K of the scores, per centipawn.
    pub score_k: f64,
}

impl Mix {
    pub fn target(&self, label: Label) -> f32 {
        let score = label.score.map(|score| expected(self.score_k as f32, score));
        match (label.result, score) {
            (Some(result), Some(score)) => {
                let lambda = self.lambda as f32;
                lambda * result + (1.0 - lambda) * score
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.5,
        }
    }

    /// Fits K of the scores to the results of the same positions; [`ELO`] if there are too few with both.
    pub fn fit_score_k(labels: &[Label]) -> f64 {
        const ENOUGH: usize = 1000;
        let both = labels.iter().filter_map(|label| Some((label.score?, label.result?)));
        let both: Vec<(f32, f32)> = both.collect();
        if both.len() < ENOUGH {
            return ELO;
        }
        minimum(|k| {
            let costs = both
                .iter()
                .map(|(score, result)| f64::from(Loss::CrossEntropy.of(k as f32, *score, *result)));
            costs.sum()
        })
    }
}

/// Minimises a function of K by golden-section search of its logarithm (Kiefer 1953) from 1/50 to 50 times [`ELO`].
pub fn minimum(cost: impl Fn(f64) -> f64) -> f64 {
    const STEPS: usize = 40;
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let cost = |log: f64| cost(log.exp());
    let (mut low, mut high) = ((ELO / 50.0).ln(), (ELO * 50.0).ln());
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut cost_a, mut cost_b) = (cost(a), cost(b));
    for _ in 0..STEPS {
        if cost_a <= cost_b {
            (high, b, cost_b) = (b, a, cost_a);
            a = high - ratio * (high - low);
            cost_a = cost(a);
        } else {
            (low, a, cost_a) = (a, b, cost_b);
            b = low + ratio * (high - low);
            cost_b = cost(b);
        }
    }
    f64::midpoint(low, high).exp()
}
