//! Functions that generated code calls for operations that are rare or long. Squares and sets are as the side sees
//! them; any number is a valid argument.

use crate::board::attacks;
use crate::board::{Bitboard, Color, Piece, Square};

use super::super::expr::Op;
use super::inputs::Inputs;

/// A function that generated code calls.
#[derive(Debug, Clone, Copy)]
pub enum Helper {
    /// Takes a square or two, or a square and blockers.
    Squares(extern "C" fn(u64, u64) -> u64),
    /// Takes the position, the side (0 or 1), a square or set, and blockers.
    Position(extern "C" fn(&Inputs, u64, u64, u64) -> u64),
}

impl Helper {
    /// The function for an operation, if it is one of these.
    pub fn of(op: Op) -> Option<Self> {
        Some(match op {
            Op::BishopMoves => Self::Squares(bishop_moves),
            Op::RookMoves => Self::Squares(rook_moves),
            Op::Between => Self::Squares(between),
            Op::Line => Self::Squares(line),
            Op::Attacks => Self::Position(attacks),
            Op::AttackedBy => Self::Position(attacked_by),
            Op::AttacksThrough => Self::Position(attacks_through),
            _ => return None,
        })
    }

    pub fn address(self) -> usize {
        match self {
            Self::Squares(function) => function as usize,
            Self::Position(function) => function as usize,
        }
    }
}

fn square(number: u64) -> Square {
    Square::index(number as usize & 63)
}

extern "C" fn bishop_moves(from: u64, blockers: u64) -> u64 {
    attacks::bishop_attacks(square(from), Bitboard(blockers)).0
}

extern "C" fn rook_moves(from: u64, blockers: u64) -> u64 {
    attacks::rook_attacks(square(from), Bitboard(blockers)).0
}

extern "C" fn between(a: u64, b: u64) -> u64 {
    attacks::between(square(a), square(b)).0
}

extern "C" fn line(a: u64, b: u64) -> u64 {
    attacks::line(square(a), square(b)).0
}

extern "C" fn attacks(inputs: &Inputs, side: u64, from: u64, _: u64) -> u64 {
    let real = turned_square(from, side);
    let attacks = match piece_on(inputs, real) {
        Some((Piece::Pawn, color)) => attacks::pawn_attacks(real.bitboard(), color).0,
        Some((Piece::King, _)) => attacks::king_attacks(real).0,
        Some(_) => inputs.by_square[real as usize].0,
        None => 0,
    };
    turned_set(attacks, side)
}

extern "C" fn attacked_by(inputs: &Inputs, side: u64, set: u64, _: u64) -> u64 {
    attacks::squares(Bitboard(set)).fold(0, |all, from| all | attacks(inputs, side, from as u64, 0))
}

extern "C" fn attacks_through(inputs: &Inputs, side: u64, from: u64, blockers: u64) -> u64 {
    let real = turned_square(from, side);
    let attacks = match piece_on(inputs, real) {
        Some((Piece::Pawn, color)) => attacks::pawn_attacks(real.bitboard(), color).0,
        Some((piece, _)) => attacks::piece_attacks(piece, real, Bitboard(turned_set(blockers, side))).0,
        None => 0,
    };
    turned_set(attacks, side)
}

/// What is on a square of the real board.
fn piece_on(inputs: &Inputs, square: Square) -> Option<(Piece, Color)> {
    let here = square.bitboard().0;
    let color = match inputs.colors[0] & here {
        0 => Color::Black,
        _ => Color::White,
    };
    let is_here = |piece: &Piece| inputs.pieces[*piece as usize] & here != 0;
    Piece::ALL.into_iter().find(is_here).map(|piece| (piece, color))
}

/// A square between the real board and the board as the side sees it.
fn turned_square(from: u64, side: u64) -> Square {
    square(if side == 0 { from } else { from ^ 56 })
}

/// The same for a set.
fn turned_set(set: u64, side: u64) -> u64 {
    if side == 0 { set } else { set.swap_bytes() }
}
