//! Paths of custom terms: a term, all of them, a stage, an entry; and diagnostics for paths that match nothing.

use crate::eval::keys::{Entry, Kind, Shape};

use crate::terms::Role;

use super::super::diagnostic::quoted;
use super::super::keys::LET;
use super::super::numbers::ValuePath;
use super::super::{Profile, Stage, keys};
use super::{SAY, TEXTS, VALUES, key_of, key_of_term};

/// Returns `true` if a full key or a path belongs to custom terms, tables, factors or rules of draws.
pub(in crate::profile) fn is_own(path: &str) -> bool {
    Role::ALL.into_iter().any(|role| keys::is_under(path, role.key()))
}

/// Returns the custom terms that a path selects: one of them, all below it, or all.
pub(in crate::profile) fn under<'a>(own: &'a [Entry], path: &'a str) -> impl Iterator<Item = Entry> + 'a {
    own.iter().copied().filter(move |entry| keys::is_under(&entry.key(), path))
}

/// Finds a custom term by its full key.
pub(in crate::profile) fn find(own: &[Entry], key: &str) -> Option<Entry> {
    let (section, name) = key.split_once('.')?;
    own.iter().find(|entry| entry.section.name == section && entry.decl.name == name).copied()
}

/// Returns `true` if a path selects custom terms; the path of all terms may select none.
pub(in crate::profile) fn is_scalable(own: &[Entry], path: &str) -> bool {
    Role::ALL.into_iter().any(|role| path == role.key()) || under(own, path).next().is_some()
}

/// Finds the key of which a path is the name, or the beginning of the name.
pub(in crate::profile) fn key_ending_with(own: &[Entry], path: &str) -> Option<String> {
    let keys = Role::ALL.map(|role| key_of(role, path));
    keys.into_iter().find(|key| under(own, key).next().is_some())
}

/// Suggestion for the key of a term that does not exist.
pub(in crate::profile) fn suggestion(own: &[Entry], key: &str) -> String {
    let names: Vec<String> = own.iter().map(Entry::key).collect();
    suggestion_among("the profile", &names, key)
}

/// Suggestion from the names of the terms that are known.
fn suggestion_among(whose: &str, names: &[String], key: &str) -> String {
    match keys::nearest(key, names.iter().map(String::as_str)) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if names.is_empty() => format!("{whose} has no terms of its own"),
        None => format!("the custom terms of {whose} are {}", names.join(", ")),
    }
}

/// Suggestion for a `reset` that matches no term.
pub(in crate::profile) fn nothing_to_reset(profile: &Profile, key: &str) -> String {
    let names: Vec<String> = profile.written.terms.iter().map(key_of_term).collect();
    suggestion_among("the profile that it extends", &names, key)
}

/// Explains why a path below the key of a term is not the path of a value: it is an expression, an entry that the
/// term does not have, or has its parts in another order. Returns message and hint; `None` for paths of values and
/// paths below no term.
pub(in crate::profile) fn misfit(own: &[Entry], path: &str) -> Option<(String, String)> {
    let below = |entry: &&Entry| keys::is_under(path, &entry.key());
    let entry = own.iter().find(below)?;
    if ValuePath::parse(path, own).is_some() {
        return None;
    }
    let (key, name) = (entry.key(), entry.decl.name);
    let rest = path[key.len()..].trim_start_matches('.');
    let first = rest.split('.').next().unwrap_or_default();
    if first == LET || TEXTS.contains(&first) {
        let is = if first == SAY { "a phrase" } else { "an expression" };
        let message = format!("`{first}` of `{key}` is {is}, which can be set in a file only");
        let field = if first == LET { "let = { ... }".to_owned() } else { format!("{first} = \"...\"") };
        let role = entry.section.name;
        let hint = format!("a profile that extends this one may say [[{role}]], name = \"{name}\", {field}");
        return Some((message, hint));
    }
    if VALUES.contains(&first) {
        let message = format!("`{first}` does not belong to the path of a value");
        return Some((message, format!("write {}", path.replacen(&format!(".{first}"), "", 1))));
    }
    let Kind::Values(shape, _) = entry.decl.kind else {
        return None;
    };
    if let Some((index, stage)) = rest.split_once('.')
        && let turned = format!("{key}.{stage}.{index}")
        && ValuePath::parse(&turned, own).is_some()
    {
        return Some(("the stage stands before the entry".to_owned(), format!("write {turned}")));
    }
    let is_stage = |word: &&str| Stage::ALL.iter().any(|stage| stage.name() == *word);
    let entry: Vec<&str> = rest.split('.').filter(|word| !is_stage(word)).collect();
    let message = format!("`{key}` has no entry {}", quoted(&entry.join(".")));
    let hint = match shape {
        Shape::One => "it has one value".to_owned(),
        Shape::ByRank => "its entries are the ranks 1 to 8".to_owned(),
        Shape::ByFile => "its entries are the files a to h".to_owned(),
        Shape::BySquare => "its entries are the squares a1 to h8".to_owned(),
        _ if shape.len() == 1 => "its table has one entry, 0".to_owned(),
        _ => format!("its table has {} entries, 0 to {}", shape.len(), shape.len() - 1),
    };
    Some((message, hint))
}
