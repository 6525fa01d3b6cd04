//! The numbers that a profile's own file gives to keys with values, one by one: where each stands, what it does to the
//! evaluation's values, and the file with others in their places.
//!
//! What a number does is not told a second time here: each is changed by one, and the reader of values ([`values`])
//! says what came of it. So a number may stand for all files, for both stages or for the step of a linear table.

use std::ops::Range;
use std::sync::Arc;

use crate::eval::vocabulary::{Entry, Kind, Shape, Unit};

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Table, Value};
use super::shape::index_word;
use super::source::{Format, Place, Source};
use super::tweak::fits;
use super::{Profile, Stage, family, keys, read, tidy, values};

/// Keys with at least as many numbers are tables, in which columns are worth keeping.
const TABLE: usize = 8;
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
/// letters.
///
/// # Errors
/// If there is none; the message says what may have been meant.
pub fn keys_like(pattern: &str) -> Result<Vec<&'static str>, String> {
    let is_meant = |key: &str| match pattern.contains('*') {
        true => fits(pattern, key),
        false => keys::is_under(key, pattern),
    };
    let found: Vec<&str> = keys::all()
        .filter(|key| is_meant(key) && keys::has_values(key))
        .collect();
    if found.is_empty() {
        let hint = keys::suggestion_with_values(pattern.trim_end_matches(['*', '.']));
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
        if !family::KEYS.contains(&field.key.as_str()) {
            walk("", field, source, profile, &mut found)?;
        }
    }
    found.sort_by_key(|number| number.span.start);
    Ok(found)
}

/// The text with other numbers, as many as [`numbers`] has found in it, and nothing else changed. Where the file was laid
/// out as `temper profile fmt` does, it still is; in other tables columns stay where there is room.
///
/// # Errors
/// If the result does not say what it should.
pub fn rewrite(source: &Arc<Source>, numbers: &[Number], new: &[i32]) -> Result<String, Diagnostic> {
    let mut text = String::with_capacity(source.text.len());
    let mut copied = 0;
    for (number, value) in numbers.iter().zip(new) {
        text.push_str(&source.text[copied..number.span.start]);
        copied = number.span.end;
        if *value == number.value {
            text.push_str(&source.text[number.span.clone()]);
            continue;
        }
        let written = value.to_string();
        let in_key = numbers.iter().filter(|other| other.key == number.key).count();
        if in_key >= TABLE {
            align(&mut text, number.span.len(), written.len());
        }
        text.push_str(&written);
    }
    text.push_str(&source.text[copied..]);
    let mut changed = Source::new(source.file.as_str(), source.format, text);
    if source.format == Format::Toml
        && tidy::tidy(source).is_ok_and(|tidied| tidied == source.text)
        && let Ok(tidied) = tidy::tidy(&changed)
    {
        changed = Source::new(source.file.as_str(), source.format, tidied);
    }
    if leaves_of(&changed) == expected(source, numbers, new) {
        Ok(changed.text.clone())
    } else {
        Err(misplaced(source, None))
    }
}

/// Makes the end of a number that is about to be written stand where that of the old one was: with more spaces before it,
/// or with fewer as long as there is one.
fn align(text: &mut String, old: usize, new: usize) {
    let room = text.len() - text.trim_end_matches(' ').len();
    if new <= old {
        text.extend(std::iter::repeat_n(' ', old - new));
    } else {
        let taken = (new - old).min(room.saturating_sub(1));
        text.truncate(text.len() - taken);
    }
}

/// All whole numbers of a text's tree in the order of the text.
fn leaves_of(source: &Arc<Source>) -> Vec<i64> {
    let tree = Node {
        value: Value::Table(read(source, &mut Faults::default())),
        place: Place::file(source),
    };
    let mut found = Vec::new();
    leaves(&tree, &mut found);
    found
}

/// Those of the old text with the new ones in their places.
fn expected(source: &Arc<Source>, numbers: &[Number], new: &[i32]) -> Vec<i64> {
    let mut all = Vec::new();
    let mut tree = read(source, &mut Faults::default());
    // A key's numbers stand together, in the order of its tree.
    let mut of_key: Vec<(&str, Vec<i32>)> = Vec::new();
    for (number, value) in numbers.iter().zip(new) {
        match of_key.iter_mut().find(|(key, _)| *key == number.key) {
            Some((_, values)) => values.push(*value),
            None => of_key.push((&number.key, vec![*value])),
        }
    }
    put("", &mut tree, &of_key);
    let tree = Node {
        value: Value::Table(tree),
        place: Place::file(source),
    };
    leaves(&tree, &mut all);
    all
}

fn put(path: &str, tree: &mut Table, of_key: &[(&str, Vec<i32>)]) {
    for field in &mut tree.0 {
        let key = joined(path, &field.key);
        if let Some((_, values)) = of_key.iter().find(|(k, _)| *k == key) {
            for (at, value) in values.iter().enumerate() {
                if let Some(leaf) = leaf_mut(&mut field.node, &mut { at }) {
                    leaf.value = Value::Int(i64::from(*value));
                }
            }
        } else if let Value::Table(inner) = &mut field.node.value {
            put(&key, inner, of_key);
        }
    }
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

/// The whole numbers of a value, in order.
fn leaves(node: &Node, found: &mut Vec<i64>) {
    match &node.value {
        Value::Int(n) => found.push(*n),
        Value::List(list) => list.iter().for_each(|inner| leaves(inner, found)),
        Value::Table(table) => table.0.iter().for_each(|field| leaves(&field.node, found)),
        _ => {}
    }
}

/// Their places, where every entry has its own.
fn spans(node: &Node) -> Vec<Range<usize>> {
    match &node.value {
        Value::Int(_) => node.place.span.iter().cloned().collect(),
        Value::List(list) => list.iter().flat_map(spans).collect(),
        Value::Table(table) => table.0.iter().flat_map(|field| spans(&field.node)).collect(),
        _ => Vec::new(),
    }
}

/// The whole number that comes after so many others.
fn leaf_mut<'n>(node: &'n mut Node, before: &mut usize) -> Option<&'n mut Node> {
    if let Value::Int(_) = node.value {
        if *before == 0 {
            return Some(node);
        }
        *before -= 1;
        return None;
    }
    match &mut node.value {
        Value::List(list) => list.iter_mut().find_map(|inner| leaf_mut(inner, before)),
        Value::Table(table) => table
            .0
            .iter_mut()
            .find_map(|field| leaf_mut(&mut field.node, before)),
        _ => None,
    }
}

/// The next so many numbers behind a key of RON, whose reader does not tell their places: what is neither a comment nor a
/// word and begins like a number.
fn scan(text: &str, field: &Field, count: usize) -> Vec<Range<usize>> {
    let mut at = field.place.span.as_ref().map_or(text.len(), |span| span.end);
    let mut found = Vec::new();
    while found.len() < count
        && let Some(first) = text[at..].chars().next()
    {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_ascii_digit() || "+-".contains(first) {
            let digits = rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + 1);
            found.push(at..at + digits);
            digits
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        at += length;
    }
    found
}

/// The number that stands in a place.
fn parsed(text: &str, span: &Range<usize>) -> Option<i64> {
    let text = text.get(span.clone())?.replace('_', "");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    let radix = |prefix: &str, radix: u32| i64::from_str_radix(digits.strip_prefix(prefix)?, radix).ok();
    let value = radix("0x", 16)
        .or_else(|| radix("0o", 8))
        .or_else(|| radix("0b", 2));
    value.or_else(|| digits.parse().ok()).map(|n: i64| sign * n)
}
