//! Writes a profile that extends another one and holds the differences only.

use std::collections::BTreeSet;

use crate::eval::keys::Entry;
use crate::eval::{Split, Values};

use super::diff::changes;
use super::keys::{DEFINE, LET, RESET, SCALE};
use super::library::{Library, Origin};
use super::source::{Format, Source};
use super::write::syntax::Pen;
use super::{Profile, custom_terms, scale, write};
use crate::terms::Role;

/// Writes in TOML a child of a profile with the values of another. `extends` is the name of the parent.
///
/// # Errors
/// A message if a child cannot have these values, such as scores without the decimals of the parent.
pub fn child_of(
    library: &Library,
    base: &Profile,
    extends: &str,
    changed: &Profile,
    name: &str,
    origin: &Origin,
) -> Result<String, String> {
    let text = text(base, extends, changed, name);
    let source = Source::new(format!("{name}.toml"), Format::Toml, text.as_str());
    let read = library
        .parse(&source, origin)
        .map_err(|diagnostics| diagnostics.first().map_or_else(String::new, ToString::to_string));
    let (child, _) = read?;
    match changes(&child.values, &changed.values).first() {
        None => Ok(text),
        Some(change) => Err(format!("{} cannot be inherited: save a copy instead", change.entry.key())),
    }
}

fn text(base: &Profile, extends: &str, changed: &Profile, name: &str) -> String {
    let mut pen = Pen::new(Format::Toml);
    let syntax = pen.syntax;
    let description = format!("{}, changed", base.name);
    for (key, text) in [("name", name), ("description", description.as_str()), ("extends", extends)] {
        pen.put(&syntax.pair(key, &syntax.quote(text)));
    }
    let differing: Vec<Entry> = distinct(base, changed);
    let removed: Vec<String> = differing
        .iter()
        .map(Entry::key)
        .filter(|key| custom_terms::is_own(key) && !has_term(&changed.values, key))
        .collect();
    if !removed.is_empty() {
        let words: Vec<String> = removed.iter().map(|key| syntax.quote(key)).collect();
        pen.put(&syntax.pair(RESET, &format!("[{}]", words.join(", "))));
    }
    put_factors(&mut pen, base, changed);
    for entry in differing.iter().filter(|entry| has_new_value(base, changed, entry)) {
        let key = entry.key();
        let mut path: Vec<&str> = key.split('.').collect();
        path.pop();
        pen.enter(&path);
        pen.put(&write::lines(changed, entry, syntax));
    }
    put_terms(&mut pen, base, changed, &differing);
    pen.finish()
}

/// The keys that differ, each once.
fn distinct(base: &Profile, changed: &Profile) -> Vec<Entry> {
    let mut seen = BTreeSet::new();
    let entries = changes(&base.values, &changed.values).into_iter().map(|change| change.entry);
    entries.filter(|entry| seen.insert(entry.key())).collect()
}

fn has_term(values: &Values, key: &str) -> bool {
    values.custom_entries().iter().any(|entry| entry.key() == key)
}

/// Returns `true` if a key of the table has other values, not only other factors by side.
fn has_new_value(base: &Profile, changed: &Profile, entry: &Entry) -> bool {
    !custom_terms::is_own(&entry.key())
        && entry.slot().is_none_or(|slot| {
            let range = slot.offset..slot.offset + slot.len;
            base.values.scores[range.clone()] != changed.values.scores[range]
                || base.values.resolution() != changed.values.resolution()
        })
}

/// Writes the factors by side that differ. New values forget inherited factors; otherwise both are multiplied.
fn put_factors(pen: &mut Pen, base: &Profile, changed: &Profile) {
    let of = |values: &Values, entry: &Entry| {
        let split = values.splits.iter().find(|split| Some(split.slot) == entry.slot());
        split.map_or([[1.0; 2]; 2], |Split { own, their, .. }| [*own, *their])
    };
    let with_values = |entry: &Entry| has_new_value(base, changed, entry);
    let mut lines = String::new();
    for entry in distinct(base, changed).iter().filter(|entry| !custom_terms::is_own(&entry.key())) {
        let (before, after) = (of(&base.values, entry), of(&changed.values, entry));
        let inherited = if with_values(entry) { [[1.0; 2]; 2] } else { before };
        if inherited == after {
            continue;
        }
        let ratio = [0, 1]
            .map(|side| [0, 1].map(|stage| scale::rounded(after[side][stage] / inherited[side][stage])));
        lines += &write::factors(pen.syntax, &entry.key(), ratio);
    }
    if !lines.is_empty() {
        pen.open_map(SCALE);
        pen.put(&lines);
        pen.close_map();
    }
}

/// Writes the definitions, if any differ, and the custom terms that are new or changed.
fn put_terms(pen: &mut Pen, base: &Profile, changed: &Profile, differing: &[Entry]) {
    let syntax = pen.syntax;
    let texts = |profile: &Profile| -> Vec<(String, String)> {
        let definitions = profile.written.definitions.iter();
        definitions.map(|defined| (defined.head.text.clone(), defined.body.text.clone())).collect()
    };
    let known = texts(base);
    let is_new = |defined: &&custom_terms::Defined| {
        !known.contains(&(defined.head.text.clone(), defined.body.text.clone()))
    };
    let (lets, definitions): (Vec<_>, Vec<_>) =
        changed.written.definitions.iter().filter(is_new).partition(|defined| defined.is_let);
    for defined in lets {
        pen.enter(&[LET]);
        pen.put(&syntax.pair(&defined.head.text, &syntax.quote(&defined.body.text)));
    }
    pen.enter(&[]);
    let definitions: Vec<String> = definitions
        .iter()
        .map(|defined| {
            let [head, body] = [&defined.head, &defined.body].map(|named| syntax.quote(&named.text));
            syntax.pair("name", &head) + &syntax.pair("is", &body)
        })
        .collect();
    let is_new_draw = |term: &custom_terms::WrittenTerm| {
        term.role == Role::Drawn && !base.written.terms.iter().any(|other| other.is_like(term))
    };
    let is_meant = |term: &custom_terms::WrittenTerm| {
        let key = custom_terms::key_of_term(term);
        is_new_draw(term) || differing.iter().any(|entry| entry.key() == key)
    };
    let terms = write::terms(changed, syntax, is_meant);
    for (key, tables) in [(DEFINE, definitions)].into_iter().chain(terms) {
        pen.tables(key, &tables, Pen::put);
    }
}
