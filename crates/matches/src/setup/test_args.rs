//! Options of a sequential test.

use serde::{Deserialize, Serialize};

use crate::stats::{Model, Sprt, SprtError};

/// Default probability of either error.
const ERROR_RATE: f64 = 0.05;

/// Options of a sequential test.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub struct TestArgs {
    /// Elo difference of H0, in the unit of the model
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, requires = "elo1")]
    elo0: Option<f64>,
    /// Elo difference of H1, in the unit of the model
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, requires = "elo0")]
    elo1: Option<f64>,
    /// Probability of accepting H1 if H0 is true
    #[arg(long, value_name = "P", default_value_t = ERROR_RATE, requires = "elo0")]
    alpha: f64,
    /// Probability of accepting H0 if H1 is true
    #[arg(long, value_name = "P", default_value_t = ERROR_RATE, requires = "elo0")]
    beta: f64,
    /// Elo model: normalized (nElo), logistic (Elo) or bayesian (BayesElo, from games)
    #[arg(long, value_name = "MODEL", default_value_t = Model::Normalized, requires = "elo0")]
    model: Model,
}

impl TestArgs {
    /// The options of a command line that has only the bounds, or no test.
    pub fn new(bounds: Option<[f64; 2]>) -> Self {
        let [elo0, elo1] = bounds.map_or([None, None], |bounds| bounds.map(Some));
        Self { elo0, elo1, alpha: ERROR_RATE, beta: ERROR_RATE, model: Model::Normalized }
    }

    /// The test, if one is described.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        let (Some(elo0), Some(elo1)) = (self.elo0, self.elo1) else {
            return Ok(None);
        };
        Sprt::new(elo0, elo1, self.alpha, self.beta, self.model).map(Some)
    }
}
