//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use crate::board::display::Diagram;
use crate::board::{Color, Position};

use super::explain::Explanation;
use super::groups::{Group, Line, Pawns, VISIBLE, groups};
use super::keys::{imbalance, topic};
use super::weights::Weights;

/// Maximum length of a line.
const WIDTH: usize = 80;
/// Maximum number of lines: a screen less the prompt.
const HEIGHT: usize = 39;
/// Width of the numbers before a heading or key.
const NUMBERS: usize = 23;
/// Lines besides groups and rows: board, headings and notes.
const OTHER_LINES: usize = 16;
/// Rows of a group before the other groups get theirs.
const FIRST_ROWS: usize = 4;
/// Groups named beside the board for each side.
const NAMED: usize = 2;

/// The screen of one position.
pub fn text(w: &Weights, position: &Position, explanation: &Explanation) -> String {
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let groups = groups(w, explanation);
    let mut lines = beside_board(w, position, pawns, &groups);
    lines.push(String::new());
    lines.push(format!("{:>7}{:>8}{:>8}", "+/-", "White", "Black"));
    let (shown, even): (Vec<_>, Vec<_>) =
        groups.iter().partition(|group| group.sum.differs() || rows(group).len() > 1);
    let rows: Vec<Vec<Shown>> = shown.iter().map(|group| rows(group)).collect();
    let room = HEIGHT - OTHER_LINES - shown.len();
    let counts = row_counts(&rows, room);
    let mut left_out = 0;
    for ((group, rows), count) in shown.iter().zip(&rows).zip(counts) {
        lines.push(group_line(group, rows));
        if rows.len() > 1 {
            lines.extend(rows.iter().take(count).map(|row| row_line(group, row)));
            left_out += rows.len() - count;
        }
    }
    lines.push(String::new());
    lines.extend(notes(&even, left_out));
    lines.join("\n")
}

/// What is shown in a row: one key, or several under one name.
#[derive(Debug)]
struct Shown {
    name: String,
    meaning: String,
    pawns: Pawns,
}

/// The rows of a group that differ, largest first. Imbalances are one row: singly they mean nothing.
fn rows(group: &Group) -> Vec<Shown> {
    let (pairs, others): (Vec<&Line>, Vec<&Line>) =
        group.lines.iter().partition(|line| line.entry.section.name == imbalance::SECTION.name);
    let mut rows: Vec<Shown> = others
        .iter()
        .map(|line| Shown { name: line.entry.key(), meaning: topic::meaning(&line.entry), pawns: line.pawns })
        .collect();
    rows.push(Shown {
        name: format!("{}.*", imbalance::SECTION.name),
        meaning: "How the pieces of both sides go together.".to_owned(),
        pawns: pairs.iter().fold(Pawns::default(), |sum, line| sum.plus(line.pawns)),
    });
    rows.retain(|row| row.pawns.differs());
    rows.sort_by(|a, b| b.pawns.difference().abs().total_cmp(&a.pawns.difference().abs()));
    rows
}

/// Number of rows shown of each group: the largest of all, after the first rows of each.
fn row_counts(groups: &[Vec<Shown>], room: usize) -> Vec<usize> {
    let mut order: Vec<(bool, f64, usize)> = Vec::new();
    for (group, rows) in groups.iter().enumerate().filter(|(_, rows)| rows.len() > 1) {
        let rows = rows.iter().enumerate();
        order.extend(rows.map(|(i, row)| (i >= FIRST_ROWS, row.pawns.difference().abs(), group)));
    }
    order.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut counts = vec![0; groups.len()];
    for (_, _, group) in order.into_iter().take(room) {
        counts[group] += 1;
    }
    counts
}

fn group_line(group: &Group, rows: &[Shown]) -> String {
    let title = group.topic.title().to_uppercase();
    match rows {
        // The only row that differs. Others may be the same for both sides.
        [row] => numbered(group, row.pawns, &format!("{title}  {}: {}", row.name, row.meaning)),
        _ => numbered(group, group.sum, &title),
    }
}

fn row_line(group: &Group, row: &Shown) -> String {
    numbered(group, row.pawns, &format!("  {}: {}", row.name, row.meaning))
}

fn numbered(group: &Group, pawns: Pawns, text: &str) -> String {
    let text = fitted(text.trim_end_matches(": "), WIDTH - NUMBERS - 2);
    let difference = signed(pawns.difference());
    let line = if group.topic.corrects_sum() {
        format!("{difference:>7}{:16}  {text}", "")
    } else {
        format!("{difference:>7}{:>8}{:>8}  {text}", unsigned(pawns.white), unsigned(pawns.black))
    };
    line.trim_end().to_owned()
}

/// Cuts a text between words.
fn fitted(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 3).collect();
    // A long key has no space: then the cut is anywhere.
    let end = cut.rfind(' ').filter(|end| !cut[..*end].trim().is_empty()).unwrap_or(cut.len());
    format!("{}...", cut[..end].trim_end_matches([',', ':', '.']))
}

/// The board, with the score and the most decisive groups beside it.
fn beside_board(w: &Weights, position: &Position, pawns: f64, groups: &[Group]) -> Vec<String> {
    let named = |side: f64| {
        // What corrects the sum is no merit of a side.
        let merits = groups.iter().filter(|g| g.sum.differs() && !g.topic.corrects_sum());
        let ahead = merits.filter(|g| g.sum.difference() * side > 0.0);
        let words: Vec<String> = ahead
            .take(NAMED)
            .map(|g| format!("{} {:.2}", g.topic.title(), g.sum.difference().abs()))
            .collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    };
    let own = w.own().map_or(String::new(), |side| format!(", for an engine that plays {}", name(side)));
    let right = [
        verdict(position, pawns),
        String::new(),
        format!("for White: {}", named(1.0)),
        format!("for Black: {}", named(-1.0)),
        String::new(),
        format!("{} to move; no moves are searched", name(position.stm())),
        format!("profile {}{own}", w.name()),
    ];
    let board = Diagram { bottom: Color::White, unicode: false }.draw(position);
    let mut right = right.iter();
    let lines = board.lines().enumerate();
    lines
        .map(|(i, line)| {
            let text = if i == 0 { None } else { right.next() };
            let text = text.map_or(String::new(), |text| fitted(text, WIDTH - 23));
            format!("{line:19}    {text}").trim_end().to_owned()
        })
        .collect()
}

/// Says who stands better, and by how much, or how the game has ended.
pub fn verdict(position: &Position, pawns: f64) -> String {
    let side = if pawns > 0.0 { Color::White } else { Color::Black };
    if !position.has_legal_move() {
        let stm = name(position.stm());
        if position.in_check() {
            format!("{stm} is checkmated")
        } else {
            format!("{stm} is stalemated: a draw")
        }
    } else if pawns == 0.0 {
        "The position is equal".to_owned()
    } else {
        format!("{} is better by {:.2} ({pawns:+.2})", name(side), pawns.abs())
    }
}

/// The last lines: what is left out, and the unit.
fn notes(even: &[&Group], left_out: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if !even.is_empty() {
        let titles: Vec<&str> = even.iter().map(|group| group.topic.title()).collect();
        lines.push(fitted(&format!("Equal for both sides: {}", titles.join(", ")), WIDTH));
    }
    let rest = match left_out {
        0 => "--all: every row".to_owned(),
        1 => "... 1 more row: --all".to_owned(),
        n => format!("... {n} more rows: --all"),
    };
    lines.push(format!("In pawns; + is good for White, - for Black. {rest}"));
    lines
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn signed(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:+.2}") }
}

fn unsigned(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:.2}") }
}
