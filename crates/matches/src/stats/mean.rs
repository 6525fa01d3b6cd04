//! Means of independent numbers, with intervals and a test against zero.

use super::student::{t_95, within};
use super::{Estimate, Undefined};

/// The mean of a sample of independent numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// Sample size.
    pub size: usize,
    /// Their mean with its t-interval: mean ± t s/√n, where t is Student's of n - 1 degrees of freedom (Student, *The
    /// Probable Error of a Mean*, Biometrika 6, 1908).
    pub estimate: Result<Estimate, Undefined>,
    /// Two-sided p of the t-test of "the expected value is 0"; 0 to 1. If all numbers are 0 it is 1.
    ///
    /// Differences between two identical players are symmetrically distributed, however odd the shape. Under symmetry
    /// the t-test nearly keeps its level, and errs towards 1 where single numbers are large (B. Efron, *Student's
    /// t-Test Under Symmetry Conditions*, JASA 64, 1969).
    pub p: Result<f64, Undefined>,
}

impl Mean {
    /// Computes the mean of a sample.
    pub fn of(sample: &[f64]) -> Self {
        let size = sample.len();
        let Some(&first) = sample.first() else {
            return Self { size, estimate: Err(Undefined::NoResults), p: Err(Undefined::NoResults) };
        };
        // Without spread, rounding must not introduce one.
        if sample.iter().all(|&x| x == first) {
            let why = if size == 1 { Undefined::OneResult } else { Undefined::NoSpread };
            return Self {
                size,
                estimate: Ok(Estimate { value: first, interval: Err(why) }),
                p: if first == 0.0 { Ok(1.0) } else { Err(why) },
            };
        }
        let n = size as f64;
        let mean = sample.iter().sum::<f64>() / n;
        let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        let half = t_95(size - 1) * error;
        Self {
            size,
            estimate: Ok(Estimate { value: mean, interval: Ok((mean - half, mean + half)) }),
            p: Ok(1.0 - within(mean.abs() / error, size - 1)),
        }
    }
}

/// Mean of a sample and the standard error of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Sample size, at least 2.
    pub size: usize,
}

impl Sample {
    /// Takes mean and standard error; `None` if the sample has no spread.
    pub fn of(mean: &Mean) -> Option<Self> {
        let estimate = mean.estimate.ok()?;
        let standard_error = estimate.error().ok()? / t_95(mean.size - 1);
        Some(Self { mean: estimate.value, standard_error, size: mean.size })
    }

    /// Returns the difference from another sample, `self` minus `other`, the half width of its 95 % interval, and the
    /// two-sided p-value of Welch's t-test (B. L. Welch, *The Generalization of 'Student's' Problem*, Biometrika 34, 1947).
    pub fn minus(&self, other: &Self) -> (f64, f64, f64) {
        let difference = self.mean - other.mean;
        let [a, b] = [self, other].map(|sample| sample.standard_error.powi(2));
        let error = (a + b).sqrt();
        let [m, n] = [self, other].map(|sample| (sample.size - 1) as f64);
        let degrees = ((a + b).powi(2) / (a * a / m + b * b / n)) as usize;
        let degrees = degrees.max(1);
        (difference, t_95(degrees) * error, 1.0 - within(difference.abs() / error, degrees))
    }
}

/// Returns the pseudo-values of the jackknife: the contribution of each of `n` parts of a sample to a statistic, so
/// that the statistic can be treated as the mean of independent numbers (J. W. Tukey, *Bias and Confidence in
/// Not-quite Large Samples*, Annals of Mathematical Statistics 29, 1958). `statistic` returns the value without one
/// part, or with all.
pub fn pseudo_values(n: usize, statistic: impl Fn(Option<usize>) -> f64) -> Vec<f64> {
    let whole = n as f64 * statistic(None);
    let others = n.saturating_sub(1) as f64;
    (0..n).map(|part| whole - others * statistic(Some(part))).collect()
}
