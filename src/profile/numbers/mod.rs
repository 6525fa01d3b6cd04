//! The numbers that a profile's own file gives to keys with values, one by one: where each stands, what it does to the
//! evaluation's values, and the file with others in their places.
//!
//! What a number does is not told a second time here: each is changed by one, and the reader of values ([`values`])
//! says what came of it. So a number may stand for all files, for both stages or for the step of a linear table.

mod leaves;
mod rewrite;

use std::ops::Range;
use std::sync::Arc;

use crate::eval::keys::{Entry, Kind, Shape, Unit};
use crate::eval::own_terms::SECTION;

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Value};
use super::own_terms::{self, TERM, VALUES};
use super::shape::index_word;
use super::source::{Format, Place, Source};
use super::tweak::fits;
use super::{Profile, Stage, family, keys, read, values};

use leaves::{leaf_mut, leaves, parsed, scan, spans};

pub use rewrite::rewrite;

/// A number that stands for more entries of a table is not called by them.
const MOST_NAMED: usize = 2;

/// A whole number of a file.
#[derive(Debug, Clone)]
pub struct Number {
    /// The full key that it belongs to.
    pub key: String,
    /// Its declaration.
    pub entry: Entry,
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// What it is.
    pub value: i32,
    /// Smallest and largest allowed.
    pub bounds: (i32, i32),
    /// What it adds to.
    pub effects: Vec<Effect>,
}

impl Number {
    /// The key with the entries that it stands for as far as they are few, and its stage where it has one alone:
    /// `psqt.knight.mg.e4`, `material.pawn.eg`, `mobility.rook`.
    pub fn name(&self) -> String {
        let mut name = self.key.clone();
        let mut stages: Vec<Stage> = self.effects.iter().map(|effect| effect.stage).collect();
        stages.dedup();
        if let [stage] = stages[..] {
            name += &format!(".{}", stage.name());
        }
        let Kind::Values(shape, _) = self.entry.decl.kind else {
            return name;
        };
        let mut entries: Vec<usize> = self.effects.iter().map(|effect| effect.index).collect();
        entries.dedup();
        if shape != Shape::One && (1..=MOST_NAMED).contains(&entries.len()) {
            let words: Vec<String> = entries
                .iter()
                .map(|index| index_word(shape, index - self.entry.place))
                .collect();
            name += &format!(".{}", words.join("+"));
        }
        name
    }
}

/// One value that a number contributes to: `factor` times the number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Index in [`crate::eval::Values::scores`].
    pub index: usize,
    /// Which half of the pair.
    pub stage: Stage,
    /// Factor of the step of a linear table, times what the file's `scale` says of the key; 0 if that does.
    pub factor: f64,
}

/// The keys with values that a pattern means: one key, all of a section, or those that fit where `*` stands for any
/// letters. Own terms, of which these are there, have keys with values too.
///
/// # Errors
/// If there is none; the message says what may have been meant.
pub fn keys_like(pattern: &str, own: &[Entry]) -> Result<Vec<String>, String> {
    let is_meant = |key: &str| match pattern.contains('*') {
        true => fits(pattern, key),
        false => keys::is_under(key, pattern),
    };
    let with_values = keys::all().filter(|key| keys::has_values(key));
    let found: Vec<String> = with_values
        .map(str::to_owned)
        .chain(own.iter().map(Entry::key))
        .filter(|key| is_meant(key))
        .collect();
    if found.is_empty() {
        let path = pattern.trim_end_matches(['*', '.']);
        let hint = match own_terms::is_own(path) {
            true => own_terms::suggestion(own, path),
            false => keys::suggestion_with_values(path),
        };
        return Err(format!("{} has no numbers to be tuned: {hint}", quoted(pattern)));
    }
    Ok(found)
}

/// All numbers that the text of a profile gives to keys with values, in the order of the text. What a parent gives is not
/// among them, nor are factors and the numbers that steer the arithmetic. `profile` must have been read from `source`.
///
/// # Errors
/// If the place of a number cannot be found.
pub fn numbers(source: &Arc<Source>, profile: &Profile) -> Result<Vec<Number>, Diagnostic> {
    // The text has been read without faults before.
    let tree = read(source, &mut Faults::default());
    let mut found = Vec::new();
    for field in &tree.0 {
        if field.key == TERM {
            for (key, values) in values_of_terms(&field.node) {
                found.extend(own_numbers(&key, values, source, profile)?);
            }
        } else if !family::KEYS.contains(&field.key.as_str()) {
            walk("", field, source, profile, &mut found)?;
        }
    }
    found.sort_by_key(|number| number.span.start);
    Ok(found)
}

/// The full key of each term in a list, with the field that has its values.
fn values_of_terms(list: &Node) -> Vec<(String, &Field)> {
    let Value::List(list) = &list.value else {
        return Vec::new();
    };
    list.iter().filter_map(values_of_term).collect()
}

/// The same for one of them.
fn values_of_term(term: &Node) -> Option<(String, &Field)> {
    let Value::Table(table) = &term.value else {
        return None;
    };
    let Value::Text(name) = &table.get("name")?.value else {
        return None;
    };
    let field = table.0.iter().find(|f| VALUES.contains(&f.key.as_str()))?;
    Some((format!("{}.{name}", SECTION.name), field))
}

/// The numbers that a term is worth.
fn own_numbers(
    key: &str,
    field: &Field,
    source: &Arc<Source>,
    profile: &Profile,
) -> Result<Vec<Number>, Diagnostic> {
    let Some(entry) = own_terms::find(profile.values.own_entries(), key) else {
        return Ok(Vec::new());
    };
    let Kind::Values(shape, unit) = entry.decl.kind else {
        return Ok(Vec::new());
    };
    let reader = |node: &Node| {
        let zero = vec![[0, 0]; shape.len()];
        own_terms::read_values(key, shape, node, &zero, &mut Faults::default())
    };
    let factors = factors(source, profile, key);
    numbers_of(key, entry, unit, source, field, factors, reader)
}

fn joined(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}

fn walk(
    path: &str,
    field: &Field,
    source: &Arc<Source>,
    profile: &Profile,
    found: &mut Vec<Number>,
) -> Result<(), Diagnostic> {
    let key = joined(path, &field.key);
    match (keys::find(&key), &field.node.value) {
        (Some(entry), _) => {
            if let Kind::Values(shape, unit) = entry.decl.kind {
                let factors = factors(source, profile, &key);
                let reader = |node: &Node| {
                    let zero = vec![[0, 0]; shape.len()];
                    values::read(&key, (shape, unit), node, &zero, &mut Faults::default())
                };
                found.extend(numbers_of(&key, entry, unit, source, field, factors, reader)?);
            }
        }
        (None, Value::Table(inner)) => {
            for field in &inner.0 {
                walk(&key, field, source, profile, found)?;
            }
        }
        (None, _) => {}
    }
    Ok(())
}

/// By what the file itself multiplies a key.
fn factors(source: &Arc<Source>, profile: &Profile, key: &str) -> [f64; 2] {
    let scaled = profile.given(key).map_or(&[][..], |given| &given.scaled);
    let own = scaled.iter().filter(|s| Arc::ptr_eq(&s.place.source, source));
    own.fold([1.0, 1.0], |[mg, eg], s| [mg * s.own[0], eg * s.own[1]])
}

/// The numbers of one key, with what a change of each by one does.
fn numbers_of(
    key: &str,
    entry: Entry,
    unit: Unit,
    source: &Arc<Source>,
    field: &Field,
    factors: [f64; 2],
    reader: impl Fn(&Node) -> Option<Vec<[i32; 2]>>,
) -> Result<Vec<Number>, Diagnostic> {
    let mut written = Vec::new();
    leaves(&field.node, &mut written);
    let spans = match source.format {
        Format::Toml => spans(&field.node),
        Format::Ron => scan(&source.text, field, written.len()),
    };
    let before = reader(&field.node).unwrap_or_default();
    let mut numbers = Vec::new();
    for (at, value) in written.iter().enumerate() {
        let span = spans
            .get(at)
            .filter(|span| parsed(&source.text, span) == Some(*value));
        let (Some(span), Ok(value)) = (span, i32::try_from(*value)) else {
            return Err(misplaced(source, Some(field)));
        };
        let changed = |by: i32| {
            let mut node = field.node.clone();
            leaf_mut(&mut node, &mut { at })?.value = Value::Int(i64::from(value + by));
            Some((by, reader(&node)?))
        };
        // Where a number is at a bound it can change in one direction alone.
        let (by, after) = changed(1).or_else(|| changed(-1)).unwrap_or((1, before.clone()));
        let effects = before.iter().zip(&after).enumerate().flat_map(|(index, (a, b))| {
            Stage::ALL.map(|stage| {
                let s = stage as usize;
                let factor = f64::from((b[s] - a[s]) * by) * factors[s];
                Effect {
                    index: entry.place + index,
                    stage,
                    factor,
                }
            })
        });
        numbers.push(Number {
            key: key.to_owned(),
            entry,
            span: span.clone(),
            value,
            bounds: unit.bounds(),
            effects: effects.filter(|effect| effect.factor != 0.0).collect(),
        });
    }
    Ok(numbers)
}

fn misplaced(source: &Arc<Source>, field: Option<&Field>) -> Diagnostic {
    let place = field.map_or_else(|| Place::file(source), |field| field.place.clone());
    Diagnostic::error(place, "the numbers of this file cannot be replaced one by one")
        .hint("`temper profile convert FILE --to toml` writes a file in which they can")
}
