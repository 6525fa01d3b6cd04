//! Tests of `style::likeness`.

use std::fs;

use temperament_matches::style::likeness::*;
use temperament_matches::style::{MEASURES, StyleComparer};

#[test]
fn all_characters_have_a_reference() {
    let docs = fs::read_to_string("../../docs/characters.md").unwrap();
    let rows = docs.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let documented: Vec<&str> = rows.map(|(name, _)| name).collect();
    let characters = characters();
    let names: Vec<&str> = characters.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, documented);
    for one in &characters {
        assert!(one.differences.keys().all(|key| MEASURES.iter().any(|measure| measure.key == *key)));
        assert!(one.differences.len() > 20, "{}: {}", one.name, one.differences.len());
        assert_eq!(one.csv().lines().count(), one.differences.len());
    }
    // The main intention of a profile that does not castle.
    let wanderer = characters.iter().find(|one| one.name == "wanderer").unwrap();
    assert!(wanderer.differences["never_castled"].mean > 20.0);
}

#[test]
fn without_games_there_is_no_ranking() {
    let empty = StyleComparer::new([0, 1], [None; 2]);
    assert!(Likeness::ranking(&empty, &characters()).is_empty());
}
