//! The rows of an explanation by topic, in pawns.

use super::explain::{Explanation, Row};
use super::keys::Entry;
use super::keys::topic::{TOPICS, Topic};
use super::share::Share;
use super::weights::Weights;

/// Smaller numbers, in pawns, are 0.00 with two decimals.
pub const VISIBLE: f64 = 0.005;

/// Shares of both sides in the evaluation, in pawns.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pawns {
    /// For White.
    pub white: f64,
    /// For Black (before it is subtracted).
    pub black: f64,
}

impl Pawns {
    /// White's share minus Black's.
    pub fn difference(self) -> f64 {
        self.white - self.black
    }

    /// Returns `true` if the difference is not 0.00 with two decimals.
    pub fn differs(self) -> bool {
        self.difference().abs() >= VISIBLE
    }

    /// Adds another pair.
    pub fn plus(self, other: Self) -> Self {
        Self { white: self.white + other.white, black: self.black + other.black }
    }
}

/// One key of a group.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// The key.
    pub entry: Entry,
    /// Its shares.
    pub pawns: Pawns,
}

/// The keys of one topic.
#[derive(Debug, Clone)]
pub struct Group {
    /// The topic.
    pub topic: Topic,
    /// The sum of all its rows.
    pub sum: Pawns,
    /// Its rows that are not 0, largest difference first.
    pub lines: Vec<Line>,
}

/// Groups the rows of an explanation: first the largest that favours the side ahead, then the others by size; what is no
/// merit of a side comes last. Groups without rows are left out.
pub fn groups(w: &Weights, explanation: &Explanation) -> Vec<Group> {
    let share = Share::new(w, &explanation.blend);
    of_rows(&explanation.rows, &share)
}

/// Groups any rows by their shares.
pub fn of_rows(rows: &[Row], share: &Share) -> Vec<Group> {
    let mut groups: Vec<Group> =
        TOPICS.into_iter().map(|topic| Group { topic, sum: Pawns::default(), lines: Vec::new() }).collect();
    for row in rows {
        let pawns = Pawns { white: share.pawns(row.white), black: share.pawns(row.black) };
        if pawns != Pawns::default() {
            let group = &mut groups[Topic::of(&row.entry) as usize];
            group.sum = group.sum.plus(pawns);
            group.lines.push(Line { entry: row.entry, pawns });
        }
    }
    groups.retain(|group| !group.lines.is_empty());
    let size = |pawns: Pawns| pawns.difference().abs();
    for group in &mut groups {
        group.lines.sort_by(|a, b| size(b.pawns).total_cmp(&size(a.pawns)));
    }
    groups.sort_by(|a, b| {
        let by_size = size(b.sum).total_cmp(&size(a.sum));
        b.topic.is_merit().cmp(&a.topic.is_merit()).then(by_size)
    });
    let sum: f64 = groups.iter().map(|group| group.sum.difference()).sum();
    let agrees = |group: &Group| group.topic.is_merit() && group.sum.difference() * sum > 0.0;
    if let Some(first) = groups.iter().position(agrees) {
        groups[..=first].rotate_right(1);
    }
    groups
}
