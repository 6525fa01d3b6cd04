//! Numbers as options take them.

use anyhow::Context;

use crate::counts;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};

/// Parses a number of nodes or the like: `5000`, `20k`, `1.5M`.
pub fn count(text: &str) -> anyhow::Result<u64> {
    counts::parse(text).with_context(|| format!("expected {}", counts::FORM))
}

/// Parses a level.
pub fn elo(text: &str) -> anyhow::Result<u32> {
    let elo = text.parse().ok().filter(|&elo: &u32| (MIN_ELO..=MAX_ELO).contains(&f64::from(elo)));
    elo.with_context(|| format!("a level is a whole number from {MIN_ELO} to {MAX_ELO}"))
}
