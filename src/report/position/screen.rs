//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use crate::board::display::Diagram;
use crate::board::{Color, Position};

use crate::eval::Weights;
use crate::eval::explain::Explanation;
use crate::eval::groups::{Group, Pawns, VISIBLE, groups};
use crate::eval::keys::{Entry, imbalance, topic};
use crate::why::describe;
use crate::wrap::wrapped;

/// Maximum length of a line.
const WIDTH: usize = 80;
/// Maximum number of lines: a screen less the prompt.
const HEIGHT: usize = 39;
/// Lines besides groups and rows: board, headings and notes.
const OTHER_LINES: usize = 15;
/// Rows of a group before the other groups get theirs; of corrections of the sum, which say little to a player, only one.
const FIRST_ROWS: usize = 4;
/// A group with a smaller sum is nearly equal, in pawns.
const SMALL_GROUP: f64 = 0.1;
/// It is stated all the same if one of its rows reaches this, in pawns.
const LARGE_ROW: f64 = 0.25;
/// Groups named beside the board for each side.
const NAMED: usize = 2;

/// The screen of one position.
pub fn text(w: &Weights, position: &Position, explanation: &Explanation) -> String {
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let groups = groups(w, explanation);
    let mut lines = beside_board(w, position, pawns, &groups);
    lines.push(String::new());
    lines.push(format!("{:>7}{:>8}{:>8}", "+/-", "White", "Black"));
    let rows: Vec<Vec<Shown>> = groups.iter().map(|group| rows(w, position, group)).collect();
    let (shown, even): (Vec<_>, Vec<_>) = groups.iter().zip(&rows).partition(|(group, rows)| {
        difference(group.sum) >= SMALL_GROUP || rows.iter().any(|row| difference(row.pawns) >= LARGE_ROW)
    });
    let mut left_out: usize = rows.iter().map(Vec::len).sum();
    for ((group, rows), count) in shown.iter().zip(row_counts(&shown)) {
        left_out -= count;
        let heading = group_line(group);
        match rows.as_slice() {
            // The only row says what its group does.
            [row] if count == 1 && heading.len() + 2 + row.text.len() <= WIDTH => {
                lines.push(format!("{heading}  {}", row.text));
            }
            rows => {
                lines.push(heading);
                lines.extend(rows.iter().take(count).flat_map(Shown::lines));
            }
        }
    }
    lines.push(String::new());
    lines.extend(notes(even.into_iter().map(|(group, _)| group), left_out));
    lines.join("\n")
}

/// The absolute difference of both sides.
fn difference(pawns: Pawns) -> f64 {
    pawns.difference().abs()
}

/// What is shown of one key, or of several that mean something together only.
#[derive(Debug)]
struct Shown {
    pawns: Pawns,
    text: String,
}

impl Shown {
    fn lines(&self) -> Vec<String> {
        let first = format!("{:>7}  ", signed(self.pawns.difference()));
        wrapped(&self.text, &first, &" ".repeat(first.len()), WIDTH)
    }
}

/// The rows of a group that differ, largest first.
fn rows(w: &Weights, position: &Position, group: &Group) -> Vec<Shown> {
    let is_pair = |entry: &Entry| entry.section.name == imbalance::SECTION.name;
    let entries = group.lines.iter().map(|line| line.entry);
    let described = group.lines.iter().zip(describe(w, position, entries));
    let mut rows: Vec<Shown> = described
        .filter(|(line, _)| !is_pair(&line.entry))
        .map(|(line, described)| Shown {
            pawns: line.pawns,
            text: described.sentence.unwrap_or_else(|| meaning(&line.entry)),
        })
        .collect();
    let pairs = group.lines.iter().filter(|line| is_pair(&line.entry));
    rows.push(Shown {
        pawns: pairs.fold(Pawns::default(), |sum, line| sum.plus(line.pawns)),
        text: "How the pieces of each side go together (imbalance)".to_owned(),
    });
    rows.retain(|row| row.pawns.differs());
    rows.sort_by(|a, b| difference(b.pawns).total_cmp(&difference(a.pawns)));
    rows
}

/// The key and its meaning, where it is not known what it counts.
fn meaning(entry: &Entry) -> String {
    format!("{}: {}", entry.key(), topic::meaning(entry).trim_end_matches('.'))
}

/// Number of rows shown of each group: first the largest of each, then the largest of all.
fn row_counts(groups: &[(&Group, &Vec<Shown>)]) -> Vec<usize> {
    let mut counts = vec![0; groups.len()];
    let mut order: Vec<(u8, &Shown, usize)> = Vec::new();
    for (number, (group, rows)) in groups.iter().enumerate() {
        let first = if group.topic.corrects_sum() { 1 } else { FIRST_ROWS };
        let rank = |i: usize| u8::from(i >= 1) + u8::from(i >= first);
        order.extend(rows.iter().enumerate().map(|(i, row)| (rank(i), row, number)));
    }
    order.sort_by(|a, b| a.0.cmp(&b.0).then(difference(b.1.pawns).total_cmp(&difference(a.1.pawns))));
    let mut room = (HEIGHT - OTHER_LINES).saturating_sub(groups.len());
    for (_, row, number) in order {
        let lines = row.lines().len();
        if lines > room {
            break;
        }
        room -= lines;
        counts[number] += 1;
    }
    counts
}

fn group_line(group: &Group) -> String {
    let title = group.topic.title().to_uppercase();
    let Pawns { white, black } = group.sum;
    let difference = signed(group.sum.difference());
    if group.topic.corrects_sum() {
        return format!("{difference:>7}{:16}  {title}", "");
    }
    format!("{difference:>7}{:>8}{:>8}  {title}", unsigned(white), unsigned(black))
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
    // A decided game has no score.
    let has_score = pawns != 0.0 && position.has_legal_move();
    let score = if has_score { format!(" ({pawns:+.2})") } else { String::new() };
    let right = [
        verdict(position, pawns) + &score,
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
        format!("{} is better by {:.2}", name(side), pawns.abs())
    }
}

/// The last lines: what is left out, and the unit.
fn notes<'a>(even: impl Iterator<Item = &'a Group>, left_out: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let titles: Vec<String> = even
        .map(|group| match group.sum.differs() {
            true => format!("{} {}", group.topic.title(), signed(group.sum.difference())),
            false => group.topic.title().to_owned(),
        })
        .collect();
    if !titles.is_empty() {
        lines.extend(wrapped(&titles.join(", "), "Nearly equal: ", "  ", WIDTH));
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
