//! The numbers in the text of a profile that are values of keys: location, effect on the evaluation, and the
//! text with other numbers in their places.
//!
//! Effects are not declared a second time here: each number is changed by one step, and the reader of values
//! ([`values::read`]) shows the result. So a number may apply to all files, to both stages or to the step of a linear
//! table. Numbers are replaced by hand rather than with `toml_edit`, which does not read RON and does not keep
//! columns.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::paths;
use crate::eval::keys::{Entry, Kind, Shape, Unit};

use crate::profile::custom_terms::{self, VALUES};
use crate::profile::decimal::Number;
use crate::profile::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::node::{Field, Node, Table, Value};
use crate::profile::source::{Format, Location, Source};
use crate::profile::{Profile, Stage, format, keys, read, values};
use crate::terms::Role;

/// Names of numbers for more entries of a table do not list the entries.
const MAX_NAMED: usize = 2;
/// Keys with at least this many numbers are tables, whose columns are kept.
const TABLE: usize = 8;

/// A number in the text of a profile.
#[derive(Debug, Clone)]
pub struct Literal {
    /// The full key that it belongs to.
    pub key: String,
    /// The declaration of the key.
    pub entry: Entry,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// Its value, in steps of 1 / `resolution`.
    pub value: i32,
    /// Smallest and largest allowed value, in steps.
    pub bounds: (i32, i32),
    /// Steps per unit of the number: 10 if it may have a decimal.
    pub resolution: i32,
    /// The values that it contributes to.
    pub effects: Vec<Effect>,
}

impl Literal {
    /// Returns the key, with the entries if they are few, and the stage if it is only one: `psqt.knight.mg.e4`,
    /// `material.pawn.eg`, `mobility.rook`.
    pub fn name(&self) -> String {
        let mut stages: Vec<Stage> = self.effects.iter().map(|effect| effect.stage).collect();
        stages.dedup();
        let stage = if let [stage] = stages[..] { Some(stage) } else { None };
        let Kind::Values(shape, _) = self.entry.decl.kind else {
            return self.key.clone();
        };
        let mut entries: Vec<usize> = self.effects.iter().map(|effect| effect.index).collect();
        entries.dedup();
        if shape == Shape::One || entries.len() > MAX_NAMED {
            entries.clear();
        }
        let entries: Vec<usize> = entries.iter().map(|index| index - self.entry.offset).collect();
        paths::name(&self.key, stage, shape, &entries)
    }
}

/// A value that a number contributes to: `factor` times the number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Index in [`crate::eval::Values::scores`].
    pub index: usize,
    /// Number of the pair.
    pub stage: Stage,
    /// Factor of the step of a linear table, times the factor of the key in `scale` of the file (possibly 0).
    pub factor: f64,
}

/// Returns all numbers in the text of a profile that are values of keys, in text order. Inherited numbers, factors,
/// offsets and numbers that are not scores are not included. `profile` must have been read from `source`.
pub fn literals(source: &Arc<Source>, profile: &Profile) -> Vec<Literal> {
    literals_like(source, profile, |_| true)
}

/// Returns the numbers of one key like [`literals`].
pub fn literals_of(source: &Arc<Source>, profile: &Profile, key: &str) -> Vec<Literal> {
    literals_like(source, profile, |other| other == key)
}

fn literals_like(source: &Arc<Source>, profile: &Profile, is_meant: impl Fn(&str) -> bool) -> Vec<Literal> {
    // The text has been parsed without errors before.
    let tree = read(source, &mut Diagnostics::default());
    let mut fields = Vec::new();
    fields_with_values("", &tree, &mut fields);
    let mut found: Vec<Literal> = fields
        .into_iter()
        .filter(|(key, _)| is_meant(key))
        .flat_map(|(key, field)| of_field(&key, field, source, profile))
        .collect();
    found.sort_by_key(|literal| literal.span.start);
    found
}

/// The fields that have values, with their full keys.
fn fields_with_values<'t>(path: &str, table: &'t Table, found: &mut Vec<(String, &'t Field)>) {
    for field in &table.0 {
        let key = keys::join(path, &field.key);
        match &field.node.value {
            Value::List(terms) if let Some(role) = Role::ALL.into_iter().find(|role| role.key() == key) => {
                found.extend(terms.iter().filter_map(|term| field_of_term(role, term)));
            }
            _ if keys::DIRECTIVES.contains(&key.as_str()) => {}
            _ if keys::has_values(&key) => found.push((key, field)),
            Value::Table(inner) => fields_with_values(&key, inner, found),
            _ => {}
        }
    }
}

/// The field with the values of a custom term.
fn field_of_term(role: Role, term: &Node) -> Option<(String, &Field)> {
    let Value::Table(table) = &term.value else {
        return None;
    };
    let Value::Text(name) = &table.get("name")?.value else {
        return None;
    };
    let field = table.0.iter().find(|f| VALUES.contains(&f.key.as_str()))?;
    Some((custom_terms::key_of(role, name), field))
}

/// The numbers of one key, with the effect of changing each by one.
fn of_field(key: &str, field: &Field, source: &Arc<Source>, profile: &Profile) -> Vec<Literal> {
    let own = profile.values.custom_entries();
    let Some(entry) = keys::find(key).or_else(|| custom_terms::find(own, key)) else {
        return Vec::new();
    };
    let Kind::Values(shape, unit) = entry.decl.kind else {
        return Vec::new();
    };
    let resolution = profile.values.resolution_of(unit);
    let read = |node: &Node| scores(key, shape, unit, resolution, node);
    let factors = factors(source, profile, key);
    let before = read(&field.node).unwrap_or_default();
    let mut node = field.node.clone();
    let mut written = Vec::new();
    numbers_in(&mut node, &mut written);
    let spans = written
        .iter()
        .filter_map(|(value, location)| Some((steps(value, resolution)?, location.span.clone()?)));
    let literal = |(at, (value, span)): (usize, (i32, Range<usize>))| {
        // At one of its bounds a number can change in one direction only.
        let changed =
            |by: i32| Some((by, read(&with_number(&field.node, at, Number::new(value + by, resolution)))?));
        let (by, after) = changed(1).or_else(|| changed(-1)).unwrap_or((1, before.clone()));
        let effects = before.iter().zip(&after).enumerate().flat_map(|(index, (a, b))| {
            Stage::ALL.map(|stage| {
                let s = stage as usize;
                Effect {
                    index: entry.offset + index,
                    stage,
                    factor: f64::from((b[s] - a[s]) * by) * factors[s],
                }
            })
        });
        Literal {
            key: key.to_owned(),
            entry,
            span,
            value,
            bounds: unit.bounds_in_steps(resolution),
            resolution,
            effects: effects.filter(|effect| effect.factor != 0.0).collect(),
        }
    };
    spans.enumerate().map(literal).collect()
}

/// Reads the values of a key. Offsets are fixed, so it does not matter what they are added to.
fn scores(key: &str, shape: Shape, unit: Unit, resolution: i32, node: &Node) -> Option<Vec<[i32; 2]>> {
    let zero = vec![[0, 0]; shape.len()];
    let (before, diagnostics) = (Some(&zero[..]), &mut Diagnostics::default());
    let reading = if custom_terms::is_own(key) {
        custom_terms::read_values(key, (shape, unit), node, resolution, before, diagnostics)
    } else {
        values::read(key, (shape, unit), node, resolution, before, diagnostics)
    };
    reading.map(|reading| reading.pairs)
}

/// Product of the factors [mg, eg] that the file itself applies to a key.
pub(in crate::profile) fn factors(source: &Source, profile: &Profile, key: &str) -> [f64; 2] {
    let scaled = profile.given(key).map_or(&[][..], |given| &given.scaled);
    let own = scaled.iter().filter(|s| std::ptr::eq(&*s.location.source, source));
    own.fold([1.0, 1.0], |[mg, eg], s| [mg * s.own[0], eg * s.own[1]])
}

/// The numbers of a value with their locations, in order.
fn numbers_in<'n>(node: &'n mut Node, found: &mut Vec<(&'n mut Value, &'n Location)>) {
    match &mut node.value {
        Value::List(list) => list.iter_mut().for_each(|inner| numbers_in(inner, found)),
        Value::Table(table) => table.0.iter_mut().for_each(|field| numbers_in(&mut field.node, found)),
        value @ (Value::Int(_) | Value::Float(_)) => found.push((value, &node.location)),
        _ => {}
    }
}

/// The steps of a number, if they are whole.
fn steps(value: &Value, resolution: i32) -> Option<i32> {
    match *value {
        Value::Int(n) => i32::try_from(n).ok()?.checked_mul(resolution),
        Value::Float(n) => {
            let steps = (n * f64::from(resolution)).round();
            (steps.abs() <= f64::from(i32::MAX)).then_some(steps as i32)
        }
        _ => None,
    }
}

/// Returns a value with its number `at` replaced.
fn with_number(node: &Node, at: usize, number: Number) -> Node {
    let mut node = node.clone();
    let mut numbers = Vec::new();
    numbers_in(&mut node, &mut numbers);
    if let Some((value, _)) = numbers.get_mut(at) {
        **value = number.value();
    }
    node
}

/// Returns the text with the numbers found by [`literals`] replaced, and nothing else changed. A file that was
/// formatted by `temper profile fmt` stays formatted; in other tables, columns are kept where there is room.
///
/// # Errors
/// If the result does not have these numbers.
pub fn rewrite(source: &Arc<Source>, literals: &[Literal], new: &[i32]) -> Result<String, Diagnostic> {
    let mut text = String::with_capacity(source.text.len());
    let mut copied = 0;
    let mut in_key: HashMap<&str, usize> = HashMap::new();
    for literal in literals {
        *in_key.entry(&literal.key).or_default() += 1;
    }
    for (literal, value) in literals.iter().zip(new) {
        text.push_str(&source.text[copied..literal.span.start]);
        copied = literal.span.end;
        if *value == literal.value {
            text.push_str(&source.text[literal.span.clone()]);
            continue;
        }
        let written = Number::new(*value, literal.resolution).to_string();
        if in_key[literal.key.as_str()] >= TABLE {
            align(&mut text, literal.span.len(), written.len());
        }
        text.push_str(&written);
    }
    text.push_str(&source.text[copied..]);
    let mut changed = Source::new(source.file.as_str(), source.format, text);
    if source.format == Format::Toml
        && format::reformat(source).is_ok_and(|formatted| formatted == source.text)
        && let Ok(formatted) = format::reformat(&changed)
    {
        changed = Source::new(source.file.as_str(), source.format, formatted);
    }
    let new: HashMap<usize, f64> = literals
        .iter()
        .zip(new)
        .map(|(literal, new)| (literal.span.start, Number::new(*new, literal.resolution).units()))
        .collect();
    let expected = |(start, n)| new.get(&start).map_or(n, |new| *new);
    let before = numbers_of(source).into_iter().map(expected);
    if before.eq(numbers_of(&changed).into_iter().map(|(_, n)| n)) {
        Ok(changed.text.clone())
    } else {
        let message = "the numbers of this file cannot be replaced one by one";
        Err(Diagnostic::error(Location::file(source), message)
            .hint("`temper profile convert FILE --to toml` writes a file in which they can"))
    }
}

/// Aligns the end of a number about to be written with that of the old one: adds spaces before it, or removes them
/// down to one.
fn align(text: &mut String, old: usize, new: usize) {
    let room = text.len() - text.trim_end_matches(' ').len();
    if new <= old {
        text.extend(std::iter::repeat_n(' ', old - new));
    } else {
        let taken = (new - old).min(room.saturating_sub(1));
        text.truncate(text.len() - taken);
    }
}

/// All numbers of a source with their start offsets, in text order.
fn numbers_of(source: &Arc<Source>) -> Vec<(usize, f64)> {
    let mut tree = Node {
        value: Value::Table(read(source, &mut Diagnostics::default())),
        location: Location::file(source),
    };
    let mut numbers = Vec::new();
    numbers_in(&mut tree, &mut numbers);
    let start = |location: &Location| location.span.as_ref().map_or(0, |span| span.start);
    let number = |value: &Value| match *value {
        Value::Int(n) => n as f64,
        Value::Float(n) => n,
        _ => f64::NAN,
    };
    let mut numbers: Vec<_> =
        numbers.into_iter().map(|(value, location)| (start(location), number(value))).collect();
    numbers.sort_by_key(|(start, _)| *start);
    numbers
}
