//! Tests of `eval::keys::table`.

use std::collections::HashSet;
use temperament::eval::keys::Kind;
use temperament::eval::keys::table::*;

#[test]
fn keys_are_unique_and_each_says_what_it_means() {
    let mut seen = HashSet::new();
    for entry in entries() {
        let key = entry.key();
        assert!(seen.insert(key.clone()), "{key} is declared twice");
        assert!(entry.decl.meaning.ends_with('.'), "{key}: the meaning is a sentence");
        assert!(!entry.decl.example.is_empty(), "{key}: an example is wanted");
        if let Kind::Values(..) = entry.decl.kind {
            assert!(entry.decl.definition.ends_with('.'), "{key}: the definition is a sentence");
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
