//! The command: what it learns, what it writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use super::common::{TEMPER, write_file};
use super::{SHIPPED, positions, shipped};
use temperament::board::Position;
use temperament::eval::{Weights, evaluate};
use temperament::profile::numbers::rewrite;
use temperament::profile::{Format, Library, Origin, Source};
use temperament::tune::{ELO, expected};

pub fn tune(args: &[&str]) -> Output {
    Command::new(TEMPER).arg("tune").args(args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {error}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn refused(args: &[&str]) -> String {
    let output = tune(args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

pub fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A path in a folder that is this test's own, where there is no file.
pub fn fresh(test: &str, name: &str) -> PathBuf {
    let file = write_file(test, name, "");
    fs::remove_file(&file).unwrap();
    file
}

/// A text without its numbers and the spaces that keep columns.
pub fn without_numbers(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_ascii_digit() && !" -".contains(*c))
        .collect()
}

/// Lines that say of each position what a profile expects.
pub fn labelled(weights: &Weights, positions: &[Position]) -> String {
    let line = |position: &Position| {
        let p = expected(ELO as f32, evaluate(weights, position) as f32);
        format!("{} [{p:.6}]\n", position.fen(false))
    };
    positions.iter().map(line).collect()
}

#[test]
fn only_numbers_change_in_the_file() {
    for name in SHIPPED {
        let (source, _, numbers) = shipped(name);
        let new: Vec<i32> = numbers
            .iter()
            .enumerate()
            .map(|(at, n)| (n.value + at as i32 % 90).min(n.bounds.1))
            .collect();
        let text = rewrite(&source, &numbers, &new).unwrap();
        assert_eq!(without_numbers(&text), without_numbers(&source.text), "{name}");
        let changed = Source::new(source.file.as_str(), source.format, text);
        let library = Library::of(Vec::new());
        let (profile, _) = library.parse(&changed, &Origin::Text).unwrap();
        let read: Vec<i32> = temperament::profile::numbers::numbers(&changed, &profile)
            .unwrap()
            .iter()
            .map(|number| number.value)
            .collect();
        assert_eq!(read, new, "{name}");
        let same: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        assert_eq!(rewrite(&source, &numbers, &same).unwrap(), source.text, "{name}");
    }
}

#[test]
fn odd_ways_to_write_numbers_are_understood() {
    for (file, text) in [
        (
            "x.toml",
            "name = \"x\"\nmaterial = { pawn = 1_00, knight = [+3_0,0x10] } # 7\n[psqt]\npawn.eg=5",
        ),
        (
            "x.ron",
            "(name: \"x\", /* 1 ( */ material: (pawn: 1_00, // 2 [\n knight: /* 9 */ [+30, 0x10]), psqt: (pawn: (eg: 5)))",
        ),
    ] {
        let source = Source::new(file, Format::of(Path::new(file)).unwrap(), text);
        let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
        let numbers = temperament::profile::numbers::numbers(&source, &profile).unwrap();
        let values: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        assert_eq!(values, [100, 30, 16, 5], "{file}");
        let written = rewrite(&source, &numbers, &[-1, 2, 3, 4]).unwrap();
        let expected = text
            .replace("1_00", "-1")
            .replace("+3_0", "2")
            .replace("+30", "2");
        assert_eq!(
            written,
            expected
                .replace("0x10", "3")
                .replace("eg=5", "eg=4")
                .replace("eg: 5", "eg: 4")
        );
    }
}

#[test]
fn what_was_stopped_goes_on_as_if_it_had_not() {
    const TEST: &str = "tune-resume";
    let weights = Arc::new(shipped("otter").1.compile());
    let data = write_file(TEST, "data.epd", &labelled(&weights, &positions()));
    let (once, twice, state) = (
        fresh(TEST, "a.toml"),
        fresh(TEST, "b.toml"),
        fresh(TEST, "s.json"),
    );
    let run = |out: &Path, threads: &str, more: &[&str]| {
        let args = [
            "rustic4",
            "--data",
            path(&data),
            "--out",
            path(out),
            "--force",
            "--threads",
            threads,
        ];
        stdout(&tune(
            &[
                &args[..],
                &["--batch", "1000", "--rate", "0.5", "--anchor", "0"],
                more,
            ]
            .concat(),
        ))
    };
    run(&once, "2", &["--epochs", "9"]);
    run(&twice, "1", &["--epochs", "4", "--state", path(&state)]);
    assert_ne!(
        fs::read_to_string(&once).unwrap(),
        fs::read_to_string(&twice).unwrap()
    );
    run(&twice, "1", &["--epochs", "9", "--resume", path(&state)]);
    assert_eq!(
        fs::read_to_string(&once).unwrap(),
        fs::read_to_string(&twice).unwrap()
    );
    let other = refused(&[
        "otter",
        "--data",
        path(&data),
        "--out",
        path(&fresh(TEST, "c.toml")),
        "--resume",
        path(&state),
    ]);
    assert!(other.contains("another profile"), "{other}");
}

#[test]
fn positions_are_filtered_and_told() {
    const TEST: &str = "tune-filters";
    let mut lines = labelled(&shipped("otter").1.compile(), &positions()[..300]);
    // In check, mated, once more, and one with a rook to be had.
    lines += "4k3/8/8/8/8/8/4r3/4K3 w - - [0.0]\n7k/6Q1/6K1/8/8/8/8/8 b - - [1.0]\n\n# nothing\n";
    lines += "4k3/8/8/3r4/8/8/8/3RK3 w - - c9 \"1-0\";\n4k3/8/8/3R4/8/8/8/4K3 b - - | 500 | 1-0\n";
    let data = write_file(TEST, "data.epd", &lines);
    let games = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
    let pgn = write_file(TEST, "games.pgn", games);
    let out = fresh(TEST, "out.toml");
    let args = [
        "simplified",
        "--data",
        path(&data),
        path(&pgn),
        "--out",
        path(&out),
        "--epochs",
        "1",
        "--skip-plies",
        "2",
    ];
    let told = stdout(&tune(&args));
    assert!(told.contains("313 positions read from 2 games"), "{told}");
    assert!(
        told.contains("4 at the beginning of a game, 0 without a result, "),
        "{told}"
    );
    assert!(out.exists());
    let again = refused(&args);
    assert!(
        again.contains("out.toml exists; --force overwrites it"),
        "{again}"
    );
}

#[test]
fn what_cannot_be_done_is_told_and_nothing_is_written() {
    const TEST: &str = "tune-refused";
    let data = write_file(
        TEST,
        "data.epd",
        "4k3/8/8/8/8/8/P7/4K3 w - - [0.5]\n\n4k3/8/8 w - - [0.5]\n",
    );
    let out = fresh(TEST, "out.toml");
    let child = write_file(TEST, "child.toml", "name = \"child\"\nextends = \"fabchess\"\n");
    let sides = write_file(
        TEST,
        "sides.toml",
        "name = \"sides\"\n[material]\npawn = 100\n[scale]\nmaterial = { own = 2.0 }\n",
    );
    let good = ["--data", path(&data), "--out", path(&out)];
    let with = |profile: &str, more: &[&str]| refused(&[&[profile], &good[..], more].concat());
    let fault = with("simplified", &[]);
    assert!(
        fault.contains("data.epd:3: ") && fault.contains("--skip-faulty"),
        "{fault}"
    );
    assert!(with("simplified", &["--skip-faulty"]).contains("too few"));
    assert!(with("rustic", &[]).contains("ends in .ron"));
    assert!(
        with(path(&child), &[]).contains("no number"),
        "all it has is its parent's"
    );
    assert!(with(path(&sides), &[]).contains("`own`, `their`"));
    assert!(with("simplified", &["--only", "matrial"]).contains("did you mean `material`?"));
    assert!(with("simplified", &["--set", "material.pawn=1"]).contains("--set"));
    assert!(with("simplified", &["--monotone", "psqt.pawn"]).contains("cannot rise"));
    assert!(with("simplified", &["--anchor=-1"]).contains("0 or more"));
    let missing = refused(&["simplified", "--data", "no-such.epd", "--out", path(&out)]);
    assert!(missing.contains("no-such.epd"), "{missing}");
    assert!(!out.exists());
}

#[test]
fn selfplay_is_the_same_whatever_happens_to_it() {
    const TEST: &str = "tune-selfplay";
    let selfplay = |args: &[&str]| Command::new(TEMPER).arg("selfplay").args(args).output().unwrap();
    let (once, twice, journal) = (fresh(TEST, "a.txt"), fresh(TEST, "b.txt"), fresh(TEST, "j.jsonl"));
    let games = [
        "simplified",
        "--games",
        "6",
        "--nodes",
        "200",
        "--max-moves",
        "40",
    ];
    stdout(&selfplay(
        &[
            &games[..],
            &[
                "--out",
                path(&once),
                "--concurrency",
                "2",
                "--journal",
                path(&journal),
            ],
        ]
        .concat(),
    ));
    // Three games and a half are left of it.
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&journal, lines[..4].join("\n") + "\n" + &lines[4][..50]).unwrap();
    stdout(&selfplay(&["--resume", path(&journal), "--out", path(&twice)]));
    let text = fs::read_to_string(&once).unwrap();
    assert_eq!(text, fs::read_to_string(&twice).unwrap());
    let starts: std::collections::HashSet<&str> =
        text.lines().filter(|line| line.contains(" 5 | ")).collect();
    assert!(starts.len() >= 6, "{starts:?}");
    let tuned = fresh(TEST, "out.toml");
    let told = stdout(&tune(&[
        "simplified",
        "--data",
        path(&once),
        "--out",
        path(&tuned),
        "--lambda",
        "0.5",
        "--epochs",
        "1",
    ]));
    assert!(told.contains("0 lines or games faulty"), "{told}");
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
    let counts = |told: &str| {
        let line = told
            .lines()
            .find(|line| line.contains(" positions read"))
            .unwrap();
        line.split(' ').next().map(str::to_owned)
    };
    assert_eq!(counts(&stdout(&tune(&from_games))), counts(&told));
}
