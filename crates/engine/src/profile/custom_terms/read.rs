//! The fields of `[[term]]`, `[[table]]`, `[[factor]]`, `[[drawn]]`, `[[define]]` and `[let]`.

use std::collections::HashMap;

use crate::eval::custom_terms::shape;
use crate::eval::keys::{Entry, Kind, Unit};
use crate::terms::{By, Definition, MAX_DEFINITIONS, MAX_TABLE, MAX_TERMS, Role, Rounding};

use super::super::diagnostic::{Diagnostic, Diagnostics, again, quoted};
use super::super::keys::{DEFINE, LET};
use super::super::node::{Field, Named, Node, Table, Value};
use super::super::source::Location;
use super::super::{Profile, keys, values};
use super::{Defined, NewValues, TEXTS, WrittenTerm, find, key_of, read_values, suggestion};

pub(crate) const VALUES: [&str; 6] = ["value", "table", "values", "by_rank", "by_file", "by_square"];
/// The list of a `[[table]]`.
const LIST: &str = "values";
/// Fields that take a whole number.
pub(crate) const NUMBERS: [&str; 2] = [DIVISOR, COLUMNS];
pub(crate) const DIVISOR: &str = "divisor";
pub(crate) const COLUMNS: &str = "columns";
pub(crate) const ROUNDING: &str = "rounding";
pub(crate) const AFTER_BLEND: &str = "after_blend";
/// Maximum of the whole numbers.
pub(crate) const MAX_NUMBER: i32 = 1_000_000;
const NAME: &str = "name";
const IS: &str = "is";
/// Index of `count` in [`TEXTS`].
const COUNT: usize = 2;
/// Number of expressions in [`TEXTS`]; the phrase comes last.
const EXPRESSIONS: usize = 4;

/// Returns how values under this key are indexed; `None` if the length of a table is unknown.
fn by_of(key: &str, node: &Node) -> Option<By> {
    let simple = [By::One, By::Rank, By::File, By::Square];
    let found = simple.into_iter().find(|by| by.key() == key);
    found.or_else(|| table_len(node).map(By::Table))
}

/// Returns the number of entries of a table that is written as a list, or as one list per stage.
fn table_len(node: &Node) -> Option<usize> {
    match &node.value {
        Value::List(list) => Some(list.len()),
        Value::Table(table) => {
            let stages = table.0.iter().filter(|field| field.key == "mg" || field.key == "eg");
            stages.filter_map(|field| table_len(&field.node)).max()
        }
        _ => None,
    }
}

/// The fields with values, and all others, of what is declared under a key.
pub(crate) const fn fields_of(role: Role) -> (&'static [&'static str], &'static [&'static str]) {
    match role {
        Role::Term => (
            &["value", "table", "by_rank", "by_file", "by_square"],
            &[NAME, LET, "when", "each", "count", "index", "say", AFTER_BLEND],
        ),
        Role::Table => (&[LIST, "by_rank", "by_file", "by_square"], &[NAME, COLUMNS]),
        Role::Factor => (
            &["value", "table"],
            &[NAME, LET, "when", "count", "index", "say", DIVISOR, ROUNDING, AFTER_BLEND],
        ),
        Role::Drawn => (&[], &[NAME, LET, "when", "say"]),
    }
}

pub(super) struct Reader<'a> {
    profile: &'a mut Profile,
    diagnostics: &'a mut Diagnostics,
    new: Vec<NewValues>,
    /// The terms of this file, by name.
    seen: HashMap<String, Location>,
}

impl<'a> Reader<'a> {
    pub fn new(profile: &'a mut Profile, diagnostics: &'a mut Diagnostics) -> Self {
        Self { profile, diagnostics, new: Vec::new(), seen: HashMap::new() }
    }

    pub fn finish(self) -> Vec<NewValues> {
        self.new
    }

    fn error(&mut self, location: &Location, key: &str, message: String, hint: &str) {
        self.diagnostics.add(|| {
            let diagnostic = Diagnostic::error(location.clone(), message).key(key);
            if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) }
        });
    }

    /// Returns the tables in a list of tables.
    fn tables<'n>(&mut self, field: &'n Field) -> Vec<(&'n Table, &'n Location)> {
        let mut tables = Vec::new();
        let Value::List(list) = &field.node.value else {
            let key = &field.key;
            let message = format!("`{key}` is a list of tables, found {}", field.node.found());
            self.error(&field.location, key, message, &format!("write [[{key}]]"));
            return tables;
        };
        for node in list {
            match &node.value {
                Value::Table(table) => tables.push((table, &node.location)),
                _ => {
                    let message = format!("a `{}` is a table, found {}", field.key, node.found());
                    self.error(&node.location, &field.key, message, "");
                }
            }
        }
        tables
    }

    fn text(&mut self, path: &str, field: &Field) -> Option<Named> {
        if let Value::Text(text) = &field.node.value {
            return Some(Named { text: text.clone(), location: field.node.location.clone() });
        }
        let message = format!("`{path}` takes a string in quotes, found {}", field.node.found());
        self.error(&field.node.location, path, message, &field.node.quote_hint().unwrap_or_default());
        None
    }

    fn unknown(&mut self, (key, noun): (&str, &str), field: &Field, known: &[&str]) {
        let hint = match keys::nearest(&field.key, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it has {}", known.join(", ")),
        };
        let message = format!("a {noun} has no field {}", quoted(&field.key));
        self.error(&field.location, &format!("{key}.{}", field.key), message, &hint);
    }

    /// Reads named expressions from a table: `[let]`, or `let` of a term. Unreadable expressions are `None`.
    fn lets(&mut self, path: &str, field: &Field) -> Vec<(Named, Option<Named>)> {
        let Value::Table(table) = &field.node.value else {
            if field.node.is_empty_struct() {
                return Vec::new();
            }
            let message = format!("`{path}` is a table of names, found {}", field.node.found());
            self.error(
                &field.node.location,
                path,
                message,
                "each name with its expression: centre_pawns = \"own.pawns & centre\"",
            );
            return Vec::new();
        };
        let read = |field: &Field| {
            let name = Named { text: field.key.clone(), location: field.location.clone() };
            (name, self.text(&format!("{path}.{}", field.key), field))
        };
        table.0.iter().map(read).collect()
    }

    pub fn shared_lets(&mut self, field: &Field) {
        for (head, body) in self.lets(LET, field) {
            self.define(head, body, true);
        }
    }

    pub fn definitions(&mut self, field: &Field) {
        for (table, location) in self.tables(field) {
            let (mut head, mut body) = (None, None);
            let before = self.count_faults(|reader| {
                for field in &table.0 {
                    match field.key.as_str() {
                        NAME => head = reader.text("define.name", field),
                        IS => body = reader.text("define.is", field),
                        _ => reader.unknown((DEFINE, DEFINE), field, &[NAME, IS]),
                    }
                }
            });
            match (head, body) {
                (Some(head), Some(body)) => self.define(head, Some(body), false),
                (Some(head), None) if before => self.define(head, None, false),
                _ if before => {}
                _ => {
                    let message = "a definition has a `name` and an `is`".to_owned();
                    let hint = "name = \"twice(n: number)\", is = \"2 * n\"";
                    self.error(location, DEFINE, message, hint);
                }
            }
        }
    }

    /// Returns `true` if `read` reports errors.
    fn count_faults(&mut self, read: impl FnOnce(&mut Self)) -> bool {
        let before = self.diagnostics.count();
        read(self);
        self.diagnostics.count() > before
    }

    /// Adds a definition, or replaces an inherited one of the same name. A definition with an unreadable body is
    /// added too, so that its name is not reported as unknown.
    fn define(&mut self, head: Named, body: Option<Named>, is_let: bool) {
        let is_faulty = body.is_none();
        let nothing = || Named { text: String::new(), location: head.location.clone() };
        let mut defined =
            Defined { body: body.unwrap_or_else(nothing), head, is_let, is_faulty, is_anew: false };
        let is_older = |other: &Defined| {
            let [a, b] =
                [other, &defined].map(|d| (Definition::name_in(&d.head.text), &d.head.location.source));
            a.0 == b.0 && !std::sync::Arc::ptr_eq(a.1, b.1)
        };
        let definitions = &mut self.profile.written.definitions;
        match definitions.iter().position(is_older) {
            Some(at) => {
                defined.is_anew = true;
                definitions[at] = defined;
            }
            // One more than allowed is enough to be refused.
            None if definitions.len() > MAX_DEFINITIONS => {}
            None => definitions.push(defined),
        }
    }

    pub fn terms(&mut self, role: Role, field: &Field) {
        for (table, location) in self.tables(field) {
            // One more than allowed is enough to be refused.
            if self.profile.written.terms.len() <= MAX_TERMS {
                self.term(role, table, location);
            }
        }
    }

    fn term(&mut self, role: Role, table: &Table, location: &Location) {
        let key = role.key();
        let field = table.0.iter().find(|field| field.key == NAME);
        if field.is_none() {
            let message = format!("a {} has a `name`", role.noun());
            self.error(location, key, message, "as in name = \"knights.on_rim\"");
        }
        let Some(name) = field.and_then(|name| self.text(&format!("{key}.{NAME}"), name)) else {
            return self.check_alone(role, table, location);
        };
        let full_key = key_of(role, &name.text);
        if let Some(first) = self.seen.get(&full_key) {
            let diagnostic = again(name.location.clone(), &full_key, Some(first));
            self.diagnostics.add(|| diagnostic);
            return self.check_alone(role, table, location);
        }
        self.seen.insert(full_key, name.location.clone());
        // Tables and factors are never listed beside built-in keys without their section.
        if role == Role::Term && (keys::find(&name.text).is_some() || keys::is_table(&name.text)) {
            let message = format!("{} is built in", quoted(&name.text));
            self.error(&name.location, key, message, &format!("give the {} another name", role.noun()));
        }
        let terms = &self.profile.written.terms;
        let older = terms.iter().position(|term| term.role == role && term.name.text == name.text);
        let mut term = match older {
            Some(at) => terms[at].clone(),
            None => WrittenTerm::new(role, name),
        };
        term.is_faulty |= self.count_faults(|reader| reader.fields(table, &mut term, older.is_none()));
        let terms = &mut self.profile.written.terms;
        match older {
            Some(at) => terms[at] = term,
            None => terms.push(term),
        }
    }

    /// Checks a term whose name is unusable, under a placeholder name for messages.
    fn check_alone(&mut self, role: Role, table: &Table, location: &Location) {
        let written = &self.profile.written.terms;
        let mut term = WrittenTerm::new(
            role,
            Named { text: format!("unnamed{}", written.len() + 1), location: location.clone() },
        );
        // It may have been meant to change a term of a parent.
        let is_new = self.profile.values.custom_entries().is_empty();
        self.fields(table, &mut term, is_new);
        term.is_faulty = true;
        self.profile.written.terms.push(term);
    }

    /// Reads the fields of a term except its name.
    fn fields(&mut self, table: &Table, term: &mut WrittenTerm, is_new: bool) {
        let path = key_of(term.role, &term.name.text);
        let (with_values, others) = fields_of(term.role);
        let is_rootless = self.profile.written.is_rootless;
        let mut values: Vec<&Field> = Vec::new();
        for field in &table.0 {
            let key = field.key.as_str();
            if with_values.contains(&key) {
                values.push(field);
            } else if !others.contains(&key) {
                let known: Vec<&str> = others.iter().chain(with_values).copied().collect();
                self.unknown((term.role.key(), term.role.noun()), field, &known);
            } else if let Some(at) = TEXTS.iter().position(|name| *name == key) {
                term.texts[at] = self.text(&format!("{path}.{key}"), field);
            } else if key == LET {
                let lets = self.lets(&format!("{path}.{LET}"), field).into_iter();
                let unread = |name: &Named| Named { text: String::new(), location: name.location.clone() };
                let read =
                    |(name, text): (Named, Option<Named>)| (name.clone(), text.unwrap_or(unread(&name)));
                term.lets = lets.map(read).collect();
            } else if key != NAME {
                self.setting(&path, field, term);
            }
        }
        let says_nothing = term.texts[..EXPRESSIONS].iter().all(Option::is_none) && term.role != Role::Table;
        // Probably a term of a parent that could not be loaded.
        term.is_faulty |= is_rootless && is_new && (term.texts[COUNT].is_none() || values.is_empty());
        let own = self.profile.values.custom_entries();
        if is_new && !own.is_empty() && says_nothing && !is_rootless {
            // Probably meant to change an inherited term, whose name is misspelled here.
            let message = format!(
                "there is no {} {} to change, and this says nothing to count",
                term.role.noun(),
                quoted(&term.name.text)
            );
            let hint = format!("{} (a new term has `count`, `each` or `when`)", suggestion(own, &path));
            return self.error(&term.name.location, &path, message, &hint);
        }
        match values[..] {
            [field] => self.values(&path, field, term),
            [] if is_new && !is_rootless && !with_values.is_empty() => {
                let message = format!("the {} {} has no value", term.role.noun(), quoted(&term.name.text));
                let hint = format!("give one of {}", with_values.join(", "));
                self.error(&term.name.location, &path, message, &hint);
            }
            [] => {}
            [first, second, ..] => {
                let message = format!("`{}` cannot stand beside `{}`", second.key, first.key);
                let hint = format!("a {} has only one of {}", term.role.noun(), with_values.join(", "));
                self.error(&second.location, &path, message, &hint);
            }
        }
    }

    /// Reads a field that is neither an expression nor a score.
    fn setting(&mut self, path: &str, field: &Field, term: &mut WrittenTerm) {
        let (key, node) = (field.key.as_str(), &field.node);
        let path = format!("{path}.{key}");
        match (key, &node.value) {
            (AFTER_BLEND, Value::Bool(is_after)) => term.after_blend = *is_after,
            (AFTER_BLEND, _) => {
                let message = format!("`{path}` is true or false, found {}", node.found());
                self.error(&node.location, &path, message, "");
            }
            (ROUNDING, Value::Text(word)) if Rounding::ALL.iter().any(|(name, _)| name == word) => {
                let found = Rounding::ALL.into_iter().find(|(name, _)| name == word);
                term.rounding = found.map_or(Rounding::Zero, |(_, rounding)| rounding);
            }
            (ROUNDING, _) => {
                let names = Rounding::ALL.map(|(name, _)| format!("\"{name}\"")).join(" or ");
                let message = format!("`{path}` is {names}, found {}", node.found());
                self.error(&node.location, &path, message, "");
            }
            _ => {
                let whole =
                    node.number().filter(|n| n.fract() == 0.0 && (1.0..=MAX_NUMBER.into()).contains(n));
                let Some(number) = whole else {
                    let message =
                        format!("`{path}` is a whole number from 1 to {MAX_NUMBER}, found {}", node.found());
                    return self.error(&node.location, &path, message, "");
                };
                if key == DIVISOR {
                    term.divisor = Some(number as i32);
                } else {
                    term.columns = Some(number as usize);
                }
            }
        }
    }

    fn values(&mut self, path: &str, field: &Field, term: &mut WrittenTerm) {
        let inherited =
            Some(term.by).filter(|by| matches!(by, By::Table(_)) && values::offset(&field.node).is_some());
        let Some(by) = by_of(&field.key, &field.node).or(inherited) else {
            let message = format!("`{path}` has a list as its `{}`, found {}", field.key, field.node.found());
            let hint = if field.key == LIST {
                "as in values = [0, 5, 20, 45]: an entry for each index from 0"
            } else {
                "as in table = [[0, 0], [4, 2]]: an entry for each count from 0"
            };
            return self.error(&field.node.location, path, message, hint);
        };
        (term.by, term.values) = (by, field.location.clone());
        let shape = shape(by);
        let own = self.profile.values.custom_entries();
        let is_alike = |entry: &Entry| matches!(entry.decl.kind, Kind::Values(its, _) if its == shape);
        let unknown = self.profile.written.is_rootless.then(|| vec![[0, 0]; shape.len()]);
        let before = match find(own, path).filter(is_alike).and_then(|entry| entry.slot()) {
            Some(slot) => Some(self.profile.values.scores[slot.offset..][..slot.len].to_vec()),
            None => unknown,
        };
        let unit = if term.role == Role::Term { Unit::Score } else { Unit::Plain };
        let resolution = self.profile.values.resolution_of(unit);
        // Otherwise the term itself is wrong.
        if (1..=MAX_TABLE).contains(&by.len())
            && let Some(reading) =
                read_values(path, (shape, unit), &field.node, resolution, before.as_deref(), self.diagnostics)
        {
            if term.after_blend && reading.pairs.iter().any(|[mg, eg]| mg != eg) {
                let message = format!("`{path}` counts after the blend: its value is one number, not a pair");
                return self.error(&field.node.location, path, message, "");
            }
            self.new.push(NewValues { key: path.to_owned(), location: field.location.clone(), reading });
        }
    }
}
