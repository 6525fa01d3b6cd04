//! Openings as FEN or EPD lines.

use super::check;
use crate::arena::pgn_reader::LineError;
use crate::board::{Game, Position};

/// Parses FEN or EPD lines. Empty lines and comments beginning with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Game>, LineError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = Position::from_fen(&with_counters(line))
            .map_err(|error| format!("{error}: {line}"))
            .map(Game::new)
            .and_then(|opening| check(&opening).map(|()| opening));
        openings.push(opening.map_err(|message| LineError { line: number, message })?);
    }
    Ok(openings)
}

/// Converts an EPD line to a FEN with the counters of its operations `hmvc` and `fmvn`; returns other lines
/// unchanged.
fn with_counters(line: &str) -> String {
    let operation = |name: &str| {
        let operations = line.split(';').map(|part| part.split_ascii_whitespace());
        operations
            .filter_map(|words| {
                let words: Vec<&str> = words.collect();
                let at = words.iter().position(|word| *word == name)?;
                words.get(at + 1).copied()
            })
            .next()
    };
    let (half, full) = (operation("hmvc"), operation("fmvn"));
    if half.is_none() && full.is_none() {
        return line.to_owned();
    }
    let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    format!("{} {} {}", fields.join(" "), half.unwrap_or("0"), full.unwrap_or("1"))
}
