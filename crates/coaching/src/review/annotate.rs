//! Inserts reviews into PGN text. Nothing of the text is changed or removed.

use super::judge::{Mark, Review};
use temperament_engine::board::{Color, Game, Move, Position, notation, side_name};
use temperament_engine::engine::Score;
use temperament_matches::arena::PgnGame;

use crate::line::numbered;
use crate::why::{Claim, Which};

/// Maximum number of plies of a variation.
pub const MAX_LINE: usize = 12;
/// Plies of an answer about which no claim speaks.
const ANSWER_PLIES: usize = 5;
/// Tag of a reviewed game.
const TAG: &str = "ReviewedBy";

/// A text to be inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    /// Byte offset in the PGN text.
    pub at: usize,
    pub text: String,
}

/// Returns what a review adds to a game, in the order of the text. `text` is the whole PGN text, `reviewer` names program,
/// profile and limits.
pub fn insertions(text: &str, read: &PgnGame, review: &Review, reviewer: &str) -> Vec<Insertion> {
    let mut all = Vec::new();
    if !read.tags.is_empty() && read.tag(TAG).is_none() {
        let text = tags(review, reviewer);
        all.push(Insertion { at: read.tags_end, text });
    }
    let game = &read.game;
    for (index, place) in read.moves.iter().enumerate() {
        let mark = review.moves[index].mark;
        // The mark of another annotator stays the only one.
        if let Some(mark) = mark.filter(|_| !place.has_mark) {
            // A digit would belong to the NAG.
            let space = if text[place.end..].starts_with(|c: char| c.is_ascii_digit()) { " " } else { "" };
            all.push(Insertion { at: place.end, text: format!(" ${}{space}", mark.nag()) });
        }
        let added = annotation(game, review, index);
        if added.is_empty() {
            continue;
        }
        let is_at_line_start = text[..place.annotated].ends_with('\n');
        // A line that begins here may be an escaped one or a tag.
        let text = if is_at_line_start { format!("{added}\n") } else { format!(" {added}") };
        all.push(Insertion { at: place.annotated, text });
        let next = read.moves.get(index + 1).filter(|next| !next.has_number);
        if let Some(next) = next
            && let Some((position, _)) = game.played().nth(index + 1)
            && position.stm() == Color::Black
        {
            let text = format!("{}... ", position.fullmove_number());
            all.push(Insertion { at: next.start, text });
        }
    }
    all
}

/// Returns the value of the tag of reviewed games: program, profile and limits.
pub fn reviewer_tag(profile: &str, limits: &str) -> String {
    format!("temper {}, {profile}, {limits} per position", env!("CARGO_PKG_VERSION"))
}

/// Inserts texts in the order of their offsets.
pub fn insert(text: &str, insertions: &[Insertion]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for Insertion { at, text: added } in insertions {
        result += &text[from..*at];
        result += added;
        from = *at;
    }
    result + &text[from..]
}

fn tags(review: &Review, reviewer: &str) -> String {
    let reviewer = reviewer.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!("\n[{TAG} \"{reviewer}\"]");
    for (name, player) in ["WhiteAccuracy", "BlackAccuracy"].into_iter().zip(&review.players) {
        if let Some(accuracy) = player.accuracy {
            text += &format!("\n[{name} \"{accuracy:.1}\"]");
        }
    }
    text
}

/// The comment of a move, and the best line as a variation if another move was better.
fn annotation(game: &Game, review: &Review, index: usize) -> String {
    let mut comment = String::new();
    if let Some(score) = review.white_score(game, index + 1) {
        let depth = review.analysis.positions[index + 1].depth;
        let depth = if depth > 0 { format!(",{depth}") } else { String::new() };
        comment = format!("[%eval {}{depth}]", eval(score));
    }
    if let Some(remark) = remark(game, review, index) {
        comment = format!("{comment} {remark}").trim_start().to_owned();
    }
    // Braces would end the comment.
    let comment = comment.replace('{', "(").replace('}', ")");
    let mut text = if comment.is_empty() { String::new() } else { format!("{{{comment}}}") };
    if let (Some(missed), Some((position, _))) = (review.missed(index), game.played().nth(index)) {
        text += &format!(" ({})", numbered_line(position, &missed.line, MAX_LINE));
    }
    text
}

/// Returns a comment in words on a marked move, and on the end of the game if its result surprises.
pub fn remark(game: &Game, review: &Review, index: usize) -> Option<String> {
    let is_last = index + 1 == review.moves.len();
    let ending = is_last.then(|| review.ending(game)).flatten();
    let remarks: Vec<String> = mark_in_words(game, review, index).into_iter().chain(ending).collect();
    (!remarks.is_empty()).then(|| remarks.join(" "))
}

/// What a marked move loses and why, or how much worse the others are.
fn mark_in_words(game: &Game, review: &Review, index: usize) -> Option<String> {
    let judged = &review.moves[index];
    let mark = judged.mark?;
    let (position, _) = game.played().nth(index)?;
    let other = |line: &[Move], score: Score| {
        let san = line.first().map_or_else(String::new, |&mv| notation::san(position, mv));
        format!("{san} ({})", in_words(for_white(score, position.stm())))
    };
    if mark.is_bad() {
        let best = review.missed(index).and_then(|missed| missed.line.first());
        let best = best.map_or_else(String::new, |&mv| format!("best {}", numbered(position, mv)));
        let [before, after] = [judged.before, judged.after].map(|chances| format!("{chances:.0} %"));
        let side = side_name(position.stm());
        let chances = if before == after {
            format!("{} ({best}).", mark.name())
        } else {
            format!("{} ({side}'s winning chances {before} -> {after}, {best}).", mark.name())
        };
        let why = review.reasons[index].as_ref();
        let claims = why.into_iter().flat_map(|why| why.claims.iter().map(|claim| claim.text.clone()));
        let texts: Vec<String> = std::iter::once(chances).chain(claims).collect();
        return Some(texts.join(" "));
    }
    let next = &review.analysis.alternatives[index].as_ref()?.searched;
    let hard = if mark == Mark::Good { ", hard to see" } else { "" };
    Some(format!("Only move{hard}. The next best is {}.", other(&next.line, next.score)))
}

/// The answer to a marked move, as far as the claim about it goes; without one, a few plies.
pub fn answer(review: &Review, index: usize) -> &[Move] {
    let line = &review.analysis.positions[index + 1].line;
    let claim = claim(review, index, Which::Move);
    let plies = claim.map_or(ANSWER_PLIES, |claim| claim.plies.saturating_sub(1).max(1));
    &line[..line.len().min(plies)]
}

/// The claim about the move itself, or about the better one.
pub fn claim(review: &Review, index: usize, which: Which) -> Option<&Claim> {
    review.reasons[index].as_ref()?.claims.iter().find(|claim| claim.line == which)
}

/// Returns a score as in the command `%eval`: pawns, or `#` and the moves to mate.
pub fn eval(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("{:.2}", f64::from(cp) / 100.0 + 0.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// Returns a score for people: pawns with a sign, or `#` and the moves to mate.
pub fn pawns(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0 + 0.0),
        Score::Mate(_) => eval(score),
    }
}

/// A score from White's point of view in words.
fn in_words(score: Score) -> String {
    match score {
        Score::Centipawns(_) => format!("{} for White", pawns(score)),
        Score::Mate(moves) => {
            format!("{} mates in {}", if moves > 0 { "White" } else { "Black" }, moves.abs())
        }
    }
}

fn for_white(score: Score, stm: Color) -> Score {
    match (score, stm) {
        (score, Color::White) => score,
        (Score::Centipawns(cp), Color::Black) => Score::Centipawns(-cp),
        (Score::Mate(moves), Color::Black) => Score::Mate(-moves),
    }
}

/// Returns the first moves of a line with their numbers: `12... Be6 13. Nd2`.
pub fn numbered_line(position: &Position, line: &[Move], most: usize) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &mv in line.iter().take(most) {
        let number = position.fullmove_number();
        match position.stm() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if words.is_empty() => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(notation::san(&position, mv));
        position.play(mv);
    }
    words.join(" ")
}
