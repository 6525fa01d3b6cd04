//! Counts of results, by game and by pair of games.

use std::iter::Sum;
use std::ops::Add;

use thiserror::Error;

use super::Undefined;

/// The result of a game for the side whose strength is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

/// Results of single games. Additions saturate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Results of pairs: two games from one opening with colours reversed. Additions saturate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pentanomial {
    /// Pairs by their points: 0, ½, 1, 1½, 2.
    counts: [u32; 5],
    /// Number of the pairs with one point that were two draws, if known.
    twice_drawn: Option<u32>,
}

/// The sample of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Results {
    /// Whole pairs.
    Pairs(Pentanomial),
    /// Single games.
    Games(Trinomial),
}

/// Error: games and pairs cannot belong to one match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CountsError(String);

impl Trinomial {
    pub fn games(&self) -> u64 {
        [self.wins, self.draws, self.losses].map(u64::from).iter().sum()
    }

    /// The same results for the other side.
    pub fn swapped(&self) -> Self {
        Trinomial { wins: self.losses, losses: self.wins, ..*self }
    }

    /// Games by points: 0, ½, 1.
    pub fn counts(&self) -> [u32; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl Default for Pentanomial {
    /// No pairs; that none of them was two draws is known.
    fn default() -> Self {
        Pentanomial { counts: [0; 5], twice_drawn: Some(0) }
    }
}

impl Pentanomial {
    /// Creates results from pentanomial counts (0, ½, 1, 1½, 2 points), as in `Ptnml(0-2)`. The number of pairs with two draws
    /// is unknown.
    pub fn from_counts(counts: [u32; 5]) -> Self {
        Pentanomial { counts, twice_drawn: (counts[2] == 0).then_some(0) }
    }

    /// Returns the same pairs, with the number of pairs with two draws computed from the games.
    ///
    /// # Errors
    /// If these are not the games of the pairs.
    pub fn with_games(self, games: Trinomial) -> Result<Self, CountsError> {
        if games.games() != 2 * self.pairs() {
            let (pairs, games) = (self.pairs(), games.games());
            return Err(CountsError(format!("{pairs} pairs are {} games, not {games}", 2 * pairs)));
        }
        let half_points = 2 * u64::from(games.wins) + u64::from(games.draws);
        if half_points != self.half_points() {
            let [pairs, games] = [self.half_points(), half_points].map(|half| half as f64 / 2.0);
            return Err(CountsError(format!("the pairs bring {pairs} points, the games {games}")));
        }
        let in_uneven_pairs = u64::from(self.counts[1]) + u64::from(self.counts[3]);
        let twice_drawn = u64::from(games.draws)
            .checked_sub(in_uneven_pairs)
            .filter(|left| left % 2 == 0)
            .and_then(|left| u32::try_from(left / 2).ok())
            .filter(|&pairs| pairs <= self.counts[2])
            .ok_or_else(|| {
                CountsError(format!(
                    "{} drawn games do not fit the pairs: an even pair has none or two, one of ½ or 1½ points has one",
                    games.draws
                ))
            })?;
        Ok(Pentanomial { twice_drawn: Some(twice_drawn), ..self })
    }

    /// Creates a single pair from the results of its two games.
    pub fn of_pair(first: Outcome, second: Outcome) -> Self {
        let mut counts = [0; 5];
        counts[first as usize + second as usize] = 1;
        let is_twice_drawn = first == Outcome::Draw && second == Outcome::Draw;
        Pentanomial { counts, twice_drawn: Some(is_twice_drawn.into()) }
    }

    /// Pairs by their points: 0, ½, 1, 1½, 2.
    pub fn counts(&self) -> [u32; 5] {
        self.counts
    }

    pub fn pairs(&self) -> u64 {
        self.counts.map(u64::from).iter().sum()
    }

    /// Number of the pairs with one point that were two draws, if known.
    pub fn twice_drawn(&self) -> Option<u32> {
        self.twice_drawn
    }

    /// Returns the games of these pairs, if the number of pairs with two draws is known and the counts do not
    /// overflow.
    pub fn games(&self) -> Option<Trinomial> {
        let twice_drawn = u64::from(self.twice_drawn?);
        let [ll, ld, even, wd, ww] = self.counts.map(u64::from);
        let won_and_lost = even.saturating_sub(twice_drawn);
        Some(Trinomial {
            wins: u32::try_from(2 * ww + wd + won_and_lost).ok()?,
            draws: u32::try_from(ld + wd + 2 * twice_drawn).ok()?,
            losses: u32::try_from(2 * ll + ld + won_and_lost).ok()?,
        })
    }

    /// The same results for the other side.
    pub fn swapped(&self) -> Self {
        let [ll, ld, even, wd, ww] = self.counts;
        Pentanomial { counts: [ww, wd, even, ld, ll], ..*self }
    }

    fn half_points(&self) -> u64 {
        (0..).zip(self.counts).map(|(half, n)| half * u64::from(n)).sum()
    }
}

impl Results {
    pub fn number_of_games(&self) -> u64 {
        match self {
            Results::Pairs(pairs) => 2 * pairs.pairs(),
            Results::Games(games) => games.games(),
        }
    }

    /// Points of the side whose strength is estimated.
    pub fn points(&self) -> f64 {
        match self {
            Results::Pairs(pairs) => pairs.half_points() as f64 / 2.0,
            Results::Games(games) => f64::from(games.wins) + f64::from(games.draws) / 2.0,
        }
    }

    /// Returns the results of single games.
    ///
    /// # Errors
    /// If only pairs are known.
    pub fn games(&self) -> Result<Trinomial, Undefined> {
        match self {
            Results::Pairs(pairs) => pairs.games().ok_or(Undefined::GamesUnknown),
            Results::Games(games) => Ok(*games),
        }
    }

    /// Returns the pairs, if they are the sample.
    pub fn pairs(&self) -> Option<&Pentanomial> {
        match self {
            Results::Pairs(pairs) => Some(pairs),
            Results::Games(_) => None,
        }
    }

    /// The same results for the other side.
    pub fn swapped(&self) -> Self {
        match self {
            Results::Pairs(pairs) => Results::Pairs(pairs.swapped()),
            Results::Games(games) => Results::Games(games.swapped()),
        }
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let both = self.twice_drawn.zip(other.twice_drawn);
        Pentanomial {
            counts: std::array::from_fn(|i| self.counts[i].saturating_add(other.counts[i])),
            twice_drawn: both.map(|(a, b)| a.saturating_add(b)),
        }
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Pentanomial::default(), Add::add)
    }
}
