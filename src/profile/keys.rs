//! The keys of the vocabulary by name, and the nearest of them to a name that is none.

use std::sync::LazyLock;

use crate::eval::vocabulary::{self, Entry, SECTIONS};

/// All keys in the order of the vocabulary.
static KEYS: LazyLock<Vec<(String, Entry)>> =
    LazyLock::new(|| vocabulary::entries().map(|e| (e.key(), e)).collect());

/// How alike two names must be to be worth a suggestion, from 0 to 1.
const ALIKE: f64 = 0.6;
/// Longer names are not compared: they are no slips of the hand.
const LONGEST: usize = 64;

/// The declaration of a full key.
pub(super) fn find(key: &str) -> Option<Entry> {
    KEYS.iter().find(|(k, _)| k == key).map(|&(_, entry)| entry)
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

/// The section whose name is most like a word.
pub(super) fn nearest_section(word: &str) -> Option<&'static str> {
    nearest(word, SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty()))
}

/// The key most like a path that is none: misspelled, or right but for its section.
pub(super) fn nearest_key(path: &str) -> Option<&'static str> {
    if path.len() > LONGEST {
        return None;
    }
    let (section, name) = split(path);
    let score = |key: &str| {
        let (its_section, its_name) = split(key);
        let name_alike = strsim::normalized_damerau_levenshtein(name, its_name);
        let section_alike = strsim::normalized_damerau_levenshtein(section, its_section);
        // A long section that is right must not make up for a name that is quite different.
        if name_alike < 0.5 {
            0.0
        } else {
            0.75 * name_alike + 0.25 * section_alike
        }
    };
    best(KEYS.iter().map(|(k, _)| (k.as_str(), score(k))))
}

/// The name most like a word.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let score = |name: &str| strsim::normalized_damerau_levenshtein(&word, &name.to_lowercase());
    best(names.map(|n| (n, score(n))))
}

fn best<'a>(scored: impl Iterator<Item = (&'a str, f64)>) -> Option<&'a str> {
    scored
        .filter(|&(_, score)| score >= ALIKE)
        // Of equals the first, so that hints follow the order of the reference.
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(name, _)| name)
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
        assert_eq!(nearest_section("pawn"), Some("pawns"));
        assert_eq!(nearest_section("zzz"), None);
    }
}
