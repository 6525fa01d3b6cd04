//! What differs between the values of two profiles, key by key, and in one line.

use std::fmt;

use crate::eval::Values;
use crate::eval::vocabulary::{Entry, Kind, Shape, entries};

use super::shape::index_label;

/// A key that has another value.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The full key.
    pub key: String,
    /// Its entries that differ: index as in `[e4]` (empty for a single value), old and new value.
    pub entries: Vec<Difference>,
}

/// One entry that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Which one: empty, or the index in brackets.
    pub label: String,
    /// The value before.
    pub old: String,
    /// The value now.
    pub new: String,
}

impl fmt::Display for Change {
    /// One entry in full; of several the first and their number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Difference { label, old, new }) = self.entries.first() {
            write!(f, "{}{label} {old} -> {new}", self.key)?;
        }
        match self.entries.len() {
            0 | 1 => Ok(()),
            n => write!(f, " (and {} more entries)", n - 1),
        }
    }
}

/// All keys that differ, in the order of the vocabulary.
pub fn changes(old: &Values, new: &Values) -> Vec<Change> {
    let found = entries().map(|entry| Change {
        entries: differing(entry, old, new),
        key: entry.key(),
    });
    found.filter(|change| !change.entries.is_empty()).collect()
}

/// The first few changes in one line, and how many more there are.
pub fn summary(changes: &[Change]) -> String {
    /// So many keys are named.
    const NAMED: usize = 4;
    if changes.is_empty() {
        return "no number has changed".to_owned();
    }
    let named: Vec<String> = changes.iter().take(NAMED).map(ToString::to_string).collect();
    let line = named.join(", ");
    match changes.len().saturating_sub(NAMED) {
        0 => line,
        1 => line + ", and 1 more key",
        more => format!("{line}, and {more} more keys"),
    }
}

fn differing(entry: Entry, old: &Values, new: &Values) -> Vec<Difference> {
    let single = |old: String, new: String| match old == new {
        true => Vec::new(),
        false => vec![Difference {
            label: String::new(),
            old,
            new,
        }],
    };
    let place = entry.place;
    match entry.decl.kind {
        Kind::Values(shape, _) => {
            let mut found = differing_scores(shape, &old.scores[place..], &new.scores[place..]);
            let split = |values: &Values| {
                let split = values.splits.iter().find(|s| Some(s.slot) == entry.slot());
                split.map_or("1".to_owned(), |s| {
                    format!("own {:?}, their {:?}", s.own, s.their)
                })
            };
            found.extend(
                single(split(old), split(new))
                    .into_iter()
                    .map(|difference| Difference {
                        label: " times".to_owned(),
                        ..difference
                    }),
            );
            found
        }
        Kind::Choice(options) => {
            let name = |values: &Values| format!("\"{}\"", options[usize::from(values.choices[place])].name);
            single(name(old), name(new))
        }
        Kind::Number { words, .. } => {
            let written = |values: &Values| {
                let n = values.numbers[place];
                let word = words.iter().find(|(_, value)| *value == n);
                word.map_or_else(|| n.to_string(), |(word, _)| format!("\"{word}\""))
            };
            single(written(old), written(new))
        }
        Kind::Text => Vec::new(),
    }
}

fn differing_scores(shape: Shape, old: &[[i32; 2]], new: &[[i32; 2]]) -> Vec<Difference> {
    let (old, new) = (&old[..shape.len()], &new[..shape.len()]);
    let is_uniform = |table: &[[i32; 2]]| table.iter().all(|&entry| entry == table[0]);
    if old != new && is_uniform(old) && is_uniform(new) {
        return vec![Difference {
            label: String::new(),
            old: pair(old[0]),
            new: pair(new[0]),
        }];
    }
    let pairs = old.iter().zip(new).enumerate();
    let changed = pairs.filter(|(_, (old, new))| old != new);
    changed
        .map(|(index, (&old, &new))| Difference {
            label: index_label(shape, index),
            old: pair(old),
            new: pair(new),
        })
        .collect()
}

fn pair([mg, eg]: [i32; 2]) -> String {
    match mg == eg {
        true => mg.to_string(),
        false => format!("[{mg}, {eg}]"),
    }
}
