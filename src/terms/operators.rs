//! What operators do with which types.

use std::ops::Range;

use super::ast::Binary;
use super::check::{Checker, Trouble, Value};
use super::expr::{Op, Type};

/// How two operands are joined.
pub struct Plan {
    /// What both become first.
    pub operands: Type,
    pub op: Op,
    /// The right operand comes first.
    pub swapped: bool,
    /// Turned round in the end.
    pub negated: bool,
    pub result: Type,
}

/// Whether a value of a type can be an argument of another.
pub fn fits(given: Type, wanted: Type) -> bool {
    given == wanted || wanted == Type::Any || (given, wanted) == (Type::Square, Type::Squares)
}

/// How to get from one type to another.
pub fn hint(given: Type, wanted: Type) -> Option<&'static str> {
    match (given, wanted) {
        (Type::Squares, Type::Number) => Some("`size(...)` is the number of squares"),
        (Type::Square, Type::Number) => Some("`rank(...)` and `file(...)` are its numbers"),
        (Type::Squares | Type::Square, Type::Truth) => Some("`any(...)` asks whether there are squares"),
        (Type::Number, Type::Truth) => Some("compare it, as in `... > 0`"),
        (Type::Truth, Type::Number) => Some("`if(..., 1, 0)` makes a number of it"),
        (Type::Side, Type::Squares) => Some("`own.all` are all squares with an own piece or pawn"),
        (Type::Squares, Type::Square) => Some("a loop gives the squares of a set: `sum(sq in ..., ...)`"),
        (Type::Truth, Type::Squares) => Some("`if(..., board, nowhere)` makes squares of it"),
        _ => None,
    }
}

/// A number where one is wanted of a truth or of squares, as beside operators.
pub fn counted(
    checker: &mut Checker,
    value: Value,
    wanted: Type,
    span: &Range<usize>,
) -> Result<Value, Trouble> {
    match value {
        Value::Expr(kind @ (Type::Truth | Type::Squares), expr) if wanted == Type::Number => {
            let expr = checker.as_operand(kind, expr, Type::Number, span)?;
            Ok(Value::Expr(Type::Number, expr))
        }
        value => Ok(value),
    }
}

fn is_set(kind: Type) -> bool {
    matches!(kind, Type::Squares | Type::Square)
}

/// What an operator does with two types, or why nothing: a message and a hint.
pub fn plan(binary: Binary, [left, right]: [Type; 2]) -> Result<Plan, (String, Option<String>)> {
    let both = [left, right];
    let plan = |operands, op, result| {
        Ok(Plan {
            operands,
            op,
            swapped: false,
            negated: false,
            result,
        })
    };
    let refuse = |hint: Option<&str>| {
        let sign = binary.sign();
        let message = format!("`{sign}` cannot join {} and {}", left.article(), right.article());
        Err((message, hint.map(str::to_owned)))
    };
    let all_sets = both.iter().all(|&t| is_set(t));
    // Beside a number squares stand for how many they are, a truth for 1 or 0.
    let counts = !both.contains(&Type::Side) && !both.contains(&Type::Square) && !all_sets;
    match binary {
        Binary::Or | Binary::And => {
            let op = if binary == Binary::Or {
                Op::Either
            } else {
                Op::Both
            };
            match both {
                [Type::Truth, Type::Truth] => plan(Type::Truth, op, Type::Truth),
                _ if all_sets => refuse(Some(
                    "`|` and `&` join squares; `any(...)` asks whether there are some",
                )),
                [Type::Truth, other] | [other, _] => refuse(hint(other, Type::Truth)),
            }
        }
        Binary::Union | Binary::Difference | Binary::Intersection => {
            let op = match binary {
                Binary::Union => Op::Union,
                Binary::Difference => Op::Difference,
                _ => Op::Intersection,
            };
            match both {
                _ if all_sets => plan(Type::Squares, op, Type::Squares),
                [Type::Truth, Type::Truth] => refuse(Some("truths are joined with `and` and `or`")),
                [Type::Number, _] | [_, Type::Number] => refuse(Some(
                    "comparisons bind less tightly than `&`, `|` and `^`: join them with `and` and `or`",
                )),
                [Type::Side, _] | [_, Type::Side] => refuse(hint(Type::Side, Type::Squares)),
                _ => refuse(hint(Type::Truth, Type::Squares)),
            }
        }
        Binary::Minus if all_sets => plan(Type::Squares, Op::Without, Type::Squares),
        Binary::Plus | Binary::Minus | Binary::Times | Binary::Divide | Binary::Remainder if counts => {
            let op = match binary {
                Binary::Plus => Op::Add,
                Binary::Minus => Op::Subtract,
                Binary::Times => Op::Multiply,
                Binary::Divide => Op::Divide,
                _ => Op::Remainder,
            };
            plan(Type::Number, op, Type::Number)
        }
        Binary::Plus if all_sets => refuse(Some("`|` joins squares; `size(a) + size(b)` adds their numbers")),
        Binary::In if all_sets => plan(Type::Squares, Op::Within, Type::Truth),
        Binary::Equal | Binary::Unequal => {
            let negated = binary == Binary::Unequal;
            let operands = match both {
                [Type::Square, Type::Square] => Type::Square,
                _ if counts => Type::Number,
                _ if all_sets => {
                    return refuse(Some(
                        "compare how many they are with `size(...)`, or ask `none(a ^ b)` whether they are the same",
                    ));
                }
                _ => return refuse(both.iter().find_map(|&t| hint(t, Type::Number))),
            };
            Ok(Plan {
                operands,
                op: Op::Equal,
                swapped: false,
                negated,
                result: Type::Truth,
            })
        }
        Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual if counts => {
            // a <= b is not b < a.
            Ok(Plan {
                operands: Type::Number,
                op: Op::Less,
                swapped: matches!(binary, Binary::Greater | Binary::LessOrEqual),
                negated: matches!(binary, Binary::LessOrEqual | Binary::GreaterOrEqual),
                result: Type::Truth,
            })
        }
        _ if all_sets => refuse(Some("`size(...)` is the number of squares")),
        _ => refuse(both.iter().find_map(|&t| hint(t, Type::Number))),
    }
}
