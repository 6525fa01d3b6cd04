//! Explanation of an evaluation: one row for each key that counted, which sum exactly to the total.

use std::sync::LazyLock;

use crate::board::{Color, Position};
use crate::terms::Role;

use super::event::Event;
use super::factors::Factors;
use super::keys::{Entry, Kind, SLOT_COUNT, Slot, entries};
use super::phase::Blend;
use super::scaling::Steps;
use super::score::S;
use super::weights::Weights;

/// Returns `true` if what a key contributes is added after the blend of middlegame and endgame: for custom terms and
/// factors that say so, and for rules of draws.
pub fn counts_after_blend(w: &Weights, entry: &Entry) -> bool {
    let term = entry.ordinal.checked_sub(SLOT_COUNT);
    let terms = w.custom_terms().map(|own| own.terms().program().terms());
    term.zip(terms)
        .is_some_and(|(number, terms)| terms[number].is_after_blend() || terms[number].role() == Role::Drawn)
}

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

    /// Adds a change of a sum, from White's point of view, to the share of the side that was ahead in each stage.
    fn add_to_ahead(&mut self, sum: S, change: S) {
        let [mg, eg] = change.pair();
        let of_white = S::new(if sum.mg() > 0 { mg } else { 0 }, if sum.eg() > 0 { eg } else { 0 });
        self.white += of_white;
        self.black -= change - of_white;
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
    /// What rows contribute after the blend of middlegame and endgame, for White: equal shares of both stages in the rows.
    pub after_blend: i32,
    /// How the rest of the total was blended, and the result of everything.
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
        let own = w.custom_terms().map_or(&[][..], |own| own.terms().all_entries());
        rows.extend(own.iter().copied().map(Row::blank));
        let events = super::trace(w, position).events;
        let mut after_blend = S::ZERO;
        for &(color, slot, event) in &events {
            let share = match event {
                Event::Count { index, n } => w.value(color, slot, index) * n,
                Event::Attack { value, .. } => value,
                _ => w.custom_terms().map_or(S::ZERO, |own| own.score_of_event(color, slot, event)),
            };
            if counts_after_blend(w, &rows[slot.ordinal].entry) {
                after_blend += if color == Color::White { share } else { -share };
            }
            *rows[slot.ordinal].of(color) += share;
        }
        let mut steps = Steps::new(w, rows.iter().map(Row::difference).sum::<S>() - after_blend);
        for &(color, slot, event) in &events {
            if let Event::Adjust { index, n } = event {
                let change = steps.step(color, slot, index, n);
                let row = &mut rows[slot.ordinal];
                // A change is from White's point of view, a row from that of each side.
                *row.of(color) += if color == Color::White { change } else { -change };
            }
        }
        let mut explanation = Self {
            total: rows.iter().map(Row::difference).sum(),
            rows,
            after_blend: after_blend.mg(),
            blend: Blend::default(),
            events,
        };
        explanation.apply_last_steps(w, position);
        explanation
    }

    /// Blends the total, after the factors of the profile, and adds what comes after the blend.
    fn apply_last_steps(&mut self, w: &Weights, position: &Position) {
        let before = self.total - S::new(self.after_blend, self.after_blend);
        let own = w.custom_terms().filter(|own| own.has_last_steps());
        let Some(own) = own else {
            self.blend = w.phase().explain(position, before);
            return;
        };
        let terms = own.terms().program().terms();
        let mut factors = Factors::default();
        for &(color, slot, event) in &self.events {
            if let Event::Factor { .. } | Event::Drawn = event {
                own.apply(&mut factors, color, slot.ordinal - SLOT_COUNT, event);
            }
        }
        let total = factors.before_blend(terms, before, |number, change| {
            self.rows[SLOT_COUNT + number].add_to_ahead(before, change);
        });
        self.blend = w.phase().explain(position, total);
        let score = self.blend.result + self.after_blend;
        let mut change_to = |number: usize, change: i32| {
            self.after_blend += change;
            let row = &mut self.rows[SLOT_COUNT + number];
            row.add_to_ahead(S::new(score, score), S::new(change, change));
        };
        self.blend.result = match factors.drawn() {
            Some(number) => {
                change_to(number, -score);
                0
            }
            None => factors.after_blend(terms, score, change_to),
        };
        self.total = self.rows.iter().map(Row::difference).sum();
    }

    /// The evaluation from White's point of view, in steps: [`Weights::resolution`] of them are a unit of the profile, and
    /// [`Weights::centipawns`] converts them.
    pub fn eval(&self) -> i32 {
        self.blend.result
    }
}
