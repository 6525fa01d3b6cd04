//! Parses labelled positions in the usual text formats.
//!
//! - `FEN | CP | WDL`: a score in centipawns, and a result as 0 to 1 or `1-0`.
//! - `FEN [WDL]`: a result.
//! - EPD with a result as an operand, as in `... w - - c9 "1/2-1/2";`. The score (`ce`), if any, is for the side to move,
//!   as in the standard.

use std::borrow::Cow;

use crate::arena::GameResult;
use temperament_engine::board::{Color, Position, epd};

/// Label of a position, from White's point of view.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Label {
    /// Result of the game, 0 to 1.
    pub result: Option<f32>,
    /// Score of an engine in centipawns.
    pub score: Option<f32>,
}

/// Point of view of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointOfView {
    /// White.
    #[default]
    White,
    /// The side to move.
    Mover,
}

/// Points of view of labels.
#[derive(Debug, Clone, Copy, Default)]
pub struct Views {
    /// Numeric results; a result such as `1-0` is always White's.
    pub result: PointOfView,
    pub score: PointOfView,
}

/// Parses a line; `None` if it is empty or a comment (`#`).
///
/// # Errors
/// A message.
pub fn read(line: &str, views: Views) -> Result<Option<(Position, Label)>, String> {
    let Some(parts) = Parts::of(line)? else {
        return Ok(None);
    };
    if parts.result.is_none() {
        let expected = "expected `FEN [0.5]`, `FEN | centipawns | result` or EPD with c9 \"1-0\"";
        return Err(format!("no result: {expected}"));
    }
    parts.read(views).map(Some)
}

/// The same, but the label is optional: a position as FEN or EPD.
///
/// # Errors
/// A message.
pub fn read_any(line: &str, views: Views) -> Result<Option<(Position, Label)>, String> {
    Parts::of(line)?.map(|parts| parts.read(views)).transpose()
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
    fen: &'a str,
    result: Option<Cow<'a, str>>,
    /// The score, and its point of view where the format defines it.
    score: Option<(Cow<'a, str>, Option<PointOfView>)>,
}

impl<'a> Parts<'a> {
    /// Splits a line; `None` if it is empty or a comment.
    fn of(line: &'a str) -> Result<Option<Self>, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        // The strings of an EPD may have any characters.
        let (_, operations) = epd::split(line);
        let is_epd = operations.starts_with(|c: char| c.is_ascii_alphabetic() || c == ';');
        if !is_epd && line.contains('|') {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [fen, score, result] = parts[..] else {
                return Err("expected `FEN | centipawns | result`".to_owned());
            };
            return Ok(Some(Parts { fen, result: Some(result.into()), score: Some((score.into(), None)) }));
        }
        if let Some((fen, rest)) = line.split_once('[').filter(|_| !is_epd) {
            let result = rest.strip_suffix(']').ok_or("`[` is never closed")?;
            return Ok(Some(Parts { fen, result: Some(result.trim().into()), score: None }));
        }
        let mut parts = Parts { fen: line, result: None, score: None };
        for operation in epd::operations(operations) {
            let is_score = operation.opcode == "ce";
            for operand in operation.operands {
                if is_score && parts.score.is_none() {
                    parts.score = Some((operand, Some(PointOfView::Mover)));
                } else if parts.result.is_none() && GameResult::from_pgn(&operand).is_some() {
                    parts.result = Some(operand);
                }
            }
        }
        Ok(Some(parts))
    }

    fn read(self, views: Views) -> Result<(Position, Label), String> {
        let Self { fen, result, score } = self;
        let position = Position::from_fen(fen).map_err(|error| format!("{error}: {fen}"))?;
        let is_black = position.stm() == Color::Black;
        let turned = |view| is_black && view == PointOfView::Mover;
        let result = result.map(|text| match (GameResult::from_pgn(&text), number(&text)) {
            (Some(result), _) => Ok(result_value(result)),
            (None, Some(value)) if (0.0..=1.0).contains(&value) => {
                Ok(if turned(views.result) { 1.0 - value } else { value })
            }
            _ => Err(format!("`{text}` is no result: 0 to 1, or 1-0, 0-1, 1/2-1/2")),
        });
        let score = score.map(|(text, view)| {
            let value = number(&text).ok_or_else(|| format!("`{text}` is no score in centipawns"))?;
            Ok::<f32, String>(if turned(view.unwrap_or(views.score)) { -value } else { value })
        });
        Ok((position, Label { result: result.transpose()?, score: score.transpose()? }))
    }
}
