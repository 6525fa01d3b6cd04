//! Parses labelled positions in the usual text formats.
//!
//! - `FEN | CP | WDL`: a score in centipawns, and a result as 0 to 1 or `1-0`.
//! - `FEN [WDL]`: a result.
//! - EPD with a result in quotes, as in `... w - - c9 "1/2-1/2";`. The score (`ce`), if any, is for the side to move, as in
//!   the standard; full-move number and half-move clock (`fmvn`, `hmvc`) are read, too.

use std::borrow::Cow;

use clap::ValueEnum;

use crate::arena::GameResult;
use crate::board::{Color, Position};

/// Label of a position, from White's point of view.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Label {
    /// Result of the game, 0 to 1.
    pub result: Option<f32>,
    /// Score of an engine in centipawns.
    pub score: Option<f32>,
}

/// Point of view of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PointOfView {
    /// White.
    #[default]
    #[value(help = None)]
    White,
    /// The side to move.
    #[value(help = None)]
    Mover,
}

/// Points of view of labels.
#[derive(Debug, Clone, Copy, Default)]
pub struct Views {
    /// Numeric results; a result such as `1-0` is always White's.
    pub result: PointOfView,
    /// Scores.
    pub score: PointOfView,
}

/// Parses a line; `None` if it is empty or a comment (`#`).
///
/// # Errors
/// A message.
pub fn read(line: &str, views: Views) -> Result<Option<(Position, Label)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let Parts { fen, result, score } = split(line)?;
    let position = Position::from_fen(&fen).map_err(|error| format!("{error}: {fen}"))?;
    let is_black = position.stm() == Color::Black;
    let turned = |view| is_black && view == PointOfView::Mover;
    let result = match GameResult::from_pgn(result) {
        Some(result) => result_value(result),
        None => {
            let value = number(result).filter(|n| (0.0..=1.0).contains(n));
            let value =
                value.ok_or_else(|| format!("`{result}` is no result: 0 to 1, or 1-0, 0-1, 1/2-1/2"))?;
            if turned(views.result) { 1.0 - value } else { value }
        }
    };
    let score = match score {
        None => None,
        Some((text, view)) => {
            let value = number(text).ok_or_else(|| format!("`{text}` is no score in centipawns"))?;
            Some(if turned(view.unwrap_or(views.score)) { -value } else { value })
        }
    };
    Ok(Some((position, Label { result: Some(result), score })))
}

/// The same, but the label is optional: a position as FEN or EPD.
///
/// # Errors
/// A message.
pub fn read_any(line: &str, views: Views) -> Result<Option<(Position, Label)>, String> {
    read(line, views).or_else(|fault| {
        if line.contains(['|', '[']) {
            return Err(fault);
        }
        Position::from_fen(line.trim())
            .map(|position| Some((position, Label::default())))
            .map_err(|error| error.to_string())
    })
}

/// Returns the points of White.
pub fn result_value(result: GameResult) -> f32 {
    result.half_points(Color::White) as f32 / 2.0
}

fn number(text: &str) -> Option<f32> {
    text.parse().ok().filter(|n: &f32| n.is_finite())
}

/// The fields of a line.
struct Parts<'a> {
    fen: Cow<'a, str>,
    result: &'a str,
    /// The score, and its point of view where the format defines it.
    score: Option<(&'a str, Option<PointOfView>)>,
}

fn split(line: &str) -> Result<Parts<'_>, String> {
    if line.contains('|') {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        return match parts[..] {
            [fen, score, result] => Ok(Parts { fen: fen.into(), result, score: Some((score, None)) }),
            _ => Err("expected `FEN | centipawns | result`".to_owned()),
        };
    }
    if let Some((fen, rest)) = line.split_once('[') {
        let result = rest.strip_suffix(']').ok_or("`[` is never closed")?;
        return Ok(Parts { fen: fen.into(), result: result.trim(), score: None });
    }
    let quoted = line.split('"').skip(1).step_by(2);
    let result = quoted.into_iter().find(|text| GameResult::from_pgn(text).is_some());
    let result = result.ok_or_else(|| {
        "no result: expected `FEN [0.5]`, `FEN | centipawns | result` or EPD with c9 \"1-0\"".to_owned()
    })?;
    Ok(Parts {
        fen: numbered(line),
        result,
        score: operand(line, "ce").map(|score| (score, Some(PointOfView::Mover))),
    })
}

/// Converts EPD to a FEN with full-move number and half-move clock, if the operations have the former.
fn numbered(line: &str) -> Cow<'_, str> {
    let Some(number) = operand(line, "fmvn") else {
        return line.into();
    };
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let clock = operand(line, "hmvc").unwrap_or("0");
    format!("{} {clock} {number}", fields.join(" ")).into()
}

/// The operand of an EPD opcode.
fn operand<'a>(line: &'a str, opcode: &str) -> Option<&'a str> {
    let outside_quotes = line.split('"').step_by(2);
    let mut words = outside_quotes.flat_map(|text| text.split([' ', '\t', ';']));
    words.find(|word| *word == opcode)?;
    words.find(|word| !word.is_empty())
}
