//! The interpreter: evaluates expressions directly, one side at a time. It is slow and defines the language; the fast
//! code is tested against it.

use crate::board::Bitboard;
use crate::board::attacks::squares;

use super::expr::{Expr, ExprKind};
use super::ops::{NOTHING_YET, Op};
use super::source::{By, Role};
use super::tables::table_index;
use super::term::{MAX_COUNT, Term};
use super::view::View;

/// Counts a term for one side: calls `add` with the index of a value and its count.
pub fn count(term: &Term, view: &View, mut add: impl FnMut(usize, i32)) {
    let mut variables = Vec::new();
    match &term.each {
        Some(each) => {
            for square in squares(Bitboard(value(each, view, &mut variables))) {
                variables.push(square as u64);
                count_once(term, view, &mut variables, &mut add);
                variables.pop();
            }
        }
        None => count_once(term, view, &mut variables, &mut add),
    }
}

fn count_once(term: &Term, view: &View, variables: &mut Vec<u64>, add: &mut impl FnMut(usize, i32)) {
    if let Some(when) = &term.when
        && value(when, view, variables) == 0
    {
        return;
    }
    let counted = value(&term.count, view, variables);
    if term.looks_up_squares() {
        for square in squares(Bitboard(counted)) {
            add(square_index(term.by, square as usize), 1);
        }
        return;
    }
    let index = term.index.as_ref().map(|index| value(index, view, variables));
    let (index, n) = indexed_count(term, counted, index, variables.first().map_or(0, |&s| s as usize));
    // A factor of 0 applies.
    if n != 0 || matches!(term.role, Role::Factor | Role::Drawn) {
        add(index, n);
    }
}

/// Returns the index of the value that counts, and how often it counts.
pub fn indexed_count(term: &Term, counted: u64, index: Option<u64>, square: usize) -> (usize, i32) {
    match (term.by, index) {
        (By::Table(len), None) => (table_index(counted, len), 1),
        (By::Table(len), Some(index)) => (table_index(index, len), clamp_count(counted)),
        (by, _) => (square_index(by, square), clamp_count(counted)),
    }
}

/// Clamps a number to the bounds of a count.
#[inline]
pub fn clamp_count(number: u64) -> i32 {
    (number as i32).clamp(-MAX_COUNT, MAX_COUNT)
}

/// The index of the value of a square.
#[inline]
pub fn square_index(by: By, square: usize) -> usize {
    match by {
        By::Nothing | By::One | By::Table(_) => 0,
        By::Rank => square / 8,
        By::File => square % 8,
        By::Square => square,
    }
}

/// The value of an expression, as a word (see [`super::ops`]). `variables` are the squares of the loops around, outermost
/// first.
pub fn value(expr: &Expr, view: &View, variables: &mut Vec<u64>) -> u64 {
    match &expr.kind {
        ExprKind::Input(input) => view.input(*input),
        ExprKind::Variable(loops) => variables[*loops],
        ExprKind::Apply(op, parts) => {
            let mut operands = [0; 3];
            for (operand, part) in operands.iter_mut().zip(parts) {
                *operand = value(part, view, variables);
            }
            op.compute(operands, view)
        }
        ExprKind::Loop(each, parts) => {
            let [set, body] = &**parts;
            let set = Bitboard(value(set, view, variables));
            let (start, gather) = each.gather();
            let gathered = squares(set).fold(start, |so_far, square| {
                variables.push(square as u64);
                let body = value(body, view, variables);
                variables.pop();
                gather.compute([so_far, body, square as u64], view)
            });
            if start == NOTHING_YET { Op::OrZero.compute([gathered, 0, 0], view) } else { gathered }
        }
        constant => constant.as_constant().unwrap_or_default(),
    }
}
