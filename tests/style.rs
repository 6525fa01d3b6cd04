//! `temper match --style` as a user runs it.

mod common;

use std::fs;
use std::process::Command;

use common::{TEMPER, write_file};
use temperament::style::MEASURES;

/// Runs a match and returns what it prints from the heading of the fingerprint on.
fn style(args: &[&str]) -> String {
    let output = Command::new(TEMPER)
        .arg("match")
        .args(args)
        .arg("--style")
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {error}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    let start = text
        .find("Style of ")
        .unwrap_or_else(|| panic!("no style in {text}"));
    text[start..].to_owned()
}

/// The row of a measure.
fn row<'a>(table: &'a str, title: &str) -> &'a str {
    let found = table.lines().find(|line| line.starts_with(title));
    found.unwrap_or_else(|| panic!("no {title} in {table}"))
}

/// The rows with a mark.
fn marked(table: &str) -> Vec<&str> {
    table.lines().filter(|line| line.ends_with('*')).collect()
}

const SHORT: [&str; 4] = ["--nodes", "300", "--max-moves", "40"];

#[test]
fn a_profile_against_itself_does_not_differ() {
    let args = [["fabchess", "fabchess", "--games", "8"].as_slice(), &SHORT].concat();
    let table = style(&args);
    assert!(
        table.starts_with("Style of A: fabchess (A), B: fabchess (B); pairs of games: 4\n"),
        "{table}"
    );
    assert_eq!(marked(&table), [""; 0], "{table}");
    for measure in MEASURES {
        let row = row(&table, measure.title);
        let values = &row[measure.title.len()..];
        assert!(
            values.contains("same games") || values.contains(" 0.00 ") || values.contains(" -  -"),
            "{row}"
        );
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn a_profile_that_likes_checks_less_than_pawns_differs() {
    // Nothing but the advance of pawns counts for B, nothing but material for A.
    let a = write_file(
        "style-differs",
        "a.toml",
        "name = \"a\"\n[material]\npawn = 100\nknight = 300\n",
    );
    let b = "name = \"b\"\n[material]\npawn = 100\nknight = 300\n[pawns]\nadvance = { step = 60 }\n";
    let b = write_file("style-differs", "b.toml", b);
    let [a, b] = [&a, &b].map(|path| path.to_str().unwrap());
    let args = [[a, b, "--games", "24", "--quiet"].as_slice(), &SHORT].concat();
    let table = style(&args);
    let pawns = row(&table, "pawns into enemy half");
    assert!(pawns.ends_with('*') && pawns.contains(" +"), "{table}");
}

#[test]
fn a_finished_match_has_the_fingerprint_of_its_journal() {
    let journal = write_file("style-journal", "match.jsonl", "");
    fs::remove_file(&journal).unwrap();
    let journal = journal.to_str().unwrap();
    let args = [
        ["fabchess", "simplified", "--games", "6", "--journal", journal].as_slice(),
        &SHORT,
    ]
    .concat();
    let played = style(&[args.as_slice(), &["--concurrency", "2"]].concat());
    assert_eq!(style(&["--resume", journal]), played);
}

#[test]
fn every_measure_is_defined_in_the_docs() {
    let docs = fs::read_to_string("docs/style.md").unwrap();
    // Another table begins its rows with options of the command line.
    let is_measure = |line: &&str| line.starts_with("| `") && !line.starts_with("| `-");
    let rows: Vec<&str> = docs.lines().filter(is_measure).collect();
    let expected: Vec<String> = MEASURES
        .iter()
        .map(|measure| format!("| `{}` | {} | ", measure.key, measure.title))
        .collect();
    for start in &expected {
        let count = rows.iter().filter(|row| row.starts_with(start.as_str())).count();
        assert_eq!(count, 1, "{start}");
    }
    assert_eq!(rows.len(), expected.len());
    let mut keys: Vec<&str> = MEASURES.iter().map(|measure| measure.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), MEASURES.len(), "no key twice");
}
