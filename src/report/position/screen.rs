//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use crate::board::display::Diagram;
use crate::board::{Color, Position, side_name};

use crate::engine::Score;
use crate::eval::Weights;
use crate::eval::explain::Explanation;
use crate::eval::groups::{Group, Pawns, VISIBLE, groups};
use crate::why::{Searched, line_text, named, points, tactic};
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
/// Rows that are left out are stated as a sum from here on, in pawns.
const LARGE_REST: f64 = 0.1;
/// The smallest scores of a slight advantage, an advantage and a winning one, in pawns.
const CLASSES: [f64; 3] = [0.35, 1.0, 2.5];
/// A larger score of a search says no more than that the game is decided, in pawns.
const DECIDED: f64 = 10.0;
/// A line wins material from here on: 2 for a minor piece for a pawn.
const LARGE_GAIN: i32 = 2;
/// A group with a smaller sum is nearly equal, and a smaller row is left out unless it is the first, in pawns.
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
    searched: Option<&Searched>,
) -> String {
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let groups = groups(w, explanation);
    let verdicts = match searched {
        Some(searched) => verdicts(position, pawns, searched),
        None => vec![verdict(position, pawns)],
    };
    let mut lines = beside_board(w, position, verdicts, &groups);
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
    let (merits, others): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.topic.is_merit());
    let rows: Vec<Vec<Shown>> = merits.iter().map(|group| rows(w, position, group)).collect();
    let (shown, even): (Vec<_>, Vec<_>) = merits.into_iter().zip(&rows).partition(|(group, rows)| {
        difference(group.sum) >= SMALL_GROUP || rows.iter().any(|row| difference(row.pawns) >= LARGE_ROW)
    });
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
    left_out += others.iter().map(|group| group.lines.len()).sum::<usize>();
    lines.extend(notes("Nearly equal: ", even.into_iter().map(|(group, _)| group)));
    lines.extend(notes("Also in the sum: ", others.into_iter()));
    let rest = match left_out {
        0 => String::new(),
        1 => " ... 1 more row".to_owned(),
        n => format!(" ... {n} more rows"),
    };
    lines.push(format!("In pawns; + is good for White, - for Black.{rest}"));
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
    for (number, (_, rows)) in groups.iter().enumerate() {
        let rank = |i: usize| u8::from(i >= 1) + u8::from(i >= FIRST_ROWS);
        let is_large = |row: &Shown| difference(row.pawns) >= SMALL_GROUP;
        let telling =
            rows.iter().enumerate().take_while(|(i, row)| !row.is_odd && (*i == 0 || is_large(row)));
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
    format!("{:>7}{:>8}{:>8}  {title}", signed(group.sum.difference()), unsigned(white), unsigned(black))
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

/// The board, with who stands better and the most decisive groups beside it.
fn beside_board(w: &Weights, position: &Position, verdicts: Vec<String>, groups: &[Group]) -> Vec<String> {
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
    let check = if position.in_check() { ", in check" } else { "" };
    let mut right = verdicts;
    // A decided game has no score.
    if position.has_legal_move() {
        right.push(format!("for White: {}", named(1.0)));
        right.push(format!("for Black: {}", named(-1.0)));
        right.push(format!("{} to move{check}; the rows do not look ahead", side_name(position.stm())));
    }
    right.push(format!("profile {}{own}", w.name()));
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

/// Who stands better by the evaluation and by a short search. If they do not agree, the search comes first.
fn verdicts(position: &Position, pawns: f64, searched: &Searched) -> Vec<String> {
    let stm = position.stm();
    let side = if stm == Color::White { 1.0 } else { -1.0 };
    let moves = line_text(position, &searched.line.moves);
    let found = match searched.line.score {
        Score::Centipawns(cp) => {
            let score = side * f64::from(cp) / 100.0;
            let said = match score.abs() >= DECIDED {
                true => "a search agrees".to_owned(),
                false => format!("a search says {}", signed(score)),
            };
            if class(score) == class(pawns) {
                let lines = [verdict(position, pawns), format!("{said}: {moves}")];
                return lines.into_iter().chain(gain_text(searched)).collect();
            }
            if score.abs() >= DECIDED { words(score) } else { format!("{}: {said}", words(score)) }
        }
        Score::Mate(n) => {
            let winner = if n > 0 { stm } else { !stm };
            format!("{} mates in {}", side_name(winner), n.abs())
        }
    };
    let not_ahead = match words(pawns) {
        equal if class(pawns) == 0 => equal.to_lowercase(),
        other => other,
    };
    let not_ahead = format!("without looking ahead: {not_ahead} ({})", signed(pawns));
    [found, moves].into_iter().chain(gain_text(searched)).chain([not_ahead]).collect()
}

/// What the searched line wins for the side that its score favours.
fn gain_text(searched: &Searched) -> Option<String> {
    let Score::Centipawns(score) = searched.line.score else {
        return None;
    };
    let (won, lost) = (&searched.material.won, &searched.material.lost);
    let gain = points(won) - points(lost);
    let (won, lost) = if gain > 0 { (won, lost) } else { (lost, won) };
    let is_told = gain.abs() >= LARGE_GAIN && gain.signum() == score.signum();
    let price = if lost.is_empty() { String::new() } else { format!(" for {}", named(lost)) };
    is_told.then(|| format!("the line wins {}{price}", named(won)))
}

/// 0 if a score is about equal, up to 3 if White is winning, down to -3 if Black is.
fn class(pawns: f64) -> i32 {
    let size = CLASSES.iter().filter(|&&least| pawns.abs() >= least).count() as i32;
    if pawns > 0.0 { size } else { -size }
}

/// Who stands better, in words.
fn words(pawns: f64) -> String {
    let side = side_name(if pawns > 0.0 { Color::White } else { Color::Black });
    match class(pawns).abs() {
        0 => "About equal".to_owned(),
        1 => format!("{side} is slightly better"),
        2 => format!("{side} is better"),
        _ => format!("{side} is winning"),
    }
}

/// Says who stands better, and by how much, or how the game has ended.
pub fn verdict(position: &Position, pawns: f64) -> String {
    if position.has_legal_move() {
        return format!("{} ({})", words(pawns), signed(pawns));
    }
    let stm = side_name(position.stm());
    if position.in_check() { format!("{stm} is checkmated") } else { format!("{stm} is stalemated: a draw") }
}

/// Groups that have no rows on the screen, with their sums.
fn notes<'a>(heading: &str, groups: impl Iterator<Item = &'a Group>) -> Vec<String> {
    let titles: Vec<String> = groups
        .map(|group| match group.sum.differs() {
            true => format!("{} {}", group.topic.title(), signed(group.sum.difference())),
            false => group.topic.title().to_owned(),
        })
        .collect();
    if titles.is_empty() { Vec::new() } else { wrapped(&titles.join(", "), heading, "  ", WIDTH) }
}

fn signed(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:+.2}") }
}

fn unsigned(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:.2}") }
}
