//! The VM: runs the instructions of a program, each for both sides at once.

use crate::board::attacks::{self, squares};
use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Square};

use super::super::expr::{Input, Side};
use super::super::interpreter::{clamp_count, square_index};
use super::super::ops::{self, Board, NOT_COUNTED, match_opcode};
use super::super::source::By;
use super::super::tables::{Tables, table_index};
use super::inputs::{self, BySquare, Lanes, Registers};
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

/// Runs all instructions; calls `add` with each count (side, value, and count), and `on_step` with the cost of each
/// instruction.
///
/// Rare or long instructions are separate functions, which leaves the processor's registers to the common ones.
#[inline(never)]
pub fn run(
    code: &[Instruction],
    registers: &mut Registers,
    by_square: &BySquare,
    tables: &Tables,
    add: &mut impl FnMut(Color, Counted, i32),
    on_step: impl Fn(u64),
) {
    let mut steps = code.iter();
    while let Some(step) = steps.next() {
        on_step(step.opcode.cost());
        let mut jump = || steps = code.get(usize::from(step.place)..).unwrap_or_default().iter();
        match_opcode!(step.opcode, compute_fast(step, registers), compute(step, registers, by_square, tables),
            Opcode::OfficerAttacks => {
                let a = registers[step.a as usize];
                let of = |side: usize| officer_attacks(by_square, a[side], side);
                registers[step.to as usize] = [of(0), of(1)];
            }
            Opcode::Enter => match registers[step.a as usize] {
                [0, 0] => jump(),
                set => next_square(set, step, registers),
            },
            Opcode::Next => match registers[step.to as usize] {
                [0, 0] => {}
                left => {
                    next_square(left, step, registers);
                    jump();
                }
            },
            Opcode::SkipUnless => {
                if registers[step.a as usize] == [0, 0] {
                    jump();
                }
            }
            Opcode::CountSize => count_size(step, registers, add, |a, _| a),
            Opcode::CountIntersection => count_size(step, registers, add, |a, b| a & b),
            Opcode::CountWithout => count_size(step, registers, add, |a, b| a & !b),
            Opcode::CountRanks | Opcode::CountFiles | Opcode::CountSquares => count_squares(step, registers, add),
            Opcode::CountEntry => count_entry(step, registers, add),
            Opcode::CountNumber => count_number(step, registers, add),
            Opcode::CountFactor | Opcode::CountFactorAt => count_factor(step, registers, add),
            Opcode::CountIndexed
            | Opcode::CountSizeAt
            | Opcode::CountAtRank
            | Opcode::CountAtFile
            | Opcode::CountAtSquare => count(step, registers, add),
        );
    }
}

/// Computes a fast operation for both sides.
#[inline(always)]
fn compute_fast(step: &Instruction, registers: &mut Registers, compute: impl Fn([u64; 3]) -> u64) {
    let (a, b, c) = operands(step, registers);
    registers[step.to as usize] = [compute([a[0], b[0], c[0]]), compute([a[1], b[1], c[1]])];
}

/// Computes an operation that is rare or long.
#[inline(never)]
fn compute(step: &Instruction, registers: &mut Registers, by_square: &BySquare, tables: &Tables) {
    let Some(op) = step.opcode.op() else { return };
    let (a, b, c) = operands(step, registers);
    let compute = |side: usize| {
        let board = SideBoard { registers, by_square, tables, side };
        op.compute([a[side], b[side], c[side]], &board)
    };
    registers[step.to as usize] = [compute(0), compute(1)];
}

#[inline(always)]
fn operands(step: &Instruction, registers: &Registers) -> (Lanes, Lanes, Lanes) {
    (registers[step.a as usize], registers[step.b as usize], registers[step.c as usize])
}

/// Moves the first square of each set to `c`, 64 for an empty set, and leaves the others in `to`.
#[inline(always)]
fn next_square(set: Lanes, step: &Instruction, registers: &mut Registers) {
    registers[step.to as usize] = [set[0] & set[0].wrapping_sub(1), set[1] & set[1].wrapping_sub(1)];
    registers[step.c as usize] = [set[0].trailing_zeros().into(), set[1].trailing_zeros().into()];
}

/// The board from one side's point of view.
struct SideBoard<'a> {
    registers: &'a Registers,
    by_square: &'a BySquare,
    tables: &'a Tables,
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

    fn lookup(&self, table: u64, index: u64) -> u64 {
        self.tables.get(COLORS[self.side], table, index)
    }

    fn officer_attacks(&self, square: u64) -> u64 {
        officer_attacks(self.by_square, square, self.side)
    }
}

/// Squares attacked by the knight, bishop, rook or queen on a square, as a side sees them; none from no square.
#[inline(always)]
fn officer_attacks(by_square: &BySquare, square: u64, side: usize) -> u64 {
    let set = |square: u64| by_square[square as usize & 63].0;
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
    let (white, black) = (set(a[0], b[0]).count_ones(), set(a[1], b[1]).count_ones());
    let first = counted(step, 0);
    add(Color::White, first, white as i32);
    add(Color::Black, first, black as i32);
}

/// A value of the term that an instruction counts.
#[inline(always)]
fn counted(step: &Instruction, index: usize) -> Counted {
    Counted { term: usize::from(step.to), index, place: usize::from(step.place) + index }
}

/// The value of each square of a set counts.
#[inline(never)]
fn count_squares(step: &Instruction, registers: &Registers, add: &mut impl FnMut(Color, Counted, i32)) {
    let by = match step.opcode {
        Opcode::CountRanks => By::Rank,
        Opcode::CountFiles => By::File,
        _ => By::Square,
    };
    for side in [0, 1] {
        for square in squares(Bitboard(registers[step.a as usize][side])) {
            add(COLORS[side], counted(step, square_index(by, square as usize)), 1);
        }
    }
}

/// The first value counts `a` times.
#[inline(always)]
fn count_number(step: &Instruction, registers: &Registers, add: &mut impl FnMut(Color, Counted, i32)) {
    let (a, _, squares) = operands(step, registers);
    let first = counted(step, 0);
    for side in [0, 1] {
        if squares[side] < 64 {
            add(COLORS[side], first, clamp_count(a[side]));
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

/// A factor applies, unless its number is [`NOT_COUNTED`].
#[inline(never)]
fn count_factor(step: &Instruction, registers: &Registers, add: &mut impl FnMut(Color, Counted, i32)) {
    let (a, b, _) = operands(step, registers);
    for side in [0, 1] {
        if a[side] == NOT_COUNTED {
            continue;
        }
        let (index, n) = match step.opcode {
            Opcode::CountFactorAt => (table_index(a[side], usize::from(step.last) + 1), b[side]),
            _ => (0, a[side]),
        };
        add(COLORS[side], counted(step, index), clamp_count(n));
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
            _ => (square, clamp_count(a)),
        };
        add(COLORS[side], counted(step, index), n);
    }
}
