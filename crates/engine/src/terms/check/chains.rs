//! Chains of operators.

use std::ops::Range;

use super::super::ast::{Ast, Binary, Link, Unary};
use super::super::error::error;
use super::super::expr::{Expr, ExprKind, Type};
use super::super::ops::Op;
use super::operators::{self, Plan};
use super::{CheckError, Checker, Value, resolve};

/// Longer chains of one operator are split into groups of this size, to limit their depth.
const GROUP: usize = 8;

/// The left side of the next operator: one operand, or several that the same operator joins.
struct Run {
    kind: Type,
    first: Expr,
    /// The operation that joins the others to the first.
    op: Option<Op>,
    rest: Vec<Expr>,
    /// Number of expressions in it.
    size: usize,
}

impl Run {
    fn new(kind: Type, first: Expr) -> Self {
        Self { kind, op: None, rest: Vec::new(), size: first.size, first }
    }
}

/// Returns `true` if operands may be grouped. Sums may not: saturation depends on the order.
fn is_groupable(op: Op) -> bool {
    matches!(op, Op::Union | Op::Intersection | Op::Difference | Op::Without | Op::Both | Op::Either)
}

impl Checker<'_> {
    pub(super) fn unary(
        &mut self,
        unary: Unary,
        operand: &Ast,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let value = self.read(operand)?;
        let (kind, op, what) = match unary {
            Unary::Negative => (Type::Number, Op::Negative, "the operand of `-`"),
            Unary::Complement => (Type::Squares, Op::Complement, "the operand of `~`"),
            Unary::Not => (Type::Boolean, Op::Not, "the operand of `not`"),
        };
        match self.convert(value, kind, &operand.span, || what.to_owned())? {
            Value::Expr(_, expr) => self.apply(kind, op, vec![expr], span),
            Value::Side(_) => self.no_operand(span),
        }
    }

    /// Operands from left to right.
    pub(super) fn chain(&mut self, first: &Ast, links: &[Link]) -> Result<Value, CheckError> {
        let operands = std::iter::once(first).chain(links.iter().map(|link| &link.operand));
        let mut values = self.all(operands, |checker, operand| checker.read(operand))?.into_iter();
        let Some(value) = values.next() else {
            return self.no_operand(&first.span);
        };
        let mut left = None;
        let mut before = &first.span;
        for (link, right) in links.iter().zip(values) {
            let kind = left.as_ref().map_or(value.kind(), |run: &Run| run.kind);
            let plan = match operators::plan(link.binary, [kind, right.kind()]) {
                Ok(plan) => plan,
                Err((message, hint)) => {
                    let mut fault = error(link.sign.clone(), message);
                    // Only the first operand is directly to the left of an operator.
                    let beside = std::ptr::eq(before, &first.span).then_some(first);
                    let is_of_sets = matches!(
                        link.binary,
                        Binary::Union | Binary::Difference | Binary::Intersection | Binary::In
                    );
                    let operands = [beside, Some(&link.operand)].into_iter().flatten();
                    let set = operands.filter(|_| is_of_sets).find_map(resolve::set_of);
                    fault.hint = set.or(hint);
                    return self.trouble(fault);
                }
            };
            let run = match (left, &value) {
                (Some(run), _) => run,
                (None, Value::Expr(kind, first)) => Run::new(*kind, first.clone()),
                (None, Value::Side(_)) => return self.no_operand(before),
            };
            left = Some(self.link(run, &plan, before, right, &link.operand.span)?);
            before = &link.operand.span;
        }
        match left {
            Some(run) => Ok(Value::Expr(run.kind, self.joined(run, before)?)),
            None => Ok(value),
        }
    }

    fn no_operand<T>(&self, span: &Range<usize>) -> Result<T, CheckError> {
        self.trouble(error(span.clone(), "a side is no operand"))
    }

    /// Appends an operand, joined as planned.
    fn link(
        &mut self,
        mut run: Run,
        plan: &Plan,
        before: &Range<usize>,
        right: Value,
        span: &Range<usize>,
    ) -> Result<Run, CheckError> {
        let Value::Expr(kind, right) = right else {
            return self.no_operand(span);
        };
        let right = self.as_operand(kind, right, plan.operands, span)?;
        if run.op != Some(plan.op) {
            let kind = run.kind;
            let left = self.joined(run, before)?;
            run = Run::new(plan.operands, self.as_operand(kind, left, plan.operands, before)?);
        }
        if is_groupable(plan.op) {
            (run.kind, run.op) = (plan.result, Some(plan.op));
            run.size += 1 + right.size;
            run.rest.push(right);
            self.within_limits(run.size, 0, span)?;
            return Ok(run);
        }
        let mut parts = vec![self.joined(run, before)?, right];
        if plan.swapped {
            parts.reverse();
        }
        let mut whole = self.make(ExprKind::Apply(plan.op, parts), span)?;
        if plan.negated {
            whole = self.make(ExprKind::Apply(Op::Not, vec![whole]), span)?;
        }
        Ok(Run::new(plan.result, whole))
    }

    /// Joins all operands into one expression.
    fn joined(&mut self, run: Run, span: &Range<usize>) -> Result<Expr, CheckError> {
        let (Some(op), mut rest) = (run.op, run.rest) else {
            return Ok(run.first);
        };
        if op == Op::Without && rest.len() >= GROUP {
            // a - b - c is a - (b | c).
            let second = rest.remove(0);
            rest = vec![self.grouped(Op::Union, second, rest, span)?];
        }
        self.grouped(op, run.first, rest, span)
    }

    /// Groups operands recursively until one expression is left.
    fn grouped(
        &mut self,
        op: Op,
        mut first: Expr,
        mut rest: Vec<Expr>,
        span: &Range<usize>,
    ) -> Result<Expr, CheckError> {
        while !rest.is_empty() {
            let mut others = rest.into_iter();
            first = self.group(op, first, others.by_ref(), span)?;
            rest = Vec::new();
            while let Some(next) = others.next() {
                rest.push(self.group(op, next, others.by_ref(), span)?);
            }
        }
        Ok(first)
    }

    /// One group, from left to right.
    fn group(
        &mut self,
        op: Op,
        first: Expr,
        others: impl Iterator<Item = Expr>,
        span: &Range<usize>,
    ) -> Result<Expr, CheckError> {
        let mut others = others.take(GROUP - 1);
        others.try_fold(first, |group, next| self.make(ExprKind::Apply(op, vec![group, next]), span))
    }

    /// Converts an operand to the type that an operator takes.
    pub fn as_operand(
        &mut self,
        kind: Type,
        expr: Expr,
        wanted: Type,
        span: &Range<usize>,
    ) -> Result<Expr, CheckError> {
        let op = match (kind, wanted) {
            (Type::Square, Type::Squares) => Op::Bit,
            (Type::Squares, Type::Number) => Op::Size,
            (Type::Boolean, Type::Number) => Op::Copy,
            _ => return Ok(expr),
        };
        self.make(ExprKind::Apply(op, vec![expr]), span)
    }
}
