//! Match statistics: strength of one side relative to the other, its uncertainty, and sequential tests.
//!
//! Openings are played twice with colours reversed, and the two games of a pair depend on each other: an opening that
//! is good for White gives both sides a win. Whole pairs are therefore the sample ([`Pentanomial`]: 0, ½, 1, 1½ or 2
//! points), single games ([`Trinomial`]) only if pairs are unknown. [`EloEstimate`] estimates, [`Sprt`] tests and
//! plans, [`Report`] formats the results as text and JSON. `docs/statistics.md` explains each number.
//!
//! For other quantities of pairs, [`Mean`] estimates and tests the mean of any numbers, and [`holm`] corrects for
//! multiple testing.
//!
//! Small samples have no interval, and some have no estimate. Such a number is an [`Undefined`] with the reason; no
//! function here returns a NaN or an infinity.

mod counts;
mod distribution;
mod elo;
mod glr;
pub mod mean;
pub mod multiple_testing;
pub mod normal;
mod plan;
mod ratings;
mod report;
mod scale;
mod sprt;
pub mod student;
mod undefined;

pub use counts::{CountsError, Outcome, Pentanomial, Results, Trinomial};
pub use elo::{EloEstimate, Estimate};
pub use mean::{Mean, Sample, pseudo_values};
pub use multiple_testing::holm;
pub use plan::Expectation;
pub use ratings::{Rated, ratings};
pub use report::{Report, rounded};
pub use sprt::{Decision, MAX_ELO, MIN_GAP, Model, Sprt, SprtError};
pub use undefined::Undefined;

/// Normalised Elo for each standard deviation of a game's score, by which the score is above one half: 800 / ln 10.
/// It is chosen so that normalised and logistic Elo agree for small differences without draws (M. Van den Bergh,
/// *Comments on normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
const NELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// Returns the logistic Elo difference for an expected score strictly between 0 and 1 (A. Elo, *The Rating of
/// Chessplayers*, 1978).
fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected score at a logistic Elo difference: the inverse of [`elo_of_score`].
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
