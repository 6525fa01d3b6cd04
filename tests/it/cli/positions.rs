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
