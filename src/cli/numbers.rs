//! Numbers on the command line and in reports.

use std::thread;

use anyhow::Context;

use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_matches::counts;

/// Number of processors.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Parses a number of nodes or the like: `5000`, `20k`, `1.5M`.
pub fn count(text: &str) -> anyhow::Result<u64> {
    counts::parse(text).with_context(|| format!("expected {}", counts::FORM))
}

/// Parses a level.
pub fn elo(text: &str) -> anyhow::Result<u32> {
    let elo = text.parse().ok().filter(|&elo: &u32| (MIN_ELO..=MAX_ELO).contains(&f64::from(elo)));
    elo.with_context(|| format!("a level is a whole number from {MIN_ELO} to {MAX_ELO}"))
}

/// Writes a number with commas between thousands.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
