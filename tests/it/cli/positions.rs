//! Files passed where a single FEN is expected.

use super::{FEN, json_lines, path, stderr, stdout, temper};
use crate::common::write_file;

const PGN: &str = "[Event \"Casual\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

/// Runs a command that must fail without standard output. Returns standard error.
fn failure(args: &[&str], input: &str) -> String {
    let output = temper(args, input);
    assert!(!output.status.success(), "{args:?}");
    assert_eq!(stdout(&output), "", "{args:?}");
    stderr(&output)
}

#[test]
fn a_file_in_place_of_a_fen_suggests_the_option_for_files() {
    let fens = write_file("cli-file-as-fen", "two words.epd", &format!("{FEN}\n"));
    let pgn = write_file("cli-file-as-fen", "games.PGN", PGN);
    let (fens, pgn) = (path(&fens), path(&pgn));
    for command in [&["eval"][..], &["watch", "simplified"], &["eval", "--show-term", "x"]] {
        let message = failure(&[command, &[fens]].concat(), "");
        assert!(
            message.contains(&format!("`{fens}` is a file, not a FEN: `--fens '{fens}'` reads it")),
            "{command:?}: {message}"
        );
        let message = failure(&[command, &[pgn]].concat(), "");
        assert!(
            message.contains(&format!("{pgn} is PGN")) && message.contains("--fens FILE"),
            "{command:?}: {message}"
        );
    }
    for command in [&["perft", "1"][..], &["play", "--fen"]] {
        let message = failure(&[command, &[pgn]].concat(), "");
        assert!(message.contains(":23w` is the position before White's 23rd move"), "{message}");
        for file in [fens, pgn] {
            let message = failure(&[command, &[file]].concat(), "");
            assert!(
                message.contains(&format!("`{file}` is a file, not a FEN")) && !message.contains("--fens"),
                "{command:?}: {message}"
            );
        }
    }
    let json = temper(&["eval", "--json", fens], "");
    let error = json_lines(&json)[0]["error"].to_string();
    assert!(error.contains("is a file, not a FEN"), "{error}");
}

#[test]
fn a_folder_and_a_list_of_files_are_no_fens_either() {
    let first = write_file("cli-files-as-fen", "a.pgn", PGN);
    let second = write_file("cli-files-as-fen", "b.pgn", PGN);
    let folder = path(first.parent().unwrap());
    assert!(failure(&["eval", folder], "").contains("is a folder, not a FEN"));
    let message = failure(&["eval", path(&first), path(&second)], "");
    assert!(message.contains(&format!("{} is PGN", path(&first))), "{message}");
    let message = failure(&["eval", "no-such-file.epd"], "");
    assert!(message.contains("`no-such-file.epd` is not a position"), "{message}");
}

#[test]
fn a_pgn_file_in_place_of_a_list_of_positions_is_one_error() {
    let pgn = write_file("cli-pgn-as-list", "games.txt", &format!("\u{feff}\n{PGN}"));
    let pgn = path(&pgn);
    for args in [
        &["eval", "--fens", pgn][..],
        &["eval", "--json", "--fens", pgn],
        &["watch", "simplified", "--fens", pgn],
        &["bench", "--eval", "--fens", pgn],
        &["profile", "diff", "simplified", "otter", "--fens", pgn],
    ] {
        let message = failure(args, "");
        assert!(message.contains(&format!("{pgn} is PGN")), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
    let message = failure(&["eval", "--fens", "-"], PGN);
    assert!(message.contains("the input is PGN"), "{message}");
    // An EPD line may have brackets in its operations.
    let epd = temper(&["eval", "--fens", "-"], "4k3/8/8/8/8/8/P7/4K3 w - - id \"[a]\";\n");
    assert!(epd.status.success(), "{epd:?}");
}

#[test]
fn the_json_of_an_epd_has_its_fen() {
    let epd = "4k3/8/8/8/8/8/P7/4K3 w - - id \"see; fmvn 99; x\"; hmvc 3; fmvn 12;";
    let output = temper(&["eval", "--json", "--fens", "-"], &format!("{epd}\n"));
    assert_eq!(json_lines(&output)[0]["fen"], "4k3/8/8/8/8/8/P7/4K3 w - - 3 12");
    let output = temper(&["eval", "--json", epd], "");
    assert_eq!(json_lines(&output)[0]["fen"], "4k3/8/8/8/8/8/P7/4K3 w - - 3 12");
}

#[test]
fn an_impossible_castling_right_of_an_argument_is_dropped_with_a_note() {
    let output = temper(&["eval", "--json", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"], "");
    assert_eq!(json_lines(&output)[0]["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(note.contains("note: castling rights `Qkq` dropped"), "{note}");
    let odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w";
    let text = format!("[Event \"odds\"]\n[FEN \"{odds} KQkq - 0 1\"]\n\n1. e4 e5 *\n");
    let pgn = write_file("cli-rook-odds", "odds.pgn", &text);
    let output = temper(&["eval", "--json", &format!("{}:1w", path(&pgn))], "");
    assert_eq!(json_lines(&output)[0]["fen"], format!("{odds} Kkq - 0 1"));
}

#[test]
fn a_position_is_a_place_in_a_game_or_a_list_of_moves() {
    let text = "[Event \"a\"]\n\n1. e4 {x} e5 (1... c5) 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 d5 2. Qh9 *\n\n\
        [FEN \"8/8/8/4k3/8/4K3/4P3/8 b - - 0 9\"]\n\n9... Kd5 10. Kd3 Ke5 11. e4 *\n";
    let pgn = write_file("cli-places", "three games.pgn", text);
    let fen = |args: &[&str]| -> String {
        let output = temper(&[&["eval", "--json"], args].concat(), "");
        json_lines(&output)[0]["fen"].as_str().unwrap().to_owned()
    };
    let before_knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let after_knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let place = |place: &str| format!("{}{place}", path(&pgn));
    assert_eq!(fen(&[&place(":2w")]), before_knight);
    assert_eq!(fen(&[&place(":2b")]), after_knight, "the position after the last move");
    assert_eq!(fen(&[&place("#1:2w")]), before_knight);
    assert_eq!(fen(&[&place("#2:2w")]), "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2");
    assert!(fen(&[&place("#2:1B")]).starts_with("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b "));
    assert_eq!(fen(&["--moves", "1. e4 e5 2.Nf3"]), after_knight);
    for mv in ["g1f3", "Ng1f3", "Ng1-f3"] {
        assert_eq!(fen(&["--moves", mv, before_knight]), after_knight);
    }
    let long = fen(&["--moves", "e2-e4 d7-d5 e4xd5 Qd8xd5 Nb1-c3"]);
    assert_eq!(long, fen(&["--moves", "e4 d5 exd5 Qxd5 Nc3"]));
    for (wrong, words) in [
        (":9w", "game 1: its last position is 2b"),
        ("#3:2b", "game 3: its first position is 9b"),
        ("#4:1w", "has no game 4; its last is game 3"),
        ("#2:3w", "three games.pgn:7: note: `Qh9` is not a move and is ignored"),
        ("#2:3w", "game 2: its last position is 2w"),
        (":0w", "numbered from 1"),
        ("x:1w", "three games.pgnx"),
    ] {
        for command in [&["eval"][..], &["perft", "1"], &["watch", "simplified"]] {
            let message = failure(&[command, &[&place(wrong)]].concat(), "");
            assert!(message.contains(words), "{message}");
        }
    }
    let message = failure(&["eval", "--moves", "e4 e4"], "");
    assert!(message.contains("`e4` is not a legal move in"), "{message}");
    let message = failure(&["eval", "--moves", "d3 d6 Nf3 Nf6 Nd2"], "");
    assert!(message.contains("`Nd2` may be Nbd2 or Nfd2 in"), "{message}");
}
