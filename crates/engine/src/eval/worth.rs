//! What a piece is worth in a position: the evaluation with it minus the evaluation without it.

use crate::board::{Position, Square};

/// Returns the position without a piece; `None` if it would be illegal, as without a king. Castling rights that need
/// the piece are lost.
pub fn without(position: &Position, square: Square) -> Option<Position> {
    changed(position, &[(square, None)])
}

/// Returns the position with a piece on another square, whatever stands there; `None` if it would be illegal. Castling
/// rights that need the piece on its square are lost.
pub fn relocated(position: &Position, from: Square, to: Square) -> Option<Position> {
    let letter = letters(position)[index(from)];
    changed(position, &[(from, None), (to, Some(letter))])
}

/// Index of a square in the order of a FEN.
fn index(square: Square) -> usize {
    (7 - square.rank() as usize) * 8 + square.file() as usize
}

/// The letters of the FEN from a8 to h1; `1` for an empty square.
fn letters(position: &Position) -> Vec<char> {
    let fen = position.fen(true);
    let placement = fen.split(' ').next().unwrap_or_default();
    let cells = placement.chars().filter(|c| *c != '/').flat_map(|c| match c.to_digit(10) {
        Some(empty) => vec!['1'; empty as usize],
        None => vec![c],
    });
    cells.collect()
}

/// The position with other pieces on some squares.
fn changed(position: &Position, cells: &[(Square, Option<char>)]) -> Option<Position> {
    let mut placement = letters(position);
    for &(square, letter) in cells {
        placement[index(square)] = letter.unwrap_or('1');
    }
    let rows: Vec<String> = placement.chunks(8).map(|row| row.iter().collect()).collect();
    let fen = position.fen(true);
    let fields: Vec<&str> = fen.split(' ').collect();
    let with = |castling: &str| {
        let fen = format!("{} {} {castling} - {} {}", rows.join("/"), fields[1], fields[4], fields[5]);
        Position::from_fen(&fen).ok()
    };
    // Without a rook there may be no castling with it.
    with(fields[2]).or_else(|| with("-"))
}
