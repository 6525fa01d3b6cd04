//! `lookup`: an entry of a table of the profile.

use std::ops::Range;

use super::super::ast::{Ast, Kind};
use super::super::builtins::LOOKUP;
use super::super::error::error;
use super::super::expr::{Expr, ExprKind, Type};
use super::super::ops::Op;
use super::super::source::{By, Role, TermSource};
use super::super::tables::{PIECE_VALUES, TableRef};
use super::{CheckError, Checker, Value, operators};
use crate::spelling;

/// A table that expressions may look up.
pub struct Table<'d> {
    name: &'d str,
    by: By,
    columns: Option<usize>,
    place: TableRef,
}

/// The tables among the terms of a profile, with their places.
pub fn tables(terms: &[TermSource]) -> Vec<Table<'_>> {
    let mut first = PIECE_VALUES;
    let is_table = |term: &&TermSource| term.role == Role::Table;
    let table = |term: &'_ TermSource| {
        let place = TableRef { first, len: term.by.len() };
        first += place.len;
        (term.by, term.columns.filter(|columns| *columns > 0), place)
    };
    let places: Vec<_> = terms.iter().filter(is_table).map(table).collect();
    let tables = terms.iter().filter(is_table).zip(places);
    tables.map(|(term, (by, columns, place))| Table { name: &term.name, by, columns, place }).collect()
}

impl Checker<'_> {
    /// Returns `true` if the profile has a table of this name.
    pub(super) fn is_table(&self, name: &str) -> bool {
        self.tables.iter().any(|table| table.name == name)
    }

    pub(super) fn lookup(
        &mut self,
        name_span: &Range<usize>,
        arguments: &[Ast],
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let [table, arguments @ ..] = arguments else {
            let found = error(name_span.clone(), format!("`{LOOKUP}` needs a table"));
            return self.trouble(found.hint(format!("write `{LOOKUP}(name, index)`")));
        };
        let (by, columns, place) = self.table(table)?;
        let values = self.all(arguments, |checker, argument| checker.read(argument))?;
        let mut values = values.into_iter().zip(arguments.iter().map(|argument| argument.span.clone()));
        let (first, second, rest) = (values.next(), values.next(), values.next());
        let index = match (by, first, second, rest) {
            (By::Table(_), Some(index), other, None) => self.index(columns, place, index, other, span)?,
            (By::Rank | By::File | By::Square, Some((square, at)), None, _) => {
                let square =
                    self.convert(square, Type::Square, &at, || format!("the index of `{LOOKUP}`"))?;
                Index { index: self.of_square(by, square, &at)?, other: None }
            }
            _ => {
                let hint = match (by, columns) {
                    (By::Table(_), Some(_)) => "write `lookup(name, row, column)`",
                    (By::Table(_), None) => "write `lookup(name, index)` or `lookup(name, index, other)`",
                    _ => "write `lookup(name, square)`",
                };
                let message = format!("wrong number of arguments of `{LOOKUP}`");
                return self.trouble(error(span.clone(), message).hint(hint));
            }
        };
        let table = self.make(ExprKind::Table(place), span)?;
        let entry = self.make(ExprKind::Apply(Op::Lookup, vec![table, index.index]), span)?;
        let Some((is_inside, other)) = index.other else {
            return Ok(Value::Expr(Type::Number, entry));
        };
        self.apply(Type::Number, Op::If, vec![is_inside, entry, other], span)
    }

    /// Resolves the name of a table.
    fn table(&self, ast: &Ast) -> Result<(By, Option<usize>, TableRef), CheckError> {
        let Kind::Name(name) = &ast.kind else {
            let found =
                error(ast.span.clone(), format!("the first argument of `{LOOKUP}` is the name of a table"));
            return self.trouble(
                found.hint("a table is declared as [[table]], name = \"danger\", values = [0, 10, 30]"),
            );
        };
        if let Some(table) = self.tables.iter().find(|table| table.name == name) {
            return Ok((table.by, table.columns, table.place));
        }
        let found = error(ast.span.clone(), format!("there is no table `{name}`"));
        let hint = match spelling::nearest(name, self.tables.iter().map(|table| table.name)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("declare it as [[table]], name = \"{name}\", values = [...]"),
        };
        self.trouble(found.hint(hint))
    }

    /// Returns the index into a list: a number, or row and column.
    fn index(
        &mut self,
        columns: Option<usize>,
        place: TableRef,
        (index, at): (Value, Range<usize>),
        other: Option<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Index, CheckError> {
        let index = self.number(index, &at)?;
        let other = match other {
            Some((other, at)) => Some(self.number(other, &at)?),
            None => None,
        };
        let Some(columns) = columns else {
            let Some(other) = other else {
                return Ok(Index { index, other: None });
            };
            let too_small = self.operation(Op::Less, [index.clone(), constant(0)], span)?;
            let fits = self.operation(Op::Less, [index.clone(), constant(place.len)], span)?;
            let outside = self.make(ExprKind::Apply(Op::Not, vec![too_small]), span)?;
            let is_inside = self.operation(Op::Both, [outside, fits], span)?;
            return Ok(Index { index, other: Some((is_inside, other)) });
        };
        let Some(column) = other else {
            let message = "a table with `columns` is looked up by row and column";
            return self.trouble(error(span.clone(), message).hint("write `lookup(name, row, column)`"));
        };
        let last_row = place.len / columns - 1;
        let row = self.clamped(index, last_row, span)?;
        let column = self.clamped(column, columns - 1, span)?;
        let before = self.operation(Op::Multiply, [row, constant(columns)], span)?;
        Ok(Index { index: self.operation(Op::Add, [before, column], span)?, other: None })
    }

    fn of_square(&mut self, by: By, square: Value, span: &Range<usize>) -> Result<Expr, CheckError> {
        let Value::Expr(_, square) = square else {
            return self.trouble(error(span.clone(), "a side is no square"));
        };
        let op = match by {
            By::Rank => Op::Rank,
            By::File => Op::File,
            _ => return Ok(square),
        };
        let from_one = self.make(ExprKind::Apply(op, vec![square]), span)?;
        self.operation(Op::Subtract, [from_one, constant(1)], span)
    }

    fn clamped(&mut self, number: Expr, last: usize, span: &Range<usize>) -> Result<Expr, CheckError> {
        let at_most = self.operation(Op::Min, [number, constant(last)], span)?;
        self.operation(Op::Max, [at_most, constant(0)], span)
    }

    /// An index: squares stand for their number.
    fn number(&mut self, value: Value, span: &Range<usize>) -> Result<Expr, CheckError> {
        let value = operators::counted(self, value, Type::Number, span)?;
        match self.convert(value, Type::Number, span, || format!("an argument of `{LOOKUP}`"))? {
            Value::Expr(_, expr) => Ok(expr),
            Value::Side(_) => self.trouble(error(span.clone(), "a side is no number")),
        }
    }

    fn operation(&mut self, op: Op, parts: [Expr; 2], span: &Range<usize>) -> Result<Expr, CheckError> {
        self.make(ExprKind::Apply(op, parts.to_vec()), span)
    }
}

/// Which entry to read.
struct Index {
    index: Expr,
    /// Whether there is such an entry, and the number to take instead.
    other: Option<(Expr, Expr)>,
}

fn constant(number: usize) -> Expr {
    Expr::new(ExprKind::Number(number as i32))
}
