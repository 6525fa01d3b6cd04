//! What is known of a match or tournament as its pairs of games are counted.

use crate::arena::{Match, MatchResults, Played};
use crate::stats::{Decision, Report, Sprt};
use crate::style::Styles;

/// Results, the state of the sequential test, and styles.
#[derive(Debug)]
pub struct MatchProgress {
    pub results: MatchResults,
    pub test: Option<Sprt>,
    /// State of the test; [`Decision::Continue`] without one.
    pub decision: Decision,
    pub styles: Styles,
}

impl MatchProgress {
    /// Creates the progress of a match before its first game. Styles are compared if `has_styles`.
    pub fn new(plan: &Match, test: Option<Sprt>, has_styles: bool) -> Self {
        Self {
            results: MatchResults::new(&plan.schedule),
            test,
            decision: Decision::Continue,
            styles: Styles::new(has_styles),
        }
    }

    /// Counts a pair. Returns the index of its pairing and a report on this, for its second participant.
    pub fn add(&mut self, plan: &Match, pair: [Played; 2]) -> (usize, Report) {
        self.styles.add(plan, &pair);
        let (pairing, results) = self.results.add(pair);
        let report = Report::new(results, self.test);
        self.decision = report.decision().unwrap_or(Decision::Continue);
        (pairing, report)
    }

    /// Returns `true` if games are missing.
    pub fn is_cut(&self, plan: &Match) -> bool {
        self.decision == Decision::Continue && self.results.games() < plan.schedule.games()
    }
}
