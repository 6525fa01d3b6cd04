//! Skewers: a piece must leave a line, and the one behind it falls.

use super::Motif;
use super::exchange::points;
use super::step::{Step, Target};
use temperament_engine::board::attacks::{between, squares};
use temperament_engine::board::{Bitboard, Piece, Position, Square};

/// The pieces on the lines of a slider: the first one on a line, and the next behind it.
pub fn behind(position: &Position, slider: Target) -> Vec<(Target, Target)> {
    let rays =
        |occupied: Bitboard| super::exchange::attacks(slider.piece, !position.stm(), slider.square, occupied);
    if !matches!(slider.piece, Piece::Bishop | Piece::Rook | Piece::Queen) {
        return Vec::new();
    }
    let occupied = position.occupied();
    let first = rays(occupied) & position.color(position.stm());
    let on = |square: Square| position.piece_on(square).map(|piece| Target { piece, square });
    let pair = |square: Square| {
        let through = rays(occupied & !square.bitboard()) & !rays(occupied) & position.color(position.stm());
        let next = squares(through).find(|&next| between(slider.square, next).has(square))?;
        Some((on(square)?, on(next)?))
    };
    squares(first).filter_map(pair).collect()
}

/// The moved slider attacks a piece, it leaves the line, and the slider takes the piece behind it, which is worth no more.
pub fn skewer(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    let answer = step.answer()?;
    behind(step.after(), moved).into_iter().find_map(|(front, back)| {
        let is_front_worth_more = front.piece == Piece::King
            || points(front.piece) >= points(back.piece) && back.piece != Piece::King;
        let taken = step.taken(back.square)?;
        let is_it = is_front_worth_more
            && step.is_loose(front, moved.piece)
            && answer.from == front.square
            && taken.from == moved.square
            && taken.ply == step.ply + 2;
        is_it.then_some(Motif::Skewer { front, back })
    })
}
