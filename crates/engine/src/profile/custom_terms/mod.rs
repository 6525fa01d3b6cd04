//! Custom terms: `[[term]]`, `[[table]]`, `[[factor]]`, `[[drawn]]`, `[[define]]` and `[let]`, from the tree of a file to [`CustomTerms`].
//!
//! A profile that extends another one inherits its terms. A `[[term]]` with an inherited name changes that term field
//! by field; a definition replaces an inherited one of the same name. The result is checked as a whole, and each
//! error has the location of its expression, in whichever file that is.

mod paths;
mod read;
#[doc(hidden)]
pub mod texts;

use std::borrow::Cow;
use std::sync::Arc;

use crate::eval::custom_terms::{CustomTerms, MAX_SUM};
use crate::eval::keys::{Shape, Unit};
use crate::terms::{
    By, Definition, Fault, Field as TermField, PERCENT, Part, Role, Rounding, Sources, TermSource,
};

use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::keys::{DEFINE, LET};
use super::node::{Named, Node, Table, Value};
use super::source::{Location, Source};
use super::values::Reading;
use super::{Profile, keys, values};

pub(super) use paths::{find, is_own, is_scalable, key_ending_with, misfit, nothing_to_reset, suggestion};
pub(super) use read::{AFTER_BLEND, COLUMNS, DIVISOR, MAX_NUMBER, NUMBERS, ROUNDING, VALUES, fields_of};

/// The expressions of a term, except `let`, and its phrase.
pub(super) const TEXTS: [&str; 5] = ["when", "each", "count", "index", SAY];
/// The phrase of a term.
const SAY: &str = "say";

/// The definitions and custom terms of a profile, inherited ones included, as they are written.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    pub definitions: Vec<Defined>,
    pub terms: Vec<WrittenTerm>,
    /// True if it has errors, which have been reported.
    is_faulty: bool,
    /// True if a parent could not be loaded, so that inherited terms are unknown.
    pub is_rootless: bool,
}

impl Written {
    /// Returns `true` if there may be a term below a path.
    pub fn may_have(&self, path: &str) -> bool {
        let mut names = self.terms.iter().map(key_of_term);
        self.is_rootless || self.is_faulty && names.any(|key| keys::is_under(&key, path))
    }
}

#[derive(Debug, Clone)]
pub(super) struct Defined {
    /// The name, with its parameters if any.
    pub head: Named,
    pub body: Named,
    /// True if it comes from `[let]`.
    pub is_let: bool,
    /// True if its body could not be read; the text is then empty, and follow-up errors are not reported.
    pub is_faulty: bool,
    /// True if it replaces an inherited definition of the same name.
    pub is_anew: bool,
}

/// A term with its locations, without its values.
#[derive(Debug, Clone)]
pub(super) struct WrittenTerm {
    pub name: Named,
    pub role: Role,
    /// Expressions that could not be read are empty.
    pub lets: Vec<(Named, Named)>,
    /// In the order of [`TEXTS`].
    pub texts: [Option<Named>; 5],
    pub by: By,
    pub values: Location,
    pub after_blend: bool,
    /// Of a factor; `None` for [`crate::terms::PERCENT`].
    pub divisor: Option<i32>,
    pub rounding: Rounding,
    /// Of a table.
    pub columns: Option<usize>,
    /// True if a field could not be read; follow-up errors are then not reported.
    pub is_faulty: bool,
}

/// Values that a file gives to a term.
pub(super) struct NewValues {
    /// Full key.
    pub key: String,
    /// Location of their key.
    pub location: Location,
    pub reading: Reading,
}

/// An expression of a profile, and where it is set.
#[derive(Debug, Clone)]
pub struct Text<'a> {
    /// Such as `term.knights.on_rim.count`, `let.strong` or `define.near`.
    pub key: String,
    pub text: &'a str,
    /// Its location, in the profile or one of its ancestors.
    pub location: &'a Location,
}

/// The bodies of definitions.
pub(super) fn definitions(written: &Written) -> Vec<Text<'_>> {
    let text =
        |defined: &'_ Defined| format!("{}.{}", section_of(defined), Definition::name_in(&defined.head.text));
    let definitions = written.definitions.iter();
    definitions.map(|d| expression(text(d), &d.body)).collect()
}

/// Returns the expressions of the term with this full key, in file order.
pub(super) fn term_texts<'a>(written: &'a Written, key: &str) -> Vec<Text<'a>> {
    let of_key = |term: &&WrittenTerm| key_of_term(term) == key;
    let Some(term) = written.terms.iter().find(of_key) else {
        return Vec::new();
    };
    let lets = term.lets.iter().map(|(name, body)| (format!("{LET}.{}", name.text), body));
    let fields = TEXTS.iter().zip(&term.texts);
    let fields = fields.filter_map(|(name, text)| Some((name.to_string(), text.as_ref()?)));
    let texts = lets.chain(fields);
    texts.map(|(name, text)| expression(format!("{key}.{name}"), text)).collect()
}

fn expression(key: String, Named { text, location }: &Named) -> Text<'_> {
    Text { key, text, location }
}

/// Full key of a term, table, factor or rule of draws.
pub(super) fn key_of_term(term: &WrittenTerm) -> String {
    key_of(term.role, &term.name.text)
}

/// Full key of the term, table or factor with this name.
pub(super) fn key_of(role: Role, name: &str) -> String {
    format!("{}.{name}", role.key())
}

/// Returns the key of a file that holds a definition.
fn section_of(defined: &Defined) -> &'static str {
    if defined.is_let { LET } else { DEFINE }
}

/// Reads the values of a custom term. For a table of two entries, a list of two numbers means the entries, not a
/// pair.
pub(super) fn read_values(
    key: &str,
    (shape, unit): (Shape, Unit),
    node: &Node,
    resolution: i32,
    before: Option<&[[i32; 2]]>,
    diagnostics: &mut Diagnostics,
) -> Option<Reading> {
    let node = match &node.value {
        Value::List(list) if shape == (Shape::ByCount { last: 1 }) && list.len() == 2 => {
            Cow::Owned(entries(node, list))
        }
        _ => Cow::Borrowed(node),
    };
    values::read(key, (shape, unit), &node, resolution, before, diagnostics)
}

/// Returns a list with each number as a pair.
fn entries(node: &Node, list: &[Node]) -> Node {
    let pair = |entry: &Node| {
        if values::is_number(entry) {
            Node { value: Value::List(vec![entry.clone(), entry.clone()]), location: entry.location.clone() }
        } else {
            entry.clone()
        }
    };
    Node { value: Value::List(list.iter().map(pair).collect()), location: node.location.clone() }
}

/// Removes the terms below a path. Returns `true` if there were any.
///
/// # Errors
/// If another term looks up a table that would be gone. Nothing is removed then.
pub(super) fn reset(path: &str, profile: &mut Profile) -> Result<bool, String> {
    let mut written = profile.written.clone();
    written.terms.retain(|term| !keys::is_under(&key_of_term(term), path));
    if written.terms.len() == profile.written.terms.len() {
        return Ok(false);
    }
    if !profile.written.is_faulty {
        let terms = CustomTerms::new(&sources(&written));
        let terms =
            terms.map_err(|faults| faults.into_iter().next().map_or_else(String::new, |f| f.message))?;
        take(Some(terms), profile);
    }
    profile.written = written;
    Ok(true)
}

/// Adds the terms and definitions of a file to a profile. Returns the values that it gives to terms. The profile is
/// only usable if nothing was reported.
pub(super) fn lay(tree: &Table, profile: &mut Profile, diagnostics: &mut Diagnostics) -> Vec<NewValues> {
    let fields = || tree.0.iter().filter(|field| keys::CUSTOM_TERMS.contains(&field.key.as_str()));
    let Some(first) = fields().next() else {
        return Vec::new();
    };
    let source = Arc::clone(&first.location.source);
    let was_faulty = profile.written.is_faulty;
    let mut reader = read::Reader::new(profile, diagnostics);
    for field in fields() {
        match field.key.as_str() {
            DEFINE => reader.definitions(field),
            LET => reader.shared_lets(field),
            key => {
                if let Some(role) = Role::ALL.into_iter().find(|role| role.key() == key) {
                    reader.terms(role, field);
                }
            }
        }
    }
    let new = reader.finish();
    // One order, however a file has it; rules of draws, which have no values, come last.
    profile.written.terms.sort_by_key(|term| term.role);
    let mut written = profile.written.clone();
    for term in written.terms.iter_mut().filter(|term| term.is_faulty) {
        profile.written.is_faulty = true;
        term.fill_up();
    }
    match CustomTerms::new(&sources(&written)) {
        Ok(terms) => take(Some(terms), profile),
        Err(found) => {
            profile.written.is_faulty = true;
            let is_news = |fault: &Fault| match fault.part {
                Part::Body(number) => !written.definitions[number].is_faulty,
                Part::Term(number, TermField::Let(k)) => {
                    let term = &written.terms[number];
                    let is_empty = |(_, text): &(Named, Named)| text.text.is_empty();
                    !(term.is_faulty && term.lets.get(k).is_some_and(is_empty))
                }
                _ => true,
            };
            for fault in found.into_iter().filter(is_news) {
                let text = text_of(&written, fault.part).0.map_or("", |named| named.text.as_str());
                let diagnostic = diagnostic(&written, fault);
                // Mistakes of a parent have been reported.
                if Arc::ptr_eq(&diagnostic.location.source, &source) {
                    diagnostics.add(|| diagnostic);
                } else if !was_faulty {
                    diagnostics.add(|| with_changes(diagnostic, text, &written, &source));
                }
            }
        }
    }
    new
}

/// Adds a hint to an error in an inherited expression that was valid before: the definitions of this file that
/// changed its meaning.
fn with_changes(diagnostic: Diagnostic, text: &str, written: &Written, source: &Arc<Source>) -> Diagnostic {
    let anew = |defined: &&Defined| defined.is_anew && Arc::ptr_eq(&defined.head.location.source, source);
    let name = |defined: &Defined| Definition::name_in(&defined.head.text).to_owned();
    let mut changes: Vec<&Defined> = written.definitions.iter().filter(anew).collect();
    if changes.is_empty() {
        return diagnostic;
    }
    if changes.iter().any(|defined| text.contains(&name(defined))) {
        changes.retain(|defined| text.contains(&name(defined)));
    }
    let changes = changes.into_iter().map(|defined| {
        let line = defined.head.location.line_column().map_or(0, |(line, _)| line);
        format!("{} in {}:{line}", quoted(&name(defined)), source.file)
    });
    let changes: Vec<String> = changes.collect();
    let defined = format!("defined anew: {}", changes.join(", "));
    let hint = match &diagnostic.hint {
        Some(hint) => format!("{hint}; {defined}"),
        None => defined,
    };
    diagnostic.hint(hint)
}

impl WrittenTerm {
    /// Returns `true` if another one says the same, whatever its values.
    pub fn is_like(&self, other: &Self) -> bool {
        let said = |term: &Self| {
            let text = |named: &Named| named.text.clone();
            let lets: Vec<_> = term.lets.iter().map(|(name, body)| (text(name), text(body))).collect();
            (key_of_term(term), lets, term.texts.each_ref().map(|field| field.as_ref().map(text)))
        };
        said(self) == said(other)
    }

    /// A term without fields.
    fn new(role: Role, name: Named) -> Self {
        Self {
            role,
            after_blend: false,
            divisor: None,
            rounding: Rounding::Zero,
            columns: None,
            values: name.location.clone(),
            name,
            lets: Vec::new(),
            texts: [const { None }; 5],
            by: if role == Role::Drawn { By::Nothing } else { By::One },
            is_faulty: false,
        }
    }

    /// Fills in what could not be read or is unknown, so that the rest is checked without follow-up errors. The term
    /// is not usable.
    fn fill_up(&mut self) {
        if self.role == Role::Table {
            return;
        }
        let [when, each, count, index, _] = &mut self.texts;
        if matches!(self.role, Role::Factor | Role::Drawn) {
            let text = "true".to_owned();
            when.get_or_insert_with(|| Named { text, location: self.name.location.clone() });
            return;
        }
        if index.is_some() && !matches!(self.by, By::Table(_)) {
            self.by = By::Table(1);
        }
        for (field, text) in [(each, "a1"), (count, "1")] {
            field
                .get_or_insert_with(|| Named { text: text.to_owned(), location: self.name.location.clone() });
        }
    }
}

/// Activates checked terms, and drops the provenance of terms that are gone.
fn take(terms: Option<CustomTerms>, profile: &mut Profile) {
    profile.values.set_terms(terms);
    let own = profile.values.custom_entries();
    profile.given.retain_mut(|given| {
        if !is_own(&given.key) {
            return true;
        }
        let found = find(own, &given.key);
        if let Some(entry) = found {
            given.entry = entry;
        }
        found.is_some()
    });
}

/// Returns the definitions and terms without their locations.
pub(super) fn sources(written: &Written) -> Sources {
    let definition =
        |defined: &Defined| Definition { head: defined.head.text.clone(), body: defined.body.text.clone() };
    let term = |term: &WrittenTerm| {
        let [when, each, count, index, say] =
            term.texts.each_ref().map(|text| text.as_ref().map(|text| text.text.clone()));
        let text = |(name, text): &(Named, Named)| (name.text.clone(), text.text.clone());
        TermSource {
            lets: term.lets.iter().map(text).collect(),
            when,
            each,
            count,
            index,
            say,
            role: term.role,
            after_blend: term.after_blend,
            divisor: term.divisor.unwrap_or(PERCENT),
            rounding: term.rounding,
            columns: term.columns,
            ..TermSource::new(&term.name.text, term.by)
        }
    };
    Sources {
        definitions: written.definitions.iter().map(definition).collect(),
        terms: written.terms.iter().map(term).collect(),
    }
}

/// Converts an error of the term language, with its location in the file.
fn diagnostic(written: &Written, fault: Fault) -> Diagnostic {
    let (named, key) = text_of(written, fault.part);
    let location = match named {
        Ok(named) if fault.span.is_empty() && fault.span.start == 0 => named.location.clone(),
        Ok(named) => texts::part(named, &fault.span),
        Err(location) => location,
    };
    let diagnostic = Diagnostic::error(location, fault.message).key(key);
    match fault.hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

/// Returns the expression with the error, or else a location; and the key concerned.
fn text_of(written: &Written, part: Part) -> (Result<&Named, Location>, String) {
    let (number, field) = match part {
        Part::Head(number) | Part::Body(number) => {
            let defined = &written.definitions[number.min(written.definitions.len() - 1)];
            let text = match part {
                Part::Head(_) => &defined.head,
                _ => &defined.body,
            };
            return (Ok(text), format!("{}.{}", section_of(defined), defined.head.text));
        }
        Part::Term(number, field) => (number.min(written.terms.len() - 1), field),
    };
    let term = &written.terms[number];
    let text = match field {
        TermField::Name => Some(&term.name),
        TermField::LetName(k) => term.lets.get(k).or(term.lets.last()).map(|(name, _)| name),
        TermField::Let(k) => term.lets.get(k).map(|(_, text)| text),
        TermField::When => term.texts[0].as_ref(),
        TermField::Each => term.texts[1].as_ref(),
        TermField::Count => term.texts[2].as_ref(),
        TermField::Index => term.texts[3].as_ref(),
        TermField::Say => term.texts[4].as_ref(),
        TermField::Values | TermField::Columns => None,
    };
    let location = match (field, text) {
        (TermField::Values | TermField::Columns, _) => Err(term.values.clone()),
        (_, text) => Ok(text.unwrap_or(&term.name)),
    };
    (location, key_of_term(term))
}

/// Rejects pairs of numbers where a single one counts: after the blend.
pub(super) fn check_after_blend(profile: &Profile, diagnostics: &mut Diagnostics) {
    let Some(terms) = profile.values.terms() else {
        return;
    };
    let is_pair = |[mg, eg]: &[i32; 2]| mg != eg;
    for entry in terms.entries().iter().filter(|entry| terms.term(entry).is_after_blend()) {
        let slot = entry.slot().map_or(0..0, |slot| slot.offset..slot.offset + slot.len);
        if !profile.values.scores[slot].iter().any(is_pair) {
            continue;
        }
        if let Some(given) = profile.given(&entry.key()) {
            diagnostics.add(|| {
                let message =
                    format!("`{}` counts after the blend: its value is one number, not a pair", given.key);
                Diagnostic::error(given.location.clone(), message).key(&given.key)
            });
        }
    }
}

/// Rejects terms whose sum could exceed the range of a score.
pub(super) fn check_sums(profile: &Profile, diagnostics: &mut Diagnostics) {
    let sums = profile.values.custom_sums();
    if sums.iter().fold(0, |sum: i64, n| sum.saturating_add(*n)) <= MAX_SUM {
        return;
    }
    let largest = (0..sums.len()).max_by_key(|&number| sums[number]);
    let entry = largest.map(|number| profile.values.custom_entries()[number]);
    let Some(given) = entry.and_then(|entry| profile.given(&entry.key())) else {
        return;
    };
    diagnostics.add(|| {
        let message =
            format!("custom terms could come to more than {MAX_SUM} together, and `{}` to most", given.key);
        let hint = "smaller values, or a count that is smaller at most";
        Diagnostic::error(given.location.clone(), message).hint(hint).key(given.key.clone())
    });
}
