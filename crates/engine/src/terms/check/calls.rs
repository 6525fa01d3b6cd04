//! Calls: inlines definitions and built-in functions.

use std::ops::Range;

use crate::board::Piece;

use super::super::ast::Ast;
use super::super::builtins::{self, Body, Builtin};
use super::super::error::error;
use super::super::expr::{ExprKind, Input, Side, Type};
use super::super::ops::Op;
use super::super::tables::TableRef;
use super::operators;
use super::signatures::{BuiltinHead, head_of};
use super::{CheckError, Checker, Nature, Place, Scope, Value};

impl<'d> Checker<'d> {
    /// Returns the value of a function for arguments with their locations.
    pub(super) fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        if let Some(&number) = self.by_name.get(name) {
            return self.call_definition(number, name_span, arguments, span);
        }
        let builtins: Vec<&Builtin> = builtins::find(name).collect();
        if builtins.is_empty() {
            return self.unknown(name, name_span, &arguments);
        }
        let heads: Vec<&'static BuiltinHead> = builtins.iter().map(|builtin| head_of(builtin)).collect();
        let fits = |head: &&&BuiltinHead| {
            head.types.len() == arguments.len()
                && head
                    .types
                    .iter()
                    .zip(&arguments)
                    .all(|(kind, (value, _))| operators::fits(value.kind(), *kind))
        };
        let head = heads.iter().find(fits).or_else(|| {
            // The function that was probably meant, so that the error is about an argument.
            let mut of_length = heads.iter().filter(|head| head.types.len() == arguments.len());
            of_length.next().filter(|_| of_length.next().is_none())
        });
        match head {
            Some(head) => self.call_builtin(head, name_span, arguments, span),
            None if arguments.is_empty() && heads.iter().any(|head| head.types == [Type::Side]) => {
                let hint = match heads[0].builtin.body {
                    Body::Enemy => "write `own` or `their`".to_owned(),
                    _ => format!("write `own.{name}` or `their.{name}`"),
                };
                self.trouble(error(name_span.clone(), format!("`{name}` needs a side")).hint(hint))
            }
            None => {
                let forms: Vec<String> = builtins.iter().map(|b| format!("`{}`", b.head)).collect();
                let given: Vec<&str> = arguments.iter().map(|(value, _)| value.kind().article()).collect();
                let given = if given.is_empty() { "nothing".to_owned() } else { given.join(", ") };
                let message = format!("`{name}` cannot be used with {given}");
                self.trouble(
                    error(name_span.clone(), message).hint(format!("there is {}", forms.join(" and "))),
                )
            }
        }
    }

    fn call_definition(
        &mut self,
        number: usize,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let Some(defined) = &self.definitions[number] else {
            return self.trouble(error(name_span.clone(), "this definition has an error"));
        };
        let name = defined.head.name.as_str();
        if self.active.contains(&name) {
            let message = format!("`{name}` is defined by itself");
            return self.trouble(error(name_span.clone(), message));
        }
        if defined.types.len() != arguments.len() {
            return self.wrong_number(name, defined.types.len(), arguments.len(), span);
        }
        let parameters = defined.head.parameters.iter().map(|p| p.name.clone());
        let parameters = parameters.zip(defined.types.iter().copied());
        let scope = self.bind(name, parameters, arguments)?;
        self.put_in(name, Place::Body(number), &defined.body, scope, span)
    }

    fn wrong_number<T>(
        &self,
        name: &str,
        wanted: usize,
        given: usize,
        span: &Range<usize>,
    ) -> Result<T, CheckError> {
        let ending = if wanted == 1 { "" } else { "s" };
        let message = format!("`{name}` takes {wanted} argument{ending}, here {given}");
        self.trouble(error(span.clone(), message))
    }

    /// Evaluates an expression of another text at the location where it is used.
    fn put_in(
        &mut self,
        name: &'d str,
        place: Place,
        body: &Ast,
        scope: Scope,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let outer_scope = std::mem::replace(&mut self.scope, scope);
        let outer_place = std::mem::replace(&mut self.place, place);
        self.active.push(name);
        self.insertions += 1;
        let value = self.read(body);
        self.insertions -= 1;
        self.active.pop();
        self.scope = outer_scope;
        self.place = outer_place;
        value.map_err(|mut trouble| {
            if trouble.nature == Nature::Limit || trouble.place == Place::Builtin {
                trouble.place = outer_place;
                trouble.error.span = span.clone();
            }
            trouble
        })
    }

    fn call_builtin(
        &mut self,
        head: &'static BuiltinHead,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let Builtin { result, body, .. } = *head.builtin;
        let name = head.builtin.name();
        if matches!(body, Body::If) {
            return self.choice(arguments, span);
        }
        let parameters = head.head.parameters.iter().map(|p| p.name.clone());
        let scope = self.bind(name, parameters.zip(head.types.iter().copied()), arguments)?;
        let side = scope.iter().find_map(|(_, value)| match value {
            Value::Side(side) => Some(*side),
            Value::Expr(..) => None,
        });
        let kind = match (body, side) {
            (Body::Squares(set), _) => ExprKind::Squares(set),
            (Body::Boolean(boolean), _) => ExprKind::Boolean(boolean),
            (Body::Input(input), _) => ExprKind::Input(input),
            (Body::OfSide(of), Some(side)) => ExprKind::Input(of(side)),
            (Body::PieceValue(piece), _) => {
                let table = ExprKind::Table(TableRef { first: piece as usize, len: 1 });
                let parts = [table, ExprKind::Number(0)].map(|kind| self.make(kind, span));
                let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
                ExprKind::Apply(Op::Lookup, parts)
            }
            (Body::Home, Some(side)) => ExprKind::Squares(home(side)),
            (Body::Enemy, Some(side)) => return Ok(Value::Side(side.enemy())),
            (Body::King, Some(side)) => {
                let king = self.make(ExprKind::Input(Input::Pieces(side, Piece::King)), span)?;
                ExprKind::Apply(Op::Only, vec![king])
            }
            (Body::Op(op), side) => {
                let op = if side == Some(Side::Their) { turned(op) } else { op };
                let parts = scope.into_iter().filter_map(|(_, value)| match value {
                    Value::Expr(_, expr) => Some(expr),
                    Value::Side(_) => None,
                });
                ExprKind::Apply(op, parts.collect())
            }
            (Body::Text(_), _) => {
                let Some(body) = &head.body else {
                    return self.trouble(error(name_span.clone(), format!("`{name}` is not defined")));
                };
                return self.put_in(name, Place::Builtin, body, scope, span);
            }
            (Body::If | Body::OfSide(_) | Body::Home | Body::Enemy | Body::King, _) => {
                return self.trouble(error(name_span.clone(), format!("`{name}` needs a side")));
            }
        };
        Ok(Value::Expr(result, self.make(kind, span)?))
    }

    fn choice(
        &mut self,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let Ok([(condition, place), (yes, yes_span), (no, no_span)]) =
            <[(Value, Range<usize>); 3]>::try_from(arguments)
        else {
            return self.trouble(error(span.clone(), "`if` takes 3 arguments"));
        };
        let condition =
            self.convert(condition, Type::Boolean, &place, || "the condition of `if`".to_owned())?;
        let kind = if [yes.kind(), no.kind()].contains(&Type::Squares) { Type::Squares } else { yes.kind() };
        let what = || "one of the two of `if`".to_owned();
        let yes = self.convert(yes, kind, &yes_span, what)?;
        let no = self.convert(no, kind, &no_span, || "the second of the two of `if`".to_owned())?;
        match (condition, yes, no) {
            (Value::Expr(_, condition), Value::Expr(_, yes), Value::Expr(_, no)) => {
                self.apply(kind, Op::If, vec![condition, yes, no], span)
            }
            _ => self.trouble(error(yes_span, "`if` cannot choose between sides")),
        }
    }
}

/// A side's first rank.
const fn home(side: Side) -> u64 {
    match side {
        Side::Own => 0xFF,
        Side::Their => 0xFF << 56,
    }
}

/// The operation for the other side: the board flipped.
fn turned(op: Op) -> Op {
    match op {
        Op::North => Op::South,
        Op::South => Op::North,
        Op::NorthSpan => Op::SouthSpan,
        Op::SouthSpan => Op::NorthSpan,
        op => op,
    }
}
