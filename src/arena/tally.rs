//! What has come of the games of two contenders.

use super::runner::Played;

/// Counts of a match, for one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games in which it got 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
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
        self.wins + self.draws + self.losses
    }

    /// A point for each win and half of one for each draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}
