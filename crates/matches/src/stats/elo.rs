//! Estimates of strength: Elo, normalised Elo, and the likelihood of superiority.

use std::f64::consts::SQRT_2;

use super::distribution::Sample;
use super::normal::{self, Z_95};
use super::{NELO_PER_DEVIATION, Results, Undefined, elo_of_score};

/// A number and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower and upper end, if defined.
    pub interval: Result<(f64, f64), Undefined>,
}

impl Estimate {
    /// Half the width of the interval, printed after `+/-`. An interval of Elo is not quite symmetric.
    ///
    /// # Errors
    /// If there is no interval.
    pub fn error(&self) -> Result<f64, Undefined> {
        self.interval.map(|(low, high)| (high - low) / 2.0)
    }
}

/// Strength of one side relative to the other.
///
/// The score's mean and variance are those of the sample of pairs or games, its error that of the normal
/// approximation with the sample's variance, as in fishtest (M. Van den Bergh, *Comments on normalized
/// Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>; <https://github.com/official-stockfish/fishtest>).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// Logistic Elo difference: -400 lg(1/s - 1) for a share s of the points; the ends of the interval are those of
    /// s ± 1.96 σ/√n.
    pub elo: Result<Estimate, Undefined>,
    /// Normalised Elo: (s - ½) / σ · 800 / ln 10, where σ is the standard deviation of a game. For pairs that is √2
    /// times the deviation of a pair's mean score, so that both samples measure the same.
    pub nelo: Result<f64, Undefined>,
    /// Half the width of its 95 % interval: 1.96 / √n · 800 / ln 10 for n games. Undefined where nElo is.
    pub nelo_error: Result<f64, Undefined>,
    /// Likelihood of superiority, 0 to 1: Φ((s - ½) / (σ/√n)).
    pub los: Result<f64, Undefined>,
}

impl EloEstimate {
    /// Estimates strength from results.
    pub fn new(results: &Results) -> Self {
        match results {
            Results::Pairs(pairs) => {
                Self::of_sample(Sample::new(pairs.counts()), SQRT_2, Undefined::PairsAlike)
            }
            Results::Games(games) => Self::of_sample(Sample::new(games.counts()), 1.0, Undefined::NoSpread),
        }
    }

    /// `games_deviation`: standard deviation of a game per standard deviation of the sample's scores. `no_spread`: reason
    /// if the scores do not differ.
    fn of_sample<const N: usize>(
        sample: Option<Sample<N>>,
        games_deviation: f64,
        no_spread: Undefined,
    ) -> Self {
        let Some(sample) = sample else {
            return EloEstimate {
                elo: Err(Undefined::NoResults),
                nelo: Err(Undefined::NoResults),
                nelo_error: Err(Undefined::NoResults),
                los: Err(Undefined::NoResults),
            };
        };
        let mean = sample.shares.mean();
        if !sample.has_spread() {
            return EloEstimate {
                elo: elo_without_spread(mean, no_spread),
                nelo: Err(no_spread),
                nelo_error: Err(no_spread),
                los: Err(no_spread),
            };
        }
        let deviation = sample.shares.variance().sqrt();
        let error = deviation / sample.size.sqrt();
        let (low, high) = (mean - Z_95 * error, mean + Z_95 * error);
        let is_score = |score: f64| score > 0.0 && score < 1.0;
        let elo_interval = if is_score(low) && is_score(high) {
            Ok((elo_of_score(low), elo_of_score(high)))
        } else {
            Err(Undefined::BeyondAllPoints)
        };
        EloEstimate {
            elo: Ok(Estimate { value: elo_of_score(mean), interval: elo_interval }),
            nelo: Ok((mean - 0.5) / (deviation * games_deviation) * NELO_PER_DEVIATION),
            nelo_error: Ok(Z_95 * NELO_PER_DEVIATION / (games_deviation * sample.size.sqrt())),
            los: Ok(normal::cumulative((mean - 0.5) / error)),
        }
    }
}

fn elo_without_spread(score: f64, no_spread: Undefined) -> Result<Estimate, Undefined> {
    if score <= 0.0 || score >= 1.0 {
        return Err(Undefined::OneSided);
    }
    Ok(Estimate { value: elo_of_score(score), interval: Err(no_spread) })
}
