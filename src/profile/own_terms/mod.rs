//! Terms of a profile's own: `[[term]]`, `[[define]]` and `[let]`, from the tree of a file to [`OwnTerms`].
//!
//! A profile that extends another takes over its terms with the rest. A `[[term]]` of a name that is there already
//! changes what it says, field by field; a definition replaces another of its name. What is left is checked as a whole, and
//! a fault leads to the text that it is in, whichever file that stands in.

mod paths;
mod read;
mod texts;

use std::borrow::Cow;
use std::sync::Arc;

use crate::eval::keys::{Shape, Unit};
use crate::eval::own_terms::{MAX_SUM, OwnTerms, SECTION};
use crate::terms::{By, Definition, Fault, Field as TermField, Part, Sources, TermSource};

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::family::Named;
use super::node::{Node, Table, Value};
use super::source::{Place, Source};
use super::{Profile, keys, values};

pub(super) use paths::{find, find_stage, is_own, is_scalable, misfit, nothing_to_reset, suggestion};
pub(super) use read::VALUES;

/// A term.
pub(super) const TERM: &str = SECTION.name;
/// A definition, with parameters or without.
pub(super) const DEFINE: &str = "define";
/// Names for expressions.
pub(super) const LET: &str = "let";
/// The keys of a file that are read here; they are no part of the vocabulary.
pub(super) const KEYS: [&str; 3] = [TERM, DEFINE, LET];
/// The expressions of a term but for its `let`s.
pub(super) const EXPRESSIONS: [&str; 4] = ["when", "each", "count", "index"];

/// What a profile and those that it builds on say of their own terms.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    pub definitions: Vec<Defined>,
    pub terms: Vec<WrittenTerm>,
    /// Whether it has faults, which have been told.
    is_faulty: bool,
    /// Whether a profile that it builds on could not be loaded, so that nobody knows what terms there are.
    pub is_rootless: bool,
}

impl Written {
    /// Whether there may be a term below a path, for all that can be told.
    pub fn may_have(&self, path: &str) -> bool {
        let mut names = self.terms.iter().map(key_of_term);
        self.is_rootless || self.is_faulty && names.any(|key| keys::is_under(&key, path))
    }
}

/// A definition with its places.
#[derive(Debug, Clone)]
pub(super) struct Defined {
    /// Its name, with parameters if it has them.
    pub head: Named,
    pub body: Named,
    /// Whether it stands in `[let]`.
    pub is_let: bool,
    /// Whether its body could not be read, so that what follows from that is no news; the text is then empty.
    pub is_faulty: bool,
    /// Whether it stands in the place of one of its name in a profile that is extended.
    pub is_anew: bool,
}

/// A term with its places, but for what it is worth.
#[derive(Debug, Clone)]
pub(super) struct WrittenTerm {
    pub name: Named,
    /// Texts that could not be read are empty.
    pub lets: Vec<(Named, Named)>,
    /// In the order of [`EXPRESSIONS`].
    pub expressions: [Option<Named>; 4],
    pub by: By,
    /// Where its values stand.
    pub values: Place,
    /// Whether a field could not be read, so that what follows from that is no news.
    pub is_faulty: bool,
}

/// Values that a file gives to a term.
pub(super) struct NewValues {
    /// The name of the term.
    pub name: String,
    /// The place of their key.
    pub place: Place,
    pub node: Node,
    pub pairs: Vec<[i32; 2]>,
}

/// An expression of a profile, and where it is set.
#[derive(Debug, Clone)]
pub struct Text<'a> {
    /// Such as `term.knights.on_rim.count`, `let.strong` or `define.near`.
    pub key: String,
    /// What it says.
    pub text: &'a str,
    /// Where it stands, in the profile or in one that it builds on.
    pub place: &'a Place,
}

/// The bodies of definitions.
pub(super) fn definitions(written: &Written) -> Vec<Text<'_>> {
    let text = |defined: &'_ Defined| {
        format!(
            "{}.{}",
            section_of(defined),
            Definition::name_in(&defined.head.text)
        )
    };
    let definitions = written.definitions.iter();
    definitions.map(|d| expression(text(d), &d.body)).collect()
}

/// The expressions of the term that has this full key, in the order in which they are written.
pub(super) fn term_texts<'a>(written: &'a Written, key: &str) -> Vec<Text<'a>> {
    let of_key = |term: &&WrittenTerm| key_of_term(term) == key;
    let Some(term) = written.terms.iter().find(of_key) else {
        return Vec::new();
    };
    let lets = term
        .lets
        .iter()
        .map(|(name, body)| (format!("{LET}.{}", name.text), body));
    let fields = EXPRESSIONS.iter().zip(&term.expressions);
    let fields = fields.filter_map(|(name, text)| Some((name.to_string(), text.as_ref()?)));
    let texts = lets.chain(fields);
    texts
        .map(|(name, text)| expression(format!("{key}.{name}"), text))
        .collect()
}

fn expression(key: String, Named { text, place }: &Named) -> Text<'_> {
    Text { key, text, place }
}

/// The full key of a term.
fn key_of_term(term: &WrittenTerm) -> String {
    key_of(&term.name.text)
}

/// The full key of the term of a name.
pub(super) fn key_of(name: &str) -> String {
    format!("{}.{name}", SECTION.name)
}

/// Under which key of a file a definition stands.
fn section_of(defined: &Defined) -> &'static str {
    if defined.is_let { LET } else { DEFINE }
}

/// Reads the values of an own term. Of a table of two entries a list of two numbers is the entries, not a pair.
pub(super) fn read_values(
    key: &str,
    shape: Shape,
    node: &Node,
    before: &[[i32; 2]],
    faults: &mut Faults,
) -> Option<Vec<[i32; 2]>> {
    let node = match &node.value {
        Value::List(list) if shape == (Shape::ByCount { last: 1 }) && list.len() == 2 => {
            Cow::Owned(entries(node, list))
        }
        _ => Cow::Borrowed(node),
    };
    values::read(key, (shape, Unit::Score), &node, before, faults)
}

/// A list with each number as a pair.
fn entries(node: &Node, list: &[Node]) -> Node {
    let pair = |entry: &Node| match entry.number() {
        Some(_) => Node {
            value: Value::List(vec![entry.clone(), entry.clone()]),
            place: entry.place.clone(),
        },
        None => entry.clone(),
    };
    Node {
        value: Value::List(list.iter().map(pair).collect()),
        place: node.place.clone(),
    }
}

/// Forgets the terms below a path; whether there were any.
pub(super) fn reset(path: &str, profile: &mut Profile) -> bool {
    let is_meant = |name: &str| keys::is_under(&format!("{}.{name}", SECTION.name), path);
    let before = profile.written.terms.len();
    profile.written.terms.retain(|term| !is_meant(&term.name.text));
    let is_changed = profile.written.terms.len() != before;
    if is_changed {
        // Fewer terms have no more faults than all.
        let terms = OwnTerms::new(&sources(&profile.written));
        take(terms.ok(), profile);
    }
    is_changed
}

/// Takes over what a file says; the values that it gives to terms. The profile is only of use when no fault was found.
pub(super) fn lay(tree: &Table, profile: &mut Profile, faults: &mut Faults) -> Vec<NewValues> {
    let fields = || tree.0.iter().filter(|field| KEYS.contains(&field.key.as_str()));
    let Some(first) = fields().next() else {
        return Vec::new();
    };
    let source = Arc::clone(&first.place.source);
    let was_faulty = profile.written.is_faulty;
    let mut reader = read::Reader::new(profile, faults);
    for field in fields() {
        match field.key.as_str() {
            TERM => reader.terms(field),
            DEFINE => reader.definitions(field),
            _ => reader.shared_lets(field),
        }
    }
    let new = reader.finish();
    let mut written = profile.written.clone();
    for term in written.terms.iter_mut().filter(|term| term.is_faulty) {
        profile.written.is_faulty = true;
        term.fill_up();
    }
    match OwnTerms::new(&sources(&written)) {
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
                let text = text_of(&written, fault.part)
                    .0
                    .map_or("", |named| named.text.as_str());
                let fault = diagnostic(&written, fault);
                // What a parent has wrong has been told.
                if Arc::ptr_eq(&fault.place.source, &source) {
                    faults.add(|| fault);
                } else if !was_faulty {
                    faults.add(|| with_changes(fault, text, &written, &source));
                }
            }
        }
    }
    new
}

/// A fault of a text of a parent, which had none before: with the definitions of a file that have changed it.
fn with_changes(fault: Diagnostic, text: &str, written: &Written, source: &Arc<Source>) -> Diagnostic {
    let anew = |defined: &&Defined| defined.is_anew && Arc::ptr_eq(&defined.head.place.source, source);
    let name = |defined: &Defined| Definition::name_in(&defined.head.text).to_owned();
    let mut changes: Vec<&Defined> = written.definitions.iter().filter(anew).collect();
    if changes.is_empty() {
        return fault;
    }
    if changes.iter().any(|defined| text.contains(&name(defined))) {
        changes.retain(|defined| text.contains(&name(defined)));
    }
    let changes = changes.into_iter().map(|defined| {
        let line = defined.head.place.line_column().map_or(0, |(line, _)| line);
        format!("{} in {}:{line}", quoted(&name(defined)), source.file)
    });
    let changes: Vec<String> = changes.collect();
    let defined = format!("defined anew: {}", changes.join(", "));
    let hint = match &fault.hint {
        Some(hint) => format!("{hint}; {defined}"),
        None => defined,
    };
    fault.hint(hint)
}

impl WrittenTerm {
    /// A term that says nothing yet.
    fn new(name: Named) -> Self {
        Self {
            values: name.place.clone(),
            name,
            lets: Vec::new(),
            expressions: [const { None }; 4],
            by: By::One,
            is_faulty: false,
        }
    }

    /// Puts something in the place of what could not be read or is not known, so that what follows from that is not told
    /// while the rest is checked. The term is of no use.
    fn fill_up(&mut self) {
        let [_, each, count, index] = &mut self.expressions;
        if index.is_some() && !matches!(self.by, By::Table(_)) {
            self.by = By::Table(1);
        }
        for (field, text) in [(each, "a1"), (count, "1")] {
            field.get_or_insert_with(|| Named {
                text: text.to_owned(),
                place: self.name.place.clone(),
            });
        }
    }
}

/// Puts checked terms in force, and notes the keys of those that there are.
fn take(terms: Option<OwnTerms>, profile: &mut Profile) {
    profile.values.set_terms(terms);
    let own = profile.values.own_entries();
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

/// What is written, without places.
pub(super) fn sources(written: &Written) -> Sources {
    let definition = |defined: &Defined| Definition {
        head: defined.head.text.clone(),
        body: defined.body.text.clone(),
    };
    let term = |term: &WrittenTerm| {
        let [when, each, count, index] = term
            .expressions
            .each_ref()
            .map(|text| text.as_ref().map(|text| text.text.clone()));
        let text = |(name, text): &(Named, Named)| (name.text.clone(), text.text.clone());
        TermSource {
            lets: term.lets.iter().map(text).collect(),
            when,
            each,
            count,
            index,
            ..TermSource::new(&term.name.text, term.by)
        }
    };
    Sources {
        definitions: written.definitions.iter().map(definition).collect(),
        terms: written.terms.iter().map(term).collect(),
    }
}

/// A fault of the language, where it stands in its file.
fn diagnostic(written: &Written, fault: Fault) -> Diagnostic {
    let (named, key) = text_of(written, fault.part);
    let place = match named {
        Ok(named) if fault.span.is_empty() && fault.span.start == 0 => named.place.clone(),
        Ok(named) => texts::part(named, &fault.span),
        Err(place) => place,
    };
    let diagnostic = Diagnostic::error(place, fault.message).key(key);
    match fault.hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

/// The text that a fault is in, or where else to look; and the key that it is about.
fn text_of(written: &Written, part: Part) -> (Result<&Named, Place>, String) {
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
        TermField::When => term.expressions[0].as_ref(),
        TermField::Each => term.expressions[1].as_ref(),
        TermField::Count => term.expressions[2].as_ref(),
        TermField::Index => term.expressions[3].as_ref(),
        TermField::Values => None,
    };
    let place = match (field, text) {
        (TermField::Values, _) => Err(term.values.clone()),
        (_, text) => Ok(text.unwrap_or(&term.name)),
    };
    (place, key_of_term(term))
}

/// Refuses terms that could come to more than a score holds.
pub(super) fn check_sums(profile: &Profile, faults: &mut Faults) {
    let sums = profile.values.own_sums();
    if sums.iter().fold(0, |sum: i64, n| sum.saturating_add(*n)) <= MAX_SUM {
        return;
    }
    let largest = (0..sums.len()).max_by_key(|&number| sums[number]);
    let entry = largest.map(|number| profile.values.own_entries()[number]);
    let Some(given) = entry.and_then(|entry| profile.given(&entry.key())) else {
        return;
    };
    faults.add(|| {
        let message = format!(
            "own terms could come to more than {MAX_SUM} together, and `{}` to most",
            given.key
        );
        let hint = "smaller values, or a count that is smaller at most";
        Diagnostic::error(given.place.clone(), message)
            .hint(hint)
            .key(given.key.clone())
    });
}
