//! Tests of `profile::warnings::tables`.

use temperament_engine::profile::Diagnostic;
use temperament_engine::profile::Format;
use temperament_engine::profile::Library;
use temperament_engine::profile::Origin;
use temperament_engine::profile::Source;
use temperament_engine::profile::parse;
use temperament_engine::profile::warnings::tables::*;

fn warnings(body: &str) -> Vec<String> {
    let text = format!("name = \"test\"\n{body}\n");
    let (_, warnings) = parse(&Source::new("test", Format::Toml, text)).unwrap();
    warnings.iter().map(Diagnostic::to_string).collect()
}

fn one(body: &str) -> String {
    let found = warnings(body);
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    found[0].clone()
}

/// A board of 10s, symmetric in a simple way, with some squares (file and rank from 0) set.
fn board(set: &[(usize, usize, i32)]) -> String {
    let rows = (0..8).rev().map(|rank| {
        let number = |file: usize| {
            let own = set.iter().find(|(f, r, _)| (*f, *r) == (file, rank));
            own.map_or(12 + 3 * file.min(7 - file) as i32, |(_, _, n)| *n)
        };
        let row: Vec<String> = (0..8).map(|file| number(file).to_string()).collect();
        format!("[{}]", row.join(", "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}

#[test]
fn typos_differ_from_preferences() {
    for (a, b) in [(30, -30), (5, 50), (120, 12), (15, 51), (325, 235), (-12, -120), (-21, -12)] {
        assert!(is_typo(a, b) && is_typo(b, a), "{a} {b}");
    }
    for (a, b) in [(320, 325), (500, 510), (0, 10), (-5, 3), (5, -50), (20, 25), (7, 70_000), (-1, 1_000)] {
        assert!(!is_typo(a, b) && !is_typo(b, a), "{a} {b}");
    }
}

#[test]
fn a_single_asymmetric_square_is_reported() {
    let warning = one(&format!("psqt.knight = {}", board(&[(1, 0, 51)])));
    assert!(
        warning.starts_with(
            "test:2:6: warning: `psqt.knight` is the same on both wings but for b1 and g1: 51 and 15 ("
        ),
        "{warning}"
    );
    let warning = one(&format!("king.edge_below = 300\nking.edge = {}", board(&[(4, 4, -21)])));
    assert!(warning.contains("d5 and e5: 21 and -21"), "{warning}");
    // Symmetric, another number, two pairs, or deliberately asymmetric.
    for set in [
        &[][..],
        &[(1, 0, 17)],
        &[(1, 0, 0)],
        &[(1, 0, 51), (2, 0, 81)],
        &[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 3, 70)],
    ] {
        assert_eq!(warnings(&format!("psqt.knight = {}", board(set))), [""; 0], "{set:?}");
    }
}

#[test]
fn numbers_that_are_never_read_are_reported() {
    let warning = one(&format!("psqt.pawn = {}", board(&[])));
    assert!(warning.contains("the number of `psqt.pawn` for b1 is never read: 15"), "{warning}");
    let warning = one("passed_pawns.by_rank = [0, 5, 10, 20, 40, 70, 120, 200]");
    assert!(warning.contains("`passed_pawns.by_rank` for rank 8 is never read: 200"), "{warning}");
    let warning = one("pawns.advance = [9, 5, 10, 20, 40, 70, 120, 0]");
    assert!(warning.contains("for rank 1 is never read: 9"), "{warning}");
    for body in [
        "psqt.pawn = 100",
        "pawns.supported = 4",
        "pawns.advance = { start = 3, step = 2 }",
        "passed_pawns.by_rank = [0, 5, 10, 20, 40, 70, 120, 0]",
    ] {
        assert_eq!(warnings(body), [""; 0], "{body}");
    }
}

#[test]
fn a_falling_safety_table_is_reported() {
    let units = "king_attack.units_per_square.queen = 5\nking_attack.safety_table = ";
    let list = |odd: i32| {
        let numbers = (0..100).map(|i| if i == 40 { odd } else { 5 * i });
        format!("[{}]", numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(", "))
    };
    let warning = one(&format!("{units}{}", list(20)));
    assert!(warning.contains("falls from 195 at 39 units to 20 at 40 (middlegame)"), "{warning}");
    assert!(one(&format!("{units}{{ step = -5 }}")).contains("falls from 0 at 0 units"));
    for smooth in [list(200), list(190), "{ step = 5 }".to_owned(), "7".to_owned()] {
        assert_eq!(warnings(&format!("{units}{smooth}")), [""; 0], "{smooth}");
    }
}

#[test]
fn shipped_profiles_and_their_characters_are_silent() {
    let library = Library::of(Vec::new());
    for name in library.names() {
        for factor in ["0.2", "0.5", "0.85", "1.25", "1.6", "3"] {
            let sections = ["psqt", "pawns", "passed_pawns", "knights", "king", "king_attack"];
            let scale: String = sections.iter().map(|s| format!("{s} = {factor}\n")).collect();
            let text = format!("name = \"test\"\nextends = \"{name}\"\n[scale]\n{scale}");
            let source = Source::new("test", Format::Toml, text);
            let (_, warnings) = library.parse(&source, &Origin::Text).unwrap();
            assert!(warnings.is_empty(), "{name} times {factor}: {warnings:#?}");
        }
    }
}
