//! The values that a profile gives: what [`super::weights::Weights`] are compiled from.

use std::sync::Arc;

use super::keys::{CHOICE_COUNT, Choice, Entry, Kind, Slot, VALUE_COUNT, entries};
use super::own_terms::{OwnTerms, fnv};

/// The values of a valid profile: flat, complete, within the bounds of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Pairs [mg, eg] of all keys with values, in the order of the keys; then those of own terms.
    pub scores: Vec<[i32; 2]>,
    /// Number of the chosen option of each choice.
    pub choices: Vec<u8>,
    /// The steering numbers.
    pub numbers: Vec<f64>,
    /// Scores that count otherwise for the engine's side than for the opponent's, in the order of the keys.
    pub splits: Vec<Split>,
    /// Terms of the profile's own; none rather than an empty list.
    terms: Option<Arc<OwnTerms>>,
}

/// By what the scores of one key are multiplied for either side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Split {
    /// The key.
    pub slot: Slot,
    /// Factors [mg, eg] of what it gives the engine.
    pub own: [f64; 2],
    /// Factors [mg, eg] of what it gives the opponent.
    pub their: [f64; 2],
}

impl Split {
    /// A score [mg, eg] as it counts for the engine or for the opponent, rounded half away from zero.
    pub fn apply(&self, is_own: bool, score: [i32; 2]) -> [i32; 2] {
        let factors = if is_own { self.own } else { self.their };
        [0, 1].map(|stage| (f64::from(score[stage]) * factors[stage]).round() as i32)
    }
}

impl Default for Values {
    /// Nothing is worth anything; every choice and number is at its default.
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
        }
    }
}

impl Values {
    /// Whether an option has been chosen.
    pub fn is(&self, choice: Choice) -> bool {
        self.choices[choice.ordinal] == choice.option
    }

    /// Terms of the profile's own.
    pub fn terms(&self) -> Option<&Arc<OwnTerms>> {
        self.terms.as_ref()
    }

    /// The keys of own terms.
    pub fn own_entries(&self) -> &[Entry] {
        self.terms.as_ref().map_or(&[], |terms| terms.entries())
    }

    /// Takes other own terms, or none. Those that there were before under the same name keep their values and factors by
    /// side if these are listed in the same way; all others are worth nothing.
    pub fn set_terms(&mut self, terms: Option<OwnTerms>) {
        let before = self.own_entries().to_vec();
        let mut scores = self.scores[..VALUE_COUNT].to_vec();
        let mut splits = std::mem::take(&mut self.splits);
        let own_splits = splits.split_off(splits.partition_point(|s| s.slot.offset < VALUE_COUNT));
        let terms = terms.filter(|terms| !terms.is_empty());
        for entry in terms.iter().flat_map(OwnTerms::entries) {
            // Declarations of one name and shape are one.
            let same = before.iter().find(|old| std::ptr::eq(old.decl, entry.decl));
            let (old, slot) = (same.and_then(Entry::slot), entry.slot());
            match old {
                Some(old) => scores.extend_from_slice(&self.scores[old.offset..][..old.len]),
                None => scores.resize(entry.place + slot.map_or(0, |slot| slot.len), [0, 0]),
            }
            let of_old = own_splits.iter().filter(|split| Some(split.slot) == old);
            splits.extend(of_old.filter_map(|split| {
                Some(Split {
                    slot: slot?,
                    ..*split
                })
            }));
        }
        (self.scores, self.splits) = (scores, splits);
        self.terms = terms.map(Arc::new);
    }

    /// How much each own term can come to at most for either side.
    pub fn own_sums(&self) -> Vec<i64> {
        let Some(terms) = &self.terms else {
            return Vec::new();
        };
        let sides = [true, false].map(|is_own| self.scores_of(is_own));
        let largest = |slot: Slot| {
            let scores = sides.iter().flat_map(|side| &side[slot.offset..][..slot.len]);
            i64::from(scores.flatten().map(|n| n.unsigned_abs()).max().unwrap_or(0))
        };
        let most = terms.program().terms().iter().map(|term| term.most());
        most.zip(terms.slots())
            .map(|(most, slot)| most.saturating_mul(largest(slot)))
            .collect()
    }

    /// Lets a key count alike for both sides, but for the stage `kept` (0 middlegame, 1 endgame), if any.
    pub fn forget_split(&mut self, entry: Entry, kept: Option<usize>) {
        for split in self.splits.iter_mut().filter(|s| Some(s.slot) == entry.slot()) {
            for stage in (0..2).filter(|stage| kept != Some(*stage)) {
                (split.own[stage], split.their[stage]) = (1.0, 1.0);
            }
        }
        self.splits.retain(|s| s.own != s.their || s.own != [1.0; 2]);
    }

    /// The scores as they count for the engine's side or for the opponent's.
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

    /// A 64-bit hash (FNV-1a) of everything that can change an evaluation or the value of a draw.
    pub fn id(&self) -> u64 {
        let scores = self.scores.iter().flatten().flat_map(|n| n.to_le_bytes());
        let numbers = self.numbers.iter().flat_map(|n| n.to_bits().to_le_bytes());
        let splits = self.splits.iter().flat_map(|split| {
            let factors = [split.own, split.their].into_iter().flatten();
            let key = split.slot.ordinal as u64;
            [key].into_iter().chain(factors.map(f64::to_bits))
        });
        let splits = splits.flat_map(u64::to_le_bytes);
        let terms = self.terms.iter().flat_map(|terms| terms.id().to_le_bytes());
        let bytes = scores
            .chain(self.choices.iter().copied())
            .chain(numbers)
            .chain(splits)
            .chain(terms);
        fnv(bytes)
    }
}
