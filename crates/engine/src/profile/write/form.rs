//! Chooses the shortest readable form for the numbers of a key.

use std::fmt;

use crate::eval::keys::Shape;
use crate::profile::decimal::Number;

/// Longer lists are written as two halves rather than as pairs.
const MOST_PAIRS: usize = 8;

/// A number for both stages, or a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::profile) enum Entry {
    /// One number for both.
    Single(Number),
    /// Middlegame and endgame.
    Pair(Number, Number),
}

impl Entry {
    pub fn new([mg, eg]: [i32; 2], resolution: i32) -> Self {
        let [first, second] = [mg, eg].map(|steps| Number::new(steps, resolution));
        if mg == eg { Self::Single(first) } else { Self::Pair(first, second) }
    }

    /// Returns `true` if both stages are 0.
    pub fn is_zero(self) -> bool {
        matches!(self, Self::Single(number) if number.is_zero())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(n) => n.fmt(f),
            Self::Pair(mg, eg) => write!(f, "[{mg}, {eg}]"),
        }
    }
}

/// A way to write the numbers of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::profile) enum Form {
    /// One entry for the whole table.
    All(Entry),
    List(Vec<Entry>),
    /// `start + step * index`.
    Linear {
        /// Entry at index 0.
        start: Entry,
        /// Difference per step of the index.
        step: Entry,
    },
    /// Eight rows of eight, rank 8 first.
    Rows(Vec<[Number; 8]>),
    /// Separate forms for middlegame and endgame.
    Stages(Box<Form>, Box<Form>),
}

impl Form {
    /// Chooses the form for the values of a custom term. Tables are written in full, since their length is that of the
    /// list.
    pub fn of_term(shape: Shape, pairs: &[[i32; 2]], resolution: i32) -> Self {
        match shape {
            Shape::ByCount { .. } => Self::list(pairs, resolution),
            _ => Self::new(shape, pairs, resolution),
        }
    }

    fn list(pairs: &[[i32; 2]], resolution: i32) -> Self {
        Self::List(pairs.iter().map(|&pair| Entry::new(pair, resolution)).collect())
    }

    /// Chooses the form for the numbers of a key: one pair [mg, eg] per entry of its shape, in steps of 1 /
    /// `resolution`.
    pub fn new(shape: Shape, pairs: &[[i32; 2]], resolution: i32) -> Self {
        if pairs.iter().all(|pair| *pair == pairs[0]) {
            return Self::All(Entry::new(pairs[0], resolution));
        }
        if let Some(linear) = linear(shape, pairs, resolution) {
            return linear;
        }
        let single = pairs.iter().all(|[mg, eg]| mg == eg);
        let short = shorten(shape, pairs);
        if !single && (shape == Shape::BySquare || short.len() > MOST_PAIRS) {
            let half = |stage: usize| {
                let half: Vec<[i32; 2]> = pairs.iter().map(|pair| [pair[stage]; 2]).collect();
                Box::new(Self::new(shape, &half, resolution))
            };
            return Self::Stages(half(0), half(1));
        }
        if shape == Shape::BySquare {
            let number = |square: usize| Number::new(pairs[square][0], resolution);
            let row = |rank: usize| std::array::from_fn(|file| number(rank * 8 + file));
            return Self::Rows((0..8).rev().map(row).collect());
        }
        Self::list(short, resolution)
    }
}

fn linear(shape: Shape, pairs: &[[i32; 2]], resolution: i32) -> Option<Form> {
    if !shape.is_linear() {
        return None;
    }
    let step = [0, 1].map(|s| pairs[1][s] - pairs[0][s]);
    let grows = |w: &[[i32; 2]]| (0..2).all(|s| w[1][s] - w[0][s] == step[s]);
    let start = [0, 1].map(|s| pairs[0][s] - step[s] * shape.first_index());
    pairs
        .windows(2)
        .all(grows)
        .then(|| Form::Linear { start: Entry::new(start, resolution), step: Entry::new(step, resolution) })
}

/// Drops the entries that the reader of a list fills in.
fn shorten(shape: Shape, pairs: &[[i32; 2]]) -> &[[i32; 2]] {
    if shape == Shape::ByFile && (0..4).all(|i| pairs[i] == pairs[7 - i]) {
        return &pairs[..4];
    }
    let last = pairs[pairs.len() - 1];
    let repeated = pairs.iter().rev().take_while(|p| **p == last).count();
    // At least one of the equal entries at the end must stay.
    &pairs[..(pairs.len() - repeated + 1).max(shape.least_len())]
}
