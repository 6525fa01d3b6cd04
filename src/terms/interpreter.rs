//! Computes expressions as they are written, one side at a time: slow, and what the fast code is compared with.

use crate::board::attacks::{self, Metric, squares};
use crate::board::{Bitboard, Color, Square};

use super::expr::{Each, Expr, ExprKind, Op};
use super::source::By;
use super::term::{MAX_COUNT, Term};
use super::view::View;

/// Counts a term for one side: tells which value counts how often.
pub fn count(term: &Term, view: &View, mut tell: impl FnMut(usize, i32)) {
    let mut squares_of = Vec::new();
    match &term.each {
        Some(each) => {
            for square in squares(Bitboard(value(each, view, &mut squares_of) as u64)) {
                squares_of.push(square as i64);
                count_once(term, view, &mut squares_of, &mut tell);
                squares_of.pop();
            }
        }
        None => count_once(term, view, &mut squares_of, &mut tell),
    }
}

fn count_once(term: &Term, view: &View, variables: &mut Vec<i64>, tell: &mut impl FnMut(usize, i32)) {
    if let Some(when) = &term.when
        && value(when, view, variables) == 0
    {
        return;
    }
    let counted = value(&term.count, view, variables);
    if term.looks_up_squares() {
        for square in squares(Bitboard(counted as u64)) {
            tell(place(term.by, square as usize), 1);
        }
        return;
    }
    let n = counted.clamp(-i64::from(MAX_COUNT), i64::from(MAX_COUNT)) as i32;
    match (term.by, &term.index) {
        (By::Table(len), None) => tell(entry(counted, len), 1),
        (By::Table(len), Some(index)) => {
            let index = value(index, view, variables);
            if n != 0 {
                tell(entry(index, len), n);
            }
        }
        (by, _) if n != 0 => tell(place(by, variables.first().map_or(0, |&s| s as usize)), n),
        _ => {}
    }
}

/// The entry of a table by a number; the last goes on.
pub fn entry(number: i64, len: usize) -> usize {
    number.clamp(0, len as i64 - 1) as usize
}

/// The value that a square has.
pub fn place(by: By, square: usize) -> usize {
    match by {
        By::One | By::Table(_) => 0,
        By::Rank => square / 8,
        By::File => square % 8,
        By::Square => square,
    }
}

/// The value of an expression: a set, a square, a number, or 1 or 0 for a truth. `variables` are the squares of the
/// loops around, outermost first.
pub fn value(expr: &Expr, view: &View, variables: &mut Vec<i64>) -> i64 {
    match &expr.kind {
        ExprKind::Squares(set) => *set as i64,
        ExprKind::Square(square) => i64::from(*square),
        ExprKind::Number(number) => i64::from(*number),
        ExprKind::Truth(truth) => i64::from(*truth),
        ExprKind::Input(input) => view.input(*input),
        ExprKind::Variable(loops) => variables[*loops],
        ExprKind::Apply(op, parts) => {
            let parts: Vec<i64> = parts.iter().map(|part| value(part, view, variables)).collect();
            // With a view every operation has a value.
            apply(*op, &parts, Some(view)).unwrap_or_default()
        }
        ExprKind::Loop(each, parts) => {
            let [set, body] = &**parts;
            let set = Bitboard(value(set, view, variables) as u64);
            let bodies = squares(set).map(|square| {
                variables.push(square as i64);
                let body = value(body, view, variables);
                variables.pop();
                (square, body)
            });
            let bodies: Vec<(Square, i64)> = bodies.collect();
            fold(*each, &bodies)
        }
    }
}

fn fold(each: Each, bodies: &[(Square, i64)]) -> i64 {
    let values = bodies.iter().map(|(_, value)| *value);
    match each {
        Each::Where => {
            let chosen = bodies.iter().filter(|(_, value)| *value != 0);
            chosen.fold(0, |set, (square, _)| set | 1 << *square as u32)
        }
        Each::Sum => values.fold(0, |sum, n| i64::from((sum as i32).saturating_add(n as i32))),
        Each::Join => values.fold(0, |all, set| all | set),
        Each::Any => i64::from(values.into_iter().any(|truth| truth != 0)),
        Each::All => i64::from(values.into_iter().all(|truth| truth != 0)),
        Each::Least => values.min().unwrap_or(0),
        Each::Most => values.max().unwrap_or(0),
    }
}

/// What an operation makes of its parts; none without a position if it needs one.
pub fn apply(op: Op, parts: &[i64], view: Option<&View>) -> Option<i64> {
    let set = |i: usize| parts[i] as u64;
    let bits = |i: usize| Bitboard(parts[i] as u64);
    let number = |i: usize| parts[i] as i32;
    let square = |i: usize| Square::index(parts[i] as usize & 63);
    let white = Color::White;
    let sets = match op {
        Op::Complement => !bits(0),
        Op::Intersection => bits(0) & bits(1),
        Op::Union => bits(0) | bits(1),
        Op::Difference => bits(0) ^ bits(1),
        Op::Without => bits(0) & !bits(1),
        Op::North => attacks::ahead(bits(0), white),
        Op::South => attacks::behind(bits(0), white),
        Op::East => attacks::east(bits(0)),
        Op::West => attacks::west(bits(0)),
        Op::NorthSpan => attacks::front_span(bits(0), white),
        Op::SouthSpan => attacks::rear_span(bits(0), white),
        Op::Files => attacks::file_fill(bits(0)),
        Op::Ranks => squares(bits(0)).fold(Bitboard::EMPTY, |all, s| all | s.rank().bitboard()),
        Op::Around => squares(bits(0)).fold(Bitboard::EMPTY, |all, s| all | attacks::king_attacks(s)),
        Op::KnightMoves => squares(bits(0)).fold(Bitboard::EMPTY, |all, s| all | attacks::knight_attacks(s)),
        Op::Bit => square(0).bitboard(),
        Op::BishopMoves => attacks::bishop_attacks(square(0), bits(1)),
        Op::RookMoves => attacks::rook_attacks(square(0), bits(1)),
        Op::Attacks => Bitboard(view?.attacks(set(0))),
        Op::AttacksThrough => Bitboard(view?.attacks_through(set(0), set(1))),
        Op::AttackedBy => Bitboard(view?.attacked_by(set(0))),
        Op::Between => attacks::between(square(0), square(1)),
        Op::Line => attacks::line(square(0), square(1)),
        _ => return Some(apply_number(op, parts, number, square)),
    };
    Some(sets.0 as i64)
}

/// What an operation makes of its parts whose result is no set, or any.
fn apply_number(
    op: Op,
    parts: &[i64],
    number: impl Fn(usize) -> i32,
    square: impl Fn(usize) -> Square,
) -> i64 {
    let distance = |metric| attacks::distance(metric, square(0), square(1)) as i32;
    let result = match op {
        Op::Only => parts[0].trailing_zeros() as i32,
        Op::Size => parts[0].count_ones() as i32,
        Op::OfTruth => number(0),
        Op::Add => number(0).saturating_add(number(1)),
        Op::Subtract => number(0).saturating_sub(number(1)),
        Op::Multiply => number(0).saturating_mul(number(1)),
        Op::Divide => divided(number(0), number(1)),
        Op::Remainder => number(0).checked_rem(number(1)).unwrap_or(0),
        Op::Negative => number(0).saturating_neg(),
        Op::Absolute => number(0).saturating_abs(),
        Op::Least => number(0).min(number(1)),
        Op::Most => number(0).max(number(1)),
        Op::Distance => distance(Metric::Chebyshev),
        Op::Steps => distance(Metric::Manhattan),
        Op::CentreDistance => attacks::centre_distance(Metric::Chebyshev, square(0)) as i32,
        Op::Rank => parts[0] as i32 / 8 + 1,
        Op::File => parts[0] as i32 % 8 + 1,
        Op::IsAny => i32::from(parts[0] != 0),
        Op::Within => i32::from(parts[0] & !parts[1] == 0),
        Op::Equal => i32::from(parts[0] == parts[1]),
        Op::Less => i32::from(parts[0] < parts[1]),
        Op::Both => i32::from(parts[0] & parts[1] != 0),
        Op::Either => i32::from(parts[0] | parts[1] != 0),
        Op::Not => i32::from(parts[0] == 0),
        _ => return if parts[0] != 0 { parts[1] } else { parts[2] },
    };
    i64::from(result)
}

/// A quotient cut towards zero; 0 if it is divided by 0.
pub fn divided(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.saturating_div(b) }
}
