//! Generalised likelihood ratios of two hypotheses about strength, each with the distribution that maximises its
//! likelihood.
//!
//! Formulae of M. Van den Bergh: \[C\] *Comparing the approximations for the generalized log likelihood ratio of a
//! multinomial distribution*, <https://www.cantate.be/Fishtest/comparing_approximations.pdf>; \[N\] *Comments on
//! normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use super::distribution::{Distribution, Sample};

/// Maximum number of iterations for a hypothesis of normalised Elo. Few are needed; more would only repeat rounding
/// errors.
const MAX_ROUNDS: u32 = 60;
/// The iteration ends when no probability changes by more than this.
const PRECISION: f64 = 1e-13;
/// Steps of a bisection: enough to reach adjacent floating-point numbers from any interval used here.
const MAX_STEPS: u32 = 200;

/// Returns the log-likelihood ratio of an expected score of `score1` to one of `score0`. Both are between 0 and 1,
/// exclusive. `None` if there is no such distribution. The sample must be regularised.
pub(super) fn of_scores<const N: usize>(sample: &Sample<N>, score0: f64, score1: f64) -> Option<f64> {
    let p0 = likeliest_with_score(&sample.shares, score0)?;
    let p1 = likeliest_with_score(&sample.shares, score1)?;
    ratio(sample, &p0, &p1)
}

/// The same for expected scores that are `t0` and `t1` standard deviations above one half.
pub(super) fn of_deviations<const N: usize>(sample: &Sample<N>, t0: f64, t1: f64) -> Option<f64> {
    let p0 = likeliest_with_deviations(&sample.shares, t0)?;
    let p1 = likeliest_with_deviations(&sample.shares, t1)?;
    ratio(sample, &p0, &p1)
}

fn ratio<const N: usize>(sample: &Sample<N>, p0: &Distribution<N>, p1: &Distribution<N>) -> Option<f64> {
    let logarithms = std::array::from_fn(|i| (p1.p[i] / p0.p[i]).ln());
    Some(sample.size * sample.shares.expectation(logarithms)).filter(|llr| llr.is_finite())
}

/// The maximum-likelihood distribution with a given expected score: \[C\] proposition 1.1.
fn likeliest_with_score<const N: usize>(seen: &Distribution<N>, score: f64) -> Option<Distribution<N>> {
    likeliest(seen, Distribution::<N>::scores().map(|s| s - score))
}

/// The same for a given number of standard deviations above one half: \[N\] section 4.1. The condition is not linear
/// in the probabilities; it is repeatedly linearised at the last estimate.
fn likeliest_with_deviations<const N: usize>(seen: &Distribution<N>, t: f64) -> Option<Distribution<N>> {
    let mut p = tilted(t);
    for _ in 0..MAX_ROUNDS {
        let (mean, deviation) = (p.mean(), p.variance().sqrt());
        let condition = Distribution::<N>::scores().map(|score| {
            let z = (score - mean) / deviation;
            score - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
        });
        let next = likeliest(seen, condition)?;
        let change = (0..N).map(|i| (next.p[i] - p.p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < PRECISION {
            break;
        }
    }
    Some(p)
}

/// The maximum-likelihood distribution among those for which `condition` has the expected value 0: p / (1 +
/// θ·condition) for a suitable θ (\[C\] 1.2 and 1.3). `None` if the condition has only one sign.
fn likeliest<const N: usize>(seen: &Distribution<N>, condition: [f64; N]) -> Option<Distribution<N>> {
    let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // θ is between two poles, and for a rare result so near to one that the distance needs full precision: it is
    // measured from there.
    let factors = |pole: f64, distance: f64| condition.map(|c| (1.0 - c / pole) + distance * c);
    let excess = |pole: f64, distance: f64| {
        let factors = factors(pole, distance);
        seen.expectation(std::array::from_fn(|i| condition[i] / factors[i]))
    };
    let half_way = (1.0 / most - 1.0 / least) / 2.0;
    let (pole, from, to) =
        if excess(most, half_way) > 0.0 { (least, -half_way, 0.0) } else { (most, 0.0, half_way) };
    let factors = factors(pole, falling_root(from, to, |distance| excess(pole, distance)));
    Some(Distribution { p: std::array::from_fn(|i| seen.p[i] / factors[i]) })
}

/// Geometric weights from score to score, `t` standard deviations above one half. Starting here rather than from
/// equal weights makes extreme hypotheses reachable.
fn tilted<const N: usize>(t: f64) -> Distribution<N> {
    let weights = |steepness: f64| {
        let top = f64::max(0.0, steepness);
        let raw = Distribution::<N>::scores().map(|score| (steepness * score - top).exp());
        let sum = raw.iter().sum::<f64>();
        Distribution { p: raw.map(|w| w / sum) }
    };
    const STEEPEST: f64 = 60.0;
    weights(falling_root(-STEEPEST, STEEPEST, |steepness| t - weights(steepness).deviations()))
}

/// Finds the zero of a decreasing function in an interval, to full precision.
fn falling_root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..MAX_STEPS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
