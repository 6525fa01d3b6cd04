//! Phrases: templates of a statement about what a term counts for one side.
//!
//! `{side}` and `{opponent}` are White and Black, `{squares}` the squares that count (`c6 and d5`), `{pieces}` what stands
//! on them (`knight on c6 and pawns on a4 and d5`), `{n}` the count, `{value}` what it is worth to the side in pawns.
//! `{pawn|pawns}` is the first for one and the second for any other number.

use crate::board::attacks::squares;
use crate::board::{Bitboard, Color, PIECES, Piece, Position, piece_name, side_name};

use super::error::{Error, error};

/// A parsed phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    parts: Vec<Part>,
    about: About,
}

/// What a phrase states, which decides how two positions are compared by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// That something counts at all.
    Presence,
    Value,
    /// A number.
    Number,
    Squares,
}

/// What a term counts for one side of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    pub side: Color,
    /// The squares that count; empty if it counts something else.
    pub squares: Bitboard,
    /// The count.
    pub n: i32,
    /// Value for the side in pawns.
    pub value: f64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Side,
    Opponent,
    Squares,
    Pieces,
    Number,
    Value,
    /// Singular and plural.
    Forms(String, String),
}

const NAMES: [(&str, Part); 6] = [
    ("side", Part::Side),
    ("opponent", Part::Opponent),
    ("squares", Part::Squares),
    ("pieces", Part::Pieces),
    ("n", Part::Number),
    ("value", Part::Value),
];

impl Phrase {
    /// Parses a phrase.
    ///
    /// # Errors
    /// If it is empty, a brace is not closed or not opened, or there is no such name.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let Some(start) = rest.find(['{', '}']) else {
                parts.push(Part::Text(rest.to_owned()));
                break;
            };
            let open = at + start;
            let inner =
                text[open..].strip_prefix('{').and_then(|inner| inner.find('}').map(|end| &inner[..end]));
            let Some(inner) = inner else {
                let message = "a `{` is closed by a `}`, and a `}` is opened by a `{`";
                return Err(error(open..open + 1, message));
            };
            parts.push(Part::Text(rest[..start].to_owned()));
            parts.push(part(inner, open + 1)?);
            at = open + inner.len() + 2;
        }
        parts.retain(|part| *part != Part::Text(String::new()));
        if text.trim().is_empty() {
            return Err(error(0..text.len(), "the phrase is empty"));
        }
        let about = parts.iter().map(Part::about).max().unwrap_or(About::Presence);
        Ok(Self { parts, about })
    }

    /// What it states.
    pub fn about(&self) -> About {
        self.about
    }

    /// The side that it speaks of first: that of `{side}` unless `{opponent}` comes before it.
    pub fn subject(&self, side: Color) -> Color {
        let first = self.parts.iter().find(|part| matches!(part, Part::Side | Part::Opponent));
        if first == Some(&Part::Opponent) { !side } else { side }
    }

    /// Fills it in for what counts in a position. A phrase about squares has their number for `{n}`.
    pub fn fill(&self, counted: &Counted, position: &Position) -> String {
        let n = if self.about == About::Squares { counted.squares.len() as i32 } else { counted.n };
        let fill = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Side => side_name(counted.side).to_owned(),
            Part::Opponent => side_name(!counted.side).to_owned(),
            Part::Squares => listed(counted.squares),
            Part::Pieces => pieces(counted.squares, position),
            Part::Number => n.to_string(),
            Part::Value => format!("{:+.2}", counted.value),
            Part::Forms(one, _) if n == 1 => one.clone(),
            Part::Forms(_, many) => many.clone(),
        };
        self.parts.iter().map(fill).collect()
    }
}

impl Part {
    fn about(&self) -> About {
        match self {
            Self::Squares | Self::Pieces => About::Squares,
            Self::Number => About::Number,
            Self::Value => About::Value,
            _ => About::Presence,
        }
    }
}

/// Parses what stands between braces; `start` is where.
fn part(inner: &str, start: usize) -> Result<Part, Error> {
    if let Some((one, many)) = inner.split_once('|') {
        return Ok(Part::Forms(one.to_owned(), many.to_owned()));
    }
    let found = NAMES.into_iter().find(|(name, _)| *name == inner);
    found.map(|(_, part)| part).ok_or_else(|| {
        let names = NAMES.map(|(name, _)| format!("{{{name}}}")).join(", ");
        let hint = format!("the placeholders are {names} and {{one|many}}");
        error(start..start + inner.len(), format!("`{inner}` is no part of a phrase")).hint(hint)
    })
}

/// The squares of a set as a list.
fn listed(set: Bitboard) -> String {
    list(squares(set).map(|square| square.to_string()))
}

/// What stands on the squares of a set, pieces before pawns; just the squares if one is empty.
fn pieces(set: Bitboard, position: &Position) -> String {
    if !(set - position.occupied()).is_empty() {
        return listed(set);
    }
    let of_kind = |piece: Piece| {
        let on = set & position.pieces(piece);
        let plural = if on.len() == 1 { "" } else { "s" };
        (!on.is_empty()).then(|| format!("{}{plural} on {}", piece_name(piece), listed(on)))
    };
    list(PIECES.into_iter().rev().filter_map(of_kind))
}

/// Joins words to a list: `a`, `a and b`, `a, b and c`.
pub fn list(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
        None => String::new(),
    }
}
