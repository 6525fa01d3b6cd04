//! Tests of `eval::keys::table`.

use std::collections::HashSet;
use temperament_engine::eval::keys::Kind;
use temperament_engine::eval::keys::table::*;

#[test]
fn keys_are_unique_and_each_says_what_it_means() {
    let mut seen = HashSet::new();
    for entry in entries() {
        let key = entry.key();
        assert!(seen.insert(key.clone()), "{key} is declared twice");
        assert!(!entry.decl.name.is_empty(), "{key}: a name is wanted");
        assert!(entry.decl.meaning.ends_with('.'), "{key}: the meaning is a sentence");
        assert!(!entry.decl.example.is_empty(), "{key}: an example is wanted");
        if let Kind::Values(..) = entry.decl.kind {
            assert!(entry.decl.definition.ends_with('.'), "{key}: the definition is a sentence");
            assert!(!entry.decl.groups.is_empty(), "{key}: no function counts it");
        }
    }
}

#[test]
fn texts_name_what_is_counted() {
    let meaning = |key: &str| entries().find(|e| e.key() == key).unwrap().decl.meaning;
    let known = [
        ("imbalance.against.bishop_pawn", "Each pair of an own bishop and an opposing pawn."),
        ("imbalance.beside.rook_rook", "Each pair of own rooks."),
        ("knights.own_king_distance", "The value of a knight by its distance to the own king."),
        ("threats.by_pawn.rook", "An opposing rook that an own pawn attacks."),
        ("material.lone_knight", "What a worthless lone knight keeps of its value."),
        ("king.shelter.rook_file", "The pawn shelter of the king on the a- or h-file."),
    ];
    for (key, text) in known {
        assert_eq!(meaning(key), text, "{key}");
    }
    let mut seen = HashSet::new();
    for entry in entries() {
        let (key, decl) = (entry.key(), entry.decl);
        // Not even the exact definition may be needed to tell two rows of a screen apart.
        assert!(seen.insert(decl.meaning), "{key}: another key has the same meaning");
        let is_own = decl.phrase.is_empty() || seen.insert(decl.phrase);
        assert!(is_own, "{key}: another key has the same phrase");
        for text in [decl.meaning, decl.definition, decl.phrase] {
            let is_vague =
                ["{piece}", "{other}", "this kind", "the kind"].iter().any(|words| text.contains(words));
            assert!(!is_vague, "{key}: {text}");
        }
    }
}

#[test]
fn a_key_that_is_a_table_of_others_is_not_a_key_itself() {
    let keys: Vec<String> = entries().map(|e| e.key()).collect();
    for key in &keys {
        let inner = format!("{key}.");
        assert!(!keys.iter().any(|k| k.starts_with(&inner)), "{key} is both a key and a table");
    }
}

#[test]
fn offsets_agree_with_the_compile_time_look_up() {
    const ISOLATED: Slot = slot("pawns.isolated");
    let entry = entries().find(|e| e.key() == "pawns.isolated").unwrap();
    assert_eq!((entry.offset, entry.ordinal), (ISOLATED.offset, ISOLATED.ordinal));
    let last = entries().filter(|e| matches!(e.decl.kind, Kind::Values(..))).last().unwrap();
    let Kind::Values(shape, _) = last.decl.kind else { unreachable!() };
    assert_eq!(last.offset + shape.len(), VALUE_COUNT);
}
