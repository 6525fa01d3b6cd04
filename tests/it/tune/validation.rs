//! What decides whether the numbers of the file change: cross-validation, not one set of held-out positions.

use std::fs;

use super::command::{fresh, labelled, path, stdout, tune};
use super::{positions, shipped};
use crate::common::write_file;

/// A profile of eleven numbers; its queen is worth too much.
const SMALL: &str = "// Eleven numbers.
(
    name: \"base\", // of all tests
    phase: (model: \"linear\", middlegame_from: 24, weights: (knight: 1, bishop: 1, rook: 2, queen: 4)),
    material: (pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 1050, bishop_pair: 30),
    mobility: (knight: (step: 4), bishop: (step: 4), rook: (step: 3), queen: (step: 2)),
    pawns: (isolated: -12),
)
";

/// Data lines without move numbers, labelled with the evaluation of another profile.
fn data(test: &str) -> String {
    let lines = labelled(&shipped("fabchess").1.compile(), &positions());
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        format!("{} {}\n", fields[..4].join(" "), fields[6])
    };
    let text: String = lines.lines().map(line).collect();
    path(&write_file(test, "data.txt", &text)).to_owned()
}

/// The held-out positions alone are too few to accept this gain, for each of these seeds.
#[test]
fn every_seed_comes_to_the_same_decision() {
    const TEST: &str = "tune-seeds";
    let (data, start) = (data(TEST), write_file(TEST, "base.ron", SMALL));
    for seed in ["1", "2", "4"] {
        let out = fresh(TEST, "better.ron");
        let args = [path(&start), "--data", &data, "--out", path(&out), "--as-they-are", "--seed", seed];
        let output = stdout(&tune(&[&args[..], &["--epochs", "12"]].concat()));
        let decision = output.lines().find(|line| line.starts_with("cross-validation: gain ")).unwrap();
        assert!(decision.ends_with(" %, above three standard errors"), "{output}");
        // The rows have the same positions: the model and the evaluator agree.
        let held_out = |name: &str, column: usize| -> f64 {
            let row = output.lines().find(|line| line.starts_with(name)).unwrap();
            row.split_whitespace().nth(column).unwrap().parse().unwrap()
        };
        let (rounded, evaluator) = (held_out("rounded ", 2), held_out("evaluator ", 1));
        assert!((rounded / evaluator - 1.0).abs() < 0.001 && rounded < held_out("start ", 2), "{output}");
        // The tuned file has a name of its own, and every comment.
        let text = fs::read_to_string(&out).unwrap();
        assert!(text.starts_with("// Eleven numbers.\n(\n    name: \"better\", // of all tests\n"), "{text}");
    }
}

/// A file that is tuned in place keeps its name.
#[test]
fn a_profile_tuned_in_place_keeps_its_name() {
    const TEST: &str = "tune-in-place";
    let (data, file) = (data(TEST), write_file(TEST, "other.ron", SMALL));
    let args = [path(&file), "--data", &data, "--out", path(&file), "--force", "--as-they-are"];
    let output = stdout(&tune(&[&args[..], &["--epochs", "2", "--held-out", "0"]].concat()));
    assert!(output.contains("nothing is held out: the numbers are not judged"), "{output}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text != SMALL && text.contains("    name: \"base\", // of all tests\n"), "{text}");
}
