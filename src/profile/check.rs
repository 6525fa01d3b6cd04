//! A tree against the vocabulary: a profile, or all its faults.

use std::collections::{HashMap, HashSet};

use crate::eval::Values;
use crate::eval::vocabulary::{Entry, Kind, Opt, Shape, choice, number};

use super::diagnostic::{Diagnostic, Faults, again, quoted};
use super::family::{Directives, Named, SCALE};
use super::node::{Field, Node, Table, Value};
use super::parameters::Spot;
use super::source::Place;
use super::tweak::{Effect, Tweaks};
use super::{Given, NAME, Profile, Stage, keys, scale, values};

/// The longest name of a profile, in characters.
pub const LONGEST_NAME: usize = 64;

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
    checker.walk("", "", tree);
    checker.require_name(tree, whole);
    if let Some(field) = &directives.scale {
        scale::apply(field, &mut checker.profile, checker.faults);
    }
    checker.check_phase();
    checker.profile.given.sort_by_cached_key(|g| keys::rank(&g.key));
    checker.profile
}

/// Lays tweaks over a profile, one after the other. The result is only of use when no fault was found.
pub(super) fn overlay(tweaks: &Tweaks, base: Profile, faults: &mut Faults) -> Profile {
    let effects = tweaks.effects(faults);
    let mut checker = Checker::new(base, faults);
    checker.lay(effects);
    checker.check_phase();
    checker.profile.given.sort_by_cached_key(|g| keys::rank(&g.key));
    checker.profile
}

/// What is wrong with tweaks, whatever profile they are laid over.
pub(super) fn check_tweaks(tweaks: &Tweaks, faults: &mut Faults) {
    let effects = tweaks.effects(faults);
    Checker::new(Profile::default(), faults).lay(effects);
}

/// Whether a name may be given to a profile: 1 to 64 letters (a-z, A-Z), digits, `-` and `_`.
pub fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(allowed)
}

/// What to write instead of something that is no number; `words` stand for special numbers.
fn number_hint(node: &Node, words: &[(&'static str, f64)]) -> Option<String> {
    if let Some((word, _)) = words
        .iter()
        .find(|(_, value)| node.quoted_number() == Some(*value))
    {
        return Some(format!("write \"{word}\""));
    }
    let Value::Text(text) = &node.value else {
        return None;
    };
    let nearest = keys::nearest(text, words.iter().map(|(word, _)| *word));
    let word = nearest.map(|word| format!("did you mean \"{word}\"?"));
    node.unquote_hint().or(word)
}

/// A key in a table as a full key.
fn join(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}

/// Whether a table with this field is a value rather than a table of keys.
fn is_part_of_value(field: &Field) -> bool {
    ["mg", "eg", "start", "step"].contains(&field.key.as_str())
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
            was_crossed: crossed_limits(&base.values).is_some(),
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

    /// Each tweak may set anew what one before it has set.
    fn lay(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.seen.clear();
            match effect {
                Effect::Set(table) => self.walk("", "", &table),
                Effect::Entry { spot, field } => self.set_entry(spot, field),
                Effect::Scale { paths, factor } => {
                    scale::apply_to(&paths, &factor, &mut self.profile, self.faults);
                }
            }
        }
    }

    /// Forgets what was taken over for a key or all keys below a path.
    fn reset(&mut self, path: &Named) {
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

    fn not_a_table(&mut self, key: &str, written: &str, field: &Field) {
        self.faults.add(|| {
            let inner: Vec<String> = keys::below(key).take(4).map(|k| format!("`{k}`")).collect();
            let message = format!("`{written}` is a table of keys, found {}", field.node.found());
            Diagnostic::error(field.node.place.clone(), message)
                .hint(format!("keys in it are {}, ...", inner.join(", ")))
                .key(written)
        });
    }

    /// An unknown key, section or table. A misspelled section is reported once, and what is in it is checked
    /// as if its name were right.
    fn unknown(&mut self, path: &str, key: &str, written: &str, field: &Field) {
        let Value::Table(inner) = &field.node.value else {
            return self.unknown_key(key, written, field);
        };
        let section = match path {
            "" => keys::nearest_table(key),
            _ => None,
        };
        if let Some(section) = section {
            self.faults.add(|| {
                let mut hint = format!("did you mean `{section}`");
                let first = inner.0.first().map(|f| format!("{section}.{}", f.key));
                if let Some(first) = first.filter(|k| keys::find(k).is_some()) {
                    hint += &format!(", as in `{first}`");
                }
                Diagnostic::error(field.place.clone(), format!("unknown section {}", quoted(key)))
                    .hint(hint + "?")
                    .key(key)
            });
            if section != SCALE {
                self.walk(section, written, inner);
            }
        } else if inner.0.is_empty() || inner.0.iter().any(is_part_of_value) {
            self.unknown_key(key, written, field);
        } else {
            self.walk(key, written, inner);
        }
    }

    fn unknown_key(&mut self, key: &str, written: &str, field: &Field) {
        self.faults.add(|| {
            let fault = Diagnostic::error(field.place.clone(), format!("unknown key {}", quoted(written)));
            fault.hint(keys::suggestion(key)).key(written)
        });
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

    fn fault(&mut self, key: &str, node: &Node, message: String, hint: Option<String>) {
        self.faults.add(|| {
            let fault = Diagnostic::error(node.place.clone(), message).key(key);
            match hint {
                Some(hint) => fault.hint(hint),
                None => fault,
            }
        });
    }

    fn choice(&mut self, key: &str, options: &[Opt], node: &Node) -> Option<u8> {
        let all = options.iter().map(|o| format!("\"{}\"", o.name));
        let all = format!("it is one of {}", all.collect::<Vec<_>>().join(", "));
        let Value::Text(text) = &node.value else {
            let message = format!("`{key}` takes a text in quotes, found {}", node.found());
            self.fault(key, node, message, Some(all));
            return None;
        };
        if let Some(option) = options.iter().position(|o| o.name == text) {
            return Some(option as u8);
        }
        let hint = match keys::nearest(text, options.iter().map(|o| o.name)) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => all,
        };
        let message = format!("{} is no choice for `{key}`", quoted(text));
        self.fault(key, node, message, Some(hint));
        None
    }

    fn number(&mut self, key: &str, kind: Kind, node: &Node) -> Option<f64> {
        let Kind::Number {
            min,
            max,
            whole,
            words,
            ..
        } = kind
        else {
            return None;
        };
        let names: String = words.iter().map(|(word, _)| format!(" or \"{word}\"")).collect();
        if let Value::Text(text) = &node.value
            && let Some((_, n)) = words.iter().find(|(word, _)| word == text)
        {
            return Some(*n);
        }
        let kind = if whole { "a whole number" } else { "a number" };
        let takes = format!("`{key}` takes {kind} from {min} to {max}{names}");
        match node.number() {
            Some(n) if n.is_infinite() && words.iter().any(|(_, value)| *value == n) => return Some(n),
            None => {
                let message = format!("{takes}, found {}", node.found());
                self.fault(key, node, message, number_hint(node, words));
            }
            Some(n) if n.is_nan() => {
                self.fault(key, node, format!("{takes}, found {}", node.found()), None);
            }
            Some(n) if !(min..=max).contains(&n) => {
                self.fault(
                    key,
                    node,
                    format!("{} is out of bounds: {takes}", node.found()),
                    None,
                );
            }
            Some(n) if whole && !matches!(node.value, Value::Int(_)) => {
                let hint = Some(format!("write {}", n.round()));
                self.fault(key, node, format!("{takes}, found {}", node.found()), hint);
            }
            // Adding 0.0 turns -0.0 into 0.0: equal numbers must have equal bits, since the id hashes them.
            Some(n) => return Some(n + 0.0),
        }
        None
    }

    fn text(&mut self, key: &str, node: &Node) -> Option<()> {
        let Value::Text(text) = &node.value else {
            let message = format!("`{key}` takes a text in quotes, found {}", node.found());
            self.fault(key, node, message, None);
            return None;
        };
        if key == NAME && !is_name(text) {
            let message = format!("{} cannot be the name of a profile", quoted(text));
            let hint = format!("1 to {LONGEST_NAME} letters (a-z, A-Z), digits, `-` and `_`");
            self.fault(key, node, message, Some(hint));
            return None;
        }
        self.profile.set_text(key, text);
        Some(())
    }

    /// Unless another key was meant to be it, which has been told.
    fn require_name(&mut self, tree: &Table, whole: &Place) {
        let is_misspelled = |field: &Field| keys::nearest_key(&field.key) == Some(NAME);
        if self.seen.contains_key(NAME) || tree.0.iter().any(is_misspelled) {
            return;
        }
        let place = Place::at(&whole.source, 0..0);
        self.faults.add(|| {
            Diagnostic::error(place, "`name` is missing")
                .hint("start the file with the name under which the profile is listed")
                .key(NAME)
        });
    }

    /// A linear blend divides by the distance between its two limits. What a parent has wrong is not told again.
    fn check_phase(&mut self) {
        let Some((from, until)) = crossed_limits(&self.profile.values) else {
            return;
        };
        let keys = [FROM, UNTIL, MODEL];
        let changed = keys.into_iter().find(|key| self.changed.contains(*key));
        if changed.is_none() && self.was_crossed {
            return;
        }
        let given = changed
            .into_iter()
            .chain(keys)
            .find_map(|k| self.profile.given(k));
        let Some(given) = given else { return };
        let (key, place) = (given.key.clone(), given.place.clone());
        self.faults.add(|| {
            let message = format!("`{FROM}` ({from}) must be greater than `{UNTIL}` ({until})");
            let hint = "the middlegame has the larger phase sum";
            Diagnostic::error(place, message).hint(hint).key(key)
        });
    }
}

const FROM: &str = "phase.middlegame_from";
const UNTIL: &str = "phase.endgame_until";
const MODEL: &str = "phase.model";

/// The limits of a linear blend, if the upper one is not above the lower one.
fn crossed_limits(values: &Values) -> Option<(f64, f64)> {
    let (from, until) = (values.numbers[number(FROM)], values.numbers[number(UNTIL)]);
    (values.is(choice(MODEL, "linear")) && from <= until).then_some((from, until))
}
