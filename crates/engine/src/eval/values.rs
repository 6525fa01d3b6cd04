//! The values of a profile, from which [`super::weights::Weights`] are compiled.

use std::sync::Arc;

use super::custom_terms::CustomTerms;
use super::keys::units::DECIMALS;
use super::keys::{CHOICE_COUNT, Choice, Entry, Kind, Slot, Unit, VALUE_COUNT, entries};
use crate::book::Book;
use crate::fnv::fnv1a;
use crate::terms::Role;

/// The values of a valid profile: flat, complete, within the bounds of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Pairs [mg, eg] of all keys with values, in the order of the keys; then those of custom terms. Scores are in
    /// steps of 1 / [`Values::resolution`] units, so that they are whole numbers.
    pub scores: Vec<[i32; 2]>,
    /// Number of the chosen option of each choice.
    pub choices: Vec<u8>,
    /// Numbers that are not scores.
    pub numbers: Vec<f64>,
    /// Scores with different factors for the engine's and the opponent's side, in the order of the keys.
    pub splits: Vec<Split>,
    /// Custom terms; none rather than an empty list.
    terms: Option<Arc<CustomTerms>>,
    /// The opening book; none rather than an empty one.
    book: Option<Arc<Book>>,
}

/// Factors of the scores of one key for either side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Split {
    /// The key.
    pub slot: Slot,
    /// Factors [mg, eg] for the engine.
    pub own: [f64; 2],
    /// Factors [mg, eg] for the opponent.
    pub their: [f64; 2],
}

impl Split {
    /// Returns a score [mg, eg] for the engine's or the opponent's side, rounded half away from zero.
    pub fn apply(&self, is_own: bool, score: [i32; 2]) -> [i32; 2] {
        let factors = if is_own { self.own } else { self.their };
        [0, 1].map(|stage| (f64::from(score[stage]) * factors[stage]).round() as i32)
    }
}

impl Default for Values {
    /// All scores are 0; every choice and number is at its default.
    fn default() -> Self {
        let numbers = entries().filter_map(|e| match e.decl.kind {
            Kind::Number { default, .. } => Some(default),
            _ => None,
        });
        Self {
            scores: vec![[0, 0]; VALUE_COUNT],
            choices: vec![0; CHOICE_COUNT],
            numbers: numbers.collect(),
            splits: Vec::new(),
            terms: None,
            book: None,
        }
    }
}

impl Values {
    /// Returns `true` if an option has been chosen.
    pub fn is(&self, choice: Choice) -> bool {
        self.choices[choice.ordinal] == choice.option
    }

    /// Steps of [`Values::scores`] per unit of the profile: 1, or 10 with one decimal.
    pub fn resolution(&self) -> i32 {
        10_i32.pow(self.numbers[DECIMALS] as u32)
    }

    /// Steps per unit of a key's values: only scores have steps smaller than 1.
    pub fn resolution_of(&self, unit: Unit) -> i32 {
        if unit == Unit::Score { self.resolution() } else { 1 }
    }

    pub fn terms(&self) -> Option<&Arc<CustomTerms>> {
        self.terms.as_ref()
    }

    /// The keys of custom terms.
    pub fn custom_entries(&self) -> &[Entry] {
        self.terms.as_ref().map_or(&[], |terms| terms.entries())
    }

    /// Replaces the custom terms. Terms with the same name and index keep their values and factors by side; all
    /// others are 0.
    pub fn set_terms(&mut self, terms: Option<CustomTerms>) {
        let before = self.custom_entries().to_vec();
        let mut scores = self.scores[..VALUE_COUNT].to_vec();
        let mut splits = std::mem::take(&mut self.splits);
        let own_splits = splits.split_off(splits.partition_point(|s| s.slot.offset < VALUE_COUNT));
        let terms = terms.filter(|terms| !terms.is_empty());
        for entry in terms.iter().flat_map(CustomTerms::entries) {
            // Declarations with equal name and shape are shared.
            let same = before.iter().find(|old| std::ptr::eq(old.decl, entry.decl));
            let (old, slot) = (same.and_then(Entry::slot), entry.slot());
            match old {
                Some(old) => scores.extend_from_slice(&self.scores[old.offset..][..old.len]),
                None => scores.resize(entry.offset + slot.map_or(0, |slot| slot.len), [0, 0]),
            }
            let of_old = own_splits.iter().filter(|split| Some(split.slot) == old);
            splits.extend(of_old.filter_map(|split| Some(Split { slot: slot?, ..*split })));
        }
        (self.scores, self.splits) = (scores, splits);
        self.terms = terms.map(Arc::new);
    }

    /// Maximum absolute value of each custom term for either side.
    pub fn custom_sums(&self) -> Vec<i64> {
        let Some(terms) = &self.terms else {
            return Vec::new();
        };
        let sides = [true, false].map(|is_own| self.scores_of(is_own));
        let largest = |slot: Slot| {
            let scores = sides.iter().flat_map(|side| &side[slot.offset..][..slot.len]);
            i64::from(scores.flatten().map(|n| n.unsigned_abs()).max().unwrap_or(0))
        };
        let most = terms.program().terms().iter().map(|term| match term.role() {
            Role::Term => term.most(),
            Role::Table | Role::Factor | Role::Drawn => 0,
        });
        most.zip(terms.slots()).map(|(most, slot)| most.saturating_mul(largest(slot))).collect()
    }

    /// Removes the split of a key by side, except for the stages [mg, eg] that are `kept`. Factors that no longer differ
    /// by side become part of the scores.
    pub fn forget_split(&mut self, entry: Entry, kept: [bool; 2]) {
        for split in self.splits.iter_mut().filter(|s| Some(s.slot) == entry.slot()) {
            for stage in (0..2).filter(|stage| !kept[*stage]) {
                (split.own[stage], split.their[stage]) = (1.0, 1.0);
            }
            if split.own == split.their {
                for score in &mut self.scores[split.slot.offset..][..split.slot.len] {
                    *score = split.apply(true, *score);
                }
            }
        }
        self.splits.retain(|s| s.own != s.their);
    }

    /// Returns the scores for the engine's or the opponent's side.
    pub(super) fn scores_of(&self, is_own: bool) -> Vec<[i32; 2]> {
        let mut scores = self.scores.clone();
        for split in &self.splits {
            let Slot { offset, len, .. } = split.slot;
            for score in &mut scores[offset..offset + len] {
                *score = split.apply(is_own, *score);
            }
        }
        scores
    }

    /// A 64-bit hash (FNV-1a) of everything that can change how the profile plays: its opening book, and the keys with
    /// non-default values, by name and value. Keys added later do not change it.
    pub fn id(&self) -> u64 {
        let default = Self::default();
        let mut bytes = Vec::new();
        let mut add = |key: &str, value: &mut dyn Iterator<Item = u8>| {
            bytes.extend(key.bytes().chain([b'=']).chain(value));
        };
        for entry in entries().chain(self.custom_entries().iter().copied()) {
            let offset = entry.offset;
            match entry.decl.kind {
                Kind::Values(shape, _) => {
                    let scores = &self.scores[offset..offset + shape.len()];
                    if scores.iter().any(|pair| *pair != [0, 0]) {
                        add(&entry.key(), &mut scores.iter().flatten().flat_map(|n| n.to_le_bytes()));
                    }
                }
                Kind::Choice(options) if self.choices[offset] != default.choices[offset] => {
                    let option = options[usize::from(self.choices[offset])].name;
                    add(&entry.key(), &mut option.bytes());
                }
                Kind::Number { .. } if self.numbers[offset] != default.numbers[offset] => {
                    add(&entry.key(), &mut self.numbers[offset].to_bits().to_le_bytes().into_iter());
                }
                Kind::Choice(_) | Kind::Number { .. } | Kind::Text | Kind::Lines => {}
            }
            for split in self.splits.iter().filter(|split| Some(split.slot) == entry.slot()) {
                let factors = [split.own, split.their].into_iter().flatten();
                add("scale", &mut factors.flat_map(|n| n.to_bits().to_le_bytes()));
            }
        }
        if let Some(terms) = &self.terms {
            add("term", &mut terms.id().to_le_bytes().into_iter());
        }
        let book = self.book.iter().flat_map(|book| b"book=".iter().copied().chain(book.bytes()));
        fnv1a(bytes.into_iter().chain(book))
    }

    /// Returns the values with the mean of the factors for the engine and for the opponent.
    pub fn neutral(&self) -> Self {
        let mean = |split: &Split| {
            let factors = [0, 1].map(|stage| (split.own[stage] + split.their[stage]) / 2.0);
            Split { own: factors, their: factors, ..*split }
        };
        Self { splits: self.splits.iter().map(mean).collect(), ..self.clone() }
    }

    /// Sets the opening book.
    pub fn set_book(&mut self, book: Book) {
        self.book = (!book.entries().is_empty()).then(|| Arc::new(book));
    }

    /// The opening book.
    pub fn book(&self) -> Option<&Arc<Book>> {
        self.book.as_ref()
    }
}
