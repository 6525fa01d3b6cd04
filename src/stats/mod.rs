//! The statistics of matches: how strong one side is against the other, how sure that is, and when a test may end.
//!
//! Openings are played twice with colours reversed, and the two games of a pair depend on each other: an opening
//! that is good for White gives both sides a win. Whole pairs are therefore the sample ([`Pentanomial`]: 0, ½, 1, 1½
//! or 2 points), single games ([`Trinomial`]) only where nothing better is known. [`Strength`] estimates,
//! [`Sprt`] tests and plans, [`Report`] says it in text and as JSON. `docs/statistics.md` explains each number.
//!
//! For all else that pairs of games may be asked, [`Mean`] estimates and tests the mean of any numbers, and [`holm`]
//! corrects for many tests at once.
//!
//! Small samples have no interval, and some have no estimate. Such a number is an [`Undefined`], which says why; no
//! function here returns a NaN or an infinity.

mod counts;
mod distribution;
mod likelihood;
mod many;
mod mean;
mod normal;
mod plan;
mod ratings;
mod report;
mod scale;
mod sprt;
mod strength;
mod student;
mod undefined;

pub use counts::{CountsError, Outcome, Pentanomial, Results, Trinomial};
pub use many::holm;
pub use mean::{Mean, pseudo_values};
pub use plan::Expectation;
pub use ratings::{Rated, ratings};
pub use report::{Report, rounded};
pub use sprt::{Decision, MAX_ELO, MIN_GAP, Model, Sprt, SprtError};
pub use strength::{Estimate, Strength};
pub use undefined::Undefined;

/// Normalised Elo for each standard deviation of a game's score, by which the score is above one half: 800 / ln 10.
/// It is chosen so that normalised and logistic Elo agree for small differences without draws (M. Van den Bergh,
/// *Comments on normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
const NELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The logistic Elo difference at which a share of the points strictly between 0 and 1 is expected (A. Elo, *The Rating
/// of Chessplayers*, 1978).
fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The share of the points expected at a logistic Elo difference: the inverse of [`elo_of_score`].
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
