//! Text output of a comparison.

use super::{Cell, Change, MOST_LINES, What, sections};
use crate::eval::Values;
use crate::eval::keys::{Kind, Shape};
use crate::profile::decimal::Number;
use crate::profile::shape::index_word;

/// Entries per row of a grid that is not a board.
const ROW: usize = 10;

/// Every key that differs: `old -> new`, entry by entry, or a grid of differences.
pub fn text(changes: &[Change]) -> String {
    keys(changes) + &count(changes)
}

/// The same, but with one line for each section of `values` that changes as a whole.
pub fn by_section(changes: &[Change], values: [&Values; 2]) -> String {
    let (mut lines, mut others) = (Vec::new(), Vec::new());
    for changes in changes.chunk_by(|a, b| a.entry.section.name == b.entry.section.name) {
        match sections::line(changes, values) {
            Some((line, left)) => {
                lines.push(line);
                others.extend(left);
            }
            None => others.extend(changes),
        }
    }
    aligned(&lines) + &keys(others) + &count(changes)
}

fn keys<'c>(changes: impl IntoIterator<Item = &'c Change>) -> String {
    let mut text = String::new();
    // A line has a label and two values; a grid has its own lines.
    let mut lines: Vec<[String; 3]> = Vec::new();
    for change in changes {
        let (key, found) = (change.entry.key(), change.lines());
        match (&change.what, change.entry.decl.kind) {
            (What::Table(cells), Kind::Values(shape, _)) if found.len() > MOST_LINES => {
                text += &aligned(&std::mem::take(&mut lines));
                text += &grids(&key, shape, cells);
            }
            _ => lines.extend(found.into_iter().map(|(cell, [a, b])| match (cell, &change.what) {
                (Some(cell), _) => [format!("{key}, {}", cell.name), a, b],
                (None, What::SidedWeights(_)) => [format!("{key}, times"), a, b],
                (None, _) => [key.clone(), a, b],
            })),
        }
    }
    text + &aligned(&lines)
}

fn count(changes: &[Change]) -> String {
    let mut keys: Vec<_> = changes.iter().map(|change| change.entry.key()).collect();
    keys.dedup();
    match keys.len() {
        0 => String::new(),
        1 => "\n1 key differs\n".to_owned(),
        n => format!("\n{n} keys differ\n"),
    }
}

/// Returns the first few changes in one line, and the number of further ones.
pub fn summary(changes: &[Change]) -> String {
    /// Maximum number of keys listed.
    const NAMED: usize = 4;
    if changes.is_empty() {
        return "no number has changed".to_owned();
    }
    let keys: Vec<&[Change]> = changes.chunk_by(|a, b| a.entry.key() == b.entry.key()).collect();
    let named: Vec<String> = keys.iter().take(NAMED).map(|of_key| summary_of(of_key)).collect();
    let line = named.join(", ");
    match keys.len().saturating_sub(NAMED) {
        0 => line,
        1 => line + ", and 1 more key",
        more => format!("{line}, and {more} more keys"),
    }
}

/// Returns the first change of a key in full, and the number of further ones.
fn summary_of(changes: &[Change]) -> String {
    let mut lines =
        changes.iter().flat_map(|change| change.lines().into_iter().map(move |line| (change, line)));
    let Some((change, (cell, [old, new]))) = lines.next() else {
        return String::new();
    };
    let part = match (cell, &change.what, change.entry.decl.kind) {
        (Some(cell), _, Kind::Values(shape, _)) => format!("[{}]", index_word(shape, cell.index)),
        (_, What::SidedWeights(_), _) => " times".to_owned(),
        _ => String::new(),
    };
    let line = format!("{}{part} {old} -> {new}", change.entry.key());
    match lines.count() {
        0 => line,
        1 => line + " (and 1 more entry)",
        more => format!("{line} (and {more} more entries)"),
    }
}

/// Aligns the values of lines in columns, after a blank line.
fn aligned(lines: &[[String; 3]]) -> String {
    let width = |column: usize| lines.iter().map(move |l| l[column].chars().count()).max();
    let (what, old) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
    let mut text = String::new();
    for [key, a, b] in lines {
        if text.is_empty() {
            text.push('\n');
        }
        text += &format!("{key:what$}  {a:>old$} -> {b}\n");
    }
    text
}

/// The differences of a table, once for each stage unless they are the same.
fn grids(key: &str, shape: Shape, cells: &[Cell]) -> String {
    let what = match shape {
        Shape::BySquare => "squares",
        _ => "entries",
    };
    let block = |stage: &str, i: usize| {
        let differences = cells.iter().map(|c| (c.index, c.difference()[i], c.resolution));
        let (n, all) = (differences.clone().filter(|&(_, d, _)| d != 0).count(), shape.len());
        match n {
            0 => String::new(),
            _ => {
                format!("\n{key}, {stage}: b - a ({n} of {all} {what} differ)\n") + &grid(shape, differences)
            }
        }
    };
    if cells.iter().all(|c| c.difference()[0] == c.difference()[1]) {
        block("both stages", 0)
    } else {
        block("middlegame", 0) + &block("endgame", 1)
    }
}

/// A board with rank 8 on top, or rows of ten; `.` for equal entries.
fn grid(shape: Shape, differences: impl Iterator<Item = (usize, i32, i32)>) -> String {
    let mut cells = vec![".".to_owned(); shape.len()];
    for (index, difference, resolution) in differences.filter(|&(_, d, _)| d != 0) {
        cells[index] = format!("{:+}", Number::new(difference, resolution));
    }
    let width = cells.iter().map(String::len).max().unwrap_or(1) + 2;
    let row = |label: String, row: &[String]| {
        let cells: String = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        format!("{label:>5}{cells}\n")
    };
    if shape == Shape::BySquare {
        let ranks = cells.chunks(8).enumerate().rev();
        let board: String = ranks.map(|(rank, cells)| row((rank + 1).to_string(), cells)).collect();
        let files: Vec<String> = ('a'..='h').map(String::from).collect();
        return board + &row(String::new(), &files);
    }
    let first = shape.first_index();
    let rows = cells.chunks(ROW).enumerate();
    rows.map(|(i, cells)| row((first + (i * ROW) as i32).to_string(), cells)).collect()
}
