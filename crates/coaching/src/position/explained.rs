//! The model: the exact rows of an evaluation with what they count and what they are worth in pawns.

use temperament_engine::board::{Color, Position};
use temperament_engine::eval::display::Display;
use temperament_engine::eval::event::Event;
use temperament_engine::eval::explain::{Explanation, Row};
use temperament_engine::eval::keys::{Entry, Kind, SLOT_COUNT, Shape};
use temperament_engine::eval::{S, Weights};

use super::share::{Share, corrects_sum};
use crate::number::VISIBLE;

/// An explained evaluation of a position. Terminal, HTML report, studio, JSON and `temper watch` show parts of it.
#[derive(Debug)]
pub struct Explained<'a> {
    pub weights: &'a Weights,
    pub position: &'a Position,
    /// The exact numbers.
    pub explanation: Explanation,
    /// How much of a pair of numbers is in the blended evaluation.
    pub share: Share,
    /// The scale of pawns on the screen.
    pub display: Display,
    /// What each key counts for White and Black, by ordinal: squares of mobility, units, pieces.
    pub(super) counts: Vec<[i32; 2]>,
    /// The number of its counts, by ordinal: for a phrase about squares, the number of squares.
    pub(super) times: Vec<[i32; 2]>,
}

/// What a key is worth to both sides.
#[derive(Debug, Clone, Copy)]
pub struct KeyWorth {
    pub entry: Entry,
    /// Middlegame and endgame share of White, in steps of the profile.
    pub white: S,
    /// That of Black (before it is subtracted).
    pub black: S,
    /// What they come to on this board.
    pub pawns: Pawns,
}

/// Shares of both sides in the evaluation, in pawns.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pawns {
    pub white: f64,
    /// Before it is subtracted.
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

    pub fn plus(self, other: Self) -> Self {
        Self { white: self.white + other.white, black: self.black + other.black }
    }
}

impl KeyWorth {
    /// White's share minus Black's.
    pub fn difference(&self) -> S {
        self.white - self.black
    }
}

impl<'a> Explained<'a> {
    /// Evaluates a position.
    pub fn new(weights: &'a Weights, position: &'a Position) -> Self {
        Self::on_scale(weights, position, weights.display(position))
    }

    /// Evaluates the end of a line from another position, whose scale the score of the line has.
    pub fn on_scale(weights: &'a Weights, position: &'a Position, display: Display) -> Self {
        let explanation = Explanation::new(weights, position);
        let share = Share::new(weights, &explanation, display);
        let mut counts = vec![[0; 2]; explanation.rows.len()];
        let mut times = counts.clone();
        for &(color, slot, event) in &explanation.events {
            let (n, once) = match event {
                Event::Count { index, n } | Event::Adjust { index, n } => {
                    (n * multiple(&explanation.rows[slot.ordinal].entry, index), n)
                }
                Event::StageCount { n, stage: 0, .. } | Event::Factor { n, .. } => (n, n),
                Event::StageCount { .. } => (0, 0),
                Event::Drawn => (1, 1),
                Event::Units(n) => (n, n),
                Event::Attack { attackers, .. } => (attackers as i32, attackers as i32),
            };
            counts[slot.ordinal][color as usize] += n;
            times[slot.ordinal][color as usize] += once;
        }
        Self { weights, position, explanation, share, display, counts, times }
    }

    /// Keeps corrections of the sum as rows of their own: two positions are compared by what their keys count.
    pub fn for_comparison(mut self) -> Self {
        self.share = self.share.without_factors();
        self
    }

    /// Returns `true` if the rows take over all corrections of the sum.
    pub fn takes_over_corrections(&self) -> bool {
        self.share.takes_over_all()
    }

    /// The evaluation in pawns of the screen from White's point of view.
    pub fn pawns(&self) -> f64 {
        self.display.pawns(f64::from(self.weights.centipawns(self.explanation.eval())))
    }

    /// Every key with values, those without a share too, in the order of their ordinals.
    pub fn keys(&self) -> impl Iterator<Item = KeyWorth> {
        self.explanation.rows.iter().map(|row| self.worth(row))
    }

    /// The worth of a key of the profile.
    pub fn key(&self, entry: &Entry) -> KeyWorth {
        self.worth(&self.explanation.rows[entry.ordinal])
    }

    fn worth(&self, row: &Row) -> KeyWorth {
        let Row { entry, white, black } = *row;
        let [of_white, of_black] = [white, black].map(|s| self.share.pawns(self.weights, &entry, s));
        let pawns = Pawns { white: of_white, black: of_black };
        KeyWorth { entry, white, black, pawns }
    }

    /// The corrections of the sum that are part of the rows that they correct, largest first; with what they change, in
    /// pawns for White.
    pub fn corrections_in_rows(&self) -> Vec<(Entry, f64)> {
        let corrections = self.explanation.rows.iter().filter(|row| corrects_sum(&row.entry));
        let changed = corrections.map(|row| (row.entry, self.share.unscaled_pawns(row.difference())));
        let mut changed: Vec<_> =
            changed.filter(|(entry, _)| self.key(entry).pawns == Pawns::default()).collect();
        changed.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        changed
    }

    /// What a key is worth to a side, in pawns.
    pub(super) fn value(&self, entry: &Entry, side: Color) -> f64 {
        let Pawns { white, black } = self.key(entry).pawns;
        if side == Color::White { white } else { black }
    }

    /// Pairs the keys of two explanations. A custom term that one of the two profiles lacks has no share there.
    pub fn beside(&self, other: &Self) -> Vec<(KeyWorth, KeyWorth)> {
        let (rows, own) = self.explanation.rows.split_at(SLOT_COUNT);
        let (other_rows, other_own) = other.explanation.rows.split_at(SLOT_COUNT);
        let find = |rows: &[Row], name| rows.iter().find(|row| row.entry.decl.name == name).copied();
        let named = |rows, like: &Row| find(rows, like.entry.decl.name).unwrap_or(Row::blank(like.entry));
        let new = other_own.iter().filter(|row| find(own, row.entry.decl.name).is_none());
        let pairs = rows.iter().copied().zip(other_rows.iter().copied());
        pairs
            .chain(own.iter().map(|row| (*row, named(other_own, row))))
            .chain(new.map(|row| (Row::blank(row.entry), *row)))
            .map(|(row, other_row)| (self.worth(&row), other.worth(&other_row)))
            .collect()
    }
}

/// What one count of an entry of a key stands for: the index of a table by count or distance, else 1.
fn multiple(entry: &Entry, index: usize) -> i32 {
    match entry.decl.kind {
        Kind::Values(Shape::ByCount { .. }, _) => index as i32,
        Kind::Values(Shape::ByDistance { first, .. }, _) => index as i32 + first,
        _ => 1,
    }
}
