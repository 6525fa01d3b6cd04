//! The `temper tune` command: results, written files, errors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{SHIPPED, positions, shipped};
use crate::common::{TEMPER, write_file};
use temperament_engine::board::Position;
use temperament_engine::eval::{Weights, evaluate};
use temperament_engine::profile::numbers::rewrite;
use temperament_engine::profile::{Format, Library, Origin, Source};
use temperament_matches::tune::{ELO, expected};

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

/// Arguments of a run with 0 epochs.
pub fn args<'a>(profile: &'a str, data: &'a Path, out: &'a Path) -> [&'a str; 8] {
    [profile, "--data", path(data), "--out", path(out), "--force", "--epochs", "0"]
}

/// Returns a path in the temporary folder of the test where no file exists.
pub fn fresh(test: &str, name: &str) -> PathBuf {
    let file = write_file(test, name, "");
    fs::remove_file(&file).unwrap();
    file
}

/// Removes numbers and the spaces that align columns.
pub fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && !" -".contains(*c)).collect()
}

/// Data lines with the expected score of each position according to a profile.
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
        let new: Vec<i32> =
            numbers.iter().enumerate().map(|(at, n)| (n.value + at as i32 % 90).min(n.bounds.1)).collect();
        let text = rewrite(&source, &numbers, &new).unwrap();
        assert_eq!(without_numbers(&text), without_numbers(&source.text), "{name}");
        let changed = Source::new(source.file.as_str(), source.format, text);
        let library = Library::of(Vec::new());
        let (profile, _) = library.parse(&changed, &Origin::Text).unwrap();
        let read: Vec<i32> = temperament_engine::profile::numbers::literals(&changed, &profile)
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
        ("x.toml", "name = \"x\"\nmaterial = { pawn = 1_00, knight = [+3_0,0x10] } # 7\n[psqt]\npawn.eg=5"),
        (
            "x.ron",
            "(name: \"x\", /* 1 ( */ material: (pawn: 1_00, // 2 [\n knight: /* 9 */ [+30, 0x10]), psqt: (pawn: (eg: 5)))",
        ),
    ] {
        let source = Source::new(file, Format::of(Path::new(file)).unwrap(), text);
        let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
        let numbers = temperament_engine::profile::numbers::literals(&source, &profile);
        let values: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        assert_eq!(values, [100, 30, 16, 5], "{file}");
        let written = rewrite(&source, &numbers, &[-1, 2, 3, 4]).unwrap();
        let expected = text.replace("1_00", "-1").replace("+3_0", "2").replace("+30", "2");
        assert_eq!(written, expected.replace("0x10", "3").replace("eg=5", "eg=4").replace("eg: 5", "eg: 4"));
    }
}

#[test]
fn invalid_requests_fail_without_output() {
    const TEST: &str = "tune-refused";
    let data = write_file(TEST, "data.epd", "4k3/8/8/8/8/8/P7/4K3 w - - [0.5]\n\n4k3/8/8 w - - [0.5]\n");
    let out = fresh(TEST, "out.toml");
    let child = write_file(TEST, "child.toml", "name = \"child\"\nextends = \"fabchess\"\n");
    let sides = write_file(
        TEST,
        "sides.toml",
        "name = \"sides\"\n[material]\npawn = 100\n[scale]\nmaterial = { own = 2.0 }\n",
    );
    let good = ["--data", path(&data), "--out", path(&out)];
    let with = |profile: &str, more: &[&str]| refused(&[&[profile], &good[..], more].concat());
    let message = with("simplified", &[]);
    assert!(message.contains("data.epd:3: ") && message.contains("--skip-faulty"), "{message}");
    assert!(with("simplified", &["--skip-faulty"]).contains("too few"));
    assert!(with("rustic", &[]).contains("must end in .ron"));
    assert!(with(path(&child), &[]).contains("no number"), "all numbers are inherited");
    assert!(with(path(&sides), &[]).contains("`own`, `their`"));
    assert!(with("simplified", &["--only", "matrial"]).contains("did you mean `material`?"));
    assert!(with("simplified", &["--set", "material.pawn=1"]).contains("--set"));
    assert!(with("simplified", &["--monotone", "psqt.pawn"]).contains("cannot rise"));
    assert!(with("simplified", &["--anchor=-1"]).contains("0 or more"));
    let missing = refused(&["simplified", "--data", "no-such.epd", "--out", path(&out)]);
    assert!(missing.contains("no-such.epd"), "{missing}");
    assert!(!out.exists());
}

/// Runs a tuning. Returns the losses (held out, pull) of each epoch and the loss of the best one.
fn loss_history(test: &str, data: &Path, more: &[&str]) -> (Vec<[f64; 2]>, f64) {
    let (out, state) = (fresh(test, "out.toml"), fresh(test, "state.json"));
    let args = ["fabchess", "--data", path(data), "--out", path(&out), "--state", path(&state)];
    stdout(&tune(&[&args[..], &["--epochs", "5"], more].concat()));
    let saved: serde_json::Value = serde_json::from_str(&fs::read_to_string(&state).unwrap()).unwrap();
    let saved = &saved["state"];
    let losses = |losses: &serde_json::Value| ["held_out", "pull"].map(|name| losses[name].as_f64().unwrap());
    let history = saved["history"].as_array().unwrap().iter().map(losses).collect();
    (history, saved["best_loss"].as_f64().unwrap())
}

#[test]
fn the_best_epoch_has_the_lowest_held_out_loss() {
    const TEST: &str = "tune-best";
    let teacher = shipped("simplified").1.compile();
    let data = write_file(TEST, "data.epd", &labelled(&teacher, &positions()));
    let (free, best) = loss_history(TEST, &data, &[]);
    let least = free.iter().map(|[held_out, _]| *held_out).fold(f64::MAX, f64::min);
    assert_eq!(best, least, "{free:?}");
    assert!(best < free[0][0] && free.iter().all(|[_, pull]| *pull == 0.0), "{free:?}");
    // A requested anchor is part of the loss: with a strong one no step pays off.
    let (pulled, best) = loss_history(TEST, &data, &["--anchor", "10"]);
    assert!(pulled[1][0] < pulled[0][0] && pulled[1][1] > 0.0, "{pulled:?}");
    assert_eq!(best, pulled[0][0], "{pulled:?}");
}
