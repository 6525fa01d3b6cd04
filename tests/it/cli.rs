//! The command line interface.

mod export;
mod import;
mod journals;
mod json;
mod play;
#[cfg(unix)]
mod play_terminal;
mod positions;
mod screen;
mod shell;
mod sprt;
#[cfg(unix)]
mod untrusted;
mod version;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{BAD_PROFILE, GOOD_PROFILE, TEMPER, write_file};
use serde_json::Value;

/// Runs the binary with `input` as its standard input.
pub fn temper(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(TEMPER);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may exit without reading its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json_lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|l| serde_json::from_str(l).expect(l)).collect()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Two white pawns and a knight against one black pawn.
const FEN: &str = "4k3/7p/8/8/8/8/PP6/1N2K3 b - - 0 1";

/// With so little material, a lead of 1.36 times `units.display` is shown as 1.00: here, a pawn.
fn display_of_pawn(pawn: u32) -> String {
    format!("[units]\ndisplay = {}\n", f64::from(pawn) / 1.36)
}

#[test]
fn a_table_sums_to_the_evaluation() {
    let file = write_file("cli-table", "plain.toml", GOOD_PROFILE);
    let text = stdout(&temper(&["eval", "--all", "--profile", path(&file), FEN], ""));
    let row = |name: &str| -> Vec<f64> {
        let line = text.lines().find(|l| l.starts_with(name)).expect(&text);
        line.split_whitespace().filter_map(|w| w.parse().ok()).collect()
    };
    assert_eq!(row("material.pawn"), [100.0, 120.0, 100.0, 50.0, 60.0, 50.0, 50.0, 60.0, 50.0]);
    assert_eq!(row("material.knight"), [160.0, 160.0, 160.0, 0.0, 0.0, 0.0, 160.0, 160.0, 160.0]);
    assert_eq!(row("sum"), [260.0, 280.0, 260.0, 50.0, 60.0, 50.0, 210.0, 220.0, 210.0]);
    assert!(!text.contains("material.queen"), "zero rows are hidden");
    assert!(text.contains("Evaluation  210 from White's point of view"), "{text}");
    assert!(text.contains("-210 for Black, to move"), "{text}");
}

#[test]
fn unquoted_fens_are_understood() {
    let file = write_file("cli-unquoted", "plain.toml", GOOD_PROFILE);
    let mut args = vec!["eval", "--all", "--profile", path(&file)];
    args.extend(FEN.split(' '));
    assert!(stdout(&temper(&args, "")).contains("Evaluation  210 from"));
}

#[test]
fn two_profiles_are_compared_with_the_largest_difference_first() {
    let [a, b] = [("a", 100, 300), ("b", 110, 500)].map(|(name, pawn, knight)| {
        let material = format!("[material]\npawn = {pawn}\nknight = {knight}\n");
        let text = format!("name = \"{name}\"\n{material}{}", display_of_pawn(pawn));
        write_file("cli-two", &format!("{name}.toml"), &text)
    });
    let text = stdout(&temper(&["eval", "--profile", path(&a), "--profile", path(&b), FEN], ""));
    let position = |name: &str| text.lines().position(|l| l.starts_with(name)).expect(&text);
    assert!(position("material.knight") < position("material.pawn"), "{text}");
    // In units of each profile: (500 - 300) + (110 - 100). In pawns: (500 + 110) / 110 - (3 + 1).
    let sum = text.lines().find(|l| l.starts_with("sum")).expect(&text);
    assert!(sum.ends_with("|    +1.55"), "{text}");
}

#[test]
fn profiles_in_different_units_are_compared_in_pawns() {
    let text = |name: &str, pawn: u32, knight: u32| {
        let display = display_of_pawn(pawn);
        format!("name = \"{name}\"\n{display}[material]\npawn = {pawn}\nknight = {knight}\n")
    };
    // The knights differ most in units, but little in pawns.
    let a = write_file("cli-units", "a.toml", &(text("a", 100, 300) + "[tempo]\nside_to_move = 50\n"));
    let b = write_file("cli-units", "b.toml", &text("b", 1000, 3100));
    let text = stdout(&temper(&["eval", "--profile", path(&a), "--profile", path(&b), FEN], ""));
    let line = |name: &str| text.lines().position(|l| l.starts_with(name)).expect(&text);
    assert!(line("tempo.side_to_move") < line("material.knight"), "{text}");
    let ends = |name: &str, end: &str| text.lines().nth(line(name)).unwrap().ends_with(end);
    assert!(ends("tempo.side_to_move", " +0.50") && ends("material.knight", " +0.10"), "{text}");
    assert!(ends("material.pawn", " 0.00"), "{text}");
    assert!(text.contains("B - A is in pawns"), "{text}");
}

#[test]
fn json_has_a_line_for_each_position_in_order() {
    let file = write_file("cli-json", "plain.toml", GOOD_PROFILE);
    let input = format!("{FEN}\r\n\nnonsense \"quoted\"\n4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"x\";\n");
    let output = temper(&["eval", "--profile", path(&file), "--json", "--fens", "-"], &input);
    assert_eq!(output.status.code(), Some(1), "one line is not a position");
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["fen"], FEN);
    assert_eq!(lines[0]["profile"], "plain");
    assert_eq!(lines[0]["eval"], 210);
    assert_eq!(
        (&lines[0]["mg"], &lines[0]["eg"], &lines[0]["eg_sum"]),
        (&210.into(), &220.into(), &220.into())
    );
    assert!(lines[0]["phase"].is_number());
    let pawns = &lines[0]["terms"]["material.pawn"];
    assert_eq!(pawns["white"], serde_json::json!([100, 120]));
    assert_eq!(pawns["black"], serde_json::json!([50, 60]));
    assert!(lines[0]["terms"].get("bishops.pair").is_none());
    assert_eq!(lines[1]["fen"], "nonsense \"quoted\"");
    assert!(lines[1]["error"].as_str().unwrap().contains("8 ranks"));
    assert_eq!(lines[2]["eval"], 50);
}

#[test]
fn json_of_two_profiles_has_two_lines_for_a_bad_fen_too() {
    let file = write_file("cli-step", "plain.toml", GOOD_PROFILE);
    let profiles = ["--profile", path(&file), "--profile", "simplified"];
    let args = [["eval", "--json", "--fens", "-"].as_slice(), &profiles].concat();
    let output = temper(&args, &format!("{FEN}\nnonsense\nstartpos\n"));
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&output);
    let names: Vec<_> = lines.iter().map(|l| l["profile"].as_str().unwrap()).collect();
    assert_eq!(names, ["plain", "simplified"].repeat(3));
    let bad: Vec<_> = lines.iter().map(|l| l["error"].is_string()).collect();
    assert_eq!(bad, [false, false, true, true, false, false]);
    assert_eq!(lines[4]["fen"], temperament_engine::board::START_FEN);
    assert_eq!(lines[2]["fen"], "nonsense", "as given");
}

#[test]
fn files_of_positions_may_have_comments_and_bad_lines() {
    let profile = write_file("cli-lines", "plain.toml", GOOD_PROFILE);
    let folder = profile.parent().unwrap();
    let file = folder.join("fens.epd");
    let text = format!("\u{feff}# comment\n  # another\n\n{FEN}\r\n\u{e9}?\nstartpos\n");
    // Make the fifth line invalid UTF-8.
    let bytes: Vec<u8> = text.bytes().map(|b| if b == 0xc3 { 0xff } else { b }).collect();
    fs::write(&file, bytes).unwrap();
    let output = temper(&["eval", "--profile", path(&profile), "--fens", path(&file)], "");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, format!("    210  {FEN}").as_str()), "{text}");
    assert!(lines[1].starts_with("error: line 5: ") && lines[2] == "      0  startpos", "{text}");

    let bench = ["bench", "--eval", "--profile", path(&profile), "--fens", path(&file)];
    let output = temper(&bench, "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stderr(&output);
    assert_eq!(text.lines().filter(|l| l.starts_with("error: line 5: ")).count(), 1, "{text}");
    assert!(stdout(&output).contains(", 2 positions\n"), "{}", stdout(&output));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_position() {
    let output = temper(&["eval", "--fens", "-"], &format!("\u{feff}{FEN}\n"));
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).ends_with(&format!("  {FEN}\n")));
}

#[test]
fn startpos_is_accepted_and_an_empty_fen_is_not() {
    for args in [
        ["eval", "--nodes", "1000", "startpos"].as_slice(),
        &["eval", "STARTPOS", "--json"],
        &["perft", "1", "startpos"],
        &["play", "--fen", "startpos"],
    ] {
        let output = temper(args, "");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    }
    for args in
        [["eval", ""].as_slice(), &["eval", " ", "--json"], &["perft", "1", ""], &["play", "--fen", ""]]
    {
        let output = temper(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains("the FEN is empty"), "{args:?}: {text}");
    }
}

#[test]
fn help_is_a_subcommand() {
    assert_eq!(temper(&["help"], "").stdout, temper(&["--help"], "").stdout);
    let play = stdout(&temper(&["help", "play"], ""));
    assert!(
        play.contains("--fen <FEN>") && !play.contains("[default: ]") && !play.contains("\"\""),
        "{play}"
    );
}

#[test]
fn json_of_one_position_is_one_line() {
    let good = temper(&["eval", "--json"], "");
    assert!(good.status.success());
    assert_eq!(json_lines(&good).len(), 1);
    let bad = temper(&["eval", "--json", "rubbish"], "");
    assert_eq!(bad.status.code(), Some(1));
    assert!(json_lines(&bad)[0]["error"].is_string());
}

#[test]
fn many_positions_become_a_list() {
    let file = write_file("cli-list", "plain.toml", GOOD_PROFILE);
    let fens = write_file("cli-list", "fens.epd", &format!("{FEN}\n{FEN}\n"));
    let output = temper(&["eval", "--profile", path(&file), "--fens", path(&fens)], "");
    assert!(output.status.success());
    assert_eq!(stdout(&output), format!("    210  {FEN}\n").repeat(2));
}

#[test]
fn errors_are_reported_and_fail() {
    let bad = write_file("cli-errors", "broken.toml", BAD_PROFILE);
    for args in [
        ["eval", "--profile", path(&bad)].as_slice(),
        &["eval", "--profile", "no-such-profile"],
        &["eval", "not/a/fen"],
        &["eval", "--fens", "no-such-file"],
        &["perft", "1", "x"],
        &["play", "--fen", "x"],
    ] {
        let output = temper(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let text = stderr(&output);
        assert!(text.contains("error"), "{args:?}: {text}");
    }
    assert_eq!(temper(&["eval", "--no-such-flag"], "").status.code(), Some(2));
    assert_eq!(temper(&["play", "--depth", "3", "--nodes", "3"], "").status.code(), Some(2));
}

#[test]
fn bench_ends_with_its_result_and_repeats_it() {
    let result = || {
        let text = stdout(&temper(&["bench", "--depth", "2"], ""));
        let last = text.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().unwrap() > 0);
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(result(), result());
}

#[test]
fn perft_counts_each_move() {
    let text = stdout(&temper(&["perft", "3"], ""));
    assert!(text.starts_with("a2a3: 380\n") || text.contains("\na2a3: 380\n"), "{text}");
    assert!(text.ends_with("\n\nNodes searched: 8902\n"), "{text}");
}

#[test]
fn uci_is_the_default_subcommand() {
    for args in [[].as_slice(), &["uci"]] {
        assert!(stdout(&temper(args, "uci\nquit\n")).trim_end().ends_with("uciok"));
    }
}

#[test]
fn profile_folders_are_searched_first() {
    let file = write_file("cli-folder", "mine.toml", &GOOD_PROFILE.replace("plain", "mine"));
    let folder = path(file.parent().unwrap());
    let output = temper(&["--profile-dir", folder, "eval", "--profile", "mine", "--json"], "");
    assert_eq!(json_lines(&output)[0]["profile"], "mine");
    let after = temper(&["eval", "--profile", "mine", "--json", "--profile-dir", folder], "");
    assert_eq!(after.stdout, output.stdout);
}
