//! Reasons why a statistic is undefined.

use thiserror::Error;

/// Reason why a statistic is undefined for the given results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Undefined {
    /// There are no results.
    #[error("there are no results yet")]
    NoResults,
    /// The estimate of an Elo difference would be infinite.
    #[error("all points went to one side")]
    OneSided,
    /// A spread needs at least two results.
    #[error("one result says nothing about its spread")]
    OneResult,
    /// The sample has no spread.
    #[error("all results are the same")]
    NoSpread,
    /// A sample of pairs has no spread.
    #[error("the spread is unknown until two pairs of the same players differ in their score")]
    PairsAlike,
    /// An end of the interval is outside 0 to 1.
    #[error("too few results: the interval reaches 0 or 100 % of the points")]
    BeyondAllPoints,
    /// The draw model has no estimate without a win and a loss.
    #[error("the bayesian model needs a win and a loss")]
    NoDrawModel,
    /// Games are needed, but the number of pairs with two draws is unknown.
    #[error("a 1 : 1 pair may be two draws or a win and a loss; the games must be given too")]
    GamesUnknown,
    /// Ratio to the number of lost pairs, which is 0.
    #[error("no pair was lost")]
    NoLostPair,
    /// Ratio to the number of pairs with two draws, which is 0.
    #[error("no pair was two draws")]
    NoTwiceDrawn,
    /// A plan needs the spread of earlier results.
    #[error("how long this takes depends on the spread of the results; give those of an earlier match")]
    NoEarlierResults,
    /// No distribution fits both the results and a hypothesis, within numerical precision.
    #[error("the hypotheses are too far from the results")]
    TooFar,
}
