//! Slopes of the score by the entries of custom tables. All other values add to a score in proportion; these enter it
//! through the expressions of custom terms, so the tuner needs their effect near their present values.

use std::collections::BTreeMap;

use crate::board::{Color, Position};
use crate::terms::{CountSlope, PIECE_VALUES, Role};

use super::custom_weights::CustomWeights;
use super::keys::Slot;

/// Change of the score of custom terms, White's less Black's, with an entry of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TableSlope {
    /// Change of the sum of each stage if the number of that stage is one larger.
    pub before_blend: [f32; 2],
    /// Change of the score after the blend if the middlegame number is one larger.
    pub after_blend: f32,
}

/// Computes the slopes for one profile.
#[derive(Debug, Clone)]
pub struct TableSlopes {
    /// The terms that look up tables, by number, with the slots of their values.
    terms: Vec<(usize, Slot)>,
    /// Index of each entry among all values of the profile, in the order of the tables.
    entries: Vec<usize>,
}

impl TableSlopes {
    /// Prepares for the terms of a profile.
    pub fn new(own: &CustomWeights) -> Self {
        let all = || own.terms().program().terms().iter().zip(own.terms().slots());
        let looking_up = all().enumerate().filter(|(_, (term, _))| {
            term.role() == Role::Term && term.tables().iter().any(|table| table.first >= PIECE_VALUES)
        });
        let tables = all().filter(|(term, _)| term.role() == Role::Table);
        Self {
            terms: looking_up.map(|(number, (_, slot))| (number, slot)).collect(),
            entries: tables.flat_map(|(_, slot)| slot.offset..slot.offset + slot.len).collect(),
        }
    }

    /// Returns the slopes that are not 0 in a position, by the index of the entry among all values, in ascending order.
    /// `is_meant` selects entries by this index.
    pub fn of(
        &self,
        own: &CustomWeights,
        position: &Position,
        is_meant: impl Fn(usize) -> bool,
    ) -> Vec<(usize, TableSlope)> {
        let entry = |place: usize| self.entries.get(place.checked_sub(PIECE_VALUES)?).copied();
        let program = own.terms().program();
        let mut slopes: BTreeMap<usize, TableSlope> = BTreeMap::new();
        for &(number, slot) in &self.terms {
            let is_after_blend = program.terms()[number].is_after_blend();
            let is_meant = |place| entry(place).is_some_and(&is_meant);
            let add = |count: CountSlope| {
                let Some(at) = entry(count.place) else {
                    return;
                };
                let value = own.value(count.color, slot.offset + count.index);
                let value = if count.stage == 0 { value.mg() } else { value.eg() };
                let change =
                    value as f32 * if count.color == Color::White { count.slope } else { -count.slope };
                let slope = slopes.entry(at).or_default();
                if !is_after_blend {
                    slope.before_blend[count.stage] += change;
                } else if count.stage == 0 {
                    slope.after_blend += change;
                }
            };
            program.count_slopes(position, own.tables(), own.through_king(), number, is_meant, add);
        }
        slopes.into_iter().filter(|(_, slope)| *slope != TableSlope::default()).collect()
    }
}
