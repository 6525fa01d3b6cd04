//! Checks a tree against the table of keys: returns a profile, or all its errors.

pub(super) mod book;
mod custom;
mod decimals;
mod directives;
mod entries;
mod rules;

use std::collections::{HashMap, HashSet};

use crate::eval::Values;
use crate::eval::keys::units::DECIMALS;
use crate::eval::keys::{Entry, Kind, Shape};

use super::custom_terms;
use super::diagnostic::{Diagnostic, Diagnostics, again, quoted};
use super::node::{Field, Named, Node, Table, Value};
use super::numbers::ValuePath;
use super::overrides::{Effect, Overrides};
use super::source::Location;
use super::values::Reading;
use super::{Previous, Profile, Provenance, keys, scale, values};

pub(super) use directives::Directives;
pub use rules::{LONGEST_NAME, is_device, is_name};

/// Checks a whole tree on top of the profile that it extends. `whole` is the location of its file. The returned
/// profile is only usable if no error was reported.
pub(super) fn check(
    tree: &Table,
    directives: &Directives,
    whole: &Location,
    base: Option<Profile>,
    diagnostics: &mut Diagnostics,
) -> Profile {
    let mut checker = Checker::new(base.map_or_else(Profile::default, inherit), diagnostics);
    for path in &directives.reset {
        checker.reset(path);
    }
    decimals::set_early(tree, &mut checker.profile);
    checker.take_own_terms(tree);
    checker.walk("", "", tree);
    checker.require_name(tree, whole);
    if let Some(field) = &directives.scale {
        scale::apply(field, &mut checker.profile, checker.diagnostics);
    }
    checker.finish()
}

/// Applies overrides to a profile in order. The result is only usable if no error was reported.
pub(super) fn overlay(tweaks: &Overrides, base: Profile, diagnostics: &mut Diagnostics) -> Profile {
    let effects = tweaks.effects(Some(&base), diagnostics);
    let mut checker = Checker::new(base, diagnostics);
    checker.lay(effects);
    checker.finish()
}

impl Overrides {
    /// Returns the errors that do not depend on the profile.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Diagnostics::default();
        let effects = self.effects(None, &mut diagnostics);
        Checker::new(Profile::rootless(), &mut diagnostics).lay(effects);
        diagnostics.into_sorted()
    }
}

/// Returns the inherited part of a profile: everything but its name, description and other metadata.
fn inherit(parent: Profile) -> Profile {
    let mut given = parent.given;
    given.retain(|g| !matches!(g.entry.decl.kind, Kind::Text) || g.key == book::FILE);
    Profile { values: parent.values, written: parent.written, book: parent.book, given, ..Profile::default() }
}

struct Checker<'a> {
    diagnostics: &'a mut Diagnostics,
    profile: Profile,
    /// Full keys seen so far: `[phase.weights] knight` and `[phase] "weights.knight"` are one key.
    seen: HashMap<String, Location>,
    /// Keys that were given a value.
    changed: HashSet<String>,
    /// True if an ancestor has crossed phase limits, which has been reported.
    was_crossed: bool,
}

impl<'a> Checker<'a> {
    fn new(base: Profile, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            was_crossed: rules::crossed_limits(&base.values).is_some(),
            diagnostics,
            profile: base,
            seen: HashMap::new(),
            changed: HashSet::new(),
        }
    }
}

impl Checker<'_> {
    /// Checks a table. `path` is its path, `written` the path as spelled in the file, where its section may be
    /// misspelled.
    fn walk(&mut self, path: &str, written: &str, table: &Table) {
        for field in &table.0 {
            let (key, written_key) = (keys::join(path, &field.key), keys::join(written, &field.key));
            if keys::CUSTOM_TERMS.contains(&key.as_str()) {
                continue;
            }
            if let Some(entry) = keys::find(&key) {
                self.set(entry, key, &written_key, field);
            } else if keys::is_table(&key) {
                match &field.node.value {
                    Value::Table(inner) => self.walk(&key, &written_key, inner),
                    _ if field.node.is_empty_struct() => {}
                    _ => self.not_a_table(&key, &written_key, field),
                }
            } else {
                self.unknown(path, &key, &written_key, field);
            }
        }
    }

    /// Runs the checks that need all values.
    fn finish(mut self) -> Profile {
        self.check_phase();
        custom_terms::check_sums(&self.profile, self.diagnostics);
        custom_terms::check_after_blend(&self.profile, self.diagnostics);
        let own = self.profile.values.custom_entries();
        let location =
            |given: &Provenance| custom_terms::find(own, &given.key).map_or(0, |entry| entry.ordinal);
        let mut given = std::mem::take(&mut self.profile.given);
        given.sort_by_cached_key(|g| (keys::rank(&g.key), location(g)));
        self.profile.given = given;
        self.profile
    }

    /// Applies overrides in order. A later one may set a value again.
    fn lay(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.seen.clear();
            match effect {
                Effect::Set(table) => self.walk("", "", &table),
                Effect::Value { path, field } => self.set_value(path, field),
                Effect::Scale { paths, factor } => {
                    scale::apply_to(&paths, &factor, &mut self.profile, self.diagnostics);
                }
            }
        }
    }

    /// Drops the inherited values of a key or of all keys below a path.
    fn reset(&mut self, path: &Named) {
        if custom_terms::is_own(&path.text) {
            return self.reset_own(path);
        }
        if keys::under(&path.text).next().is_none() {
            self.diagnostics.add(|| {
                let message = format!("there is no key or section {} to reset", quoted(&path.text));
                let diagnostic = Diagnostic::error(path.location.clone(), message);
                diagnostic.hint(keys::suggestion_of_path(&path.text)).key("reset")
            });
        }
        let default = Values::default();
        for entry in keys::under(&path.text) {
            let values = &mut self.profile.values;
            match entry.decl.kind {
                Kind::Values(shape, _) => {
                    values.scores[entry.offset..entry.offset + shape.len()].fill([0, 0]);
                    values.forget_split(entry, [false; 2]);
                }
                Kind::Choice(_) => values.choices[entry.offset] = 0,
                Kind::Number { .. } if entry.offset == DECIMALS => {
                    decimals::set(
                        &mut self.profile,
                        default.numbers[DECIMALS],
                        &path.location,
                        self.diagnostics,
                    );
                }
                Kind::Number { .. } => values.numbers[entry.offset] = default.numbers[entry.offset],
                Kind::Text if entry.key() == book::FILE => self.profile.book.file = None,
                Kind::Text => {}
                Kind::Lines => {
                    if let Some(side) = book::side_of(&entry.key()) {
                        self.profile.book.lines[side as usize].clear();
                    }
                }
            }
        }
        self.profile.given.retain(|g| !keys::is_under(&g.key, &path.text));
    }

    fn set(&mut self, entry: Entry, key: String, written: &str, field: &Field) {
        if let Some(first) = self.seen.get(&key) {
            self.diagnostics.add(|| again(field.location.clone(), &key, Some(first)));
            return;
        }
        self.seen.insert(key.clone(), field.location.clone());
        let node = &field.node;
        let read = match entry.decl.kind {
            Kind::Values(shape, unit) => {
                let has_value = self.has_value(&key);
                let resolution = self.profile.values.resolution();
                let slots = &self.profile.values.scores[entry.offset..entry.offset + shape.len()];
                let before = has_value.then_some(slots);
                if let Some(reading) =
                    values::read(written, (shape, unit), node, resolution, before, self.diagnostics)
                {
                    self.set_values(entry, &reading, field.location.clone());
                }
                return;
            }
            Kind::Choice(options) => self.choice(written, options, node).map(|option| {
                self.profile.values.choices[entry.offset] = option;
            }),
            Kind::Number { .. } => self.number(written, entry.decl.kind, node).map(|n| {
                if entry.offset == DECIMALS {
                    decimals::set(&mut self.profile, n, &node.location, self.diagnostics);
                } else {
                    self.profile.values.numbers[entry.offset] = n;
                }
            }),
            Kind::Text => self.text(&key, node),
            Kind::Lines => book::read_lines(written, node, self.diagnostics).map(|lines| {
                if let Some(side) = book::side_of(&key) {
                    self.profile.book.lines[side as usize] = lines;
                }
            }),
        };
        if read.is_some() {
            self.note_given(entry, key, field.location.clone(), [Previous::Replaced; 2]);
        }
    }

    /// Returns `true` if a key has a value so far, or may have one that could not be read.
    fn has_value(&self, key: &str) -> bool {
        self.profile.written.is_rootless || self.profile.given(key).is_some()
    }

    /// Sets all values of a key. Numbers that are kept or added to keep their factors by side.
    fn set_values(&mut self, entry: Entry, reading: &Reading, location: Location) {
        let values = &mut self.profile.values;
        if let Some(scores) = values.scores.get_mut(entry.offset..entry.offset + reading.pairs.len()) {
            scores.copy_from_slice(&reading.pairs);
        }
        values.forget_split(entry, reading.previous.map(|previous| previous != Previous::Replaced));
        self.note_given(entry, entry.key(), location, reading.previous);
    }

    /// Sets the values of a custom term, or one entry of a table, which keeps its factors by side.
    fn set_value(&mut self, path: ValuePath, field: Field) {
        let (Kind::Values(shape, unit), Some(slot)) = (path.entry.decl.kind, path.entry.slot()) else {
            return;
        };
        let Field { key, location, node } = field;
        let node = match path.stage {
            None => node,
            Some(stage) => {
                let inner = Field { key: stage.name().to_owned(), location: location.clone(), node };
                Node { location: inner.node.location.clone(), value: Value::Table(Table(vec![inner])) }
            }
        };
        let resolution = self.profile.values.resolution_of(unit);
        let full_key = path.entry.key();
        let has_value = self.has_value(&full_key);
        let scores = &self.profile.values.scores[slot.offset..][..slot.len];
        let Some(index) = path.index else {
            let before = has_value.then_some(scores);
            let read = custom_terms::read_values(
                &full_key,
                (shape, unit),
                &node,
                resolution,
                before,
                self.diagnostics,
            );
            if let Some(reading) = read {
                self.set_values(path.entry, &reading, location);
            }
            return;
        };
        let before = [scores[index]];
        let before = has_value.then_some(&before[..]);
        let read = values::read(&key, (Shape::One, unit), &node, resolution, before, self.diagnostics);
        if let Some(Reading { pairs, previous }) = read {
            self.profile.values.scores[slot.offset + index] = pairs[0];
            self.note_given(path.entry, full_key, location, previous);
        }
    }

    /// Records where a key was set. Numbers that are kept or added to keep their previous provenance.
    fn note_given(&mut self, entry: Entry, key: String, location: Location, previous: [Previous; 2]) {
        self.changed.insert(key.clone());
        let given = &mut self.profile.given;
        let before = given.iter().position(|g| g.key == key).map(|i| given.remove(i));
        let is_kept = previous != [Previous::Replaced; 2];
        let kept = before.filter(|_| is_kept).map(|before| (Box::new(before), previous));
        given.push(Provenance { entry, key, location, scaled: Vec::new(), kept });
    }
}
