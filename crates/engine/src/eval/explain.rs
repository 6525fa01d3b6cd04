//! Explanation of an evaluation: one row for each key that counted, which sum exactly to the total.

use std::sync::LazyLock;

use crate::board::{Color, Position};

use super::keys::{Entry, Kind, Slot, entries};
use super::phase::Blend;
use super::scaling::Steps;
use super::score::S;
use super::sink::Event;
use super::weights::Weights;

/// One key's share of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The key.
    pub entry: Entry,
    /// Score for White.
    pub white: S,
    /// Score for Black (before it is subtracted).
    pub black: S,
}

impl Row {
    /// A row with both shares 0.
    pub fn blank(entry: Entry) -> Self {
        Self { entry, white: S::ZERO, black: S::ZERO }
    }

    /// The score for a side.
    fn of(&mut self, color: Color) -> &mut S {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// White's share minus Black's.
    pub fn difference(&self) -> S {
        self.white - self.black
    }
}

/// An evaluation with all its features.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// Every key with values, in the order of the table; then the profile's custom terms. The index of a row is
    /// [`Entry::ordinal`].
    pub rows: Vec<Row>,
    /// The sum of all rows: White's shares minus Black's.
    pub total: S,
    /// How the total was blended.
    pub blend: Blend,
    /// What was counted: side, key and event, in the order of evaluation.
    pub events: Vec<(Color, Slot, Event)>,
}

/// Rows with all shares 0.
static BLANK: LazyLock<Vec<Row>> =
    LazyLock::new(|| entries().filter(|e| matches!(e.decl.kind, Kind::Values(..))).map(Row::blank).collect());

impl Explanation {
    /// Explains a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let mut rows = BLANK.clone();
        let own = w.custom_terms().map_or(&[][..], |own| own.terms().entries());
        rows.extend(own.iter().copied().map(Row::blank));
        let events = super::trace(w, position).events;
        for &(color, slot, event) in &events {
            let row = &mut rows[slot.ordinal];
            *row.of(color) += match event {
                Event::Count { index, n } => w.value(color, slot, index) * n,
                Event::Units(_) | Event::Adjust { .. } => S::ZERO,
                Event::Attack { value, .. } => value,
            };
        }
        let mut steps = Steps::new(w, rows.iter().map(Row::difference).sum());
        for &(color, slot, event) in &events {
            if let Event::Adjust { index, n } = event {
                let change = steps.step(color, slot, index, n);
                let row = &mut rows[slot.ordinal];
                // A change is from White's point of view, a row from that of each side.
                *row.of(color) += if color == Color::White { change } else { -change };
            }
        }
        let total = rows.iter().map(Row::difference).sum();
        Self { rows, total, blend: w.phase().explain(position, total), events }
    }

    /// The evaluation from White's point of view, in steps: [`Weights::resolution`] of them are a unit of the profile, and
    /// [`Weights::centipawns`] converts them.
    pub fn eval(&self) -> i32 {
        self.blend.result
    }
}
