//! What a piece is worth in a position: the evaluation with it minus the evaluation without it.

use temperament_engine::board::{Color, Position, Square};
use temperament_engine::eval::keys::topic::{TOPICS, Topic};

use super::Explained;
use crate::number::VISIBLE;

/// What a piece is worth on its square for its owner, in pawns.
#[derive(Debug)]
pub struct PieceWorth {
    pub pawns: f64,
    /// What each topic contributes, the largest first.
    pub topics: Vec<(Topic, f64)>,
}

impl Explained<'_> {
    /// The worth of the piece on a square; `None` for empty squares and kings.
    pub fn piece_worth(&self, at: Square) -> Option<PieceWorth> {
        let sign = sign_of_owner(self.position, at)?;
        let without = without(self.position, at)?;
        let rest = Explained::on_scale(self.weights, &without, self.display);
        let mut topics = TOPICS.map(|topic| (topic, 0.0));
        for (a, b) in self.beside(&rest) {
            let pawns = a.pawns.difference() - b.pawns.difference();
            topics[Topic::of(&a.entry) as usize].1 += sign * pawns;
        }
        let mut topics: Vec<_> = topics.into_iter().filter(|(_, pawns)| pawns.abs() >= VISIBLE).collect();
        topics.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        Some(PieceWorth { pawns: sign * (self.pawns() - rest.pawns()), topics })
    }
}

/// 1 if White owns the piece on a square, -1 if Black does; `None` for an empty square.
pub fn sign_of_owner(position: &Position, at: Square) -> Option<f64> {
    position.color_on(at).map(|owner| if owner == Color::White { 1.0 } else { -1.0 })
}

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
