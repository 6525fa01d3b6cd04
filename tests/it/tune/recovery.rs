//! What a tuner must be able to do: a profile whose numbers have been scrambled is found again from positions that only
//! say what the true one expects.

use std::path::PathBuf;
use std::{env, fs};

use super::command::{fresh, path, stdout, tune, without_numbers};
use super::{positions, shipped};
use crate::common::write_file;
use temperament::board::Position;
use temperament::eval::{Weights, evaluate};
use temperament::profile::numbers::rewrite;
use temperament::tune::{ELO, expected};

/// Whatever chance there is in these tests (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From -1 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// The reference positions and some random moves from each.
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

/// What the positions say.
#[derive(Clone, Copy)]
enum Labels {
    /// The points that the true profile expects. In cross-entropy they have a floor, which is their uncertainty.
    Expected,
    /// Games won or lost at random, as often as it expects.
    Results,
}

impl Labels {
    /// The lines of a file.
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

/// Losses on the positions set aside.
#[derive(Debug)]
struct Recovery {
    scrambled: f64,
    tuned: f64,
    truth: f64,
}

impl Recovery {
    /// How much more than the true profile the tuned one loses; per cent.
    fn excess(&self) -> f64 {
        (self.tuned / self.truth - 1.0) * 100.0
    }

    /// What part of that which the scrambling cost has been won back.
    fn part_won_back(&self) -> f64 {
        (self.scrambled - self.tuned) / (self.scrambled - self.truth)
    }
}

/// The held-out loss before, and that of the best numbers.
fn losses(told: &str) -> [f64; 2] {
    let line = told.lines().find(|line| line.contains("held-out loss")).unwrap();
    let numbers = line.split("held-out loss ").nth(1).unwrap();
    let mut numbers = numbers.split([' ', '>', '-']).filter_map(|n| n.parse().ok());
    [(); 2].map(|()| numbers.next().unwrap())
}

/// A text with each number by up to a half more or less, and at least by up to ten.
fn scrambled(name: &str) -> String {
    let (source, _, numbers) = shipped(name);
    let mut random = Random(4711);
    let mut scramble = |n: i32| {
        let most = (f64::from(n).abs() / 2.0).max(10.0);
        (f64::from(n) + most * random.unit()).round() as i32
    };
    let new: Vec<i32> = numbers
        .iter()
        .map(|number| scramble(number.value).clamp(number.bounds.0, number.bounds.1))
        .collect();
    rewrite(&source, &numbers, &new).unwrap()
}

/// Scrambles a shipped profile and tunes it.
fn recover(test: &str, name: &str, positions: &[Position], labels: Labels, options: &[&str]) -> Recovery {
    let (_, truth, _) = shipped(name);
    let data = write_file(test, "data.txt", &labels.lines(&truth.compile(), positions));
    let start = write_file(test, "start.toml", &scrambled(name));
    let out = fresh(test, "out.toml");
    let run = |profile: &str, more: &[&str]| {
        let args = [
            profile,
            "--data",
            path(&data),
            "--out",
            path(&out),
            "--force",
            "--as-they-are",
        ];
        stdout(&tune(&[&args[..], options, more].concat()))
    };
    let [scrambled, tuned] = losses(&run(path(&start), &[]));
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(
        without_numbers(&text),
        without_numbers(&fs::read_to_string(&start).unwrap())
    );
    let k = ELO.to_string();
    let [truth, _] = losses(&run(name, &["--k", &k, "--epochs", "0"]));
    Recovery {
        scrambled,
        tuned,
        truth,
    }
}

/// Nothing speaks for the start.
const FREE: [&str; 4] = ["--loss", "cross-entropy", "--anchor", "0"];

/// Checks that a scrambled profile finds back from what the true one expects.
fn check_recovery(name: &str) {
    let test = format!("tune-recovery-{name}");
    let recovery = recover(&test, name, &many_positions(4), Labels::Expected, &FREE);
    assert!(recovery.scrambled > recovery.truth * 1.02, "{name}: {recovery:?}");
    assert!(recovery.excess() < 1.0, "{name}: {recovery:?}");
    assert!(recovery.part_won_back() > 0.9, "{name}: {recovery:?}");
}

#[test]
fn a_scrambled_profile_finds_back() {
    check_recovery("fabchess");
}

#[test]
fn a_scrambled_profile_without_terms_finds_back() {
    check_recovery("simplified");
}

/// The positions of files of lines that begin with a FEN.
fn positions_of(files: &[PathBuf]) -> Vec<Position> {
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let lines: Vec<String> = texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let fens = lines
        .iter()
        .map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" "));
    fens.map(|fen| Position::from_fen(&fen).unwrap()).collect()
}

#[test]
#[ignore = "for RECOVERY_DATA, files of 200,000 positions or more: docs/tuning.md"]
fn with_many_positions_it_finds_back_from_results_too() {
    let files = env::var_os("RECOVERY_DATA").expect("RECOVERY_DATA names files of positions");
    let files: Vec<PathBuf> = env::split_paths(&files).collect();
    let positions = positions_of(&files);
    println!("{} positions", positions.len());
    let cases: [(Labels, &str, &[&str]); 3] = [
        (
            Labels::Expected,
            "expected points, cross-entropy, no anchor",
            &FREE,
        ),
        (Labels::Results, "results, cross-entropy, no anchor", &FREE),
        (Labels::Results, "results, squared", &["--loss", "squared"]),
    ];
    for (labels, what, options) in cases {
        let recovery = recover("tune-recovery", "fabchess", &positions, labels, options);
        println!(
            "{what}: {recovery:?}: {:+.2} %, {:.0} % won back",
            recovery.excess(),
            100.0 * recovery.part_won_back()
        );
        assert!(recovery.excess() < 1.0, "{what}");
    }
}
