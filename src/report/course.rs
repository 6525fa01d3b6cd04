//! The statistics after each pair.

use serde::Serialize;

use super::rounded;
use crate::stats::Report;

/// The course of a match: lists with an entry for each pair that counts, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Course {
    /// Half points of B in the pair: 0 to 4.
    pub half_points: Vec<usize>,
    /// Elo of B against A after it; `None` where that is not defined, here and below.
    pub elo: Vec<Option<f64>>,
    /// Lower end of its 95 % interval.
    pub elo_low: Vec<Option<f64>>,
    /// Upper end.
    pub elo_high: Vec<Option<f64>>,
    /// Log-likelihood ratio of the test after it; empty if there is no test.
    pub llr: Vec<Option<f64>>,
}

impl Course {
    /// A pair in which B got so many half points; the statistics include it.
    pub fn add(&mut self, half_points: usize, report: &Report) {
        self.half_points.push(half_points);
        let elo = report.strength.elo.ok();
        let interval = elo.and_then(|elo| elo.interval.ok());
        self.elo.push(elo.map(|elo| rounded(elo.value, 2)));
        self.elo_low.push(interval.map(|(low, _)| rounded(low, 2)));
        self.elo_high.push(interval.map(|(_, high)| rounded(high, 2)));
        if let Some((_, llr)) = report.test {
            self.llr.push(llr.ok().map(|llr| rounded(llr, 4)));
        }
    }
}
