//! A tree against the vocabulary: a profile, or all its faults.

mod name;
mod own;
mod phase;
mod single;
mod unknown;

use std::collections::{HashMap, HashSet};

use crate::eval::Values;
use crate::eval::keys::{Entry, Kind, Shape};

use super::diagnostic::{Diagnostic, Faults, again, quoted};
use super::family::{Directives, Named};
use super::node::{Field, Node, Table, Value};
use super::own_terms;
use super::parameters::Spot;
use super::source::Place;
use super::tweak::{Effect, Tweaks};
use super::{Given, Profile, Stage, keys, scale, values};

pub use name::{LONGEST_NAME, is_name};

/// Checks a whole tree on top of the profile that it extends. `whole` is the place of the file that it came from.
/// The profile is only of use when no fault was found.
pub(super) fn check(
    tree: &Table,
    directives: &Directives,
    whole: &Place,
    base: Option<Profile>,
    faults: &mut Faults,
) -> Profile {
    let mut checker = Checker::new(base.map_or_else(Profile::default, heir), faults);
    for path in &directives.reset {
        checker.reset(path);
    }
    checker.take_own_terms(tree);
    checker.walk("", "", tree);
    checker.require_name(tree, whole);
    if let Some(field) = &directives.scale {
        scale::apply(field, &mut checker.profile, checker.faults);
    }
    checker.finish()
}

/// Lays tweaks over a profile, one after the other. The result is only of use when no fault was found.
pub(super) fn overlay(tweaks: &Tweaks, base: Profile, faults: &mut Faults) -> Profile {
    let effects = tweaks.effects(Some(base.values.own_entries()), faults);
    let mut checker = Checker::new(base, faults);
    checker.lay(effects);
    checker.finish()
}

/// What is wrong with tweaks, whatever profile they are laid over.
pub(super) fn check_tweaks(tweaks: &Tweaks, faults: &mut Faults) {
    let effects = tweaks.effects(None, faults);
    Checker::new(Profile::default(), faults).lay(effects);
}

/// A key in a table as a full key.
fn join(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}

/// The stage that a value does not give, if it gives the other.
fn left_out(node: &Node) -> Option<Stage> {
    let Value::Table(table) = &node.value else {
        return None;
    };
    match Stage::ALL.map(|stage| table.get(stage.name()).is_some()) {
        [true, false] => Some(Stage::Eg),
        [false, true] => Some(Stage::Mg),
        _ => None,
    }
}

/// What a profile hands down: all that says how to evaluate, but not what it is called and whose it is.
fn heir(parent: Profile) -> Profile {
    let mut given = parent.given;
    given.retain(|g| !matches!(g.entry.decl.kind, Kind::Text));
    Profile {
        values: parent.values,
        written: parent.written,
        given,
        ..Profile::default()
    }
}

struct Checker<'a> {
    faults: &'a mut Faults,
    profile: Profile,
    /// Full keys met so far: `[phase.weights] knight` and `[phase] "weights.knight"` are one key.
    seen: HashMap<String, Place>,
    /// Keys that were given a value.
    changed: HashSet<String>,
    /// Whether the limits of the phase were crossed already, and that was told.
    was_crossed: bool,
}

impl<'a> Checker<'a> {
    fn new(base: Profile, faults: &'a mut Faults) -> Self {
        Self {
            was_crossed: phase::crossed_limits(&base.values).is_some(),
            faults,
            profile: base,
            seen: HashMap::new(),
            changed: HashSet::new(),
        }
    }
}

impl Checker<'_> {
    /// Checks a table whose path is `path`, and `written` in the file, where its section may be misspelled.
    fn walk(&mut self, path: &str, written: &str, table: &Table) {
        for field in &table.0 {
            let (key, written_key) = (join(path, &field.key), join(written, &field.key));
            if own_terms::KEYS.contains(&key.as_str()) {
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

    /// What can be said when all values are known.
    fn finish(mut self) -> Profile {
        self.check_phase();
        own_terms::check_sums(&self.profile, self.faults);
        let own = self.profile.values.own_entries();
        let place = |given: &Given| own_terms::find(own, &given.key).map_or(0, |entry| entry.ordinal);
        let mut given = std::mem::take(&mut self.profile.given);
        given.sort_by_cached_key(|g| (keys::rank(&g.key), place(g)));
        self.profile.given = given;
        self.profile
    }

    /// Each tweak may set anew what one before it has set.
    fn lay(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.seen.clear();
            match effect {
                Effect::Set(table) => self.walk("", "", &table),
                Effect::Entry { spot, field } => self.set_entry(spot, field),
                Effect::Own { entry, field } => self.set_own_anew(entry, &field),
                Effect::Scale { paths, factor } => {
                    scale::apply_to(&paths, &factor, &mut self.profile, self.faults);
                }
            }
        }
    }

    /// Forgets what was taken over for a key or all keys below a path.
    fn reset(&mut self, path: &Named) {
        if own_terms::is_own(&path.text) {
            return self.reset_own(path);
        }
        if keys::under(&path.text).next().is_none() {
            self.faults.add(|| {
                let message = format!("there is no key or section {} to reset", quoted(&path.text));
                let fault = Diagnostic::error(path.place.clone(), message);
                fault.hint(keys::suggestion_of_path(&path.text)).key("reset")
            });
        }
        let default = Values::default();
        let values = &mut self.profile.values;
        for entry in keys::under(&path.text) {
            match entry.decl.kind {
                Kind::Values(shape, _) => {
                    values.scores[entry.place..entry.place + shape.len()].fill([0, 0]);
                    values.forget_split(entry, None);
                }
                Kind::Choice(_) => values.choices[entry.place] = 0,
                Kind::Number { .. } => values.numbers[entry.place] = default.numbers[entry.place],
                Kind::Text => {}
            }
        }
        self.profile.given.retain(|g| !keys::is_under(&g.key, &path.text));
    }

    fn set(&mut self, entry: Entry, key: String, written: &str, field: &Field) {
        if let Some(first) = self.seen.get(&key) {
            self.faults.add(|| again(field.place.clone(), &key, Some(first)));
            return;
        }
        self.seen.insert(key.clone(), field.place.clone());
        let node = &field.node;
        let read = match entry.decl.kind {
            Kind::Values(shape, unit) => {
                let slots = &mut self.profile.values.scores[entry.place..entry.place + shape.len()];
                values::read(written, (shape, unit), node, slots, self.faults)
                    .map(|pairs| slots.copy_from_slice(&pairs))
            }
            Kind::Choice(options) => self.choice(written, options, node).map(|option| {
                self.profile.values.choices[entry.place] = option;
            }),
            Kind::Number { .. } => self.number(written, entry.decl.kind, node).map(|n| {
                self.profile.values.numbers[entry.place] = n;
            }),
            Kind::Text => self.text(&key, node),
        };
        if read.is_some() {
            self.profile
                .values
                .forget_split(entry, left_out(node).map(|kept| kept as usize));
            self.note_given(entry, key, field.place.clone(), left_out(node));
        }
    }

    /// Sets one entry of a table, in one stage or in both. What multiplies the key for one of the sides stays.
    fn set_entry(&mut self, spot: Spot, field: Field) {
        let Kind::Values(_, unit) = spot.entry.decl.kind else {
            return;
        };
        let (at, place) = (spot.entry.place + spot.index, field.place.clone());
        let node = match spot.stage {
            None => field.node,
            Some(stage) => Node {
                place: field.node.place.clone(),
                value: Value::Table(Table(vec![Field {
                    key: stage.name().to_owned(),
                    place: field.place,
                    node: field.node,
                }])),
            },
        };
        let before = [self.profile.values.scores[at]];
        let read = values::read(&field.key, (Shape::One, unit), &node, &before, self.faults);
        if let Some(pair) = read.and_then(|pairs| pairs.first().copied()) {
            self.profile.values.scores[at] = pair;
            self.note_given(spot.entry, spot.entry.key(), place, left_out(&node));
        }
    }

    /// Notes where a key was given, and what it keeps of what was said before.
    fn note_given(&mut self, entry: Entry, key: String, place: Place, left_out: Option<Stage>) {
        self.changed.insert(key.clone());
        let given = &mut self.profile.given;
        let before = given.iter().position(|g| g.key == key).map(|i| given.remove(i));
        let kept = left_out.zip(before.map(Box::new));
        given.push(Given {
            entry,
            key,
            place,
            scaled: Vec::new(),
            kept,
        });
    }
}
