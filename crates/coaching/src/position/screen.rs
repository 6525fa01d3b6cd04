//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use std::borrow::Cow;

use temperament_engine::board::display::Diagram;
use temperament_engine::board::{Color, Position, side_name};
use temperament_engine::eval::keys::Entry;

use super::rows::meaning;
use super::verdict::{contradicts, of_white, verdicts};
use super::{Explained, Pawns, Row, TopicGroup};
use crate::number::{VISIBLE, signed};
use crate::why::BestLine;
use crate::wrap::wrapped;

/// Maximum length of a line.
const WIDTH: usize = 80;
/// Width beside the board.
const BESIDE: usize = WIDTH - 23;
/// Number of lines beside the board.
const BOARD_LINES: usize = 9;
/// Maximum number of lines: a screen less the prompt.
const HEIGHT: usize = 38;
/// Lines besides groups and rows: board, headings and notes.
const OTHER_LINES: usize = 15;
/// Rows of a group before the other groups get theirs.
const FIRST_ROWS: usize = 4;
/// Rows that are left out are stated as a sum from here on, in pawns.
const LARGE_REST: f64 = 0.1;
/// A smaller row is never shown, in pawns.
const SMALL_ROW: f64 = 0.05;
/// A group with a smaller sum is nearly equal, and a smaller row is left out unless it is the first, in pawns.
const SMALL_GROUP: f64 = 0.1;
/// It is stated all the same if one of its rows reaches this, in pawns.
const LARGE_ROW: f64 = 0.25;
/// Groups named beside the board for each side.
const NAMED: usize = 2;

/// The screen of one position. `searched` is the best line of a short search, scored for the side to move; `None` if the
/// game is over. If the search comes to another verdict than the evaluation, the rows are those after its line. `note` ends
/// the text below the rows.
pub fn text(explained: &Explained, searched: Option<&BestLine>, note: &str) -> String {
    let Explained { weights: w, position, .. } = explained;
    let after = searched.and_then(|searched| after_line(explained, searched));
    let shown = after.as_ref().map_or(explained, |(_, explained)| explained);
    let topics = shown.topics();
    let mut right = Vec::new();
    // A decided game has no score, and next to a mate the merits of the other side confuse.
    if position.has_legal_move() {
        if !searched.is_some_and(BestLine::is_mate) {
            right.extend([Color::White, Color::Black].map(|side| merits(&topics, side)));
        }
        let check = if position.in_check() { ", in check" } else { "" };
        let rows =
            if after.is_some() { "the rows are those after the line" } else { "the rows do not look ahead" };
        right.push(format!("{} to move{check}; {rows}", side_name(position.stm())));
    }
    let own = w.own().map_or(String::new(), |side| format!(", for an engine that plays {}", side_name(side)));
    right.push(format!("profile {}{own}", w.name()));
    let above = verdicts(position, explained.pawns(), searched);
    // A line whose last position the rows describe is shown to its end, if there is room.
    let broken = above.iter().flat_map(|line| wrapped(line, "", "  ", BESIDE)).collect::<Vec<_>>();
    let fits = after.is_some() && broken.len() + right.len() <= BOARD_LINES;
    let above = if fits { broken } else { above };
    let mut lines = beside_board(position, &[above, right].concat());
    if position.has_legal_move() {
        lines.push(String::new());
        let mut rows = body(shown, &topics, HEIGHT - OTHER_LINES);
        if let Some((after, explained)) = &after {
            rows[0] += &format!("   after {} ({})", after.label, signed(explained.pawns(), 2));
        }
        lines.extend(rows);
    }
    let note = if position.has_legal_move() { format!(" ({note})") } else { String::new() };
    lines.join("\n") + &note
}

/// The searched line with the evaluation after it, if that explains why the search contradicts the evaluation before.
fn after_line<'a>(before: &Explained<'a>, searched: &'a BestLine) -> Option<(&'a BestLine, Explained<'a>)> {
    let Explained { weights, position, .. } = *before;
    if !contradicts(position, before.pawns(), searched.line.score) || !searched.end.has_legal_move() {
        return None;
    }
    let explained = Explained::on_scale(weights, &searched.end, before.display);
    let score = of_white(position, searched.line.score);
    let error = |of_white: f64| (of_white - score).abs();
    let is_closer = error(explained.pawns()) < error(before.pawns()) / 2.0;
    is_closer.then_some((searched, explained))
}

/// Topics and rows, and the notes below them. `most` is the maximum number of lines of topics and rows.
fn body(explained: &Explained, groups: &[TopicGroup], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (merits, others): (Vec<&TopicGroup>, Vec<&TopicGroup>) =
        groups.iter().partition(|group| group.topic.is_merit());
    let telling = |group: &TopicGroup| -> Vec<Row> {
        explained.rows(group).into_iter().filter(|row| !row.is_even()).collect()
    };
    let rows: Vec<Vec<Row>> = merits.iter().map(|group| telling(group)).collect();
    let (shown, even): (Vec<_>, Vec<_>) = merits.into_iter().zip(&rows).partition(|(group, rows)| {
        difference(group.sum) >= SMALL_GROUP
            || rows.iter().any(|row| row.is_surplus || difference(row.pawns) >= LARGE_ROW)
    });
    if !shown.is_empty() {
        lines.push(format!("{:>7}{:>8}{:>8}", "+/-", "White", "Black"));
    }
    let mut left_out: usize = rows.iter().map(Vec::len).sum();
    for ((group, rows), count) in shown.iter().zip(row_counts(&shown, most)) {
        left_out -= count;
        let rest: f64 = rows[count..].iter().map(|row| row.pawns.difference()).sum();
        let mut heading = group_line(group);
        if count > 0 && rest.abs() >= LARGE_REST {
            heading += &format!("  (other rows: {rest:+.2})");
        }
        match rows.as_slice() {
            // The only row says what its group does.
            [row] if count == 1 && heading.len() + 2 + text_of(row).len() <= WIDTH => {
                lines.push(format!("{heading}  {}", text_of(row)));
            }
            rows => {
                lines.push(heading);
                lines.extend(rows.iter().take(count).flat_map(row_lines));
            }
        }
    }
    if !shown.is_empty() {
        lines.push(String::new());
    }
    left_out += others.iter().map(|group| group.keys.len()).sum::<usize>();
    let sum: f64 = groups.iter().map(|group| group.sum.difference()).sum();
    lines.extend(notes("Nearly equal: ", even.into_iter().map(|(group, _)| with_sum(group))));
    lines.extend(notes(
        "Also in the sum: ",
        others.into_iter().map(|group| with_sum(group) + effect(group, sum)),
    ));
    let scaled = explained.corrections_in_rows().into_iter().filter(|(_, pawns)| pawns.abs() >= LARGE_ROW);
    lines.extend(notes("The rows are scaled: ", scaled.map(|(entry, _)| in_sentence(&entry))));
    let rest = match left_out {
        0 => String::new(),
        1 => " ... 1 more row".to_owned(),
        n => format!(" ... {n} more rows"),
    };
    lines.push(format!("In pawns; + is good for White; %: chances.{rest}"));
    lines
}

/// The absolute difference of both sides.
fn difference(pawns: Pawns) -> f64 {
    pawns.difference().abs()
}

/// Number of rows shown of each group: first the largest of each, then the largest of all.
fn row_counts(groups: &[(&TopicGroup, &Vec<Row>)], most: usize) -> Vec<usize> {
    let mut counts = vec![0; groups.len()];
    let mut order: Vec<(u8, &Row, usize)> = Vec::new();
    for (number, (group, rows)) in groups.iter().enumerate() {
        // A topic that decides little does not need a row before the others have theirs.
        let decides = difference(group.sum) >= LARGE_ROW || rows.iter().any(|row| row.is_surplus);
        let rank = |i: usize| u8::from(i >= 1 || !decides) + u8::from(i >= FIRST_ROWS);
        let least = |i: usize| if i == 0 { SMALL_ROW } else { SMALL_GROUP };
        let telling = rows
            .iter()
            .enumerate()
            .take_while(|&(i, row)| row.is_surplus || !row.is_odd && difference(row.pawns) >= least(i));
        order.extend(telling.map(|(i, row)| (rank(i), row, number)));
    }
    order.sort_by(|a, b| a.0.cmp(&b.0).then(difference(b.1.pawns).total_cmp(&difference(a.1.pawns))));
    let mut room = most.saturating_sub(groups.len());
    for (_, row, number) in order {
        let lines = row_lines(row).len();
        if lines > room {
            break;
        }
        room -= lines;
        counts[number] += 1;
    }
    counts
}

fn group_line(group: &TopicGroup) -> String {
    let title = group.topic.title().to_uppercase();
    let Pawns { white, black } = group.sum;
    format!("{:>7}{:>8}{:>8}  {title}", signed(group.sum.difference(), 2), unsigned(white), unsigned(black))
}

/// The sentence of a row, or the key and its meaning.
fn text_of(row: &Row) -> Cow<'_, str> {
    match &row.sentence {
        Some(sentence) => sentence.into(),
        None => row.keys.first().map_or_else(String::new, |key| meaning(&key.entry)).into(),
    }
}

/// The difference and what it comes from.
fn row_lines(row: &Row) -> Vec<String> {
    let first = format!("{:>7}  ", signed(row.pawns.difference(), 2));
    wrapped(&text_of(row), &first, &" ".repeat(first.len()), WIDTH)
}

/// Cuts a text between words, or anywhere if it has no space.
fn fitted(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 3).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}...", cut[..end].trim_end_matches([',', ':']))
}

/// The most decisive groups of a side.
fn merits(groups: &[TopicGroup], side: Color) -> String {
    let sign = if side == Color::White { 1.0 } else { -1.0 };
    let ahead =
        groups.iter().filter(|g| g.sum.differs() && g.topic.is_merit() && g.sum.difference() * sign > 0.0);
    let words: Vec<String> =
        ahead.take(NAMED).map(|g| format!("{} {:.2}", g.topic.title(), g.sum.difference().abs())).collect();
    let words = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
    format!("for {}: {words}", side_name(side))
}

/// The board, with lines beside it.
fn beside_board(position: &Position, right: &[String]) -> Vec<String> {
    let board = Diagram { bottom: Color::White, unicode: false }.draw(position);
    let mut right = right.iter();
    let lines = board.lines().enumerate();
    lines
        .map(|(i, line)| {
            let text = if i == 0 { None } else { right.next() };
            let text = text.map_or(String::new(), |text| fitted(text, BESIDE));
            format!("{line:19}    {text}").trim_end().to_owned()
        })
        .collect()
}

/// A list of notes under a heading; nothing for an empty list.
fn notes(heading: &str, texts: impl Iterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { Vec::new() } else { wrapped(&texts.join(", "), heading, "  ", WIDTH) }
}

/// A group that has no rows on the screen, with its sum.
fn with_sum(group: &TopicGroup) -> String {
    match group.sum.differs() {
        true => format!("{} {}", group.topic.title(), signed(group.sum.difference(), 2)),
        false => group.topic.title().to_owned(),
    }
}

/// The meaning of a key within a sentence.
fn in_sentence(entry: &Entry) -> String {
    let meaning = entry.decl.meaning.trim_end_matches('.');
    let mut chars = meaning.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// What a large correction of the sum does to the lead.
fn effect(group: &TopicGroup, sum: f64) -> &'static str {
    let correction = group.sum.difference();
    if !group.topic.corrects_sum() || correction.abs() < LARGE_ROW {
        ""
    } else if correction * sum < 0.0 {
        " (taken off the lead)"
    } else {
        " (added to the lead)"
    }
}

/// A number without a sign, unless it is negative.
fn unsigned(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:.2}") }
}
