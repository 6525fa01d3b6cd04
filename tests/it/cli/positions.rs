//! Files given where a single position is expected.

use super::{FEN, json_lines, path, stderr, stdout, temper};
use crate::common::write_file;

const PGN: &str = "[Event \"Casual\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

/// Standard error of a command that fails without any other output.
fn failure(args: &[&str], input: &str) -> String {
    let output = temper(args, input);
    assert!(!output.status.success(), "{args:?}");
    assert_eq!(stdout(&output), "", "{args:?}");
    stderr(&output)
}

#[test]
fn a_file_in_place_of_a_fen_is_named_with_the_option_that_reads_it() {
    let fens = write_file("cli-file-as-fen", "two words.epd", &format!("{FEN}\n"));
    let pgn = write_file("cli-file-as-fen", "games.PGN", PGN);
    let (fens, pgn) = (path(&fens), path(&pgn));
    for command in [
        &["eval"][..],
        &["watch", "simplified"],
        &["eval", "--show-term", "x"],
    ] {
        let told = failure(&[command, &[fens]].concat(), "");
        assert!(
            told.contains(&format!(
                "`{fens}` is a file, not a FEN: `--fens {fens}` reads it"
            )),
            "{command:?}: {told}"
        );
        let told = failure(&[command, &[pgn]].concat(), "");
        assert!(
            told.contains(&format!("{pgn} is PGN")) && told.contains("--fens FILE"),
            "{command:?}: {told}"
        );
    }
    for command in [&["perft", "1"][..], &["play", "--fen"]] {
        for file in [fens, pgn] {
            let told = failure(&[command, &[file]].concat(), "");
            assert!(
                told.contains(&format!("`{file}` is a file, not a FEN")) && !told.contains("--fens"),
                "{command:?}: {told}"
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
    let told = failure(&["eval", path(&first), path(&second)], "");
    assert!(told.contains(&format!("{} is PGN", path(&first))), "{told}");
    let told = failure(&["eval", "no-such-file.epd"], "");
    assert!(told.contains("`no-such-file.epd` is not a position"), "{told}");
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
        let told = failure(args, "");
        assert!(told.contains(&format!("{pgn} is PGN")), "{args:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{args:?}: {told}");
    }
    let told = failure(&["eval", "--fens", "-"], PGN);
    assert!(told.contains("the input is PGN"), "{told}");
    // An EPD line may have brackets in its operations.
    let epd = temper(
        &["eval", "--fens", "-"],
        "4k3/8/8/8/8/8/P7/4K3 w - - id \"[a]\";\n",
    );
    assert!(epd.status.success(), "{epd:?}");
}
