//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use crate::board::display::Diagram;
use crate::board::{Color, Position, side_name};

use crate::engine::Score;
use crate::eval::Weights;
use crate::eval::explain::Explanation;
use crate::eval::groups::{Group, Pawns, VISIBLE, groups};
use crate::why::{SearchedLine, line_text, tactic};
use crate::wrap::wrapped;

use super::rows::{Shown, rows};

/// Maximum length of a line.
const WIDTH: usize = 80;
/// Maximum number of lines: a screen less the prompt.
const HEIGHT: usize = 39;
/// Lines besides groups and rows: board, headings and notes.
const OTHER_LINES: usize = 15;
/// Maximum number of lines of topics and rows without a board.
const BRIEF: usize = 17;
/// Rows of a group before the other groups get theirs.
const FIRST_ROWS: usize = 4;
/// A correction of the sum says something to a player from here on, in pawns.
const LARGE_CORRECTION: f64 = 1.0;
/// So does one of its rows.
const LARGE_CORRECTION_ROW: f64 = 0.3;
/// Rows that are left out are stated as a sum from here on, in pawns.
const LARGE_REST: f64 = 0.1;
/// A search contradicts the evaluation if its score differs by so much, in pawns, or by a third of it on the other side.
const CONTRADICTION: f64 = 1.0;
/// A group with a smaller sum is nearly equal, in pawns.
const SMALL_GROUP: f64 = 0.1;
/// It is stated all the same if one of its rows reaches this, in pawns.
const LARGE_ROW: f64 = 0.25;
/// Groups named beside the board for each side.
const NAMED: usize = 2;

/// The screen of one position. `searched` is the best line of a short search, scored for the side to move; `None` if the
/// game is over.
pub fn text(
    w: &Weights,
    position: &Position,
    explanation: &Explanation,
    searched: Option<&SearchedLine>,
) -> String {
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let groups = groups(w, explanation);
    let searched = searched.map(|line| search_text(position, pawns, line));
    let mut lines = beside_board(w, position, pawns, &groups, searched);
    if !position.has_legal_move() {
        return lines.join("\n");
    }
    lines.push(String::new());
    lines.extend(body(w, position, &groups, HEIGHT - OTHER_LINES));
    lines.join("\n") + " (--all: every row)"
}

/// The same without board, for a terminal of 24 lines.
pub fn brief(w: &Weights, position: &Position, explanation: &Explanation) -> String {
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let mut lines = vec![verdict(position, pawns)];
    lines.extend(tactic(position).map(|what| format!("not quiet: {what}")));
    if position.has_legal_move() {
        lines.extend(body(w, position, &groups(w, explanation), BRIEF));
    }
    lines.join("\n")
}

/// Topics and rows, and the notes below them. `most` is the maximum number of lines of topics and rows.
fn body(w: &Weights, position: &Position, groups: &[Group], most: usize) -> Vec<String> {
    let mut lines = vec![format!("{:>7}{:>8}{:>8}", "+/-", "White", "Black")];
    let rows: Vec<Vec<Shown>> = groups.iter().map(|group| rows(w, position, group)).collect();
    let (shown, even): (Vec<_>, Vec<_>) = groups.iter().zip(&rows).partition(|(group, rows)| {
        difference(group.sum) >= SMALL_GROUP || rows.iter().any(|row| difference(row.pawns) >= LARGE_ROW)
    });
    let mut left_out: usize = rows.iter().map(Vec::len).sum();
    for ((group, rows), count) in shown.iter().zip(row_counts(&shown, most)) {
        left_out -= count;
        let rest: f64 = rows[count..].iter().map(|row| row.pawns.difference()).sum();
        let mut heading = group_line(group);
        if count == 0 && group.topic.corrects_sum() {
            heading += ": how near to a draw it is";
        } else if count > 0 && rest.abs() >= LARGE_REST {
            heading += &format!("  (other rows: {rest:+.2})");
        }
        match rows.as_slice() {
            // The only row says what its group does.
            [row] if count == 1 && heading.len() + 2 + row.text.len() <= WIDTH => {
                lines.push(format!("{heading}  {}", row.text));
            }
            rows => {
                lines.push(heading);
                lines.extend(rows.iter().take(count).flat_map(row_lines));
            }
        }
    }
    lines.push(String::new());
    lines.extend(notes(even.into_iter().map(|(group, _)| group), left_out));
    lines
}

/// The absolute difference of both sides.
fn difference(pawns: Pawns) -> f64 {
    pawns.difference().abs()
}

/// Number of rows shown of each group: first the largest of each, then the largest of all.
fn row_counts(groups: &[(&Group, &Vec<Shown>)], most: usize) -> Vec<usize> {
    let mut counts = vec![0; groups.len()];
    let mut order: Vec<(u8, &Shown, usize)> = Vec::new();
    for (number, (group, rows)) in groups.iter().enumerate() {
        let rank = |i: usize| u8::from(i >= 1) + u8::from(i >= FIRST_ROWS);
        let is_small =
            |row: &Shown| group.topic.corrects_sum() && difference(row.pawns) < LARGE_CORRECTION_ROW;
        let telling = rows.iter().take_while(|row| !row.is_odd && !is_small(row)).enumerate();
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

fn group_line(group: &Group) -> String {
    let title = group.topic.title().to_uppercase();
    let Pawns { white, black } = group.sum;
    let difference = signed(group.sum.difference());
    if group.topic.corrects_sum() {
        return format!("{difference:>7}{:16}  {title}", "");
    }
    format!("{difference:>7}{:>8}{:>8}  {title}", unsigned(white), unsigned(black))
}

/// The difference and what it comes from.
fn row_lines(row: &Shown) -> Vec<String> {
    let first = format!("{:>7}  ", signed(row.pawns.difference()));
    wrapped(&row.text, &first, &" ".repeat(first.len()), WIDTH)
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
fn beside_board(
    w: &Weights,
    position: &Position,
    pawns: f64,
    groups: &[Group],
    searched: Option<String>,
) -> Vec<String> {
    let named = |side: f64| {
        let merits = groups.iter().filter(|g| g.sum.differs() && g.topic.is_merit());
        let ahead = merits.filter(|g| g.sum.difference() * side > 0.0);
        let words: Vec<String> = ahead
            .take(NAMED)
            .map(|g| format!("{} {:.2}", g.topic.title(), g.sum.difference().abs()))
            .collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    };
    let own = w.own().map_or(String::new(), |side| format!(", for an engine that plays {}", side_name(side)));
    // A decided game has no score.
    let has_score = position.has_legal_move();
    let score = if has_score && pawns != 0.0 { format!(" ({pawns:+.2})") } else { String::new() };
    let corrections: f64 = groups.iter().filter(|g| g.topic.corrects_sum()).map(|g| g.sum.difference()).sum();
    let check = if position.in_check() { ", in check" } else { "" };
    let right = [
        Some(verdict(position, pawns) + &score),
        Some(searched.unwrap_or_default()),
        has_score.then(|| format!("for White: {}", named(1.0))),
        has_score.then(|| format!("for Black: {}", named(-1.0))),
        (has_score && corrections.abs() >= LARGE_CORRECTION)
            .then(|| format!("corrected for drawishness: {corrections:+.2}")),
        has_score.then(|| {
            format!("{} to move{check}; the rows ignore what comes next", side_name(position.stm()))
        }),
        Some(format!("profile {}{own}", w.name())),
    ];
    let board = Diagram { bottom: Color::White, unicode: false }.draw(position);
    let mut right = right.iter().flatten();
    let lines = board.lines().enumerate();
    lines
        .map(|(i, line)| {
            let text = if i == 0 { None } else { right.next() };
            let text = text.map_or(String::new(), |text| fitted(text, WIDTH - 23));
            format!("{line:19}    {text}").trim_end().to_owned()
        })
        .collect()
}

/// What a short search says about an evaluation, in pawns from White's point of view.
fn search_text(position: &Position, pawns: f64, searched: &SearchedLine) -> String {
    let side = if position.stm() == Color::White { 1.0 } else { -1.0 };
    let moves = line_text(position, &searched.moves);
    let (said, contradicts) = match searched.score {
        Score::Centipawns(cp) => {
            let score = side * f64::from(cp) / 100.0;
            let most = if score * pawns < 0.0 { CONTRADICTION / 3.0 } else { CONTRADICTION };
            (format!("a search says {}", signed(score)), (score - pawns).abs() >= most)
        }
        Score::Mate(n) => {
            let winner = if n > 0 { position.stm() } else { !position.stm() };
            let is_ahead = side * f64::from(n) * pawns > 0.0;
            (format!("{} mates in {}", side_name(winner), n.abs()), !is_ahead)
        }
    };
    format!("{}{said}: {moves}", if contradicts { "but " } else { "" })
}

/// Says who stands better, and by how much, or how the game has ended.
pub fn verdict(position: &Position, pawns: f64) -> String {
    let side = if pawns > 0.0 { Color::White } else { Color::Black };
    if !position.has_legal_move() {
        let stm = side_name(position.stm());
        if position.in_check() {
            format!("{stm} is checkmated")
        } else {
            format!("{stm} is stalemated: a draw")
        }
    } else if pawns == 0.0 {
        "The position is equal".to_owned()
    } else {
        format!("{} is better by {:.2}", side_name(side), pawns.abs())
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
        0 => String::new(),
        1 => " ... 1 more row".to_owned(),
        n => format!(" ... {n} more rows"),
    };
    lines.push(format!("In pawns; + is good for White, - for Black.{rest}"));
    lines
}

fn signed(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:+.2}") }
}

fn unsigned(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:.2}") }
}
