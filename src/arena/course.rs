//! What of a match counts, as far as it has come.

use std::collections::BTreeMap;

use super::runner::Played;
use super::schedule::Schedule;
use super::tally::Tally;
use super::verdict::Reason;

/// The pairs that count, in the order of the schedule, and what they come to. A game takes about 4 kB.
#[derive(Debug)]
pub struct Course {
    schedule: Schedule,
    pairs: Vec<[Played; 2]>,
    /// Of each pairing, for the second of the two.
    tallies: Vec<Tally>,
}

impl Course {
    /// Nothing has been played.
    pub fn new(schedule: &Schedule) -> Self {
        Self {
            tallies: vec![Tally::default(); schedule.pairings().len()],
            schedule: schedule.clone(),
            pairs: Vec::new(),
        }
    }

    /// Counts a pair. Returns the number of its pairing, and what that has come to for the second of the two.
    pub fn add(&mut self, pair: [Played; 2]) -> (usize, Tally) {
        let pairing = self.schedule.pairing(pair[0].slot.pair());
        let tally = &mut self.tallies[pairing];
        tally.add(&pair, self.schedule.pairings()[pairing][1]);
        self.pairs.push(pair);
        (pairing, *tally)
    }

    /// All pairs that count.
    pub fn pairs(&self) -> &[[Played; 2]] {
        &self.pairs
    }

    /// The number of games that count.
    pub fn games(&self) -> usize {
        2 * self.pairs.len()
    }

    /// Each pairing, and what it has come to for the second of the two.
    pub fn tallies(&self) -> impl Iterator<Item = ([usize; 2], Tally)> {
        let pairings = self.schedule.pairings().iter().copied();
        pairings.zip(self.tallies.iter().copied())
    }

    /// How many games a contender has lost for a reason.
    pub fn lost(&self, contender: usize, reason: Reason) -> usize {
        let is_lost = |played: &&Played| {
            played.record.verdict.reason == reason
                && played.slot.players.contains(&contender)
                && played.half_points(contender) == 0
        };
        self.pairs.iter().flatten().filter(is_lost).count()
    }

    /// How often games ended for each reason, by its text.
    pub fn reasons(&self) -> BTreeMap<String, u64> {
        let mut reasons = BTreeMap::new();
        for played in self.pairs.iter().flatten() {
            *reasons
                .entry(played.record.verdict.reason.to_string())
                .or_default() += 1;
        }
        reasons
    }
}
