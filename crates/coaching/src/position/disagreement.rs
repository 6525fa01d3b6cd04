//! Positions that several profiles evaluate differently, largest difference first.

use temperament_engine::board::Position;
use temperament_engine::eval::{SidedWeights, Weights};

use super::Explained;

/// Number of keys listed per position.
const MOST_TERMS: usize = 5;
/// Smaller differences are not listed; centipawns.
const LEAST: f64 = 0.5;

/// The evaluations of a position by several profiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// Evaluations for White in centipawns of the screen, in the order of the profiles.
    pub centipawns: Vec<i32>,
    /// Indices of the two profiles that differ most, in ascending order.
    pub between: [usize; 2],
    /// Keys that differ most between these two, with the difference (second minus first) in centipawns.
    pub terms: Vec<(String, f64)>,
}

impl Disagreement {
    /// Evaluations by the profiles; without terms.
    fn evaluations(profiles: &[&SidedWeights], position: &Position) -> Self {
        let first = profiles.first().map(|first| side(first, position));
        let shown =
            |w: &Weights| w.display_beside(first.unwrap_or(w), position).centipawns(w.evaluate(position));
        let centipawns: Vec<i32> = profiles.iter().map(|profile| shown(side(profile, position))).collect();
        let by_value = |&(index, &value): &(usize, &i32)| (value, index);
        let index = |found: Option<(usize, &i32)>| found.map_or(0, |(index, _)| index);
        let lowest = index(centipawns.iter().enumerate().min_by_key(by_value));
        let highest = index(centipawns.iter().enumerate().max_by_key(by_value));
        let between = [lowest.min(highest), lowest.max(highest)];
        Self { centipawns, between, terms: Vec::new() }
    }

    /// The evaluation of the second of the two profiles that differ most, minus that of the first.
    pub fn difference(&self) -> i32 {
        let [first, second] = self.between.map(|index| self.centipawns.get(index).copied().unwrap_or(0));
        second - first
    }
}

/// Collects the positions with the largest differences.
#[derive(Debug)]
pub struct Ranking<'a, T> {
    profiles: Vec<&'a SidedWeights>,
    most: usize,
    list: Vec<(T, Disagreement)>,
}

impl<'a, T> Ranking<'a, T> {
    /// Compares profiles and keeps at most `most` positions.
    pub fn new(profiles: Vec<&'a SidedWeights>, most: usize) -> Self {
        Self { profiles, most, list: Vec::new() }
    }

    /// Adds a position; `name` is called if it is kept.
    pub fn add(&mut self, position: &Position, name: impl FnOnce() -> T) {
        let mut found = Disagreement::evaluations(&self.profiles, position);
        let difference = found.difference().abs();
        let rank = self.list.partition_point(|(_, other)| other.difference().abs() >= difference);
        if difference > 0 && rank < self.most {
            let weights = found.between.map(|index| side(self.profiles[index], position));
            found.terms = terms(weights, side(self.profiles[0], position), position);
            self.list.truncate(self.most - 1);
            self.list.insert(rank, (name(), found));
        }
    }

    /// Returns the positions, largest difference first.
    pub fn into_list(self) -> Vec<(T, Disagreement)> {
        self.list
    }
}

/// Weights of the side to move.
fn side<'a>(profile: &'a SidedWeights, position: &Position) -> &'a Weights {
    profile.of(position.stm())
}

/// Keys whose contributions to a position differ most.
fn terms(weights: [&Weights; 2], first: &Weights, position: &Position) -> Vec<(String, f64)> {
    let [a, b] = weights.map(|w| Explained::on_scale(w, position, w.display_beside(first, position)));
    let mut terms: Vec<_> = a
        .beside(&b)
        .into_iter()
        .map(|(x, y)| {
            let difference = b.share.unscaled_pawns(y.difference()) - a.share.unscaled_pawns(x.difference());
            (x.entry.key(), difference * 100.0)
        })
        .filter(|(_, difference)| difference.abs() >= LEAST)
        .collect();
    terms.sort_by(|x, y| y.1.abs().total_cmp(&x.1.abs()));
    terms.truncate(MOST_TERMS);
    terms
}
