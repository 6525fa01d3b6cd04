//! Output files of a match; closed pipes, full disks and signals.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{fresh, games, path};
use crate::common::TEMPER;

/// Runs a command, closes its standard output after one line, and returns its exit code.
fn read_one_line_of(args: &[&str]) -> Option<i32> {
    let mut child =
        Command::new(TEMPER).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    drop(lines);
    child.wait().unwrap().code()
}

#[test]
fn a_closed_standard_output_changes_neither_files_nor_exit_code() {
    let (json, pgn) = (fresh("match-unread", "out.json"), fresh("match-unread", "games.pgn"));
    let files = ["--json", path(&json), "--pgn", path(&pgn), "--style"];
    let args = [
        "match",
        "fabchess",
        "otter",
        "--nodes",
        "200",
        "--max-moves",
        "20",
        "--games",
        "8",
        "--elo0",
        "0",
        "--elo1",
        "5",
    ];
    assert_eq!(read_one_line_of(&[args.as_slice(), &files].concat()), Some(3));
    let report = fs::read_to_string(json).unwrap();
    assert!(report.contains("\"state\":\"finished\""), "{report}");
    assert_eq!(games(&fs::read_to_string(pgn).unwrap()).len(), 8);
    let pgn = fresh("match-unread", "tournament.pgn");
    let field = ["tournament", "otter", "rustic", "fabchess", "--depth", "1", "--max-moves", "10"];
    let args = [field.as_slice(), &["--games", "4", "--pgn", path(&pgn)]].concat();
    assert_eq!(read_one_line_of(&args), Some(0));
    assert_eq!(games(&fs::read_to_string(pgn).unwrap()).len(), 12);
}

/// Runs a match in a shell after `prelude`. Returns exit code, standard output and standard error.
fn match_after(prelude: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new("/bin/sh")
        .args(["-c", &format!("{prelude}; exec \"$0\" match \"$@\""), TEMPER])
        .args(["fabchess", "otter", "--depth", "1", "--max-moves", "30", "--concurrency", "1"])
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_full_disk_does_not_lose_the_result() {
    // A small file size limit simulates a full disk.
    let limit = "trap '' XFSZ; ulimit -f 40";
    for option in ["--pgn", "--journal"] {
        let file = fresh("match-full", "out");
        let (code, result, error) = match_after(limit, &[option, path(&file), "--games", "400"]);
        assert_eq!(code, Some(2), "{error}");
        assert!(
            result.contains("\nInterrupted after ") && result.contains("\nPtnml(0-2): ["),
            "{option}: {result}"
        );
        assert!(error.starts_with("error: ") && error.contains("match-full"), "{error}");
    }
    let page = fresh("match-full", "report.html");
    let (code, result, error) =
        match_after("trap '' XFSZ; ulimit -f 1", &["--report", path(&page), "--games", "4"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(result.contains("\nGames: 4, "), "{result}");
    assert!(error.contains("cannot write") && !page.exists(), "{error}");
}

#[test]
fn repeated_signals_at_once_count_as_one() {
    let mut child = Command::new(TEMPER)
        .args(["match", "fabchess", "otter", "--nodes", "3000", "--games", "4000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("Score of ")));
    let id = child.id().to_string();
    for _ in 0..3 {
        let sent = Command::new("kill").args(["-TERM", &id]).output().unwrap();
        assert!(sent.status.success(), "the match ended at the first signal");
        thread::sleep(Duration::from_millis(3));
    }
    assert!(lines.any(|line| line.starts_with("Ptnml(0-2): [")), "no report");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn outputs_are_distinct_files_and_no_folders() {
    let file = fresh("match-twice", "out");
    let dotted = file.parent().unwrap().join(".").join("out");
    for (args, part) in [
        (["--pgn", path(&file), "--journal", path(&dotted)], "--pgn and --journal name the same file"),
        (["--json", path(&file), "--pgn", path(&file)], "--json and --pgn name the same file"),
        (["--journal", path(&file), "--pgn", path(file.parent().unwrap())], "is a folder"),
    ] {
        let (code, _, error) = match_after("true", &args);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(part), "{error}");
        assert!(!file.exists(), "no file is created");
    }
    let devices = ["--pgn", "/dev/null", "--journal", "/dev/null", "--games", "2"];
    let (code, _, error) = match_after("true", &devices);
    assert_eq!(code, Some(0), "{error}");
}
