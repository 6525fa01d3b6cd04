//! Expected length of a test.

use super::distribution::Sample;
use super::scale::Scale;
use super::{MAX_ELO, Model, Results, Sprt, Undefined};

/// Expected course of a test for a given true difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectation {
    /// Mean number of pairs, at least 1. Single tests differ from it widely.
    pub pairs: f64,
    /// The probability that H1 is accepted, 0 to 1.
    pub accepts_h1: f64,
}

impl Sprt {
    /// Computes the expectation for a true difference of `true_elo`, in the unit of the model. All models but the
    /// normalised one need `earlier` results, whose spread is assumed for future results.
    ///
    /// The log-likelihood ratio is treated as a Brownian motion between the bounds. For a true score that is t standard
    /// deviations above one half, and hypotheses t0 and t1, each result moves it by (t1 - t0)(t - (t0 + t1)/2) on
    /// average with the variance (t1 - t0)² (M. Van den Bergh, *A Practical Introduction to the GSPRT*, (2.1),
    /// <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>). The probabilities and the average number are then
    /// Wald's (*Sequential Tests of Statistical Hypotheses*, 1945); what a test goes beyond its bound is neglected.
    ///
    /// # Errors
    /// If earlier results are missing or insufficient, or the difference is beyond [`MAX_ELO`].
    pub fn expectation(&self, true_elo: f64, earlier: Option<&Results>) -> Result<Expectation, Undefined> {
        if !(-MAX_ELO..=MAX_ELO).contains(&true_elo) {
            return Err(Undefined::TooFar);
        }
        let (scale, deviation, games) = self.unit_of_plan(earlier)?;
        let [t0, t1, t] = [self.elo0(), self.elo1(), true_elo].map(|elo| scale.deviations(elo, deviation));
        let gap = t1 - t0;
        let motion = Motion {
            drift: gap * (t - f64::midpoint(t0, t1)),
            variance: gap * gap,
            below: -self.lower(),
            above: self.upper(),
        };
        let accepts_h1 = motion.ends_above();
        let steps = motion.expected_steps();
        if !(accepts_h1.is_finite() && steps.is_finite()) {
            return Err(Undefined::TooFar);
        }
        Ok(Expectation { pairs: (steps * games / 2.0).max(1.0), accepts_h1 })
    }

    /// Returns the scale, the standard deviation of a result, and its number of games.
    fn unit_of_plan(&self, earlier: Option<&Results>) -> Result<(Scale, f64, f64), Undefined> {
        let Some(results) = earlier else {
            return match self.model() {
                Model::Normalized => Ok((Scale::NORMALIZED_PAIRS, 1.0, 2.0)),
                Model::Logistic | Model::Bayesian => Err(Undefined::NoEarlierResults),
            };
        };
        let scale = Scale::new(self.model(), results)?;
        match results {
            Results::Pairs(pairs) if self.model() != Model::Bayesian => {
                Ok((scale, deviation_of(pairs.counts(), Undefined::PairsAlike)?, 2.0))
            }
            _ => Ok((scale, deviation_of(results.games()?.counts(), Undefined::NoSpread)?, 1.0)),
        }
    }
}

/// `no_spread`: reason if the results do not differ.
fn deviation_of<const N: usize>(counts: [u32; N], no_spread: Undefined) -> Result<f64, Undefined> {
    let sample = Sample::new(counts).ok_or(Undefined::NoResults)?;
    if !sample.has_spread() {
        return Err(no_spread);
    }
    Ok(sample.shares.variance().sqrt())
}

/// A Brownian motion from 0 that ends at `-below` or at `above`, both positive.
struct Motion {
    drift: f64,
    variance: f64,
    below: f64,
    above: f64,
}

impl Motion {
    /// Below this, the exponentials of Wald's formulae are so near 1 that their differences would be rounding errors.
    const NO_DRIFT: f64 = 1e-6;

    /// Wald's exponent for the whole way between the bounds; near 0 the drift is negligible.
    fn exponent(&self) -> f64 {
        2.0 * self.drift / self.variance
    }

    fn has_drift(&self) -> bool {
        (self.exponent() * (self.below + self.above)).abs() > Self::NO_DRIFT
    }

    fn ends_above(&self) -> f64 {
        let width = self.below + self.above;
        // 1 - e^-x, which neither overflows nor loses digits for x > 0.
        let part = |x: f64| -(-x).exp_m1();
        let h = self.exponent();
        if !self.has_drift() {
            self.below / width
        } else if h > 0.0 {
            part(h * self.below) / part(h * width)
        } else {
            1.0 - part(-h * self.above) / part(-h * width)
        }
    }

    fn expected_steps(&self) -> f64 {
        if !self.has_drift() {
            return self.below * self.above / self.variance;
        }
        let above = self.ends_above();
        (above * self.above - (1.0 - above) * self.below) / self.drift
    }
}
