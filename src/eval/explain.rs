//! The explanation of an evaluation: one row for each key that counted, which sum exactly to the total.

use std::sync::LazyLock;

use crate::board::{Color, Position};

use super::phase::Blend;
use super::score::S;
use super::sink::Event;
use super::vocabulary::{Entry, Kind, entries};
use super::weights::Weights;

/// One key's share of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The key.
    pub entry: Entry,
    /// What it gives White.
    pub white: S,
    /// What it gives Black (before it is subtracted).
    pub black: S,
    /// Whether anything was counted for either side, even if it is worth nothing.
    pub counted: bool,
}

impl Row {
    /// White's share less Black's.
    pub fn difference(&self) -> S {
        self.white - self.black
    }
}

/// An evaluation with all its parts.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// Every key with values, in the order of the vocabulary.
    pub rows: Vec<Row>,
    /// The sum of all rows: White's shares less Black's.
    pub total: S,
    /// How the total became one number.
    pub blend: Blend,
}

/// The rows of an evaluation in which nothing has been counted yet.
static BLANK: LazyLock<Vec<Row>> = LazyLock::new(|| {
    entries()
        .filter(|e| matches!(e.decl.kind, Kind::Values(..)))
        .map(|entry| Row {
            entry,
            white: S::ZERO,
            black: S::ZERO,
            counted: false,
        })
        .collect()
});

impl Explanation {
    /// Explains a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let mut rows = BLANK.clone();
        for (color, slot, event) in super::trace(w, position).events {
            let row = &mut rows[slot.ordinal];
            row.counted |= !matches!(event, Event::Units(_));
            let share = if color == Color::White {
                &mut row.white
            } else {
                &mut row.black
            };
            *share += match event {
                Event::Count { index, n } => w.value(color, slot, index) * n,
                Event::Units(_) => S::ZERO,
                Event::Attack { value, .. } => value,
            };
        }
        let total = rows.iter().map(Row::difference).sum();
        Self {
            rows,
            total,
            blend: w.phase().explain(position, total),
        }
    }

    /// The evaluation from White's point of view in the profile's units.
    pub fn eval(&self) -> i32 {
        self.blend.result
    }
}
