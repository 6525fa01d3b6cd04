//! Counted results of a match.

use std::collections::BTreeMap;

use super::runner::Played;
use super::schedule::Schedule;
use super::termination::Reason;
use crate::stats::{Outcome, Pentanomial, Results};

/// Counted pairs of games in the order of the schedule, and the statistics of each pairing. A game takes about 4 kB.
#[derive(Debug)]
pub struct MatchResults {
    schedule: Schedule,
    pairs: Vec<[Played; 2]>,
    /// Statistics of each pairing, for its second participant.
    stats: Vec<Pentanomial>,
}

impl MatchResults {
    pub fn new(schedule: &Schedule) -> Self {
        Self {
            stats: vec![Pentanomial::default(); schedule.pairings().len()],
            schedule: schedule.clone(),
            pairs: Vec::new(),
        }
    }

    /// Counts a pair. Returns the index of its pairing and the results of the pairing, for its second participant.
    pub fn add(&mut self, pair: [Played; 2]) -> (usize, Results) {
        let pairing = self.schedule.pairing(pair[0].slot.pair());
        let stats = &mut self.stats[pairing];
        *stats = *stats + pair_result(&pair, self.schedule.pairings()[pairing][1]);
        self.pairs.push(pair);
        (pairing, Results::Pairs(*stats))
    }

    /// Returns all counted pairs.
    pub fn pairs(&self) -> &[[Played; 2]] {
        &self.pairs
    }

    /// Returns the number of counted games.
    pub fn games(&self) -> usize {
        2 * self.pairs.len()
    }

    /// Returns each pairing with its results, for its second participant.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], Results)> {
        let pairings = self.schedule.pairings().iter().copied();
        pairings.zip(self.stats.iter().copied().map(Results::Pairs))
    }

    /// Returns the number of games that a participant has lost for a reason.
    pub fn lost(&self, participant: usize, reason: Reason) -> usize {
        let is_lost = |played: &&Played| {
            played.record.termination.reason == reason
                && played.slot.players.contains(&participant)
                && played.half_points(participant) == 0
        };
        self.pairs.iter().flatten().filter(is_lost).count()
    }

    /// Returns the number of games for each reason, by its text.
    pub fn reasons(&self) -> BTreeMap<String, u64> {
        let mut reasons = BTreeMap::new();
        for played in self.pairs.iter().flatten() {
            *reasons.entry(played.record.termination.reason.to_string()).or_default() += 1;
        }
        reasons
    }
}

/// Returns the result of a pair for one of its participants.
pub fn pair_result(pair: &[Played; 2], participant: usize) -> Pentanomial {
    let outcome = |played: &Played| match played.half_points(participant) {
        0 => Outcome::Loss,
        1 => Outcome::Draw,
        _ => Outcome::Win,
    };
    Pentanomial::of_pair(outcome(&pair[0]), outcome(&pair[1]))
}
