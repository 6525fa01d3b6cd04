//! Operators by the types of their operands.

use std::ops::Range;

use super::super::ast::Binary;
use super::super::expr::Type;
use super::super::ops::Op;
use super::{CheckError, Checker, Value};

/// How an operator joins two operands.
pub struct Plan {
    /// The type that both operands are converted to.
    pub operands: Type,
    pub op: Op,
    /// True if the operands are swapped.
    pub swapped: bool,
    /// True if the result is negated.
    pub negated: bool,
    pub result: Type,
}

/// Returns `true` if a value of one type can be an argument of another.
pub fn fits(given: Type, wanted: Type) -> bool {
    given == wanted || wanted == Type::Any || (given, wanted) == (Type::Square, Type::Squares)
}

/// Suggests how to convert one type to another.
pub fn hint(given: Type, wanted: Type) -> Option<&'static str> {
    match (given, wanted) {
        (Type::Squares, Type::Number) => Some("`size(...)` is the number of squares"),
        (Type::Square, Type::Number) => Some("`rank(...)` and `file(...)` are its numbers"),
        (Type::Squares | Type::Square, Type::Boolean) => Some("`any(...)` asks whether there are squares"),
        (Type::Number, Type::Boolean) => Some("compare it, as in `... > 0`"),
        (Type::Boolean, Type::Number) => Some("`if(..., 1, 0)` makes a number of it"),
        (Type::Side, Type::Squares) => Some("`own.all` are all squares with an own piece or pawn"),
        (Type::Squares, Type::Square) => Some("a loop gives the squares of a set: `sum(sq in ..., ...)`"),
        (Type::Boolean, Type::Squares) => Some("`if(..., board, nowhere)` makes squares of it"),
        _ => None,
    }
}

/// Converts a boolean or squares to a number, as operators do.
pub fn counted(
    checker: &mut Checker,
    value: Value,
    wanted: Type,
    span: &Range<usize>,
) -> Result<Value, CheckError> {
    match value {
        Value::Expr(kind @ (Type::Boolean | Type::Squares), expr) if wanted == Type::Number => {
            let expr = checker.as_operand(kind, expr, Type::Number, span)?;
            Ok(Value::Expr(Type::Number, expr))
        }
        value => Ok(value),
    }
}

fn is_set(kind: Type) -> bool {
    matches!(kind, Type::Squares | Type::Square)
}

/// Returns the operation of an operator on two types; otherwise a message and a hint.
pub fn plan(binary: Binary, [left, right]: [Type; 2]) -> Result<Plan, (String, Option<String>)> {
    let both = [left, right];
    let plan = |operands, op, result| Ok(Plan { operands, op, swapped: false, negated: false, result });
    let refuse = |hint: Option<&str>| {
        let sign = binary.sign();
        let message = format!("`{sign}` cannot join {} and {}", left.article(), right.article());
        Err((message, hint.map(str::to_owned)))
    };
    let all_sets = both.iter().all(|&t| is_set(t));
    // Next to a number, squares mean their count, a boolean means 1 or 0.
    let counts = !both.contains(&Type::Side) && !both.contains(&Type::Square) && !all_sets;
    match binary {
        Binary::Or | Binary::And => {
            let op = if binary == Binary::Or { Op::Either } else { Op::Both };
            match both {
                [Type::Boolean, Type::Boolean] => plan(Type::Boolean, op, Type::Boolean),
                _ if all_sets => {
                    refuse(Some("`|` and `&` join squares; `any(...)` asks whether there are some"))
                }
                [Type::Boolean, other] | [other, _] => refuse(hint(other, Type::Boolean)),
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
                [Type::Boolean, Type::Boolean] => refuse(Some("booleans are joined with `and` and `or`")),
                [Type::Number, _] | [_, Type::Number] => refuse(Some(
                    "comparisons bind less tightly than `&`, `|` and `^`: join them with `and` and `or`",
                )),
                [Type::Side, _] | [_, Type::Side] => refuse(hint(Type::Side, Type::Squares)),
                _ => refuse(hint(Type::Boolean, Type::Squares)),
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
        Binary::In if all_sets => plan(Type::Squares, Op::Within, Type::Boolean),
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
            Ok(Plan { operands, op: Op::Equal, swapped: false, negated, result: Type::Boolean })
        }
        Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual if counts => {
            // `a <= b` is `not (b < a)`.
            Ok(Plan {
                operands: Type::Number,
                op: Op::Less,
                swapped: matches!(binary, Binary::Greater | Binary::LessOrEqual),
                negated: matches!(binary, Binary::LessOrEqual | Binary::GreaterOrEqual),
                result: Type::Boolean,
            })
        }
        _ if all_sets => refuse(Some("`size(...)` is the number of squares")),
        _ => refuse(both.iter().find_map(|&t| hint(t, Type::Number))),
    }
}
