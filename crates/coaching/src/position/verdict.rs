//! Who stands better, in words: by the evaluation and by a search.

use temperament_engine::board::{Color, Move, Position, side_name};
use temperament_engine::engine::{Score, winning_chances};

use crate::line;
use crate::number::{hundredths, signed};
use crate::why::{BestLine, named, points};

/// The smallest winning chances with a slight advantage, an advantage and a winning one, in percent.
const CLASSES: [f64; 3] = [54.0, 58.0, 66.0];
/// A larger score of a search says no more than that the game is decided, in pawns.
const DECIDED: f64 = 7.0;
/// A search contradicts the evaluation if it says so much else, in pawns, and that is another verdict.
const CONTRADICTION: f64 = 0.5;
/// A move is the only one if the next best is so much worse, in pawns, and leads to another verdict.
const ONLY_MOVE: f64 = 0.7;
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
    class(position, score) != class(position, pawns) && (score - pawns).abs() >= CONTRADICTION
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
        format!("a search says {}", lead(position, searched.line.score))
    } else {
        "a search agrees".to_owned()
    };
    let others = others_text(position, score, searched);
    if !searched.is_mate() && class(position, score) == class(position, pawns) {
        let lines = [verdict(position, pawns), format!("{said}: {}", first_moves(&searched.line.moves))];
        return lines.into_iter().chain(gain_text(searched)).chain(others).collect();
    }
    let found = if searched.is_mate() || score.abs() >= DECIDED {
        standing_after(position, searched.line.score)
    } else {
        format!("A search says {}: {}", lead(position, searched.line.score), words(position, score))
    };
    let not_ahead = format!("without looking ahead: {}", lead_of_pawns(position, pawns));
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
    let is_only = class(position, next) != class(position, best) && (next - best).abs() >= ONLY_MOVE;
    let first = line::text(position, &searched.line.moves[..1]);
    is_only.then(|| {
        format!(
            "only {first}; otherwise: {}",
            searched.next.map_or_else(String::new, |next| lead(position, next))
        )
    })
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
fn class(position: &Position, pawns: f64) -> i32 {
    let chances = white_chances(position, pawns);
    let ahead = chances.max(100.0 - chances);
    let size = CLASSES.iter().filter(|&&least| ahead >= least).count() as i32;
    if pawns > 0.0 { size } else { -size }
}

/// White's winning chances with a score for White in pawns, in percent.
pub fn white_chances(position: &Position, pawns: f64) -> f64 {
    let score = if pawns.is_infinite() {
        Score::Mate(pawns.signum() as i32)
    } else {
        Score::Centipawns(hundredths(pawns) as i32)
    };
    winning_chances(score, position)
}

/// Who is ahead, as people see it everywhere: winning chances, then pawns for White, such as `Black 63 % (-0.55)`.
pub fn lead_of_pawns(position: &Position, pawns: f64) -> String {
    let white = white_chances(position, pawns).round();
    let (side, chances) = if pawns < 0.0 { (Color::Black, 100.0 - white) } else { (Color::White, white) };
    format!("{} {chances} % ({})", side_name(side), signed(pawns, 2))
}

/// The same for the score of a search, for the side to move; or who mates.
pub fn lead(position: &Position, score: Score) -> String {
    match score {
        Score::Mate(_) => standing_after(position, score),
        Score::Centipawns(_) => lead_of_pawns(position, of_white(position, score)),
    }
}

/// How good a lead is, in words.
fn words(position: &Position, pawns: f64) -> &'static str {
    match class(position, pawns).abs() {
        0 => "about equal",
        1 => "slightly better",
        2 => "better",
        _ => "winning",
    }
}

/// Says who stands better, and by how much, or how the game has ended.
pub fn verdict(position: &Position, pawns: f64) -> String {
    if position.has_legal_move() {
        format!("{}: {}", lead_of_pawns(position, pawns), words(position, pawns))
    } else {
        standing(position, pawns)
    }
}

/// Who stands better, in words.
fn sentence(position: &Position, pawns: f64) -> String {
    let side = side_name(if pawns > 0.0 { Color::White } else { Color::Black });
    match class(position, pawns) {
        0 => "About equal".to_owned(),
        _ => format!("{side} is {}", words(position, pawns)),
    }
}

/// Says who stands better, or how the game has ended.
pub fn standing(position: &Position, pawns: f64) -> String {
    if position.has_legal_move() {
        return sentence(position, pawns);
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
        Score::Centipawns(_) => sentence(position, of_white),
    }
}
