//! What has come of the games of two contenders.

use super::runner::Played;
use crate::stats::{CountsError, Pentanomial, Results, Trinomial};

/// Counts of a match, for one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games in which it got 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u32; 5],
}

impl Tally {
    /// Counts a pair for one of those who played it.
    pub fn add(&mut self, pair: &[Played; 2], contender: usize) {
        let mut sum = 0;
        for played in pair {
            let half_points = played.half_points(contender);
            *match half_points {
                0 => &mut self.losses,
                1 => &mut self.draws,
                _ => &mut self.wins,
            } += 1;
            sum += half_points;
        }
        self.pairs[sum] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        [self.wins, self.draws, self.losses].map(u64::from).iter().sum()
    }

    /// What the statistics are made from.
    ///
    /// # Errors
    /// If the counts are not those of one match.
    pub fn results(&self) -> Result<Results, CountsError> {
        let games = Trinomial {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        };
        Pentanomial::from_counts(self.pairs)
            .with_games(games)
            .map(Results::Pairs)
    }
}
