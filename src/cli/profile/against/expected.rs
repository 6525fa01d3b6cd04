//! Positions with expected evaluations: JSON lines, CSV and EPD.

use anyhow::bail;
use clap::ValueEnum;
use serde_json::Value;

use crate::cli::fens;
use temperament_engine::board::{Color, Position, epd};

/// Point of view of expected scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PointOfView {
    /// White
    White,
    /// Side to move
    Stm,
}

/// Unit of expected scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// That of the profile.
    Profile,
    /// As the search and the GUI have them.
    Centipawns,
}

/// A position with its expected evaluation.
#[derive(Debug)]
pub struct Expected {
    pub position: Position,
    /// For White.
    pub score: f64,
    pub unit: Unit,
    pub terms: Vec<Term>,
}

/// The expected score of a term for White and Black.
#[derive(Debug, Clone)]
pub struct Term {
    pub name: String,
    pub sides: [Worth; 2],
}

/// The score of a term for a side, in the profile's units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Worth {
    /// Its share of the evaluation of the position.
    Blended(f64),
    /// Both stages.
    Pair([f64; 2]),
}

/// Names of scores in the order of priority, with their meaning. `ce` is defined by the EPD standard.
const SCORES: [(&str, Unit, PointOfView); 3] = [
    ("eval", Unit::Profile, PointOfView::White),
    ("score", Unit::Profile, PointOfView::White),
    (CE, Unit::Centipawns, PointOfView::Stm),
];
const CE: &str = "ce";
const FEN: &str = "fen";
const TERMS: &str = "terms";

/// Format of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    JsonLines,
    Csv {
        delimiter: char,
        /// Number of the column of positions.
        fen: usize,
        /// Number of the column of scores, and its index in [`SCORES`].
        score: (usize, usize),
    },
    Epd,
}

impl Form {
    /// Recognises the format by the first line of a file.
    ///
    /// # Errors
    /// If it is the header of a CSV file without scores, or JSON over several lines.
    pub fn of(first: &str) -> anyhow::Result<Self> {
        if first.starts_with('{') {
            return Ok(Self::JsonLines);
        }
        if first.starts_with('[') {
            bail!("expected JSON lines: one object per line, such as {{\"fen\": \"...\", \"eval\": 35}}");
        }
        for delimiter in [',', ';', '\t'] {
            let columns: Vec<String> = cells(first, delimiter).map(str::to_lowercase).collect();
            let column = |name: &str| columns.iter().position(|column| column == name);
            if let Some(fen) = column(FEN) {
                let score = SCORES.iter().enumerate().find_map(|(i, (name, ..))| Some((column(name)?, i)));
                let Some(score) = score else {
                    bail!("the header names no column `eval`, `score` or `ce`: {first}");
                };
                return Ok(Self::Csv { delimiter, fen, score });
            }
        }
        Ok(Self::Epd)
    }

    /// Returns `true` if the first line is a header.
    pub fn has_header(&self) -> bool {
        matches!(self, Self::Csv { .. })
    }

    /// Reads a line. `view` replaces the point of view that the name of the score defines.
    ///
    /// # Errors
    /// A message.
    pub fn read(&self, line: &str, view: Option<PointOfView>) -> Result<Expected, String> {
        match self {
            Self::JsonLines => read_json(line, view),
            Self::Csv { delimiter, fen, score: (score, kind) } => {
                let cells: Vec<&str> = cells(line, *delimiter).collect();
                let cell = |number: usize, name: &str| {
                    let text = cells.get(number).copied().unwrap_or_default();
                    if text.is_empty() { Err(format!("no {name}")) } else { Ok(text) }
                };
                let (name, ..) = SCORES[*kind];
                expected(position(cell(*fen, FEN)?)?, number(cell(*score, name)?)?, *kind, view)
            }
            Self::Epd => {
                let (_, operations) = epd::split(line);
                let score = epd::operations(operations).find(|operation| operation.opcode == CE);
                let score = score.as_ref().and_then(|operation| operation.operand());
                let score = score.ok_or("no expected score: EPD has it as `ce`, in centipawns")?;
                let kind = SCORES.iter().position(|(name, ..)| *name == CE).unwrap_or_default();
                expected(position(line)?, number(score)?, kind, view)
            }
        }
    }
}

/// The cells of a line of CSV without their quotes. No cell that is read can contain the delimiter.
fn cells(line: &str, delimiter: char) -> impl Iterator<Item = &str> {
    line.split(delimiter).map(|cell| cell.trim().trim_matches('"').trim())
}

fn position(text: &str) -> Result<Position, String> {
    fens::read(text).map_err(|error| format!("{error}: {text}"))
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| n.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number"))
}

/// Turns a score to White's point of view; `kind` is its index in [`SCORES`].
fn expected(
    position: Position,
    score: f64,
    kind: usize,
    view: Option<PointOfView>,
) -> Result<Expected, String> {
    let (_, unit, default) = SCORES[kind];
    let is_turned = position.stm() == Color::Black && view.unwrap_or(default) == PointOfView::Stm;
    let score = if is_turned { -score } else { score };
    Ok(Expected { position, score, unit, terms: Vec::new() })
}

fn read_json(line: &str, view: Option<PointOfView>) -> Result<Expected, String> {
    let object: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let fen = object[FEN].as_str().ok_or("no string `fen`")?;
    let score = SCORES.iter().enumerate().find_map(|(kind, (name, ..))| Some((kind, object.get(name)?)));
    let (kind, score) = score.ok_or("no `eval`, `score` or `ce`")?;
    let score = score.as_f64().ok_or_else(|| format!("`{}` is not a number", SCORES[kind].0))?;
    let mut expected = expected(position(fen)?, score, kind, view)?;
    if let Some(terms) = object.get(TERMS) {
        let terms = terms.as_object().ok_or("`terms` is not an object")?;
        expected.terms = terms.iter().filter_map(|(name, value)| term(name, value)).collect();
    }
    Ok(expected)
}

/// Reads `[White, Black]`. Other values, such as the phase, are not scores of the two sides.
fn term(name: &str, value: &Value) -> Option<Term> {
    let [white, black] = value.as_array()?.as_slice() else {
        return None;
    };
    let worth = |value: &Value| match value.as_array().map(Vec::as_slice) {
        None => value.as_f64().map(Worth::Blended),
        Some([mg, eg]) => Some(Worth::Pair([mg.as_f64()?, eg.as_f64()?])),
        Some(_) => None,
    };
    Some(Term { name: name.to_owned(), sides: [worth(white)?, worth(black)?] })
}
