//! Resuming a tuning run: same result as without interruption; different settings or data are refused.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::command::{fresh, labelled, path, refused, stdout, tune};
use super::{positions, shipped};
use crate::common::write_file;

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    const TEST: &str = "tune-resume";
    let weights = Arc::new(shipped("otter").1.compile());
    let data = write_file(TEST, "data.epd", &labelled(&weights, &positions()));
    let (uninterrupted, resumed, state) =
        (fresh("tune-resume-a", "out.toml"), fresh("tune-resume-b", "out.toml"), fresh(TEST, "s.json"));
    let run = |out: &Path, threads: &str, more: &[&str]| {
        let args = ["rustic4", "--data", path(&data), "--out", path(out), "--force", "--threads", threads];
        stdout(&tune(
            &[&args[..], &["--batch", "1000", "--rate", "0.5", "--anchor", "0", "--held-out", "0"], more]
                .concat(),
        ))
    };
    run(&uninterrupted, "2", &["--epochs", "9"]);
    run(&resumed, "1", &["--epochs", "4", "--state", path(&state)]);
    assert_ne!(fs::read_to_string(&uninterrupted).unwrap(), fs::read_to_string(&resumed).unwrap());
    run(&resumed, "1", &["--epochs", "9", "--resume", path(&state)]);
    assert_eq!(fs::read_to_string(&uninterrupted).unwrap(), fs::read_to_string(&resumed).unwrap());
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
fn different_settings_or_data_are_refused() {
    const TEST: &str = "tune-resume-other";
    let lines = labelled(&shipped("otter").1.compile(), &positions());
    let data = write_file(TEST, "data.epd", &lines);
    let flipped = lines.replace("[0.", "[0.9");
    let other = write_file(TEST, "other.epd", &flipped);
    let (out, state) = (fresh(TEST, "out.toml"), fresh(TEST, "s.json"));
    let with = |data: &Path, more: &[&str]| {
        let args = ["rustic4", "--data", path(data), "--out", path(&out), "--force"];
        tune(&[&args[..], more].concat())
    };
    stdout(&with(&data, &["--epochs", "2", "--lambda", "0.5", "--state", path(&state)]));
    let before = fs::read_to_string(&state).unwrap();
    let resume = |data: &Path, more: &[&str]| {
        with(data, &[&["--resume", path(&state), "--epochs", "3"], more].concat())
    };
    for (data, more, part) in [
        (&other, ["--lambda", "0.5"].as_slice(), "other positions or labels"),
        (&data, &["--lambda", "0.5", "--held-out", "0.2"], "other positions or labels"),
        (&data, &[], "--lambda 0.5, not 1"),
        (&data, &["--lambda", "0.5", "--loss", "cross-entropy"], "--loss squared, not cross-entropy"),
        (&data, &["--lambda", "0.5", "--k", "0.004"], "--k absent, not 0.004"),
        (&data, &["--lambda", "0.5", "--seed", "2"], "--seed 1, not 2"),
        (&data, &["--lambda", "0.5", "--anchor", "1"], "--anchor absent, not 1"),
        (&data, &["--lambda", "0.5", "--mirror", "psqt"], "--mirror absent, not psqt"),
    ] {
        let output = resume(data, more);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && message.contains(part), "{more:?}: {message}");
        assert_eq!(fs::read_to_string(&state).unwrap(), before, "{more:?}");
    }
    let free = ["--lambda", "0.5", "--rate", "1", "--patience", "3", "--batch", "500", "--threads", "1"];
    stdout(&resume(&data, &free));
    let threads = refused(&["rustic4", "--data", path(&data), "--out", path(&out), "--threads", "100000"]);
    assert!(threads.contains("1..=1024"), "{threads}");
}
