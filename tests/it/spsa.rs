//! `temper spsa`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{TEMPER, write_file};

const SHORT: [&str; 10] =
    ["fabchess", "--only", "material", "--only", "psqt.knight", "--pairs", "6", "--batch", "2", "--nodes"];

fn temper(args: &[&str]) -> Output {
    Command::new(TEMPER).arg("spsa").args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A path in the temporary folder of the test where no file exists.
fn fresh(test: &str) -> PathBuf {
    let file = write_file(test, "run.jsonl", "");
    fs::remove_file(&file).unwrap();
    file
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_run_that_was_cut_goes_on_as_if_nothing_had_happened() {
    let [whole, cut] = ["spsa_whole", "spsa_cut"].map(fresh);
    let first = stdout(&temper(&[&SHORT[..], &["200", "--journal", path(&whole)]].concat()));
    assert!(first.contains("After 6 of 6 pairs of games:"), "{first}");
    assert!(
        first.contains("material.pawn") && first.contains("Try it: temper match fabchess fabchess --b-set "),
        "{first}"
    );
    // What a killed process leaves: two of three batches, and half a line.
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    fs::write(&cut, format!("{}\n{}\n{}\n{{\"res", lines[0], lines[1], lines[2])).unwrap();
    let shown = stdout(&temper(&["--resume", path(&cut), "--show"]));
    assert!(shown.contains("After 4 of 6 pairs of games:"), "{shown}");
    assert!(fs::read_to_string(&cut).unwrap().ends_with("{\"res"), "--show changes nothing");
    let again = stdout(&temper(&["--resume", path(&cut), "--concurrency", "1"]));
    assert_eq!(again, first);
    assert_eq!(fs::read_to_string(&cut).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_it_is_resumed() {
    let journal = fresh("spsa_interrupt");
    let args =
        ["fabchess", "--only", "material", "--pairs", "10k", "--batch", "1", "--nodes", "50", "--journal"];
    let mut command = Command::new(TEMPER);
    command.arg("spsa").args(args).arg(&journal).stderr(Stdio::piped()).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let expected = format!("interrupted; resume with: temper spsa --resume {}\n", path(&journal));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with(&expected), "{error}");
}

#[test]
fn mistakes_are_errors_and_lose_nothing() {
    let journal = write_file("spsa_mistakes", "run.jsonl", "something\n");
    let run = |args: &[&str]| stderr(&temper(&[args, &["--journal", path(&journal)]].concat()));
    let exists = run(&["fabchess", "--only", "material"]);
    assert!(exists.contains("--force overwrites it"), "{exists}");
    assert_eq!(fs::read_to_string(&journal).unwrap(), "something\n");
    let unknown = run(&["fabchess", "--only", "material.pwn"]);
    assert!(unknown.contains("did you mean `material.pawn"), "{unknown}");
    let fixed = run(&["fabchess", "--only", "search.rfp_margin"]);
    assert!(fixed.contains("build with --features tunable"), "{fixed}");
    let other = stderr(&temper(&["--resume", path(&journal)]));
    assert!(other.contains("run.jsonl:1: this is no journal of spsa"), "{other}");
}
