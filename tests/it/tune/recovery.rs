//! The tuner recovers a scrambled profile from positions labelled by the original one.

use std::path::PathBuf;
use std::{env, fs};

use super::command::{fresh, path, stdout, tune, without_numbers};
use super::{positions, shipped};
use crate::common::write_file;
use temperament_engine::board::Position;
use temperament_engine::eval::{Weights, evaluate};
use temperament_engine::profile::numbers::rewrite;
use temperament_matches::tune::{ELO, expected};

/// Pseudo-random numbers (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A uniform number from -1 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// The reference positions, each followed by random moves.
fn many_positions(each: usize) -> Vec<Position> {
    let mut random = Random(7);
    let mut found = Vec::new();
    for mut position in positions() {
        for _ in 0..each {
            found.push(position.clone());
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.next() as usize % moves.len()]);
        }
    }
    found
}

/// Kind of labels.
#[derive(Clone, Copy)]
enum Labels {
    /// Expected score of the true profile. Its entropy is the minimum of the cross-entropy.
    Expected,
    /// Random wins and losses with that expected score.
    Results,
}

impl Labels {
    /// Lines of a data file.
    fn lines(self, truth: &Weights, positions: &[Position]) -> String {
        let mut random = Random(99);
        let line = |position: &Position| {
            let p = f64::from(expected(ELO as f32, evaluate(truth, position) as f32));
            let points = match self {
                Self::Expected => p,
                Self::Results => f64::from(u8::from(random.unit() < 2.0 * p - 1.0)),
            };
            format!("{} [{points:.6}]\n", position.fen(false))
        };
        positions.iter().map(line).collect()
    }
}

/// Losses on the held-out positions.
#[derive(Debug)]
struct Recovery {
    scrambled: f64,
    tuned: f64,
    truth: f64,
}

impl Recovery {
    /// Loss of the tuned profile above that of the true one, in percent.
    fn excess(&self) -> f64 {
        (self.tuned / self.truth - 1.0) * 100.0
    }

    /// Fraction of the loss caused by scrambling that was recovered.
    fn recovered_fraction(&self) -> f64 {
        (self.scrambled - self.tuned) / (self.scrambled - self.truth)
    }
}

/// Held-out losses of the start and of the best epoch.
fn losses(output: &str) -> [f64; 2] {
    let held_out = |name: &str| {
        let row = output.lines().find_map(|line| line.strip_prefix(name))?;
        let numbers = row.split_whitespace().filter(|word| word.contains("0."));
        numbers.filter_map(|word| word.parse::<f64>().ok()).nth(1)
    };
    let start = held_out("start ").unwrap();
    [start, held_out("after epoch ").unwrap_or(start)]
}

/// A shipped profile with each number changed randomly by up to a half, or by up to ten if that is more.
fn scrambled(name: &str) -> String {
    let (source, _, numbers) = shipped(name);
    let mut random = Random(4711);
    let mut scramble = |n: i32| {
        let most = (f64::from(n).abs() / 2.0).max(10.0);
        (f64::from(n) + most * random.unit()).round() as i32
    };
    let new: Vec<i32> =
        numbers.iter().map(|number| scramble(number.value).clamp(number.bounds.0, number.bounds.1)).collect();
    rewrite(&source, &numbers, &new).unwrap()
}

/// Scrambles a shipped profile and tunes it.
fn recover(test: &str, name: &str, positions: &[Position], labels: Labels, options: &[&str]) -> Recovery {
    let (_, truth, _) = shipped(name);
    let data = write_file(test, "data.txt", &labels.lines(&truth.compile(), positions));
    let start = write_file(test, "start.toml", &scrambled(name));
    let out = fresh(test, "out.toml");
    let run = |profile: &str, more: &[&str]| {
        let args = [profile, "--data", path(&data), "--out", path(&out), "--force", "--as-they-are"];
        stdout(&tune(&[&args[..], options, more].concat()))
    };
    let [scrambled, tuned] = losses(&run(path(&start), &[]));
    // The tuned profile has the name of its file, and otherwise only other numbers.
    let text = fs::read_to_string(&out).unwrap().replacen("\"out\"", &format!("\"{name}\""), 1);
    assert_eq!(without_numbers(&text), without_numbers(&fs::read_to_string(&start).unwrap()));
    let k = ELO.to_string();
    let [truth, _] = losses(&run(name, &["--k", &k, "--epochs", "0"]));
    Recovery { scrambled, tuned, truth }
}

/// No anchor to the start.
const FREE: [&str; 4] = ["--loss", "cross-entropy", "--anchor", "0"];

/// Checks that tuning on expected scores recovers a scrambled profile.
fn check_recovery(name: &str) {
    let test = format!("tune-recovery-{name}");
    let recovery = recover(&test, name, &many_positions(4), Labels::Expected, &FREE);
    assert!(recovery.scrambled > recovery.truth * 1.02, "{name}: {recovery:?}");
    assert!(recovery.excess() < 1.0, "{name}: {recovery:?}");
    assert!(recovery.recovered_fraction() > 0.9, "{name}: {recovery:?}");
}

#[test]
fn a_scrambled_profile_is_recovered() {
    check_recovery("fabchess");
}

#[test]
fn a_scrambled_profile_without_terms_is_recovered() {
    check_recovery("simplified");
}

/// Random results must not change the file, for any split into training and held-out positions. What was refused is shown
/// with its own loss and the figures that decided.
#[test]
fn training_on_noise_leaves_the_file_unchanged() {
    const TEST: &str = "tune-noise";
    let (source, truth, _) = shipped("simplified");
    let lines = Labels::Results.lines(&truth.compile(), &many_positions(3));
    // Give every line the result of another one.
    let mut results: Vec<&str> =
        lines.lines().filter_map(|line| line.rsplit_once(' ')).map(|(_, r)| r).collect();
    let half = results.len() / 2 + 7;
    results.rotate_left(half);
    let positions = lines.lines().filter_map(|line| line.rsplit_once(' ')).map(|(position, _)| position);
    let noise: String =
        positions.zip(&results).map(|(position, result)| format!("{position} {result}\n")).collect();
    let data = write_file(TEST, "data.txt", &noise);
    let out = fresh(TEST, "out.toml");
    let mut refused = 0;
    for seed in ["1", "2", "3"] {
        let args = ["simplified", "--data", path(&data), "--out", path(&out), "--force", "--seed", seed];
        let output = stdout(&tune(&[&args[..], &["--epochs", "6", "--only", "psqt"]].concat()));
        assert!(output.contains(": the file is unchanged"), "{output}");
        assert_eq!(fs::read_to_string(&out).unwrap(), source.text);
        let row = |name: &str| output.lines().find_map(|line| line.strip_prefix(name)).map(str::trim_start);
        if let Some(rounded) = row("rounded ") {
            assert!(!rounded.starts_with(row("start ").unwrap()), "{output}");
            let judged = "\ncross-validation: gain ";
            let decision = output.contains(judged) && output.contains(" %, below three standard errors: ");
            assert!(decision || output.contains("\nno improvement: "), "{output}");
            refused += usize::from(decision);
        }
    }
    assert!(refused > 0, "no seed needs cross-validation");
}

/// The start is optimal, so training on random results increases the held-out loss.
#[test]
fn training_that_does_not_help_leaves_the_file_unchanged() {
    const TEST: &str = "tune-no-improvement";
    let (source, truth, _) = shipped("simplified");
    let lines = Labels::Results.lines(&truth.compile(), &many_positions(4));
    let data = write_file(TEST, "data.txt", &lines);
    let out = fresh(TEST, "out.toml");
    let k = ELO.to_string();
    let run = |profile: &str, more: &[&str]| {
        let args = [
            profile,
            "--data",
            path(&data),
            "--out",
            path(&out),
            "--force",
            "--k",
            &k,
            "--as-they-are",
            "--seed",
            "4",
        ];
        stdout(&tune(&[&args[..], &["--anchor", "0"], more].concat()))
    };
    let output = run("simplified", &["--epochs", "4"]);
    assert!(output.contains("\n4 epochs, "), "{output}");
    assert!(output.contains("the file is unchanged") && !output.contains("have changed"), "{output}");
    assert_eq!(fs::read_to_string(&out).unwrap(), source.text);
    // Overwriting the input file keeps its line ends.
    let mine = write_file(TEST, "mine.toml", &source.text.replace('\n', "\r\n"));
    let before = fs::read(&mine).unwrap();
    let output = stdout(&tune(&[
        path(&mine),
        "--data",
        path(&data),
        "--out",
        path(&mine),
        "--force",
        "--k",
        &k,
        "--as-they-are",
        "--seed",
        "4",
        "--anchor",
        "0",
        "--epochs",
        "2",
    ]));
    assert!(output.contains(": the file is unchanged"), "{output}");
    assert_eq!(fs::read(&mine).unwrap(), before);
    // Numbers that must be equal change nevertheless.
    let tied = run("simplified", &["--epochs", "0", "--tie", "material.knight=material.bishop"]);
    assert!(
        tied.contains("no improvement: only what --tie, --mirror and --monotone require has changed"),
        "{tied}"
    );
    assert!(tied.contains("\n2 numbers have changed"), "{tied}");
}

/// The held-out loss of the written numbers is at most that of the start.
#[test]
fn the_written_file_is_no_worse_than_the_start() {
    const TEST: &str = "tune-no-worse";
    let truth = shipped("simplified").1.compile();
    let data = write_file(TEST, "data.txt", &Labels::Results.lines(&truth, &many_positions(1)));
    for seed in ["1", "2", "3"] {
        let out = fresh(TEST, "out.toml");
        let args = ["otter", "--data", path(&data), "--out", path(&out), "--seed", seed];
        let output = stdout(&tune(&[&args[..], &["--epochs", "3", "--rate", "5"]].concat()));
        let row = |name: &str| output.lines().find(|line| line.starts_with(name));
        let number = |row: &str| -> f64 { row.split_whitespace().nth(2).unwrap().parse().unwrap() };
        let start = number(row("start ").unwrap());
        match row("rounded ") {
            Some(rounded) if !output.contains("the file is unchanged") => {
                assert!(number(rounded) <= start, "{output}");
            }
            _ => assert!(output.contains("the file is unchanged"), "{output}"),
        }
    }
}

/// Positions of files whose lines begin with a FEN.
fn positions_of(files: &[PathBuf]) -> Vec<Position> {
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let fens = lines.iter().map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" "));
    fens.map(|fen| Position::from_fen(&fen).unwrap()).collect()
}

#[test]
#[ignore = "for RECOVERY_DATA, files of 200,000 positions or more: docs/tuning.md"]
fn with_many_positions_results_suffice_for_recovery() {
    let files = env::var_os("RECOVERY_DATA").expect("RECOVERY_DATA names files of positions");
    let files: Vec<PathBuf> = env::split_paths(&files).collect();
    let positions = positions_of(&files);
    println!("{} positions", positions.len());
    let cases: [(Labels, &str, &[&str]); 3] = [
        (Labels::Expected, "expected points, cross-entropy, no anchor", &FREE),
        (Labels::Results, "results, cross-entropy, no anchor", &FREE),
        (Labels::Results, "results, squared", &["--loss", "squared"]),
    ];
    for (labels, what, options) in cases {
        let recovery = recover("tune-recovery", "fabchess", &positions, labels, options);
        println!(
            "{what}: {recovery:?}: {:+.2} %, {:.0} % recovered",
            recovery.excess(),
            100.0 * recovery.recovered_fraction()
        );
        assert!(recovery.excess() < 1.0, "{what}");
    }
}
