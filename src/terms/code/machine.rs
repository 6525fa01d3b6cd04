//! The machine: does the steps of a program for both sides at once.

use crate::board::attacks::{self, Metric};
use crate::board::{Bitboard, Color, Piece, Square};

use super::super::expr::Side;
use super::super::plain::divided;
use super::super::term::MAX_COUNT;
use super::Counted;
use super::graph::NOT_COUNTED;
use super::inputs;
use super::instruction::{Does, Instruction, NOTHING_YET, REGISTERS};

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

/// Does all steps; `tell` hears what counts how often.
#[inline(always)]
pub fn run(
    code: &[Instruction],
    registers: &mut Registers,
    around: &Around,
    mut tell: impl FnMut(Color, Counted, i32),
) {
    let mut at = 0;
    while let Some(step) = code.get(at) {
        at += 1;
        let Instruction { to, c, place, .. } = *step;
        let a = registers[step.a as usize];
        let b = registers[step.b as usize];
        let result: Lanes = match step.does {
            Does::Copy => a,
            Does::Complement => each(a, |a| !a),
            Does::Intersection => both(a, b, |a, b| a & b),
            Does::Union => both(a, b, |a, b| a | b),
            Does::Difference => both(a, b, |a, b| a ^ b),
            Does::Without => both(a, b, |a, b| a & !b),
            Does::North => each(a, |a| a << 8),
            Does::South => each(a, |a| a >> 8),
            Does::East => sets(a, attacks::east),
            Does::West => sets(a, attacks::west),
            Does::NorthSpan => sets(a, |a| attacks::front_span(a, Color::White)),
            Does::SouthSpan => sets(a, |a| attacks::rear_span(a, Color::White)),
            Does::Files => sets(a, attacks::file_fill),
            Does::Ranks => each(a, ranks),
            Does::Around => sets(a, around_of),
            Does::KnightMoves => sets(a, knight_moves),
            Does::Beside => sets(a, attacks::beside),
            Does::Widen => sets(a, attacks::widen),
            Does::PawnsNorth => sets(a, |a| attacks::pawn_attacks(a, Color::White)),
            Does::PawnsSouth => sets(a, |a| attacks::pawn_attacks(a, Color::Black)),
            Does::Bit => each(a, bit),
            Does::Only => each(a, |a| u64::from(a.trailing_zeros())),
            Does::Size => each(a, |a| u64::from(a.count_ones())),
            Does::IsAny => each(a, |a| u64::from(a != 0)),
            Does::Within => both(a, b, |a, b| u64::from(a & !b == 0)),
            Does::Equal => both(a, b, |a, b| u64::from(a == b)),
            Does::Less => both(a, b, |a, b| u64::from((a as i64) < b as i64)),
            Does::Not => each(a, |a| a ^ 1),
            Does::Mask => both(a, b, |a, b| if a != 0 { b } else { 0 }),
            Does::OrNotCounted => both(a, b, |a, b| if a != 0 { b } else { NOT_COUNTED }),
            Does::If => {
                let c = registers[c as usize];
                [0, 1].map(|side| if a[side] != 0 { b[side] } else { c[side] })
            }
            Does::BishopMoves => both(a, b, |a, b| moves(Piece::Bishop, a, b)),
            Does::RookMoves => both(a, b, |a, b| moves(Piece::Rook, a, b)),
            Does::AttacksOfPiece => [0, 1].map(|side| on_square(around, a[side], side)),
            Does::Attacks => [0, 1].map(|side| attacks_of(registers, around, a[side], side)),
            Does::AttacksThrough => [0, 1].map(|side| attacks_through(registers, a[side], b[side], side)),
            Does::AttackedBy => [0, 1].map(|side| attacked_by(registers, around, a[side], side)),
            Does::Enter => {
                let (rest, first) = next(a);
                registers[c as usize] = first;
                if a == [0, 0] {
                    at = usize::from(place);
                }
                rest
            }
            Does::Next => {
                let (rest, first) = next(registers[to as usize]);
                if first != [64, 64] {
                    registers[c as usize] = first;
                    at = usize::from(place);
                }
                rest
            }
            Does::SkipUnless => {
                if a == [0, 0] {
                    at = usize::from(place);
                }
                continue;
            }
            Does::GatherWhere
            | Does::GatherSum
            | Does::GatherJoin
            | Does::GatherAny
            | Does::GatherAll
            | Does::GatherLeast
            | Does::GatherMost => {
                let (before, squares) = (registers[to as usize], registers[c as usize]);
                [0, 1].map(|side| match squares[side] {
                    64.. => before[side],
                    square => gather(step.does, before[side], a[side], square),
                })
            }
            Does::Gathered => each(a, |a| if a == NOTHING_YET { 0 } else { a }),
            Does::Add
            | Does::Subtract
            | Does::Multiply
            | Does::Divide
            | Does::Remainder
            | Does::Negative
            | Does::Absolute
            | Does::Least
            | Does::Most => both(a, b, |a, b| {
                calculate(step.does, a as i32, b as i32) as i64 as u64
            }),
            Does::Between
            | Does::Line
            | Does::Distance
            | Does::Steps
            | Does::CentreDistance
            | Does::Rank
            | Does::File => both(a, b, |a, b| measure(step.does, a, b)),
            _ => {
                count(step, registers, a, b, &mut tell);
                continue;
            }
        };
        registers[to as usize] = result;
    }
}

#[inline(always)]
fn each(a: Lanes, f: impl Fn(u64) -> u64) -> Lanes {
    [f(a[0]), f(a[1])]
}

#[inline(always)]
fn both(a: Lanes, b: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    [f(a[0], b[0]), f(a[1], b[1])]
}

#[inline(always)]
fn sets(a: Lanes, f: impl Fn(Bitboard) -> Bitboard) -> Lanes {
    each(a, |a| f(Bitboard(a)).0)
}

/// The set of a square.
#[inline(always)]
fn bit(square: u64) -> u64 {
    1_u64.checked_shl(square as u32).unwrap_or(0)
}

/// What remains of sets without their first squares, and these; 64 for those of empty sets.
#[inline(always)]
fn next(sets: Lanes) -> (Lanes, Lanes) {
    (
        each(sets, |set| set & set.wrapping_sub(1)),
        each(sets, |set| u64::from(set.trailing_zeros())),
    )
}

fn ranks(set: u64) -> u64 {
    let mut ranks = set | set >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    ranks |= ranks >> 2 & 0x3333_3333_3333_3333;
    ranks |= ranks >> 1;
    // The lowest bit of each byte, all over the byte.
    (ranks & 0x0101_0101_0101_0101) * 0xFF
}

fn around_of(set: Bitboard) -> Bitboard {
    let wide = attacks::widen(set);
    attacks::beside(set) | Bitboard(wide.0 << 8 | wide.0 >> 8)
}

fn knight_moves(set: Bitboard) -> Bitboard {
    let near = attacks::beside(set);
    let far = attacks::east(attacks::east(set)) | attacks::west(attacks::west(set));
    Bitboard(near.0 << 16 | near.0 >> 16 | far.0 << 8 | far.0 >> 8)
}

#[inline(always)]
fn moves(piece: Piece, square: u64, blockers: u64) -> u64 {
    Square::try_index(square as usize).map_or(0, |from| {
        attacks::piece_attacks(piece, from, Bitboard(blockers)).0
    })
}

/// What is kept for a square, as a side sees it.
#[inline(always)]
fn on_square(around: &Around, square: u64, side: usize) -> u64 {
    let real = if side == 0 { square } else { square ^ 56 };
    let set = around.by_square[real as usize & 63].0;
    let set = if side == 0 { set } else { set.swap_bytes() };
    if square < 64 { set } else { 0 }
}

/// What the piece or pawn on a square attacks.
fn attacks_of(registers: &Registers, around: &Around, square: u64, side: usize) -> u64 {
    let here = bit(square);
    match piece_on(registers, here, side) {
        Some((owner, Piece::Pawn)) => pawn_attacks(here, owner),
        Some((_, Piece::King)) => moves(Piece::King, square, 0),
        Some(_) => on_square(around, square, side),
        None => 0,
    }
}

fn attacks_through(registers: &Registers, square: u64, blockers: u64, side: usize) -> u64 {
    let here = bit(square);
    match piece_on(registers, here, side) {
        Some((owner, Piece::Pawn)) => pawn_attacks(here, owner),
        Some((_, piece)) => moves(piece, square, blockers),
        None => 0,
    }
}

fn attacked_by(registers: &Registers, around: &Around, set: u64, side: usize) -> u64 {
    attacks::squares(Bitboard(set)).fold(0, |all, square| {
        all | attacks_of(registers, around, square as u64, side)
    })
}

fn pawn_attacks(here: u64, owner: Side) -> u64 {
    let color = match owner {
        Side::Own => Color::White,
        Side::Their => Color::Black,
    };
    attacks::pawn_attacks(Bitboard(here), color).0
}

/// The piece on a square, seen by a side.
fn piece_on(registers: &Registers, here: u64, side: usize) -> Option<(Side, Piece)> {
    [Side::Own, Side::Their].into_iter().find_map(|owner| {
        let stands = |piece: &Piece| registers[inputs::pieces(owner, *piece)][side] & here != 0;
        Piece::ALL.into_iter().find(stands).map(|piece| (owner, piece))
    })
}

/// One more square of a loop.
#[inline(always)]
fn gather(does: Does, before: u64, value: u64, square: u64) -> u64 {
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
fn calculate(does: Does, a: i32, b: i32) -> i32 {
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
fn measure(does: Does, a: u64, b: u64) -> u64 {
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

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// A number that counts, within the bounds of what counts at once.
#[inline(always)]
fn held(n: u64) -> i32 {
    (n as i32).clamp(-MAX_COUNT, MAX_COUNT)
}

#[inline(always)]
fn count(
    step: &Instruction,
    registers: &Registers,
    a: Lanes,
    b: Lanes,
    tell: &mut impl FnMut(Color, Counted, i32),
) {
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
        Does::CountNumber => [0, 1].into_iter().for_each(|side| told(side, 0, held(a[side]))),
        Does::CountSize => [0, 1]
            .into_iter()
            .for_each(|side| told(side, 0, a[side].count_ones() as i32)),
        Does::CountBoth => [0, 1]
            .into_iter()
            .for_each(|side| told(side, 0, (a[side] & b[side]).count_ones() as i32)),
        Does::CountWithout => [0, 1]
            .into_iter()
            .for_each(|side| told(side, 0, (a[side] & !b[side]).count_ones() as i32)),
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
