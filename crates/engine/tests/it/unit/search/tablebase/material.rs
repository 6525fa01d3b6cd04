//! Tests of `search::tablebase::material`.

use temperament_engine::board::Position;
use temperament_engine::search::tablebase::material::*;

#[test]
fn names_and_positions_say_the_same() {
    let position = Position::from_fen("8/8/8/3k4/8/1r6/4P3/R3K3 w - - 0 1").unwrap();
    assert_eq!(Material::from_name("KRPvKR"), Some(Material::of(&position)));
    assert_eq!(Material::of(&position).pieces(), 5);
    for name in [
        "",
        "KvK",
        "KRPKR",
        "KRvKQ",
        "KvKQ",
        "KRQvK",
        "KQQQvKQQQ",
        "QvK",
        "KXvK",
        "KQQQQQQvK",
        "KQv",
        "KQvKx",
    ] {
        assert_eq!(Material::from_name(name), None, "{name}");
    }
}

#[test]
fn successors_are_what_captures_and_promotions_leave() {
    let named = |name| Material::from_name(name).unwrap();
    let mut found = named("KNvKP").successors();
    found.sort();
    let mut wanted: Vec<Material> = ["KNvK", "KNvKN"].map(named).to_vec();
    let others = ["KQvKN", "KRvKN", "KBvKN", "KPvK", "KQvK", "KRvK", "KBvK", "KNvK"];
    wanted.extend(others.map(|name| named(name).mirrored()));
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn codes_are_those_of_the_pieces() {
    let material = Material::from_name("KPPvKN").unwrap();
    for codes in [[1, 1, 6, 14, 10], [14, 10, 6, 1, 1]] {
        assert!(material.has_codes(&codes), "{codes:?}");
    }
    for codes in [[1, 6, 1, 14, 10], [1, 6, 6, 14, 10], [1, 1, 6, 14, 2], [0, 1, 6, 14, 10]] {
        assert!(!material.has_codes(&codes), "{codes:?}");
    }
}
