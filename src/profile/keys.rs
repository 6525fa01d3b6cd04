//! The keys of the vocabulary by name, and the nearest of them to a name that is none.

use std::sync::LazyLock;

use crate::eval::keys::{self as table, Entry, Kind, SECTIONS};
use crate::spelling::{LONGEST, best};

use super::{family, own_terms};

pub use crate::spelling::nearest;

/// All keys in the order of the vocabulary.
static KEYS: LazyLock<Vec<(String, Entry)>> =
    LazyLock::new(|| table::entries().map(|e| (e.key(), e)).collect());

/// The declaration of a full key.
pub(super) fn find(key: &str) -> Option<Entry> {
    KEYS.iter().find(|(k, _)| k == key).map(|&(_, entry)| entry)
}

/// All full keys.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(key, _)| key.as_str())
}

/// Whether a full key has values.
pub(super) fn has_values(key: &str) -> bool {
    find(key).is_some_and(|entry| entry.slot().is_some())
}

/// Whether a full key chooses between named definitions.
pub(super) fn is_choice(key: &str) -> bool {
    find(key).is_some_and(|entry| matches!(entry.decl.kind, Kind::Choice(_)))
}

/// The number of a full key in the order of the vocabulary.
pub(super) fn rank(key: &str) -> usize {
    KEYS.iter().position(|(k, _)| k == key).unwrap_or(KEYS.len())
}

/// Whether there are keys below a path.
pub(super) fn is_table(path: &str) -> bool {
    below(path).next().is_some()
}

/// The keys below a path, without it.
pub(super) fn below(path: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter()
        .filter_map(move |(k, _)| k.strip_prefix(path)?.strip_prefix('.'))
}

/// The keys that a path means: the key itself, or all below it.
pub(super) fn under(path: &str) -> impl Iterator<Item = Entry> {
    KEYS.iter()
        .filter(move |(k, _)| is_under(k, path))
        .map(|&(_, entry)| entry)
}

/// Whether a key is the path itself or below it.
pub(super) fn is_under(key: &str, path: &str) -> bool {
    let rest = key.strip_prefix(path);
    !path.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The section whose name is most like a word.
fn nearest_section(word: &str) -> Option<&'static str> {
    nearest(word, section_names())
}

/// The heading that is most like a word: a section or `scale`.
pub(super) fn nearest_table(word: &str) -> Option<&'static str> {
    nearest(
        word,
        section_names().chain([family::SCALE]).chain(own_terms::KEYS),
    )
}

fn section_names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty())
}

/// What may have been meant by a path that is neither a section nor a key.
pub(super) fn suggestion_of_path(path: &str) -> String {
    // What has a point is a key rather than a section.
    match nearest_section(path).filter(|_| !path.contains('.')) {
        Some(section) => format!("did you mean `{section}`?"),
        None => suggestion(path),
    }
}

/// What may have been meant by a path that has no values: a key or a section that has.
pub(super) fn suggestion_with_values(path: &str) -> String {
    if find(path).is_some() {
        return "it is a choice, or steers the arithmetic".to_owned();
    }
    let is_in = |section: &str| all().any(|key| is_under(key, section) && has_values(key));
    let section = nearest(path, section_names().filter(|section| is_in(section)));
    // What has a point is a key rather than a section.
    let section = section.filter(|_| !path.contains('.'));
    match section.or_else(|| nearest_among(path, all().filter(|key| has_values(key)))) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`temper profile reference` lists all keys".to_owned(),
    }
}

/// What may have been meant by a path that is none: a key, a section or, if nothing is like it, a page to read.
pub(super) fn suggestion(path: &str) -> String {
    let (section, name) = split(path);
    let nearest = nearest_key(path);
    let key = nearest.map(|key| format!("did you mean `{key}`?"));
    let same = |s: &&str| !s.is_empty() && s.eq_ignore_ascii_case(name);
    match (SECTIONS.iter().map(|s| s.name).find(same), nearest, key) {
        (Some(other), Some(nearest), Some(key)) if split(nearest).0 == section => {
            format!("{key} There is also a section `[{other}]`")
        }
        (Some(other), _, Some(key)) => format!("there is a section `[{other}]`, or {key}"),
        (Some(other), _, None) => format!("there is a section `[{other}]`"),
        (None, _, Some(key)) => key,
        (None, _, None) => "`temper profile reference` lists all keys".to_owned(),
    }
}

/// The key most like a path that is none: misspelled, right but for its section, or of the same words.
pub(super) fn nearest_key(path: &str) -> Option<&'static str> {
    let all = KEYS.iter().map(|(k, _)| k.as_str());
    nearest_among(path, all.chain(family::KEYS).chain(own_terms::KEYS))
}

/// The one of some keys that is most like a path.
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
        // A long section that is right must not make up for a name that is quite different.
        let letters = if name_alike < 0.5 {
            0.0
        } else {
            0.75 * name_alike + 0.25 * section_alike
        };
        letters.max(same_words(&all_words, &name_words, &words(key)))
    };
    best(keys.map(|k| (k, score(k))))
}

/// The words of a path, without the ending of the plural.
fn words(path: &str) -> Vec<&str> {
    let parts = path.split(['.', '_']).filter(|w| !w.is_empty());
    parts.map(|w| w.strip_suffix('s').unwrap_or(w)).collect()
}

/// How many words of a path a key has, and how many of the key's the path; 0 if only the section is shared.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_what_was_meant() {
        for (wrong, right) in [
            ("pawns.isolatd", Some("pawns.isolated")),
            ("pawn.isolated", Some("pawns.isolated")),
            ("isolated", Some("pawns.isolated")),
            ("king.safety_table", Some("king_attack.safety_table")),
            ("mobility.kinght", Some("mobility.knight")),
            (
                "king_attack.unit_per_square.queen",
                Some("king_attack.units_per_square.queen"),
            ),
            ("phase.midlegame_from", Some("phase.middlegame_from")),
            ("nmae", Some("name")),
            ("king_attack.xyz", None),
            ("castling", None),
        ] {
            assert_eq!(nearest_key(wrong), right, "{wrong}");
        }
        for (wrong, hint) in [
            ("PAWNS.ISOLATED", "did you mean `pawns.isolated`?"),
            ("material.PAWN", "did you mean `material.pawn`?"),
            (
                "king_attack.weights",
                "did you mean `king_attack.attacker_weight`?",
            ),
            ("pawns.passed_by_rank", "did you mean `passed_pawns.by_rank`?"),
            (
                "material.mobility",
                "there is a section `[mobility]`, or did you mean `pawns.mobility`?",
            ),
            (
                "material.pawns",
                "did you mean `material.pawn`? There is also a section `[pawns]`",
            ),
            ("king.tempo", "there is a section `[tempo]`"),
            ("king.xyz", "`temper profile reference` lists all keys"),
        ] {
            assert_eq!(suggestion(wrong), hint, "{wrong}");
        }
        assert_eq!(nearest_section("pawn"), Some("pawns"));
        assert_eq!(nearest_section("zzz"), None);
    }
}
