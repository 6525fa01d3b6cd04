//! Converts Elo differences of each model to properties of a sample.

use std::f64::consts::SQRT_2;

use super::{Model, NELO_PER_DEVIATION, Results, Trinomial, Undefined, score_of_elo};

/// The unit of a model for given results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// Normalised Elo: proportional to standard deviations of the sample.
    Normalized {
        /// Standard deviations per Elo.
        deviations: f64,
    },
    /// Logistic Elo.
    Logistic,
    /// BayesElo.
    Bayesian {
        /// The difference at which a weaker side's draw is as likely as its loss would be without draws.
        draw_elo: f64,
    },
}

impl Scale {
    /// The scale of normalised Elo for pairs. A pair's score is the mean of two games and has 1/√2 of their deviation.
    pub const NORMALIZED_PAIRS: Scale = Scale::Normalized { deviations: SQRT_2 / NELO_PER_DEVIATION };
    const NORMALIZED_GAMES: Scale = Scale::Normalized { deviations: 1.0 / NELO_PER_DEVIATION };

    /// Returns the scale of a model for some results.
    pub fn new(model: Model, results: &Results) -> Result<Self, Undefined> {
        Ok(match (model, results) {
            (Model::Normalized, Results::Pairs(_)) => Self::NORMALIZED_PAIRS,
            (Model::Normalized, Results::Games(_)) => Self::NORMALIZED_GAMES,
            (Model::Logistic, _) => Scale::Logistic,
            (Model::Bayesian, _) => Scale::Bayesian { draw_elo: draw_elo(&results.games()?)? },
        })
    }

    /// Returns the number of standard deviations by which the expected score is above one half, for a sample with
    /// this `deviation`.
    pub fn deviations(self, elo: f64, deviation: f64) -> f64 {
        match self {
            Scale::Normalized { deviations } => elo * deviations,
            Scale::Logistic => (score_of_elo(elo) - 0.5) / deviation,
            Scale::Bayesian { draw_elo } => (bayesian_score(elo, draw_elo) - 0.5) / deviation,
        }
    }
}

/// The parameter of the draw model, from the shares of wins w and losses l: 200 lg((1 - w)/w · (1 - l)/l), which
/// solves the equations of [`bayesian_score`] for it.
fn draw_elo(games: &Trinomial) -> Result<f64, Undefined> {
    if games.wins == 0 || games.losses == 0 {
        return Err(Undefined::NoDrawModel);
    }
    let odds_against = |n: u32| (games.games() - u64::from(n)) as f64 / f64::from(n);
    Ok(200.0 * (odds_against(games.wins) * odds_against(games.losses)).log10())
}

/// The expected score in the model of BayesElo (R. Coulom, <https://www.remi-coulom.fr/Bayesian-Elo/>), where a win
/// has the probability 1/(1 + 10^((d - x)/400)) and a loss 1/(1 + 10^((d + x)/400)) for the difference x and the
/// parameter d for draws.
pub(super) fn bayesian_score(elo: f64, draw_elo: f64) -> f64 {
    let win = score_of_elo(elo - draw_elo);
    let loss = score_of_elo(-elo - draw_elo);
    0.5 + (win - loss) / 2.0
}
