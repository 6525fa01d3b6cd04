//! What native code calls: operations that are rare, or too long to be written out each time.

use crate::board::attacks;
use crate::board::{Piece, Square};

use super::super::machine::Around;
use super::super::operations::{attacked_by, attacks_of, attacks_through, moves};
use super::facts::Facts;

/// A function that native code calls.
#[derive(Debug, Clone, Copy)]
pub struct Helper {
    pub address: usize,
    /// How many arguments it has.
    pub arguments: usize,
}

impl Helper {
    const fn new(address: usize, arguments: usize) -> Self {
        Self { address, arguments }
    }

    pub fn bishop_moves() -> Self {
        Self::new(bishop_moves as *const () as usize, 2)
    }

    pub fn rook_moves() -> Self {
        Self::new(rook_moves as *const () as usize, 2)
    }

    pub fn between() -> Self {
        Self::new(between as *const () as usize, 2)
    }

    pub fn line() -> Self {
        Self::new(line as *const () as usize, 2)
    }

    /// Arguments: the facts, a side, a square.
    pub fn attacks() -> Self {
        Self::new(attacks_on as *const () as usize, 3)
    }

    /// Arguments: the facts, a side, a set.
    pub fn attacked_by() -> Self {
        Self::new(attacked_from as *const () as usize, 3)
    }

    /// Arguments: the facts, a side, a square, what stops sliders.
    pub fn attacks_through() -> Self {
        Self::new(attacks_past as *const () as usize, 4)
    }
}

extern "C" fn bishop_moves(square: u64, blockers: u64) -> u64 {
    moves(Piece::Bishop, square, blockers)
}

extern "C" fn rook_moves(square: u64, blockers: u64) -> u64 {
    moves(Piece::Rook, square, blockers)
}

fn square(number: u64) -> Square {
    Square::index(number as usize & 63)
}

extern "C" fn between(a: u64, b: u64) -> u64 {
    attacks::between(square(a), square(b)).0
}

extern "C" fn line(a: u64, b: u64) -> u64 {
    attacks::line(square(a), square(b)).0
}

extern "C" fn attacks_on(facts: &Facts, side: u64, square: u64) -> u64 {
    attacks_of(facts, &around(facts), square, side as usize & 1)
}

extern "C" fn attacked_from(facts: &Facts, side: u64, set: u64) -> u64 {
    attacked_by(facts, &around(facts), set, side as usize & 1)
}

extern "C" fn attacks_past(facts: &Facts, side: u64, square: u64, blockers: u64) -> u64 {
    attacks_through(facts, square, blockers, side as usize & 1)
}

fn around<'a>(facts: &Facts<'a>) -> Around<'a> {
    Around {
        by_square: facts.by_square,
    }
}
