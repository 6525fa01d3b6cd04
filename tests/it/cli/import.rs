//! `temper profile import`.

use std::fs;

use super::{FEN, path, stderr, stdout, temper};
use crate::common::write_file;

/// A small evaluation in C, as one finds it in an engine; rank 1 first.
const SOURCE: &str = "
int piece_value[6] = { 100, 320, 330, 500, 900, 0 };
int pawn_table[64] = {
   0,  0,  0,  0,  0,  0,  0,  0,
   5, 10, 10,-20,-20, 10, 10,  5,
   5, -5,  0,  0,  0,  0, -5,  5,
   0,  0,  0, 20, 20,  0,  0,  0,
   5,  5, 10, 25, 25, 10,  5,  5,
  10, 10, 20, 30, 30, 20, 10, 10,
  50, 50, 50, 50, 50, 50, 50, 50,
   0,  0,  0,  0,  0,  0,  0,  0,
};
int knight_outpost[64] = { [27] = 20 };
";

#[test]
fn a_source_file_becomes_a_profile_that_evaluates() {
    let source = write_file("cli-import", "small.c", SOURCE);
    let file = source.with_file_name("small.toml");
    let _ = fs::remove_file(&file);
    let (source, file) = (path(&source), path(&file));
    let imported = temper(&["profile", "import", source, "-o", file], "");
    let report = stdout(&imported);
    assert!(imported.status.success(), "{imported:?}");
    // White's view: the row before promotion is near the top.
    let rows: Vec<&str> = report.lines().skip_while(|line| !line.starts_with("pawn")).collect();
    assert!(rows[0].contains("line 3, pawn_table"), "{report}");
    assert!(rows[2].starts_with("7   50  50  50"), "{report}");
    assert!(report.contains("first number: a1 (pawns are worth more near promotion)"), "{report}");
    assert!(report.contains("no table for the knight, bishop, rook, queen, king"), "{report}");
    assert_eq!(report.lines().last(), Some(&*format!("{file}: written")));

    let checked = temper(&["profile", "check", file], "");
    assert!(checked.status.success() && stderr(&checked).is_empty(), "{checked:?}");
    // Two pawns on the second rank (5 and 10) and a knight, against a pawn on the seventh (5).
    let text = stdout(&temper(&["eval", "--json", "--profile", file, FEN], ""));
    let value: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(value["eval"], 430, "{text}");

    let again = temper(&["profile", "import", source, "-o", file], "");
    assert!(!again.status.success() && stderr(&again).contains("--force"), "{again:?}");
    let forced = temper(&["profile", "import", "-", "-o", file, "--name", "other", "--force"], SOURCE);
    assert!(forced.status.success(), "{forced:?}");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("name = \"other\"") && text.contains("standard input"), "{text}");
}

#[test]
fn an_unclear_orientation_is_asked_for_with_both_readings() {
    let source = SOURCE.replace("50, 50, 50, 50, 50, 50, 50, 50", "0, 0, 0, 0, 0, 0, 0, 0");
    let source = source.replace("10, 10, 20, 30, 30, 20, 10, 10", "0, 0, 0, 0, 0, 0, 0, 0");
    let source = write_file("cli-import", "unclear.c", &source);
    let file = source.with_file_name("unclear.toml");
    let _ = fs::remove_file(&file);
    let args = ["profile", "import", path(&source), "-o", path(&file)];
    let asked = temper(&args, "");
    let message = stderr(&asked);
    assert!(!asked.status.success() && !file.exists(), "{asked:?}");
    assert!(
        message.contains("--orientation a8: pawn") && message.contains("--orientation a1: pawn"),
        "{message}"
    );
    let chosen = temper(&[&args[..], &["--orientation", "a1"]].concat(), "");
    assert!(chosen.status.success() && file.exists(), "{chosen:?}");
}

#[test]
fn files_without_tables_are_errors_and_write_nothing() {
    let file = write_file("cli-import", "none.toml", "");
    fs::remove_file(&file).unwrap();
    let import = |text: &str| temper(&["profile", "import", "-", "-o", path(&file)], text);
    let nothing = import("int main(void) { return 0; }\nint flip[64] = {1};\n");
    assert!(stderr(&nothing).contains("standard input: no piece-square tables found"), "{nothing:?}");
    let deep = import(&"{".repeat(1000));
    assert!(stderr(&deep).contains("line 1: brackets are nested too deeply"), "{deep:?}");
    let personality = import("OwnAttack 1\nOppAttack 2\nOwnMobility x\n");
    assert!(stderr(&personality).contains("line 3: `OwnMobility` is a number, found `x`"), "{personality:?}");
    for output in [nothing, deep, personality] {
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    }
    assert!(!file.exists());
}
