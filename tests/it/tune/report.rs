//! The page written by `temper tune --report`.

use std::fs;
use std::path::PathBuf;

use super::command::{fresh, labelled, path, refused, stdout, tune};
use super::{positions, shipped};
use crate::common::page::self_contained;
use crate::common::write_file;

/// The reference positions labelled by another profile.
fn data(test: &str) -> PathBuf {
    let weights = shipped("simplified").1.compile();
    write_file(test, "data.txt", &labelled(&weights, &positions()))
}

/// Returns the strings between `begin` and the next `end`.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    let parts = text.split(begin).skip(1);
    parts.map(|part| part.split_once(end).unwrap().0).collect()
}

#[test]
fn the_page_shows_all_changes_and_is_self_contained() {
    const TEST: &str = "tune-report";
    let data = data(TEST);
    // A name that must be escaped in HTML.
    let (out, page) = (fresh(TEST, "a&lt;'b.toml"), fresh(TEST, "report.html"));
    let args = ["fabchess", "--data", path(&data), "--out", path(&out), "--report", path(&page)];
    let output = stdout(&tune(
        &[&args[..], &["--epochs", "3", "--anchor", "0", "--rate", "9", "--held-out", "0"]].concat(),
    ));
    let text = fs::read_to_string(&page).unwrap();
    let tags = self_contained(&text);
    let count = |start: &str| tags.iter().filter(|tag| tag.starts_with(start)).count();
    assert_eq!(count("script"), 0);
    assert!(text.contains(r"a&amp;lt;'\''b.toml"), "the page shows the command");

    // Every changed number agrees with the two files.
    let rows = between(&text, "<tr><td><code>", "</tr>");
    let changed = format!("{} numbers have changed", rows.len());
    assert!(output.contains(&changed), "{changed}: {output}");
    let (source, _, numbers) = shipped("fabchess");
    let new = fs::read_to_string(&out).unwrap();
    let in_line = |text: &str, line: usize, number: &str| {
        let line = text.lines().nth(line - 1).unwrap();
        let words: Vec<&str> = line.split(|c: char| !c.is_ascii_digit() && c != '-').collect();
        words.contains(&number)
    };
    for row in &rows {
        let (name, cells) = row.split_once("</code>").unwrap();
        let name = name.replace("<wbr>", "");
        let cells: Vec<String> = between(cells, "<td class=\"number\">", "</td>")
            .iter()
            .map(|cell| cell.replace('\u{2212}', "-").replace("<span class=\"few\"></span>", ""))
            .collect();
        let [line, before, after, by, positions] = &cells[..] else { panic!("{row}") };
        let line: usize = line.parse().unwrap();
        assert!(in_line(&source.text, line, before) && in_line(&new, line, after), "{row}");
        let [before, after, by] = [before, after, by].map(|n| n.parse::<i32>().unwrap());
        assert_eq!(after - before, by, "{row}");
        let is_few = positions.parse::<u32>().unwrap() < 100;
        assert_eq!(row.contains("class=\"few\""), is_few, "{row}");
        assert!(numbers.iter().any(|number| number.name() == name), "{name}");
    }
    for map in ["before", "after", "difference"] {
        for stage in ["middlegame", "endgame"] {
            assert!(text.contains(&format!("aria-label=\"psqt.knight, {stage}, {map}\"")), "{map}");
        }
    }
    // 48 squares of the pawn and 64 of the knight, in six maps each.
    let cells = |key: &str| {
        let maps = between(&text, &format!("aria-label=\"{key}, "), "</svg>");
        assert_eq!(maps.len(), 6, "{key}");
        maps.iter().map(|map| map.matches("class=\"value middle\"").count()).sum::<usize>()
    };
    assert_eq!((cells("psqt.pawn"), cells("psqt.knight")), (6 * 48, 6 * 64));
    assert!(text.contains("<code>mobility.queen</code>, endgame"));
    assert!(text.contains("By count, 0 to 27") || text.contains("by count, 0 to 27"));
    assert!(text.contains("left out: in check or over"));
}

#[test]
fn a_profile_of_one_stage_has_one_row_of_boards() {
    const TEST: &str = "tune-report-one";
    let (data, out, page) = (data(TEST), fresh(TEST, "out.toml"), fresh(TEST, "report.html"));
    let args = ["otter", "--data", path(&data), "--out", path(&out), "--report", path(&page)];
    stdout(&tune(
        &[&args[..], &["--epochs", "3", "--anchor", "0", "--only", "psqt.knight", "--held-out", "0"]]
            .concat(),
    ));
    let text = fs::read_to_string(&page).unwrap();
    self_contained(&text);
    assert_eq!(between(&text, "aria-label=\"psqt.", "\"").len(), 3);
    assert!(text.contains("psqt.knight, all stages, after"));
    assert!(!text.contains("Other tables"));
}

#[test]
fn files_are_checked_before_tuning() {
    const TEST: &str = "tune-report-files";
    let (data, out) = (data(TEST), fresh(TEST, "out.toml"));
    let taken = write_file(TEST, "taken.html", "mine\n");
    let folder = taken.parent().unwrap();
    let missing = folder.join("none").join("x.html");
    let args = ["otter", "--data", path(&data), "--out", path(&out), "--epochs", "0", "--report"];
    for (report, more, part) in [
        (path(&taken), "--as-they-are", "taken.html exists; --force overwrites it"),
        (path(&missing), "--force", "cannot write"),
        (path(folder), "--force", "is a folder"),
        (path(&out), "--force", "--out and --report name the same file"),
        (path(&data), "--force", "--data and --report name the same file"),
    ] {
        let output = tune(&[&args[..], &[report, more]].concat());
        let error = refused(&[&args[..], &[report, more]].concat());
        assert!(error.contains(part), "{error}");
        assert!(output.stdout.is_empty(), "{report}");
    }
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine\n");
    assert!(!out.exists());
    stdout(&tune(&[&args[..], &[path(&taken), "--force"]].concat()));
    assert!(fs::read_to_string(&taken).unwrap().starts_with("<!DOCTYPE html>"));
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["data.txt", "out.toml", "taken.html"], "no temporary files remain");
}
