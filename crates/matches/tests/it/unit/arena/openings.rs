//! Tests of `arena::openings`.

mod epd;
mod order;
mod pgn;
mod random;

use temperament_matches::arena::openings::*;

#[test]
fn the_embedded_suites_are_openings() {
    for (name, least) in [("balanced", 900), ("unbalanced", 600)] {
        let suite = Suite::load(name, None).unwrap();
        assert!(suite.openings().len() > least && !suite.is_chess960());
    }
}

#[test]
fn invalid_openings_are_reported_with_their_line() {
    let error = |name: &str, text: &str| Suite::parse(name, text, None).unwrap_err().to_string();
    assert!(error("x.epd", "# nothing\n\n").ends_with("there is no opening in it"));
    assert!(error("x.epd", "\n8/8 w - -\n").starts_with("x.epd:2: "));
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n";
    assert_eq!(error("x", mated), "x:1: the game is over in this position");
    assert!(error("x.pgn", "1. f3 e5 2. g4 Qh4# 0-1").contains("--plies"));
    let missing = Suite::load("balance", None).unwrap_err().to_string();
    assert!(missing.starts_with("balance: ") && missing.contains("`balanced`"), "{missing}");
}

#[test]
fn chess960_is_seen_and_ids_differ() {
    let suite = |text| Suite::parse("x", text, None).unwrap();
    let frc = suite("nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - id \"SP1\";");
    let plain = suite("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(frc.is_chess960() && !plain.is_chess960());
    assert_ne!(frc.id(), plain.id());
    assert_eq!(plain.id(), plain.clone().id());
}
