//! An explanation on one screen of 80 x 40: the board, the score, and the groups with the rows that differ.

use temperament_engine::board::display::Diagram;
use temperament_engine::board::{Color, Move, Position, side_name};

use crate::why::{BestLine, line_text, named, points};
use crate::wrap::wrapped;
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::groups::{Group, Pawns, VISIBLE, groups};

use super::rows::{Shown, rows};

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
/// The smallest scores of a slight advantage, an advantage and a winning one, in pawns.
const CLASSES: [f64; 3] = [0.35, 1.0, 2.5];
/// A smaller row is never shown, in pawns.
const SMALL_ROW: f64 = 0.05;
/// A larger score of a search says no more than that the game is decided, in pawns.
const DECIDED: f64 = 10.0;
/// A search contradicts the evaluation if it says so much else, in pawns, and that is another verdict.
const CONTRADICTION: f64 = 0.7;
/// A move is the only one if the next best is so much worse, in pawns, and leads to another verdict.
const ONLY_MOVE: f64 = 1.0;
/// Maximum number of plies of a line.
const SHOWN_PLIES: usize = 9;
/// A line wins material from here on: 2 for a minor piece for a pawn.
const LARGE_GAIN: i32 = 2;
/// A group with a smaller sum is nearly equal, and a smaller row is left out unless it is the first, in pawns.
const SMALL_GROUP: f64 = 0.1;
/// It is stated all the same if one of its rows reaches this, in pawns.
const LARGE_ROW: f64 = 0.25;
/// Groups named beside the board for each side.
const NAMED: usize = 2;

/// The screen of one position. `searched` is the best line of a short search, scored for the side to move; `None` if the
/// game is over. If the search comes to another verdict than the evaluation, the rows are those after its line. `note` ends
/// the text below the rows.
pub fn text(
    w: &Weights,
    position: &Position,
    explanation: &Explanation,
    searched: Option<&BestLine>,
    note: &str,
) -> String {
    let pawns = pawns_of(w, explanation);
    let after = searched.and_then(|searched| after_line(w, position, pawns, searched));
    let groups = groups(w, after.as_ref().map_or(explanation, |(_, explained)| explained));
    let mut right = Vec::new();
    // A decided game has no score, and next to a mate the merits of the other side confuse.
    if position.has_legal_move() {
        if !searched.is_some_and(BestLine::is_mate) {
            right.extend([Color::White, Color::Black].map(|side| merits(&groups, side)));
        }
        let check = if position.in_check() { ", in check" } else { "" };
        let rows =
            if after.is_some() { "the rows are those after the line" } else { "the rows do not look ahead" };
        right.push(format!("{} to move{check}; {rows}", side_name(position.stm())));
    }
    let own = w.own().map_or(String::new(), |side| format!(", for an engine that plays {}", side_name(side)));
    right.push(format!("profile {}{own}", w.name()));
    let above = verdicts(position, pawns, searched);
    // A line whose last position the rows describe is shown to its end, if there is room.
    let broken = above.iter().flat_map(|line| wrapped(line, "", "  ", BESIDE)).collect::<Vec<_>>();
    let fits = after.is_some() && broken.len() + right.len() <= BOARD_LINES;
    let above = if fits { broken } else { above };
    let mut lines = beside_board(position, &[above, right].concat());
    if position.has_legal_move() {
        lines.push(String::new());
        let shown = after.as_ref().map_or(position, |(after, _)| &after.end);
        let mut rows = body(w, shown, &groups, HEIGHT - OTHER_LINES);
        if let Some((after, explained)) = &after {
            rows[0] += &format!("   after {} ({})", after.label, signed(pawns_of(w, explained)));
        }
        lines.extend(rows);
    }
    let note = if position.has_legal_move() { format!(" ({note})") } else { String::new() };
    lines.join("\n") + &note
}

/// The searched line with the evaluation after it, if that explains why the search contradicts the evaluation before.
fn after_line<'a>(
    w: &Weights,
    position: &Position,
    pawns: f64,
    searched: &'a BestLine,
) -> Option<(&'a BestLine, Explanation)> {
    if !contradicts(position, pawns, searched.line.score) || !searched.end.has_legal_move() {
        return None;
    }
    let explained = Explanation::new(w, &searched.end);
    let score = of_white(position, searched.line.score);
    let error = |of_white: f64| (of_white - score).abs();
    let is_closer = error(pawns_of(w, &explained)) < error(pawns) / 2.0;
    is_closer.then_some((searched, explained))
}

/// An evaluation in pawns.
fn pawns_of(w: &Weights, explanation: &Explanation) -> f64 {
    f64::from(w.centipawns(explanation.eval())) / 100.0
}

/// Topics and rows, and the notes below them. `most` is the maximum number of lines of topics and rows.
fn body(w: &Weights, position: &Position, groups: &[Group], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (merits, others): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.topic.is_merit());
    let rows: Vec<Vec<Shown>> = merits.iter().map(|group| rows(w, position, group)).collect();
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
            [row] if count == 1 && heading.len() + 2 + row.text.len() <= WIDTH => {
                lines.push(format!("{heading}  {}", row.text));
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
    left_out += others.iter().map(|group| group.lines.len()).sum::<usize>();
    let sum: f64 = groups.iter().map(|group| group.sum.difference()).sum();
    lines.extend(notes("Nearly equal: ", even.into_iter().map(|(group, _)| with_sum(group))));
    lines.extend(notes(
        "Also in the sum: ",
        others.into_iter().map(|group| with_sum(group) + effect(group, sum)),
    ));
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

/// The most decisive groups of a side.
fn merits(groups: &[Group], side: Color) -> String {
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

/// A score from White's point of view, in pawns; infinite for a mate.
fn of_white(position: &Position, score: Score) -> f64 {
    let side = if position.stm() == Color::White { 1.0 } else { -1.0 };
    match score {
        Score::Centipawns(cp) => side * f64::from(cp) / 100.0,
        Score::Mate(n) => side * f64::from(n) * f64::INFINITY,
    }
}

/// Returns `true` if the score of a search, for the side to move, comes to another verdict than the evaluation in pawns for
/// White, and not by a little.
pub fn contradicts(position: &Position, pawns: f64, score: Score) -> bool {
    let score = of_white(position, score);
    class(score) != class(pawns) && (score - pawns).abs() >= CONTRADICTION
}

/// Who stands better by the evaluation and by a short search. If they do not agree, the search comes first.
pub fn verdicts(position: &Position, pawns: f64, searched: Option<&BestLine>) -> Vec<String> {
    let Some(searched) = searched else {
        return vec![verdict(position, pawns)];
    };
    let score = of_white(position, searched.line.score);
    let first_moves = |all: &[Move]| {
        let more = if all.len() > SHOWN_PLIES { "..." } else { "" };
        line_text(position, &all[..all.len().min(SHOWN_PLIES)]) + more
    };
    let said = if score.abs() < DECIDED {
        format!("a search says {}", signed(score))
    } else {
        "a search agrees".to_owned()
    };
    let others = others_text(position, score, searched);
    if !searched.is_mate() && class(score) == class(pawns) {
        let lines = [verdict(position, pawns), format!("{said}: {}", first_moves(&searched.line.moves))];
        return lines.into_iter().chain(gain_text(searched)).chain(others).collect();
    }
    let number = if score.abs() < DECIDED { format!(": {said}") } else { String::new() };
    let found = standing_after(position, searched.line.score) + &number;
    let not_ahead = format!("without looking ahead: {} ({})", words_within(pawns), signed(pawns));
    // The position after this line is the one that the rows describe.
    let line = if searched.is_mate() {
        first_moves(&searched.line.moves)
    } else {
        line_text(position, &searched.moves)
    };
    [found, line].into_iter().chain(others).chain([not_ahead]).collect()
}

/// What the other moves come to, if the verdict depends on finding the best one.
fn others_text(position: &Position, best: f64, searched: &BestLine) -> Option<String> {
    let next = of_white(position, searched.next?);
    let is_only = class(next) != class(best) && (next - best).abs() >= ONLY_MOVE;
    let first = line_text(position, &searched.line.moves[..1]);
    let number = if next.abs() < DECIDED { format!(" ({})", signed(next)) } else { String::new() };
    is_only.then(|| format!("only {first}; otherwise: {}{number}", words_within(next)))
}

/// What the searched line wins for the side that its score favours.
fn gain_text(searched: &BestLine) -> Option<String> {
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

/// The same within a sentence.
fn words_within(pawns: f64) -> String {
    if class(pawns) == 0 { words(pawns).to_lowercase() } else { words(pawns) }
}

/// Says who stands better, and by how much, or how the game has ended.
pub fn verdict(position: &Position, pawns: f64) -> String {
    let number = if position.has_legal_move() { format!(" ({})", signed(pawns)) } else { String::new() };
    standing(position, pawns) + &number
}

/// Says who stands better, or how the game has ended.
pub fn standing(position: &Position, pawns: f64) -> String {
    if position.has_legal_move() {
        return words(pawns);
    }
    let stm = side_name(position.stm());
    if position.in_check() { format!("{stm} is checkmated") } else { format!("{stm} is stalemated: a draw") }
}

/// Says who stands better by the score of a search for the side to move, or who mates.
pub fn standing_after(position: &Position, score: Score) -> String {
    let of_white = of_white(position, score);
    match score {
        Score::Mate(n) => {
            let winner = side_name(if of_white > 0.0 { Color::White } else { Color::Black });
            format!("{winner} mates in {}", n.abs())
        }
        Score::Centipawns(_) => words(of_white),
    }
}

/// A list of notes under a heading; nothing for an empty list.
fn notes(heading: &str, texts: impl Iterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { Vec::new() } else { wrapped(&texts.join(", "), heading, "  ", WIDTH) }
}

/// A group that has no rows on the screen, with its sum.
fn with_sum(group: &Group) -> String {
    match group.sum.differs() {
        true => format!("{} {}", group.topic.title(), signed(group.sum.difference())),
        false => group.topic.title().to_owned(),
    }
}

/// What a large correction of the sum does to the lead.
fn effect(group: &Group, sum: f64) -> &'static str {
    let correction = group.sum.difference();
    if !group.topic.corrects_sum() || correction.abs() < LARGE_ROW {
        ""
    } else if correction * sum < 0.0 {
        " (taken off the lead)"
    } else {
        " (added to the lead)"
    }
}

fn signed(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:+.2}") }
}

fn unsigned(pawns: f64) -> String {
    if pawns.abs() < VISIBLE { "0.00".to_owned() } else { format!("{pawns:.2}") }
}
