//! A file with other numbers in the places of those that it has.

use std::sync::Arc;

use super::leaves::{leaf_mut, leaves};
use super::{Number, joined, misplaced};
use crate::eval::own_terms::SECTION;
use crate::profile::diagnostic::{Diagnostic, Faults};
use crate::profile::node::{Field, Node, Table, Value};
use crate::profile::own_terms::{TERM, VALUES};
use crate::profile::source::{Format, Place, Source};
use crate::profile::{read, tidy};

/// Keys with at least as many numbers are tables, in which columns are worth keeping.
const TABLE: usize = 8;

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
        if key == TERM
            && let Value::List(list) = &mut field.node.value
        {
            list.iter_mut().for_each(|node| put_in_term(node, of_key));
        } else if !put_values(&key, field, of_key)
            && let Value::Table(inner) = &mut field.node.value
        {
            put(&key, inner, of_key);
        }
    }
}

/// Puts the numbers of a key in the places of those that it has; whether there are any.
fn put_values(key: &str, field: &mut Field, of_key: &[(&str, Vec<i32>)]) -> bool {
    let Some((_, values)) = of_key.iter().find(|(k, _)| *k == key) else {
        return false;
    };
    for (at, value) in values.iter().enumerate() {
        if let Some(leaf) = leaf_mut(&mut field.node, &mut { at }) {
            leaf.value = Value::Int(i64::from(*value));
        }
    }
    true
}

fn put_in_term(term: &mut Node, of_key: &[(&str, Vec<i32>)]) {
    let Value::Table(table) = &mut term.value else {
        return;
    };
    let name = match table.get("name").map(|node| &node.value) {
        Some(Value::Text(name)) => format!("{}.{name}", SECTION.name),
        _ => return,
    };
    for field in &mut table.0 {
        if VALUES.contains(&field.key.as_str()) {
            put_values(&name, field, of_key);
        }
    }
}
