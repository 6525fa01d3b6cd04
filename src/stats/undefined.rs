//! Why a number does not exist.

use thiserror::Error;

/// Why a statistic is not defined for the results at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Undefined {
    /// There is nothing to count.
    #[error("there are no results yet")]
    NoResults,
    /// The estimate of an Elo difference would be infinite.
    #[error("all points went to one side")]
    OneSided,
    /// The spread of a sample needs two at least.
    #[error("one result says nothing about its spread")]
    OneResult,
    /// The sample says nothing about its own spread.
    #[error("all results are the same")]
    NoSpread,
    /// An end of the interval is no share of the points.
    #[error("too few results: the interval reaches 0 or 100 % of the points")]
    BeyondAllPoints,
    /// The draw model has no estimate without a win and a loss.
    #[error("the bayesian model needs a win and a loss")]
    NoDrawModel,
    /// Games are wanted, but of the pairs that ended 1 : 1 it is not known how.
    #[error("a 1 : 1 pair may be two draws or a win and a loss; the games must be given too")]
    GamesUnknown,
    /// A ratio to the number of lost pairs.
    #[error("no pair was lost")]
    NoLostPair,
    /// A ratio to the number of pairs with two draws.
    #[error("no pair was two draws")]
    NoTwiceDrawn,
    /// A plan without the spread that it depends on.
    #[error("how long this takes depends on the spread of the results; give those of an earlier match")]
    NoEarlierResults,
    /// No distribution fits both the results and a hypothesis, as far as the calculation can tell.
    #[error("the hypotheses are too far from the results")]
    TooFar,
}
