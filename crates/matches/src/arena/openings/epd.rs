//! Openings as FEN or EPD lines.

use super::check;
use crate::arena::pgn_reader::LineError;
use temperament_engine::board::{Game, Position};

/// Parses FEN or EPD lines. Empty lines and comments beginning with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Game>, LineError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = Position::from_fen(line)
            .map_err(|error| format!("{error}: {line}"))
            .map(Game::new)
            .and_then(|opening| check(&opening).map(|()| opening));
        openings.push(opening.map_err(|message| LineError { line: number, message })?);
    }
    Ok(openings)
}
