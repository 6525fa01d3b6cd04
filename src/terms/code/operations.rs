//! What the machine does with the values of one side or both.

use crate::board::attacks::{self, Metric};
use crate::board::{Bitboard, Color, Piece, Square};

use super::super::expr::Side;
use super::super::plain::divided;
use super::super::term::MAX_COUNT;
use super::inputs;
use super::instruction::{Does, NOTHING_YET};
use super::machine::{Around, Lanes, Registers};

/// Tells what stands where.
pub trait Board {
    /// What is on a square, given as a set, as a side, by its number, sees the board.
    fn piece_on(&self, here: u64, side: usize) -> Option<(Side, Piece)>;
}

impl Board for Registers {
    fn piece_on(&self, here: u64, side: usize) -> Option<(Side, Piece)> {
        [Side::Own, Side::Their].into_iter().find_map(|owner| {
            let stands = |piece: &Piece| self[inputs::pieces(owner, *piece)][side] & here != 0;
            Piece::ALL.into_iter().find(stands).map(|piece| (owner, piece))
        })
    }
}

#[inline(always)]
pub fn each(a: Lanes, f: impl Fn(u64) -> u64) -> Lanes {
    [f(a[0]), f(a[1])]
}

#[inline(always)]
pub fn both(a: Lanes, b: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    [f(a[0], b[0]), f(a[1], b[1])]
}

/// The set of a square.
#[inline(always)]
pub fn bit(square: u64) -> u64 {
    1_u64.checked_shl(square as u32).unwrap_or(0)
}

/// What remains of sets without their first squares, and these; 64 for those of empty sets.
#[inline(always)]
pub fn next(sets: Lanes) -> (Lanes, Lanes) {
    (
        each(sets, |set| set & set.wrapping_sub(1)),
        each(sets, |set| u64::from(set.trailing_zeros())),
    )
}

pub fn ranks(set: u64) -> u64 {
    let mut ranks = set | set >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    ranks |= ranks >> 2 & 0x3333_3333_3333_3333;
    ranks |= ranks >> 1;
    // The lowest bit of each byte, all over the byte.
    (ranks & 0x0101_0101_0101_0101) * 0xFF
}

pub fn around_of(set: Bitboard) -> Bitboard {
    let wide = attacks::widen(set);
    attacks::beside(set) | Bitboard(wide.0 << 8 | wide.0 >> 8)
}

pub fn knight_moves(set: Bitboard) -> Bitboard {
    let near = attacks::beside(set);
    let far = attacks::east(attacks::east(set)) | attacks::west(attacks::west(set));
    Bitboard(near.0 << 16 | near.0 >> 16 | far.0 << 8 | far.0 >> 8)
}

#[inline(always)]
pub fn moves(piece: Piece, square: u64, blockers: u64) -> u64 {
    Square::try_index(square as usize).map_or(0, |from| {
        attacks::piece_attacks(piece, from, Bitboard(blockers)).0
    })
}

/// What is kept for a square, as a side sees it.
#[inline(always)]
pub fn on_square(around: &Around, square: u64, side: usize) -> u64 {
    let real = if side == 0 { square } else { square ^ 56 };
    let set = around.by_square[real as usize & 63].0;
    let set = if side == 0 { set } else { set.swap_bytes() };
    if square < 64 { set } else { 0 }
}

/// What the piece or pawn on a square attacks.
pub fn attacks_of(board: &impl Board, around: &Around, square: u64, side: usize) -> u64 {
    let here = bit(square);
    match board.piece_on(here, side) {
        Some((owner, Piece::Pawn)) => pawn_attacks(here, owner),
        Some((_, Piece::King)) => moves(Piece::King, square, 0),
        Some(_) => on_square(around, square, side),
        None => 0,
    }
}

pub fn attacks_through(board: &impl Board, square: u64, blockers: u64, side: usize) -> u64 {
    let here = bit(square);
    match board.piece_on(here, side) {
        Some((owner, Piece::Pawn)) => pawn_attacks(here, owner),
        Some((_, piece)) => moves(piece, square, blockers),
        None => 0,
    }
}

pub fn attacked_by(board: &impl Board, around: &Around, set: u64, side: usize) -> u64 {
    attacks::squares(Bitboard(set)).fold(0, |all, square| {
        all | attacks_of(board, around, square as u64, side)
    })
}

fn pawn_attacks(here: u64, owner: Side) -> u64 {
    let color = match owner {
        Side::Own => Color::White,
        Side::Their => Color::Black,
    };
    attacks::pawn_attacks(Bitboard(here), color).0
}

/// One more square of a loop.
#[inline(always)]
pub fn gather(does: Does, before: u64, value: u64, square: u64) -> u64 {
    match does {
        Does::GatherWhere => before | value << square,
        Does::GatherSum => (before as i32).saturating_add(value as i32) as i64 as u64,
        Does::GatherAll => before & value,
        Does::GatherLeast if before != NOTHING_YET => (before as i64).min(value as i64) as u64,
        Does::GatherMost if before != NOTHING_YET => (before as i64).max(value as i64) as u64,
        Does::GatherLeast | Does::GatherMost => value,
        _ => before | value,
    }
}

#[inline(always)]
pub fn calculate(does: Does, a: i32, b: i32) -> i32 {
    match does {
        Does::Add => a.saturating_add(b),
        Does::Subtract => a.saturating_sub(b),
        Does::Multiply => a.saturating_mul(b),
        Does::Divide => divided(a, b),
        Does::Remainder => a.checked_rem(b).unwrap_or(0),
        Does::Negative => a.saturating_neg(),
        Does::Absolute => a.saturating_abs(),
        Does::Least => a.min(b),
        _ => a.max(b),
    }
}

/// Numbers and sets of one square or two; anything for no square.
pub fn measure(does: Does, a: u64, b: u64) -> u64 {
    let square = |square: u64| Square::index(square as usize & 63);
    let (from, to) = (square(a), square(b));
    match does {
        Does::Between => attacks::between(from, to).0,
        Does::Line => attacks::line(from, to).0,
        Does::Distance => attacks::distance(Metric::Chebyshev, from, to) as u64,
        Does::Steps => attacks::distance(Metric::Manhattan, from, to) as u64,
        Does::CentreDistance => attacks::centre_distance(Metric::Chebyshev, from) as u64,
        Does::Rank => a / 8 + 1,
        _ => a % 8 + 1,
    }
}

/// A number that counts, within the bounds of what counts at once.
#[inline(always)]
pub fn held(n: u64) -> i32 {
    (n as i32).clamp(-MAX_COUNT, MAX_COUNT)
}
