//! Tests of `command`.

use proptest::prelude::*;
use temperament_uci::command::*;
use temperament_uci::go::{self};

fn read(line: &str) -> (Option<Command>, Vec<String>) {
    let mut notes = Vec::new();
    (parse(line, &mut notes), notes)
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    assert!(matches!(read("joho  DeBuG\ton "), (Some(Command::Debug(true)), notes) if notes.is_empty()));
    assert!(matches!(read("joho hoho"), (None, notes) if notes.len() == 1));
    assert!(matches!(read(" \t "), (None, notes) if notes.is_empty()));
}

#[test]
fn a_bench_has_a_depth_that_ends() {
    assert!(matches!(read("bench").0, Some(Command::Bench(None))));
    assert!(matches!(read("bench 100").0, Some(Command::Bench(Some(100)))));
    for line in ["bench 0", "bench 101", "bench -1", "bench x"] {
        assert!(matches!(read(line), (None, notes) if notes.len() == 1), "{line}");
    }
}

#[test]
fn a_long_refusal_is_cut_before_the_advice() {
    let note = refused_position(&"é".repeat(5000));
    assert!(note.chars().count() < 700 && note.ends_with("...; send a valid position"));
}

#[test]
fn option_values_keep_their_spaces() {
    let (command, _) = read("setoption  name  Move   Overhead value  /a  b/c.toml ");
    let Some(Command::SetOption { name, value }) = command else { panic!("{command:?}") };
    assert_eq!((name.as_str(), value.as_deref()), ("Move Overhead", Some("/a  b/c.toml")));
    let (command, _) = read("setoption name Clear Hash");
    assert!(matches!(command, Some(Command::SetOption { value: None, .. })));
    assert!(matches!(read("setoption Hash 3"), (None, notes) if notes.len() == 1));
}

#[test]
fn positions_are_split_into_fen_and_moves() {
    let (command, _) = read("position fen 8/8/8/8/8/8/8/8 w - - MOVES a1a2 a2a3");
    let Some(Command::Position { fen, moves }) = command else { panic!("{command:?}") };
    assert_eq!(fen.as_deref(), Some("8/8/8/8/8/8/8/8 w - -"));
    assert_eq!(moves, ["a1a2", "a2a3"]);
    for line in ["position", "position startpos e2e4", "position fen 8/8/8/8/8/8/8/8 w - - e2e4 moves e7e5"] {
        assert!(
            matches!(read(line), (Some(Command::InvalidPosition(_)), notes) if notes.is_empty()),
            "{line}"
        );
    }
    let (command, _) = read(r#"position fen 8/8/8/8/8/8/8/8 w - - id "it moves; on"; moves a1a2"#);
    let Some(Command::Position { fen, moves }) = command else { panic!("{command:?}") };
    assert_eq!(fen.as_deref(), Some(r#"8/8/8/8/8/8/8/8 w - - id "it moves; on";"#));
    assert_eq!(moves, ["a1a2"]);
    for epd in ["8/8/8/8/8/8/8/8 w - - bm a4; id 1;", "8/8/8/8/8/8/8/8 w - - 3"] {
        let (command, notes) = read(&format!("position fen {epd}"));
        assert!(matches!(command, Some(Command::Position { fen: Some(fen), .. }) if fen == epd));
        assert!(notes.is_empty(), "{epd}: {notes:?}");
    }
}

#[test]
fn perft_is_distinguished_from_a_search() {
    assert!(matches!(read("go perft 5").0, Some(Command::Perft(5))));
    assert!(read("go perft").0.is_none());
    assert!(
        matches!(read("go perft -1"), (None, notes) if notes == ["perft: expected 0 or more, found `-1`"])
    );
}

proptest! {
    #[test]
    fn no_text_is_too_odd_to_read(line in "\\PC*") {
        read(&line);
    }

    #[test]
    fn no_order_of_known_words_is_too_odd_to_read(
        words in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(COMMANDS.as_slice()).prop_map(str::to_owned),
                proptest::sample::select(go::WORDS.as_slice()).prop_map(str::to_owned),
                proptest::sample::select(["name", "value", "fen", "startpos", "moves", "e2e4"].as_slice())
                    .prop_map(str::to_owned),
                any::<i128>().prop_map(|n| n.to_string()),
            ],
            0..12,
        ),
    ) {
        if let (Some(Command::Go { limits, .. }), _) = read(&words.join(" ")) {
            prop_assert!(limits.clock.into_iter().flatten().all(|t| t.as_millis() <= u128::from(go::MAX_MILLISECONDS)));
        }
    }
}
