//! The machine: does the steps of a program for both sides at once.

use crate::board::attacks;
use crate::board::{Bitboard, Color, Piece, Square};

use super::Counted;
use super::graph::NOT_COUNTED;
use super::instruction::{Does, Instruction, NOTHING_YET, REGISTERS};
use super::operations::{
    around_of, attacked_by, attacks_of, attacks_through, bit, both, calculate, each, gather, held,
    knight_moves, measure, moves, next, on_square, ranks,
};

/// A value for either side, White first: a set, a square (64 for none), a number, or 1 or 0 for a truth. Squares are
/// seen by the side.
pub type Lanes = [u64; 2];

/// All registers.
pub type Registers = [Lanes; REGISTERS];

/// What the steps read beside registers.
pub struct Around<'a> {
    /// What knights, bishops, rooks and queens attack, by their squares on the real board.
    pub by_square: &'a [Bitboard; Square::NUM],
}

#[cfg(test)]
thread_local! {
    /// How many operations have been done by this thread.
    pub static OPERATIONS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Does all steps; `tell` hears what counts how often.
///
/// What most steps are stands here, each with its own loads and stores, so that all of the processor's registers are
/// there for the few things that every step needs; what is rare or long stands in functions of its own.
#[inline(never)]
pub fn run(
    code: &[Instruction],
    registers: &mut Registers,
    around: &Around,
    tell: &mut impl FnMut(Color, Counted, i32),
) {
    let mut steps = code;
    while let Some((step, later)) = steps.split_first() {
        steps = later;
        #[cfg(test)]
        OPERATIONS.set(OPERATIONS.get() + step.does.operations());
        match step.does {
            Does::Copy => one(registers, step, |a| a),
            Does::Complement => one(registers, step, |a| !a),
            Does::Intersection => two(registers, step, |a, b| a & b),
            Does::Union => two(registers, step, |a, b| a | b),
            Does::Difference => two(registers, step, |a, b| a ^ b),
            Does::Without => two(registers, step, |a, b| a & !b),
            Does::AllThree => three(registers, step, |a, b, c| a & b & c),
            Does::AnyOfThree => three(registers, step, |a, b, c| a | b | c),
            Does::BothWithout => three(registers, step, |a, b, c| a & b & !c),
            Does::WithoutBoth => three(registers, step, |a, b, c| a & !(b | c)),
            Does::North => one(registers, step, |a| a << 8),
            Does::South => one(registers, step, |a| a >> 8),
            Does::East => set(registers, step, attacks::east),
            Does::West => set(registers, step, attacks::west),
            Does::NorthSpan => set(registers, step, |a| attacks::front_span(a, Color::White)),
            Does::SouthSpan => set(registers, step, |a| attacks::rear_span(a, Color::White)),
            Does::Files => set(registers, step, attacks::file_fill),
            Does::Beside => set(registers, step, attacks::beside),
            Does::Widen => set(registers, step, attacks::widen),
            Does::PawnsNorth => set(registers, step, |a| attacks::pawn_attacks(a, Color::White)),
            Does::PawnsSouth => set(registers, step, |a| attacks::pawn_attacks(a, Color::Black)),
            Does::Bit => one(registers, step, bit),
            Does::Only => one(registers, step, |a| u64::from(a.trailing_zeros())),
            Does::Size => one(registers, step, |a| u64::from(a.count_ones())),
            Does::IsAny => one(registers, step, |a| u64::from(a != 0)),
            Does::Within => two(registers, step, |a, b| u64::from(a & !b == 0)),
            Does::Equal => two(registers, step, |a, b| u64::from(a == b)),
            Does::Less => two(registers, step, |a, b| u64::from((a as i64) < b as i64)),
            Does::Not => one(registers, step, |a| a ^ 1),
            Does::Mask => two(registers, step, |a, b| if a != 0 { b } else { 0 }),
            Does::OrNotCounted => two(registers, step, |a, b| if a != 0 { b } else { NOT_COUNTED }),
            Does::If => three(registers, step, |a, b, c| if a != 0 { b } else { c }),
            Does::Add => two(registers, step, |a, b| {
                calculate(Does::Add, a as i32, b as i32) as i64 as u64
            }),
            Does::AttacksOfPiece => {
                let a = registers[step.a as usize];
                registers[step.to as usize] = [0, 1].map(|side| on_square(around, a[side], side));
            }
            Does::Enter => {
                let a = registers[step.a as usize];
                let (rest, first) = next(a);
                registers[step.c as usize] = first;
                registers[step.to as usize] = rest;
                if a == [0, 0] {
                    steps = from(code, step.place);
                }
            }
            Does::Next => {
                let (rest, first) = next(registers[step.to as usize]);
                registers[step.to as usize] = rest;
                if first != [64, 64] {
                    registers[step.c as usize] = first;
                    steps = from(code, step.place);
                }
            }
            Does::SkipUnless => {
                if registers[step.a as usize] == [0, 0] {
                    steps = from(code, step.place);
                }
            }
            Does::CountSize => {
                let a = registers[step.a as usize];
                count_first(step, each(a, |a| u64::from(a.count_ones())), tell);
            }
            Does::CountBoth => {
                let [a, b] = [step.a, step.b].map(|register| registers[register as usize]);
                count_first(step, both(a, b, |a, b| u64::from((a & b).count_ones())), tell);
            }
            Does::CountWithout => {
                let [a, b] = [step.a, step.b].map(|register| registers[register as usize]);
                count_first(step, both(a, b, |a, b| u64::from((a & !b).count_ones())), tell);
            }
            Does::CountNumber
            | Does::CountEntry
            | Does::CountIndexed
            | Does::CountRanks
            | Does::CountFiles
            | Does::CountSquares
            | Does::EachNumber
            | Does::EachSize
            | Does::EachEntry
            | Does::EachIndexed
            | Does::EachRank
            | Does::EachFile
            | Does::EachSquare => count(step, registers, tell),
            Does::Ranks
            | Does::Around
            | Does::KnightMoves
            | Does::BishopMoves
            | Does::RookMoves
            | Does::Attacks
            | Does::AttacksThrough
            | Does::AttackedBy
            | Does::Between
            | Does::Line
            | Does::Subtract
            | Does::Multiply
            | Does::Divide
            | Does::Remainder
            | Does::Negative
            | Does::Absolute
            | Does::Least
            | Does::Most
            | Does::Distance
            | Does::Steps
            | Does::CentreDistance
            | Does::Rank
            | Does::File
            | Does::GatherWhere
            | Does::GatherSum
            | Does::GatherJoin
            | Does::GatherAny
            | Does::GatherAll
            | Does::GatherLeast
            | Does::GatherMost
            | Does::Gathered => compute(step, registers, around),
        }
    }
}

/// The steps from a place on.
#[inline(always)]
fn from(code: &[Instruction], place: u16) -> &[Instruction] {
    code.get(usize::from(place)..).unwrap_or_default()
}

/// A step that makes a value of one.
#[inline(always)]
fn one(registers: &mut Registers, step: &Instruction, f: impl Fn(u64) -> u64) {
    registers[step.to as usize] = each(registers[step.a as usize], f);
}

/// A step that makes a value of two.
#[inline(always)]
fn two(registers: &mut Registers, step: &Instruction, f: impl Fn(u64, u64) -> u64) {
    registers[step.to as usize] = both(registers[step.a as usize], registers[step.b as usize], f);
}

/// A step that makes a value of three.
#[inline(always)]
fn three(registers: &mut Registers, step: &Instruction, f: impl Fn(u64, u64, u64) -> u64) {
    let [a, b, c] = [step.a, step.b, step.c].map(|register| registers[register as usize]);
    registers[step.to as usize] = [f(a[0], b[0], c[0]), f(a[1], b[1], c[1])];
}

/// A step that makes a set of one.
#[inline(always)]
fn set(registers: &mut Registers, step: &Instruction, f: impl Fn(Bitboard) -> Bitboard) {
    one(registers, step, |a| f(Bitboard(a)).0);
}

/// Steps that are rare, or long.
#[inline(never)]
fn compute(step: &Instruction, registers: &mut Registers, around: &Around) {
    let a = registers[step.a as usize];
    let b = registers[step.b as usize];
    registers[step.to as usize] = match step.does {
        Does::Ranks => each(a, ranks),
        Does::Around => sets(a, around_of),
        Does::KnightMoves => sets(a, knight_moves),
        Does::BishopMoves => both(a, b, |a, b| moves(Piece::Bishop, a, b)),
        Does::RookMoves => both(a, b, |a, b| moves(Piece::Rook, a, b)),
        Does::Attacks => [0, 1].map(|side| attacks_of(registers, around, a[side], side)),
        Does::AttacksThrough => [0, 1].map(|side| attacks_through(registers, a[side], b[side], side)),
        Does::AttackedBy => [0, 1].map(|side| attacked_by(registers, around, a[side], side)),
        Does::Between
        | Does::Line
        | Does::Distance
        | Does::Steps
        | Does::CentreDistance
        | Does::Rank
        | Does::File => both(a, b, |a, b| measure(step.does, a, b)),
        Does::Gathered => each(a, |a| if a == NOTHING_YET { 0 } else { a }),
        Does::GatherWhere
        | Does::GatherSum
        | Does::GatherJoin
        | Does::GatherAny
        | Does::GatherAll
        | Does::GatherLeast
        | Does::GatherMost => {
            let (before, squares) = (registers[step.to as usize], registers[step.c as usize]);
            [0, 1].map(|side| match squares[side] {
                64.. => before[side],
                square => gather(step.does, before[side], a[side], square),
            })
        }
        _ => both(a, b, |a, b| {
            calculate(step.does, a as i32, b as i32) as i64 as u64
        }),
    };
}

#[inline(always)]
fn sets(a: Lanes, f: impl Fn(Bitboard) -> Bitboard) -> Lanes {
    each(a, |a| f(Bitboard(a)).0)
}

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Tells how often the first value counts for either side.
#[inline(always)]
fn count_first(step: &Instruction, [white, black]: Lanes, tell: &mut impl FnMut(Color, Counted, i32)) {
    let counted = Counted {
        term: usize::from(step.to),
        index: 0,
        place: usize::from(step.place),
    };
    tell(Color::White, counted, white as i32);
    tell(Color::Black, counted, black as i32);
}

/// All other steps that count.
#[inline(never)]
fn count(step: &Instruction, registers: &Registers, tell: &mut impl FnMut(Color, Counted, i32)) {
    let a = registers[step.a as usize];
    let b = registers[step.b as usize];
    let mut told = |side: usize, index: usize, n: i32| {
        let counted = Counted {
            term: usize::from(step.to),
            index,
            place: usize::from(step.place) + index,
        };
        tell(COLORS[side], counted, n);
    };
    let last = i64::from(step.last);
    let entry = |number: u64| (number as i64).clamp(0, last) as usize;
    match step.does {
        Does::CountNumber => count_first(step, each(a, |a| held(a) as u64), tell),
        Does::CountEntry => {
            for side in [0, 1] {
                if a[side] != NOT_COUNTED {
                    told(side, entry(a[side]), 1);
                }
            }
        }
        Does::CountIndexed => {
            for side in [0, 1] {
                told(side, entry(a[side]), held(b[side]));
            }
        }
        Does::CountRanks | Does::CountFiles | Does::CountSquares => {
            for side in [0, 1] {
                for square in attacks::squares(Bitboard(a[side])) {
                    told(side, place_of(step.does, square as usize), 1);
                }
            }
        }
        _ => {
            let squares = registers[step.c as usize];
            for side in [0, 1] {
                let square = squares[side] as usize;
                if square < 64 {
                    match step.does {
                        Does::EachNumber => told(side, 0, held(a[side])),
                        Does::EachSize => told(side, 0, a[side].count_ones() as i32),
                        Does::EachEntry if a[side] == NOT_COUNTED => {}
                        Does::EachEntry => told(side, entry(a[side]), 1),
                        Does::EachIndexed => told(side, entry(a[side]), held(b[side])),
                        does => told(side, place_of(does, square), held(a[side])),
                    }
                }
            }
        }
    }
}

/// Which value a square has.
#[inline(always)]
fn place_of(does: Does, square: usize) -> usize {
    match does {
        Does::CountRanks | Does::EachRank => square / 8,
        Does::CountFiles | Does::EachFile => square % 8,
        _ => square,
    }
}
