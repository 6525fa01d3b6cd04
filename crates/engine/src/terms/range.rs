//! Bounds of numbers, from the operations of an expression alone.

use super::expr::{Expr, ExprKind, Input};
use super::ops::{Each, Op};
use super::view::FULL_PHASE;

/// Maximum absolute value of an entry of a table.
pub const MAX_ENTRY: i64 = 100_000;

/// The smallest and the largest value of a number, both included; of a boolean 0 and 1, of a square 0 and 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    const ALL: Self = Self::new(i32::MIN as i64, i32::MAX as i64);

    const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// The smallest range with these numbers, within 32 bits.
    fn of(numbers: &[i64]) -> Self {
        let bound = |n: Option<&i64>| n.map_or(0, |&n| n.clamp(i32::MIN.into(), i32::MAX.into()));
        Self::new(bound(numbers.iter().min()), bound(numbers.iter().max()))
    }

    fn and(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Maximum absolute value.
    pub fn largest(self) -> i64 {
        self.low.abs().max(self.high.abs())
    }

    /// The results of a monotonic function of both operands.
    fn combined(self, other: Self, of: impl Fn(i64, i64) -> i64) -> Self {
        let ends = [self.low, self.high].map(|a| [of(a, other.low), of(a, other.high)]);
        Self::of(ends.as_flattened())
    }
}

impl Expr {
    /// Bounds of the value of an expression that is a number, boolean or square.
    pub fn range(&self) -> Range {
        match &self.kind {
            ExprKind::Number(n) => Range::new((*n).into(), (*n).into()),
            ExprKind::Boolean(_) => Range::new(0, 1),
            ExprKind::Square(_) | ExprKind::Variable(_) => Range::new(0, 63),
            ExprKind::Input(Input::Phase) => Range::new(0, FULL_PHASE.into()),
            ExprKind::Input(Input::Halfmoves) => Range::new(0, u8::MAX.into()),
            ExprKind::Input(
                Input::ToMove(_) | Input::CastlesShort(_) | Input::CastlesLong(_) | Input::IsWhite(_),
            ) => Range::new(0, 1),
            ExprKind::Apply(op, parts) => of_operation(*op, parts),
            ExprKind::Loop(each, parts) => of_loop(*each, &parts[0], parts[1].range()),
            ExprKind::Input(_) | ExprKind::Squares(_) | ExprKind::Table(_) => Range::ALL,
        }
    }
}

fn of_operation(op: Op, parts: &[Expr]) -> Range {
    let of = |part: usize| parts.get(part).map_or(Range::ALL, Expr::range);
    match op {
        Op::Copy => of(0),
        Op::Size => Range::new(0, parts[0].max_squares() as i64),
        Op::Add => of(0).combined(of(1), |a, b| a + b),
        Op::Subtract => of(0).combined(of(1), |a, b| a - b),
        Op::Multiply => of(0).combined(of(1), |a, b| a * b),
        Op::Min => of(0).combined(of(1), i64::min),
        Op::Max => of(0).combined(of(1), i64::max),
        Op::Negative => Range::new(-of(0).high, -of(0).low),
        Op::Absolute => Range::new(0, of(0).largest()),
        // A divisor of 0 gives 0, all others make the number smaller.
        Op::Divide => match of(1) {
            Range { low, high } if low == high && low != 0 => of(0).combined(of(1), |a, b| a / b),
            _ => Range::new(-of(0).largest(), of(0).largest()),
        },
        Op::Remainder => Range::new(-of(1).largest(), of(1).largest()),
        Op::If => of(1).and(of(2)),
        Op::Distance => Range::new(0, 7),
        Op::ManhattanDistance => Range::new(0, 14),
        Op::CentreDistance => Range::new(0, 3),
        Op::Rank | Op::File => Range::new(1, 8),
        Op::IsAny | Op::Within | Op::Equal | Op::Less | Op::Both | Op::Either | Op::Not => Range::new(0, 1),
        Op::Lookup => Range::new(-MAX_ENTRY, MAX_ENTRY),
        _ => Range::ALL,
    }
}

fn of_loop(each: Each, set: &Expr, body: Range) -> Range {
    match each {
        Each::Sum => {
            let squares = set.max_squares() as i64;
            Range::of(&[0, body.low * squares, body.high * squares])
        }
        Each::Min | Each::Max => body.and(Range::new(0, 0)),
        Each::Any | Each::All => Range::new(0, 1),
        Each::Where | Each::Union => Range::ALL,
    }
}
