//! Win, draw, loss and pentanomial counts of a pairing.

use super::runner::Played;
use crate::stats::{CountsError, Pentanomial, Results, Trinomial};

/// Counts of a pairing, for one of the two participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairStats {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pentanomial counts: pairs of games with 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u32; 5],
}

impl PairStats {
    /// Adds a pair for one of its participants.
    pub fn add(&mut self, pair: &[Played; 2], participant: usize) {
        let mut sum = 0;
        for played in pair {
            let half_points = played.half_points(participant);
            *match half_points {
                0 => &mut self.losses,
                1 => &mut self.draws,
                _ => &mut self.wins,
            } += 1;
            sum += half_points;
        }
        self.pairs[sum] += 1;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        [self.wins, self.draws, self.losses].map(u64::from).iter().sum()
    }

    /// Converts to the input of [`crate::stats`].
    ///
    /// # Errors
    /// If the counts contradict each other.
    pub fn results(&self) -> Result<Results, CountsError> {
        let games = Trinomial { wins: self.wins, draws: self.draws, losses: self.losses };
        Pentanomial::from_counts(self.pairs).with_games(games).map(Results::Pairs)
    }
}
