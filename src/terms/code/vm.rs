//! The VM: runs the instructions of a program, each for both sides at once.

use crate::board::attacks::{self, squares};
use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Square};

use super::super::expr::{Input, Side};
use super::super::interpreter::{clamp_count, square_index, table_index};
use super::super::ops::{self, Board, NOT_COUNTED, Op};
use super::super::source::By;
use super::inputs::{self, Lanes, Registers};
use super::instruction::{Instruction, Opcode};

/// A value of a term that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Number of the term in the program.
    pub term: usize,
    /// The index of the value among those of the term.
    pub index: usize,
    /// Its index among the values of all terms.
    pub place: usize,
}

/// The data that instructions read beside registers.
pub struct Context<'a> {
    /// Squares attacked by the knight, bishop, rook or queen on each square of the real board.
    pub by_square: &'a [Bitboard; Square::NUM],
}

#[cfg(test)]
thread_local! {
    /// Number of operations executed by this thread.
    pub static OPERATIONS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Runs all instructions; calls `add` with each count: side, value, and count.
///
/// Rare or long instructions are separate functions, which leaves the processor's registers to the common ones.
#[inline(never)]
pub fn run(
    code: &[Instruction],
    registers: &mut Registers,
    context: &Context,
    add: &mut impl FnMut(Color, Counted, i32),
) {
    let mut rest = code;
    while let Some((step, later)) = rest.split_first() {
        rest = later;
        #[cfg(test)]
        OPERATIONS.set(OPERATIONS.get() + step.opcode.cost());
        let mut jump = || rest = code.get(usize::from(step.place)..).unwrap_or_default();
        match step.opcode {
            Opcode::Op(op) => op.compute_both(registers, step.to, [step.a, step.b, step.c], |registers| {
                if op == Op::OfficerAttacks {
                    let (a, ..) = operands(step, registers);
                    let of = |side: usize| officer_attacks(context, a[side], side);
                    registers[step.to as usize] = [of(0), of(1)];
                } else {
                    compute(op, step, registers, context);
                }
            }),
            Opcode::Enter => {
                let set = registers[step.a as usize];
                (registers[step.to as usize], registers[step.c as usize]) = next_square(set);
                if set == [0, 0] {
                    jump();
                }
            }
            Opcode::Next => {
                let (left, first) = next_square(registers[step.to as usize]);
                registers[step.to as usize] = left;
                if first != [64, 64] {
                    registers[step.c as usize] = first;
                    jump();
                }
            }
            Opcode::SkipUnless => {
                if registers[step.a as usize] == [0, 0] {
                    jump();
                }
            }
            Opcode::CountSize => count_size(step, registers, add, |a, _| a),
            Opcode::CountIntersection => count_size(step, registers, add, |a, b| a & b),
            Opcode::CountWithout => count_size(step, registers, add, |a, b| a & !b),
            Opcode::CountRanks => count_squares(step, registers, By::Rank, add),
            Opcode::CountFiles => count_squares(step, registers, By::File, add),
            Opcode::CountSquares => count_squares(step, registers, By::Square, add),
            Opcode::CountEntry => count_entry(step, registers, add),
            Opcode::CountNumber
            | Opcode::CountIndexed
            | Opcode::CountSizeAt
            | Opcode::CountAtRank
            | Opcode::CountAtFile
            | Opcode::CountAtSquare => count(step, registers, add),
        }
    }
}

/// Computes an operation that is rare or long.
#[inline(never)]
fn compute(op: Op, step: &Instruction, registers: &mut Registers, context: &Context) {
    let (a, b, c) = operands(step, registers);
    let compute = |side: usize| {
        let board = SideBoard { registers, context, side };
        op.compute([a[side], b[side], c[side]], &board)
    };
    registers[step.to as usize] = [compute(0), compute(1)];
}

#[inline(always)]
fn operands(step: &Instruction, registers: &Registers) -> (Lanes, Lanes, Lanes) {
    (registers[step.a as usize], registers[step.b as usize], registers[step.c as usize])
}

/// Removes the first square of each set. Returns the sets and the squares; 64 for empty sets.
#[inline(always)]
fn next_square(sets: Lanes) -> (Lanes, Lanes) {
    let [a, b] = sets;
    ([a & a.wrapping_sub(1), b & b.wrapping_sub(1)], [a.trailing_zeros().into(), b.trailing_zeros().into()])
}

/// The board from one side's point of view.
struct SideBoard<'a> {
    registers: &'a Registers,
    context: &'a Context<'a>,
    side: usize,
}

impl SideBoard<'_> {
    /// Returns owner and type of the piece on a square.
    fn piece_on(&self, square: u64) -> Option<(Side, Piece)> {
        let square = 1_u64.checked_shl(square as u32)?;
        [Side::Own, Side::Their].into_iter().find_map(|owner| {
            let stands = |piece: &Piece| {
                let pieces = inputs::register(Input::Pieces(owner, *piece));
                self.registers[pieces as usize][self.side] & square != 0
            };
            PIECES.into_iter().find(stands).map(|piece| (owner, piece))
        })
    }
}

impl Board for SideBoard<'_> {
    fn attacks(&self, square: u64) -> u64 {
        match self.piece_on(square) {
            Some((_, Piece::Knight | Piece::Bishop | Piece::Rook | Piece::Queen)) => {
                self.officer_attacks(square)
            }
            Some(_) => self.attacks_through(square, 0),
            None => 0,
        }
    }

    fn attacks_through(&self, square: u64, blockers: u64) -> u64 {
        match self.piece_on(square) {
            Some((owner, Piece::Pawn)) => {
                let color = COLORS[owner as usize];
                attacks::pawn_attacks(Bitboard(1 << square), color).0
            }
            Some((_, piece)) => ops::moves(piece, square, blockers),
            None => 0,
        }
    }

    fn officer_attacks(&self, square: u64) -> u64 {
        officer_attacks(self.context, square, self.side)
    }
}

/// Squares attacked by the knight, bishop, rook or queen on a square, as a side sees them; none from no square.
#[inline(always)]
fn officer_attacks(context: &Context, square: u64, side: usize) -> u64 {
    let set = |square: u64| context.by_square[square as usize & 63].0;
    match (square, side) {
        (64.., _) => 0,
        (_, 0) => set(square),
        _ => set(square ^ 56).swap_bytes(),
    }
}

/// The first value counts for each square of a set made of `a` and `b`.
#[inline(always)]
fn count_size(
    step: &Instruction,
    registers: &Registers,
    add: &mut impl FnMut(Color, Counted, i32),
    set: impl Fn(u64, u64) -> u64,
) {
    let (a, b, _) = operands(step, registers);
    for side in [0, 1] {
        let n = set(a[side], b[side]).count_ones();
        add(COLORS[side], counted(step, 0), n as i32);
    }
}

/// A value of the term that an instruction counts.
#[inline(always)]
fn counted(step: &Instruction, index: usize) -> Counted {
    Counted { term: usize::from(step.to), index, place: usize::from(step.place) + index }
}

/// The value of each square of a set counts.
#[inline(never)]
fn count_squares(
    step: &Instruction,
    registers: &Registers,
    by: By,
    add: &mut impl FnMut(Color, Counted, i32),
) {
    for side in [0, 1] {
        for square in squares(Bitboard(registers[step.a as usize][side])) {
            add(COLORS[side], counted(step, square_index(by, square as usize)), 1);
        }
    }
}

/// The entry number `a` counts once.
#[inline(always)]
fn count_entry(step: &Instruction, registers: &Registers, add: &mut impl FnMut(Color, Counted, i32)) {
    let (a, _, squares) = operands(step, registers);
    for side in [0, 1] {
        if squares[side] < 64 && a[side] != NOT_COUNTED {
            let index = table_index(a[side], usize::from(step.last) + 1);
            add(COLORS[side], counted(step, index), 1);
        }
    }
}

/// All other instructions that count.
#[inline(never)]
fn count(step: &Instruction, registers: &Registers, add: &mut impl FnMut(Color, Counted, i32)) {
    let (a, b, squares) = operands(step, registers);
    for side in [0, 1] {
        let (a, b, square) = (a[side], b[side], squares[side] as usize);
        if square >= Square::NUM {
            continue;
        }
        let (index, n) = match step.opcode {
            Opcode::CountIndexed => (table_index(a, usize::from(step.last) + 1), clamp_count(b)),
            Opcode::CountSizeAt => (0, a.count_ones() as i32),
            Opcode::CountAtRank => (square_index(By::Rank, square), clamp_count(a)),
            Opcode::CountAtFile => (square_index(By::File, square), clamp_count(a)),
            Opcode::CountAtSquare => (square, clamp_count(a)),
            _ => (0, clamp_count(a)),
        };
        add(COLORS[side], counted(step, index), n);
    }
}
