//! Who stands better, in words: by the evaluation and by a search.

use temperament_engine::board::{Color, Move, Position, side_name};
use temperament_engine::engine::Score;

use crate::line;
use crate::number::signed;
use crate::why::{BestLine, named, points};

/// The smallest scores of a slight advantage, an advantage and a winning one, in pawns.
const CLASSES: [f64; 3] = [0.35, 1.0, 2.5];
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

/// A score from White's point of view, in pawns; infinite for a mate.
pub(super) fn of_white(position: &Position, score: Score) -> f64 {
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
        line::text(position, &all[..all.len().min(SHOWN_PLIES)]) + more
    };
    let said = if score.abs() < DECIDED {
        format!("a search says {}", signed(score, 2))
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
    let not_ahead = format!("without looking ahead: {} ({})", words_within(pawns), signed(pawns, 2));
    // The position after this line is the one that the rows describe.
    let line = if searched.is_mate() {
        first_moves(&searched.line.moves)
    } else {
        line::text(position, &searched.moves)
    };
    [found, line].into_iter().chain(others).chain([not_ahead]).collect()
}

/// What the other moves come to, if the verdict depends on finding the best one.
fn others_text(position: &Position, best: f64, searched: &BestLine) -> Option<String> {
    let next = of_white(position, searched.next?);
    let is_only = class(next) != class(best) && (next - best).abs() >= ONLY_MOVE;
    let first = line::text(position, &searched.line.moves[..1]);
    let number = if next.abs() < DECIDED { format!(" ({})", signed(next, 2)) } else { String::new() };
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
    let number = if position.has_legal_move() { format!(" ({})", signed(pawns, 2)) } else { String::new() };
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
