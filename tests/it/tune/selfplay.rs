//! `temper selfplay`: labelled positions for the tuner, and protection of journals and files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::command::{fresh, path, stdout, tune};
use crate::common::TEMPER;

fn selfplay(args: &[&str]) -> Output {
    temper("selfplay", args)
}

fn temper(command: &str, args: &[&str]) -> Output {
    Command::new(TEMPER).arg(command).args(args).output().unwrap()
}

fn refused(output: Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Plays a few short games into a file.
fn games(out: &Path, more: &[&str]) -> Output {
    let args = ["simplified", "--games", "4", "--nodes", "100", "--max-moves", "12", "--out", path(out)];
    selfplay(&[&args[..], more].concat())
}

#[test]
fn resumed_selfplay_equals_uninterrupted_selfplay() {
    const TEST: &str = "tune-selfplay";
    let (uninterrupted, resumed, journal) =
        (fresh(TEST, "a.txt"), fresh(TEST, "b.txt"), fresh(TEST, "j.jsonl"));
    let games = ["simplified", "--games", "6", "--nodes", "200", "--max-moves", "40"];
    stdout(&selfplay(
        &[&games[..], &["--out", path(&uninterrupted), "--concurrency", "2", "--journal", path(&journal)]]
            .concat(),
    ));
    // Cut the journal in the middle of the fourth game.
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&journal, lines[..4].join("\n") + "\n" + &lines[4][..50]).unwrap();
    stdout(&selfplay(&["--resume", path(&journal), "--out", path(&resumed)]));
    let text = fs::read_to_string(&uninterrupted).unwrap();
    assert_eq!(text, fs::read_to_string(&resumed).unwrap());
    let starts: std::collections::HashSet<&str> =
        text.lines().filter(|line| line.contains(" 5 | ")).collect();
    assert!(starts.len() >= 6, "{starts:?}");
    let tuned = fresh(TEST, "out.toml");
    let output = stdout(&tune(&[
        "simplified",
        "--data",
        path(&uninterrupted),
        "--out",
        path(&tuned),
        "--lambda",
        "0.5",
        "--epochs",
        "1",
    ]));
    assert!(output.contains("0 lines or games faulty"), "{output}");
    let pgn = fresh(TEST, "games.pgn");
    stdout(&selfplay(&[&games[..], &["--out", path(&pgn)]].concat()));
    let from_games = [
        "simplified",
        "--data",
        path(&pgn),
        "--out",
        path(&tuned),
        "--force",
        "--epochs",
        "1",
        "--skip-plies",
        "0",
    ];
    let counts = |output: &str| {
        let line = output.lines().find(|line| line.contains(" positions read")).unwrap();
        line.split(' ').next().map(str::to_owned)
    };
    assert_eq!(counts(&stdout(&tune(&from_games))), counts(&output));
}

#[test]
fn no_file_is_written_over_another_that_is_needed() {
    const TEST: &str = "tune-selfplay-files";
    let (out, journal) = (fresh(TEST, "a.txt"), fresh(TEST, "j.jsonl"));
    let beside = journal.with_file_name(".").join("j.jsonl");
    stdout(&games(&out, &["--journal", path(&journal)]));
    let before = fs::read_to_string(&journal).unwrap();
    for other in [&journal, &beside] {
        let error = refused(selfplay(&["--resume", path(&journal), "--out", path(other), "--force"]));
        assert!(error.contains("--resume and --out name the same file"), "{error}");
        let error = refused(games(&journal, &["--journal", path(other), "--force"]));
        assert!(error.contains("--journal and --out name the same file"), "{error}");
    }
    assert_eq!(fs::read_to_string(&journal).unwrap(), before);
    // If an output cannot be written, no other file is created.
    let none = fresh(TEST, "none.jsonl");
    let error = refused(games(&out, &["--journal", path(&none)]));
    assert!(error.contains("a.txt exists") && !none.exists(), "{error}");
    let profile = crate::common::write_file(TEST, "mine.toml", crate::common::GOOD_PROFILE);
    for option in ["--out", "--journal"] {
        let mut args = vec![path(&profile), "--force", option, path(&profile)];
        if option == "--journal" {
            args.extend(["--out", path(&out)]);
        }
        let error = refused(selfplay(&args));
        assert!(error.contains("the profile and "), "{error}");
    }
    assert_eq!(fs::read_to_string(&profile).unwrap(), crate::common::GOOD_PROFILE);
}

#[test]
fn a_journal_is_resumed_only_by_its_command() {
    const TEST: &str = "tune-selfplay-journal";
    let (out, of_selfplay, of_match) = (fresh(TEST, "a.txt"), fresh(TEST, "s.jsonl"), fresh(TEST, "m.jsonl"));
    stdout(&games(&out, &["--journal", path(&of_selfplay)]));
    let args = ["simplified", "otter", "--games", "2", "--nodes", "50", "--max-moves", "3"];
    stdout(&temper("match", &[&args[..], &["--journal", path(&of_match)]].concat()));
    for command in ["match", "tournament"] {
        let error = refused(temper(command, &["--resume", path(&of_selfplay)]));
        assert!(
            error.contains("is the journal of a selfplay: resume it with `temper selfplay --resume"),
            "{error}"
        );
    }
    let error = refused(selfplay(&["--resume", path(&of_match), "--out", path(&out), "--force"]));
    assert!(error.contains("is the journal of a match: resume it with `temper match --resume"), "{error}");
}

#[test]
fn epd_and_text_output_are_equivalent() {
    const TEST: &str = "tune-selfplay-epd";
    let (text, epd, tuned) = (fresh(TEST, "a.txt"), fresh(TEST, "a.epd"), fresh(TEST, "out.toml"));
    let counts = [&text, &epd].map(|file| {
        let args =
            ["simplified", "--games", "12", "--nodes", "100", "--max-moves", "20", "--out", path(file)];
        let output = stdout(&selfplay(&args));
        assert!(output.contains("12 games"), "{output}");
        let args = ["simplified", "--data", path(file), "--out", path(&tuned), "--force", "--epochs", "2"];
        let output = stdout(&tune(&[&args[..], &["--lambda", "0.3"]].concat()));
        let is_of_data = |line: &&str| line.starts_with("K ") || line.contains("training positions");
        let lines: Vec<&str> = output.lines().filter(is_of_data).collect();
        assert_eq!(lines.len(), 2, "{output}");
        lines.join("\n")
    });
    assert_eq!(counts[0], counts[1]);
    let text = fs::read_to_string(&epd).unwrap();
    for line in text.lines() {
        let (_, operations) = line.split_once(" c9 \"").unwrap();
        assert!(operations.contains("\"; ce ") && operations.ends_with(';'), "{line}");
    }
}

#[test]
fn repeated_games_give_a_warning() {
    const TEST: &str = "tune-selfplay-repeat";
    let out = fresh(TEST, "a.txt");
    let same = games(&out, &["--random-plies", "0"]);
    let warning = String::from_utf8(same.stderr).unwrap();
    assert!(warning.contains("only 1 different openings for 4 games"), "{warning}");
    let other = games(&out, &["--force"]);
    assert!(other.stderr.is_empty(), "{other:?}");
}
