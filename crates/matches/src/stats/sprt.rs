//! The sequential probability ratio test (SPRT).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::distribution::Sample;
use super::scale::{Scale, bayesian_score};
use super::{Results, Undefined, glr, score_of_elo};

/// Maximum absolute Elo difference of a hypothesis.
pub const MAX_ELO: f64 = 1000.0;
/// Minimum distance of the two hypotheses in Elo.
pub const MIN_GAP: f64 = 0.01;

/// Unit of the hypotheses, and the sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo, of pairs if known: the length of a test depends only on the bounds.
    #[default]
    Normalized,
    /// Logistic Elo, of pairs if known.
    Logistic,
    /// BayesElo, of single games: the draw model of R. Coulom, <https://www.remi-coulom.fr/Bayesian-Elo/>, with its
    /// parameter estimated from the games.
    Bayesian,
}

/// A test of the hypothesis "the difference is `elo1`" (H1) against "it is `elo0`" (H0).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// State of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// H0 is accepted: the difference is less than `elo1`.
    H0,
    /// H1 is accepted: the difference is more than `elo0`.
    H1,
    /// More results are needed.
    Continue,
}

/// Error: invalid parameters of a test.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{0}")]
pub struct SprtError(String);

impl Sprt {
    /// Creates a test of two Elo differences in the unit of the model. `alpha` is the probability of accepting H1 if
    /// `elo0` is true, `beta` that of accepting H0 if `elo1` is true.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&value) {
                return Err(SprtError(format!(
                    "{name} is {value}; it must be between {} and {MAX_ELO}",
                    -MAX_ELO
                )));
            }
        }
        if elo1 - elo0 < MIN_GAP {
            return Err(SprtError(format!(
                "elo0 is {elo0} and elo1 {elo1}; elo1 must be larger by at least {MIN_GAP}"
            )));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError(format!("{name} is {value}; it must be more than 0 and less than 1")));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError(format!(
                "alpha and beta are {alpha} and {beta}; their sum must be less than 1"
            )));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The difference of H0, in the unit of the model.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of H1, in the unit of the model.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability of accepting H1 if `elo0` is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability of accepting H0 if `elo1` is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Unit and sample.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratio at which H0 is accepted: ln(β / (1 - α)). A. Wald, *Sequential Tests of
    /// Statistical Hypotheses*, Annals of Mathematical Statistics 16 (1945), 117-186.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which H1 is accepted: ln((1 - β) / α), from the same source.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Tells what a decision says about the first player, to follow `is`: that the rejected hypothesis is false. `than`
    /// names the other player, as ` than NAME`, or is empty. `None` without a decision.
    pub fn claim(&self, decision: Decision, than: &str) -> Option<String> {
        let (elo0, elo1, unit) = (self.elo0, self.elo1, self.model.unit());
        match decision {
            Decision::H1 if elo0 > 0.0 => Some(format!("stronger{than} by more than {elo0} {unit}")),
            Decision::H1 if elo0 < 0.0 => Some(format!("not weaker{than} by {} {unit} or more", -elo0)),
            Decision::H1 => Some(format!("stronger{than}")),
            Decision::H0 if elo1 > 0.0 => Some(format!("not stronger{than} by {elo1} {unit} or more")),
            Decision::H0 if elo1 < 0.0 => Some(format!("weaker{than} by more than {} {unit}", -elo1)),
            Decision::H0 => Some(format!("weaker{than}")),
            Decision::Continue => None,
        }
    }

    /// Returns the generalised log-likelihood ratio (GSPRT) of H1 to H0, in which parameters left open by the
    /// hypotheses are maximum-likelihood estimates. Without results it is 0.
    ///
    /// The bayesian model turns its Elo into expected scores and tests these, as fishtest did and fastchess does.
    ///
    /// # Errors
    /// If the model has no ratio for these results.
    pub fn llr(&self, results: &Results) -> Result<f64, Undefined> {
        if results.number_of_games() == 0 {
            return Ok(0.0);
        }
        let scale = Scale::new(self.model, results)?;
        match results {
            Results::Pairs(pairs) if self.model != Model::Bayesian => self.llr_of(pairs.counts(), scale),
            _ => self.llr_of(results.games()?.counts(), scale),
        }
    }

    fn llr_of<const N: usize>(&self, counts: [u32; N], scale: Scale) -> Result<f64, Undefined> {
        let sample = Sample::regularized(counts).ok_or(Undefined::NoResults)?;
        let [h0, h1] = [self.elo0, self.elo1];
        let llr = match scale {
            Scale::Normalized { deviations } => glr::of_deviations(&sample, h0 * deviations, h1 * deviations),
            Scale::Logistic => glr::of_scores(&sample, score_of_elo(h0), score_of_elo(h1)),
            Scale::Bayesian { draw_elo } => {
                let [score0, score1] = [h0, h1].map(|elo| bayesian_score(elo, draw_elo));
                glr::of_scores(&sample, score0, score1)
            }
        };
        llr.ok_or(Undefined::TooFar)
    }

    /// Returns the decision at a log-likelihood ratio.
    pub fn decision(&self, llr: f64) -> Decision {
        if llr >= self.upper() {
            Decision::H1
        } else if llr <= self.lower() {
            Decision::H0
        } else {
            Decision::Continue
        }
    }
}

impl Model {
    /// All models, the default first.
    pub const ALL: [Model; 3] = [Model::Normalized, Model::Logistic, Model::Bayesian];

    /// Name, as in fastchess.
    pub fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
            Model::Bayesian => "bayesian",
        }
    }

    /// The unit of its differences.
    pub fn unit(self) -> &'static str {
        match self {
            Model::Normalized => "nElo",
            Model::Logistic => "Elo",
            Model::Bayesian => "BayesElo",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(name: &str) -> Result<Self, SprtError> {
        let model = Model::ALL.into_iter().find(|model| model.name() == name);
        model.ok_or_else(|| {
            let names = Model::ALL.map(Model::name).join(", ");
            SprtError(format!("there is no model `{name}`; the models are {names}"))
        })
    }
}

impl Decision {
    /// Name: `H0`, `H1` or `continue`.
    pub fn name(self) -> &'static str {
        match self {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
            Decision::Continue => "continue",
        }
    }
}
