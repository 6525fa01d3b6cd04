//! Differences between the values of two profiles: key by key, and as a summary in one line.

use std::fmt;

use crate::eval::Values;
use crate::eval::keys::Kind;

use super::diff::{self, What};
use super::shape::index_label;

/// A key whose value has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The full key.
    pub key: String,
    /// The entries that differ.
    pub entries: Vec<Difference>,
}

/// One entry that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The index in brackets, as in `[e4]`; empty for a single value.
    pub label: String,
    /// The value before.
    pub old: String,
    /// The value now.
    pub new: String,
}

impl fmt::Display for Change {
    /// Prints a single entry in full; of several, the first one and their number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Difference { label, old, new }) = self.entries.first() {
            write!(f, "{}{label} {old} -> {new}", self.key)?;
        }
        match self.entries.len() {
            0 | 1 => Ok(()),
            2 => write!(f, " (and 1 more entry)"),
            n => write!(f, " (and {} more entries)", n - 1),
        }
    }
}

/// Returns all keys that differ, in vocabulary order.
pub fn changes(old: &Values, new: &Values) -> Vec<Change> {
    let mut grouped: Vec<Change> = Vec::new();
    for change in diff::changes(old, new) {
        let (key, mut entries) = (change.entry.key(), differences(&change));
        match grouped.last_mut().filter(|last| last.key == key) {
            Some(last) => last.entries.append(&mut entries),
            None => grouped.push(Change { key, entries }),
        }
    }
    grouped
}

fn differences(change: &diff::Change) -> Vec<Difference> {
    let single = |old: String, new: String| Difference { label: String::new(), old, new };
    match (&change.what, change.entry.decl.kind) {
        (What::Scalars([old, new]), _) => vec![single(old.to_string(), new.to_string())],
        (What::Table(cells), Kind::Values(shape, _)) => match change.uniform() {
            Some([old, new]) => vec![single(diff::pair(old), diff::pair(new))],
            None => cells
                .iter()
                .map(|cell| Difference {
                    label: index_label(shape, cell.index),
                    old: diff::pair(cell.values[0]),
                    new: diff::pair(cell.values[1]),
                })
                .collect(),
        },
        (What::SidedWeights([old, new]), _) => {
            vec![Difference { label: " times".to_owned(), ..single(old.to_string(), new.to_string()) }]
        }
        (What::Term(texts), _) => {
            let text = |text: &Option<String>| text.clone().unwrap_or_else(|| diff::ABSENT.to_owned());
            vec![single(text(&texts[0]), text(&texts[1]))]
        }
        (What::Lists([old, new]), _) => vec![single(old.to_string(), new.to_string())],
        // Only keys with values have tables.
        (What::Table(_), _) => Vec::new(),
    }
}

/// Returns the first few changes in one line, and the number of further ones.
pub fn summary(changes: &[Change]) -> String {
    /// Maximum number of keys listed.
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
