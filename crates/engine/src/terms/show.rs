//! Values of the parts of a term in a position, for drawing on a board.

use crate::board::attacks::squares;
use crate::board::{Bitboard, Color, Position, Square};

use super::expr::{Expr, Type};
use super::interpreter::{clamp_count, value};
use super::source::By;
use super::tables::{Tables, table_index};
use super::view::{View, seen};
use super::{Program, Term};

/// One part of a term in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The field (`when`, `each`, `count`, `index`) or the name of a `let`.
    pub name: String,
    /// The square of `each`, for parts that are evaluated for each of them.
    pub square: Option<Square>,
    /// Its value.
    pub shown: Shown,
    /// How it counts, where that differs from its value.
    pub means: Option<Means>,
}

/// How a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// Clamped to this.
    HeldAt(i32),
    /// As an entry of the table, from 0.
    Entry(usize),
}

/// A value, on the unmirrored board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A set of squares.
    Squares(Bitboard),
    /// A number.
    Number(i32),
    Boolean(bool),
}

impl Program {
    /// Returns the parts of a term, by its number, for a side: `each`, then for each of its squares (or once, without
    /// it) the `let`s, `when` and, unless that is false, `count` and `index`. The size of a set is shown as its
    /// squares.
    pub fn show(
        &self,
        position: &Position,
        tables: &Tables,
        color: Color,
        term: usize,
        through_king: bool,
    ) -> Vec<Part> {
        let Some(term) = self.terms.get(term) else {
            return Vec::new();
        };
        let view = View::new(position, tables, color, through_king);
        let mut parts = Vec::new();
        let mut variables = Vec::new();
        let Some(each) = &term.each else {
            show_fields(term, &view, color, &mut variables, &mut parts);
            return parts;
        };
        let set = value(each, &view, &mut variables);
        parts.push(Part {
            name: "each".to_owned(),
            square: None,
            shown: Shown::Squares(Bitboard(seen(set, color))),
            means: None,
        });
        for square in squares(Bitboard(set)) {
            variables.push(square as u64);
            show_fields(term, &view, color, &mut variables, &mut parts);
            variables.pop();
        }
        parts
    }
}

impl Program {
    /// Returns the squares that a term, by its number, counts for a side, on the unmirrored board: of `each` those
    /// for which it counts, else those of `count`. `None` if it counts no squares.
    pub fn counted_squares(
        &self,
        position: &Position,
        tables: &Tables,
        color: Color,
        term: usize,
        through_king: bool,
    ) -> Option<Bitboard> {
        let term = self.terms.get(term).filter(|term| term.has_squares())?;
        let view = View::new(position, tables, color, through_king);
        let mut variables = Vec::new();
        let counts = |variables: &mut Vec<u64>| {
            term.when.as_ref().is_none_or(|when| value(when, &view, variables) != 0)
        };
        let set = match &term.each {
            Some(each) => {
                let set = Bitboard(value(each, &view, &mut variables));
                let is_counted = |&square: &Square| {
                    variables.push(square as u64);
                    let is_counted = counts(&mut variables) && value(&term.count, &view, &mut variables) != 0;
                    variables.pop();
                    is_counted
                };
                squares(set).filter(is_counted).collect::<Bitboard>().0
            }
            None if counts(&mut variables) => value(term.counted().1, &view, &mut variables),
            None => 0,
        };
        Some(Bitboard(seen(set, color)))
    }
}

fn show_fields(term: &Term, view: &View, color: Color, variables: &mut Vec<u64>, parts: &mut Vec<Part>) {
    let of = variables.first().map(|&square| Square::index(square as usize));
    let square = of.map(|square| if color == Color::White { square } else { square.flip_rank() });
    let mut show = |name: &str, kind: Type, expr: &Expr, means: fn(&Term, u64) -> Option<Means>| {
        let value = value(expr, view, variables);
        let (shown, number) = match kind {
            Type::Squares => {
                let set = Bitboard(seen(value, color));
                (Shown::Squares(set), set.len().into())
            }
            Type::Square => (Shown::Squares(Bitboard(seen(1 << (value & 63), color))), 1),
            Type::Boolean => (Shown::Boolean(value != 0), value),
            _ => (Shown::Number(value as i32), value),
        };
        parts.push(Part { name: name.to_owned(), square, shown, means: means(term, number) });
        shown
    };
    for (name, kind, expr) in &term.lets {
        show(name, *kind, expr, |_, _| None);
    }
    if let Some(when) = &term.when
        && show("when", Type::Boolean, when, |_, _| None) == Shown::Boolean(false)
    {
        return;
    }
    let (kind, count) = term.counted();
    show("count", kind, count, |term, n| match (term.by, &term.index) {
        (By::Table(len), None) => Some(Means::Entry(table_index(n, len))),
        _ => {
            let clamped = clamp_count(n);
            (clamped != n as i32).then_some(Means::HeldAt(clamped))
        }
    });
    if let Some(index) = &term.index {
        show("index", Type::Number, index, |term, n| Some(Means::Entry(table_index(n, term.by.len()))));
    }
}
