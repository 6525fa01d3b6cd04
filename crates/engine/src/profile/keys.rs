//! Looks up keys by name, and the nearest key to an unknown name.

use std::sync::LazyLock;

use crate::eval::keys::{self as table, Entry, Kind, sections};
use crate::spelling::{LONGEST, best};
use crate::terms::Role;

pub use crate::spelling::nearest;

/// Key of the parent profile.
pub(super) const EXTENDS: &str = "extends";
/// What other formats call it.
const NAMES_OF_EXTENDS: [&str; 5] = ["base", "based_on", "inherit", "inherits", "parent"];
/// What people call the parts of a value or factor.
const NAMES_OF_PARTS: [(&str, &[&str]); 6] = [
    ("mg", &["midgame", "middlegame", "middle", "mid", "opening", "early"]),
    ("eg", &["endgame", "ending", "end", "ge", "late"]),
    ("own", &["mine", "my", "me", "our", "ours", "us", "self", "engine"]),
    ("their", &["theirs", "them", "opponent", "opponents", "opp", "enemy", "other", "his", "hers"]),
    ("start", &["begin", "base", "first", "from", "offset"]),
    ("step", &["increment", "inc", "slope", "per", "by"]),
];
/// Key of the keys and sections whose inherited values are dropped.
pub(super) const RESET: &str = "reset";
/// Key of the factors by key or section.
pub(super) const SCALE: &str = "scale";
/// The inheritance keys, which are not part of the table.
pub(super) const DIRECTIVES: [&str; 3] = [EXTENDS, RESET, SCALE];

/// Key of a custom term.
pub(super) const TERM: &str = Role::Term.key();
/// Key of a definition for custom terms, with or without parameters.
pub(super) const DEFINE: &str = "define";
/// Key of named expressions for custom terms.
pub(super) const LET: &str = "let";
/// The keys of custom terms, which are not part of the table.
pub(super) const CUSTOM_TERMS: [&str; 6] =
    [TERM, Role::Table.key(), Role::Factor.key(), Role::Drawn.key(), DEFINE, LET];

/// All keys in the order of the table.
static KEYS: LazyLock<Vec<(String, Entry)>> =
    LazyLock::new(|| table::entries().map(|e| (e.key(), e)).collect());

/// The declaration of a full key.
pub(super) fn find(key: &str) -> Option<Entry> {
    KEYS.iter().find(|(k, _)| k == key).map(|&(_, entry)| entry)
}

/// The full key of a key in the table at a path.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

pub(super) fn all() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(key, _)| key.as_str())
}

/// Returns `true` if a full key has values.
pub(super) fn has_values(key: &str) -> bool {
    find(key).is_some_and(|entry| entry.slot().is_some())
}

/// Returns `true` if a full key chooses between named definitions.
pub(super) fn is_choice(key: &str) -> bool {
    find(key).is_some_and(|entry| matches!(entry.decl.kind, Kind::Choice(_)))
}

/// Position of a full key in the order of the table.
pub(super) fn rank(key: &str) -> usize {
    KEYS.iter().position(|(k, _)| k == key).unwrap_or(KEYS.len())
}

/// Returns `true` if there are keys below a path.
pub(super) fn is_table(path: &str) -> bool {
    below(path).next().is_some()
}

/// Returns the keys below a path, relative to it.
pub(super) fn below(path: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter_map(move |(k, _)| k.strip_prefix(path)?.strip_prefix('.'))
}

/// Returns the keys that a path selects: the key itself, or all below it.
pub(super) fn under(path: &str) -> impl Iterator<Item = Entry> {
    KEYS.iter().filter(move |(k, _)| is_under(k, path)).map(|&(_, entry)| entry)
}

/// Returns `true` if a key is the path itself or below it.
pub(super) fn is_under(key: &str, path: &str) -> bool {
    let rest = key.strip_prefix(path);
    !path.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns the section name most similar to a word.
pub fn nearest_section(word: &str) -> Option<&'static str> {
    nearest(word, section_names())
}

/// Returns the heading most similar to a word: a section or `scale`.
pub(super) fn nearest_table(word: &str) -> Option<&'static str> {
    nearest(word, section_names().chain([SCALE]).chain(CUSTOM_TERMS))
}

fn section_names() -> impl Iterator<Item = &'static str> {
    sections().iter().map(|s| s.name).filter(|n| !n.is_empty())
}

/// Returns the part of a value or factor that people call by another name; `parts` are the allowed ones.
pub(super) fn part_called(name: &str, parts: &[&'static str]) -> Option<&'static str> {
    let name = name.to_lowercase();
    let is_of =
        |part: &&str| NAMES_OF_PARTS.iter().any(|(key, names)| key == part && names.contains(&&*name));
    parts.iter().copied().find(is_of)
}

/// Returns the part of a value or factor that was meant by an unknown name.
pub(super) fn nearest_part(name: &str, parts: &[&'static str]) -> Option<&'static str> {
    part_called(name, parts).or_else(|| nearest(name, parts.iter().copied()))
}

/// The type of value that a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Text,
    /// One or more strings.
    Texts,
    Number,
}

/// Returns what a full key takes; `value` decides where names of numbers are allowed too. `None` for an unknown key.
pub(super) fn takes(path: &str, value: &str) -> Option<Takes> {
    let is_below = |section: &str| is_under(path, section) && path != section;
    if is_below(SCALE) {
        return Some(Takes::Number);
    }
    if CUSTOM_TERMS.into_iter().any(is_below) {
        let field = path.rsplit('.').next().unwrap_or_default();
        let is_number = |field| {
            super::custom_terms::VALUES.contains(field) || super::custom_terms::NUMBERS.contains(field)
        };
        return Some(if is_number(&field) { Takes::Number } else { Takes::Text });
    }
    let without_stage =
        super::Stage::ALL.into_iter().find_map(|stage| path.strip_suffix(stage.name())?.strip_suffix('.'));
    let kind = match path {
        EXTENDS => return Some(Takes::Text),
        RESET => return Some(Takes::Texts),
        _ => find(path).or_else(|| find(without_stage?))?.decl.kind,
    };
    Some(match kind {
        Kind::Text | Kind::Choice(_) => Takes::Text,
        Kind::Lines => Takes::Texts,
        Kind::Number { words, .. } if nearest(value, words.iter().map(|(word, _)| *word)).is_some() => {
            Takes::Text
        }
        Kind::Number { .. } | Kind::Values(..) => Takes::Number,
    })
}

/// Suggestion for a path that is neither a section nor a key.
pub(super) fn suggestion_of_path(path: &str) -> String {
    // A path with a dot is a key rather than a section.
    let section = nearest_section(path).filter(|_| !path.contains('.'));
    match section.or_else(|| nearest_among(path, groups())) {
        Some(name) => format!("did you mean `{name}`?"),
        None => suggestion(path),
    }
}

/// The paths between sections and keys, such as `king.shelter`.
fn groups() -> impl Iterator<Item = &'static str> {
    all().filter_map(|key| key.rsplit_once('.')).map(|(group, _)| group).filter(|group| group.contains('.'))
}

/// Suggestion for a path without values: a key or a section with values.
pub(super) fn suggestion_with_values(path: &str) -> String {
    if find(path).is_some() {
        return "it is a choice, or steers the arithmetic".to_owned();
    }
    let is_in = |section: &str| all().any(|key| is_under(key, section) && has_values(key));
    let section = nearest(path, section_names().filter(|section| is_in(section)));
    // A path with a dot is a key rather than a section.
    let section = section.filter(|_| !path.contains('.'));
    match section.or_else(|| nearest_among(path, all().filter(|key| has_values(key)))) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`temper profile reference` lists all keys".to_owned(),
    }
}

/// Suggestion for an unknown path: a key, a section or, if nothing is similar, the reference page.
pub fn suggestion(path: &str) -> String {
    if NAMES_OF_EXTENDS.contains(&path) {
        return format!("did you mean `{EXTENDS}`?");
    }
    let (section, name) = split(path);
    let nearest = nearest_key(path);
    let key = nearest.map(|key| match namesakes(path).collect::<Vec<_>>().join(" or ") {
        keys if keys.is_empty() => format!("did you mean `{key}`?"),
        keys => format!("did you mean {keys}?"),
    });
    let same = |s: &&str| !s.is_empty() && s.eq_ignore_ascii_case(name);
    match (sections().iter().map(|s| s.name).find(same), nearest, key) {
        (Some(other), Some(nearest), Some(key)) if split(nearest).0 == section => {
            format!("{key} There is also a section `[{other}]`")
        }
        (Some(other), _, Some(key)) => format!("there is a section `[{other}]`, or {key}"),
        (Some(other), _, None) => format!("there is a section `[{other}]`"),
        (None, _, Some(key)) => key,
        (None, _, None) => suggestion_of_group(path),
    }
}

/// The quoted keys of all sections that have the name of a path without a section.
fn namesakes(path: &str) -> impl Iterator<Item = String> {
    let keys = all().filter(move |key| !path.contains('.') && split(key).1 == path);
    keys.map(|key| format!("`{key}`"))
}

/// Suggestion for a path that is similar to the beginning of several keys.
fn suggestion_of_group(path: &str) -> String {
    let found = nearest_among(path, groups()).and_then(|group| Some((group, under(group).next()?)));
    match found {
        Some((group, first)) => format!("did you mean a key of `{group}`, such as `{}`?", first.key()),
        None => "`temper profile reference` lists all keys".to_owned(),
    }
}

/// Returns the key most similar to an unknown path: misspelled, in another section, or made of the same words.
pub fn nearest_key(path: &str) -> Option<&'static str> {
    let all = KEYS.iter().map(|(k, _)| k.as_str());
    nearest_among(path, all.chain(DIRECTIVES).chain(CUSTOM_TERMS))
}

/// Returns the key most similar to a path.
fn nearest_among(path: &str, keys: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if path.len() > LONGEST {
        return None;
    }
    let path = path.to_lowercase();
    let (section, name) = split(&path);
    let (all_words, name_words) = (words(&path), words(name));
    let score = |key: &str| {
        let (its_section, its_name) = split(key);
        let name_alike = strsim::normalized_damerau_levenshtein(name, its_name);
        let section_alike = strsim::normalized_damerau_levenshtein(section, its_section);
        // A matching long section must not make up for a very different name.
        let letters = if name_alike < 0.5 { 0.0 } else { 0.75 * name_alike + 0.25 * section_alike };
        letters.max(same_words(&all_words, &name_words, &words(key)))
    };
    best(keys.map(|k| (k, score(k))))
}

/// Splits a path into words, without plural endings.
fn words(path: &str) -> Vec<&str> {
    let parts = path.split(['.', '_']).filter(|w| !w.is_empty());
    parts.map(|w| w.strip_suffix('s').unwrap_or(w)).collect()
}

/// Similarity by shared words of path and key; 0 if they share only the section.
fn same_words(path: &[&str], name: &[&str], key: &[&str]) -> f64 {
    if path.len() < 2 || !name.iter().any(|w| key.contains(w)) {
        return 0.0;
    }
    let shared = path.iter().filter(|w| key.contains(w)).count() as f64;
    let found = shared / path.len() as f64;
    let alike = shared / (path.len() + key.len()) as f64 * 2.0;
    0.5 * (found + alike)
}

fn split(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or(("", path))
}
