//! Openings as FEN or EPD lines.

use super::check;
use crate::arena::pgn_reader::LineError;
use crate::board::{Game, Position};

/// Parses FEN or EPD lines. Empty lines and comments beginning with `#` are skipped.
pub(super) fn read(text: &str) -> Result<Vec<Game>, LineError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epd_has_its_counters_in_operations() {
        let text = "r1bqkbnr/ppppn1pp/4p3/5p2/8/1QPP4/PP1BPPPP/RN2KBNR b KQkq - hmvc 3; fmvn 5;\r\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"fmvn\";\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9\n";
        let counters: Vec<_> = read(text)
            .unwrap()
            .iter()
            .map(|game| (game.position().halfmove_clock(), game.position().fullmove_number()))
            .collect();
        assert_eq!(counters, [(3, 5), (0, 1), (7, 9)]);
        let fault = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc x;").unwrap_err();
        assert!(fault.line == 1 && fault.message.contains("half-move clock"));
    }
}
