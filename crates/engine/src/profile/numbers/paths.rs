//! Names of numbers: `material.pawn.eg`, `psqt.knight.mg.e4`; and patterns in which `*` matches any characters.

use crate::eval::keys::{Entry, Kind, Shape};
use crate::profile::diagnostic::quoted;
use crate::profile::shape::index_word;
use crate::profile::{Stage, custom_terms, keys};

/// The values of a key or one entry of its table, in one stage or in both.
#[derive(Debug, Clone, Copy)]
pub(in crate::profile) struct ValuePath {
    pub entry: Entry,
    /// The stage; both if `None`.
    pub stage: Option<Stage>,
    /// The index of the entry; all if `None`.
    pub index: Option<usize>,
}

impl ValuePath {
    /// Parses a path such as `psqt.knight`, `psqt.knight.mg` or `psqt.knight.mg.e4`; `own` are the custom terms.
    pub fn parse(path: &str, own: &[Entry]) -> Option<Self> {
        let find = |key: &str| keys::find(key).or_else(|| custom_terms::find(own, key));
        let table = |path: &str| {
            let of_stage = |stage: Stage| {
                let key = path.strip_suffix(stage.name())?.strip_suffix('.')?;
                Some((find(key)?, Some(stage)))
            };
            find(path).map(|entry| (entry, None)).or_else(|| Stage::ALL.into_iter().find_map(of_stage))
        };
        if let Some((entry, stage)) = table(path) {
            return Some(Self { entry, stage, index: None });
        }
        let (path, word) = path.rsplit_once('.')?;
        let (entry, stage) = table(path)?;
        let Kind::Values(shape, _) = entry.decl.kind else {
            return None;
        };
        let index = (0..shape.len()).find(|&index| index_word(shape, index) == word)?;
        (shape != Shape::One).then_some(Self { entry, stage, index: Some(index) })
    }
}

/// Returns the name of some entries of a key, in one stage or both: `mobility.rook`, `psqt.knight.mg.e4`,
/// `pawns.advance.2+7`.
pub(super) fn name(key: &str, stage: Option<Stage>, shape: Shape, entries: &[usize]) -> String {
    let words: Vec<String> = entries.iter().map(|&index| index_word(shape, index)).collect();
    let words = words.join("+");
    let parts = [key, stage.map_or("", Stage::name), &words];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
}

/// Returns the keys with values that a pattern selects: one key, all of a section, or those that match. `own` are the
/// custom terms.
///
/// # Errors
/// If no key matches; the message has a suggestion.
pub fn keys_like(pattern: &str, own: &[Entry]) -> Result<Vec<String>, String> {
    let is_meant = |key: &str| {
        if pattern.contains('*') { matches(pattern, key) } else { keys::is_under(key, pattern) }
    };
    let with_values = keys::all().filter(|key| keys::has_values(key));
    let found: Vec<String> = with_values
        .map(str::to_owned)
        .chain(own.iter().map(Entry::key))
        .filter(|key| is_meant(key))
        .collect();
    if found.is_empty() {
        let path = pattern.trim_end_matches(['*', '.']);
        let hint = if custom_terms::is_own(path) {
            custom_terms::suggestion(own, path)
        } else {
            keys::suggestion_with_values(path)
        };
        return Err(format!("{} has no numbers to be tuned: {hint}", quoted(pattern)));
    }
    Ok(found)
}

/// Returns `true` if a key matches a pattern, in which `*` matches any characters, dots included, or none. The text
/// between two stars is matched at its first occurrence, which bounds the time.
pub fn matches(pattern: &str, key: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == key;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = key.strip_prefix(start).and_then(|tail| tail.strip_suffix(end));
    let left = inner.and_then(|inner| {
        middle.split('*').try_fold(inner, |tail, part| {
            let at = tail.find(part)?;
            Some(&tail[at + part.len()..])
        })
    });
    left.is_some()
}
