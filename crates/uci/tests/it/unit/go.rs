//! Tests of `go`.

use std::time::Duration;
use temperament_engine::board::Color;
use temperament_engine::engine::Limits;
use temperament_uci::command::{self, Command};
use temperament_uci::go::*;

fn limits(line: &str) -> (Limits, Vec<String>, Vec<String>) {
    let mut notes = Vec::new();
    match command::parse(line, &mut notes) {
        Some(Command::Go { limits, search_moves, .. }) => (*limits, search_moves, notes),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn go_takes_its_parts_in_any_order() {
    let (l, moves, notes) =
        limits("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 7 movestogo 3 nodes 99 ponder");
    assert_eq!(moves, ["e2e4", "d2d4"]);
    assert_eq!(l.clock, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
    assert_eq!(l.increment, [Duration::from_millis(7), Duration::ZERO]);
    assert_eq!((l.moves_to_go, l.nodes, l.ponder, l.infinite), (Some(3), Some(99), true, false));
    assert!(notes.is_empty());
}

#[test]
fn limits_that_mean_nothing_are_left_out_and_named() {
    let (l, _, notes) = limits("go depth x movetime nodes 99999999999999999999999 hello");
    assert_eq!((l.depth, l.movetime, l.nodes), (None, None, Some(i64::MAX as u64)));
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(!is_bounded(&limits("go depth x").0, Color::White));
}

#[test]
fn an_invalid_limit_still_ends_the_search() {
    let end = |line: &str| match command::parse(line, &mut Vec::new()) {
        Some(Command::Go { end, .. }) => end,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(end("go"), SearchEnd::Unspecified);
    assert_eq!(end("go infinite"), SearchEnd::ByLimits);
    assert_eq!(end("go winc x mate 2"), SearchEnd::ByLimits);
    for line in [
        "go depth x",
        "go wtime abc btime 5",
        "go movetime",
        "go nodes 1e6",
        "go depth -3",
        "go nodes -5",
        "go mate y",
        "go mate 0",
        "go mate -1",
        "go mate",
    ] {
        assert_eq!(end(line), SearchEnd::Invalid, "{line}");
    }
}

#[test]
fn a_clock_bounds_the_search_of_its_owner_only() {
    let (l, _, _) = limits("go btime 1000");
    assert!(is_bounded(&l, Color::Black) && !is_bounded(&l, Color::White));
}

#[test]
fn a_mate_is_looked_for_in_one_move_or_more_and_bounds_nothing() {
    let (l, _, notes) = limits("go mate 3");
    assert_eq!((l.mate, notes.len()), (Some(3), 0));
    assert!(!is_bounded(&l, Color::White));
    for line in ["go mate 0", "go mate -1", "go mate"] {
        let (l, _, notes) = limits(line);
        assert_eq!((l.mate, notes.len()), (None, 1), "{line}: {notes:?}");
    }
}
