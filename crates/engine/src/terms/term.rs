//! A checked term.

use super::expr::{Expr, ExprKind, Type};
use super::ops::Op;
use super::source::{By, Role, Rounding};
use super::tables::{TableRef, Tables};

/// Maximum absolute value of a single count.
pub const MAX_COUNT: i32 = 10_000;
/// Bound of a score after a factor, in steps.
const MAX_SCALED: i64 = 1 << 28;
/// Name of the loop variable of a term with `each`.
pub const EACH_VARIABLE: &str = "sq";

/// The dependencies of a term: its count changes only with these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depends {
    /// The pawns of either side.
    Pawns,
    PawnsAndKings,
    /// The number of pieces of each kind.
    Material,
    /// Anything.
    Position,
}

/// All of them, by number.
pub const DEPENDS: [Depends; 4] =
    [Depends::Pawns, Depends::PawnsAndKings, Depends::Material, Depends::Position];

/// A checked term.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub(super) name: String,
    pub(super) by: By,
    /// For display only; they are inlined in the other fields.
    pub(super) lets: Vec<(String, Type, Expr)>,
    pub(super) when: Option<Expr>,
    pub(super) each: Option<Expr>,
    /// A set only if its squares are looked up one by one.
    pub(super) count: Expr,
    pub(super) index: Option<Expr>,
    pub(super) depends: Depends,
    pub(super) role: Role,
    pub(super) after_blend: bool,
    pub(super) divisor: i32,
    pub(super) rounding: Rounding,
}

impl Term {
    /// Name in messages and explanations.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn role(&self) -> Role {
        self.role
    }

    /// Returns `true` if it counts after the blend of middlegame and endgame.
    pub fn is_after_blend(&self) -> bool {
        self.after_blend
    }

    /// Returns the score of a factor applied to a score: `factor` divisor-ths of it.
    pub fn scaled(&self, score: i32, factor: i64) -> i32 {
        let product = i64::from(score) * factor;
        let divisor = i64::from(self.divisor);
        let quotient = match self.rounding {
            Rounding::Zero => product / divisor,
            Rounding::Down => product.div_euclid(divisor),
        };
        quotient.clamp(-MAX_SCALED, MAX_SCALED) as i32
    }

    /// What a factor is a part of: 100 for a percentage.
    pub fn divisor(&self) -> i32 {
        self.divisor
    }

    /// The index of its values.
    pub fn by(&self) -> By {
        self.by
    }

    /// The field that holds its values.
    pub fn values_key(&self) -> &'static str {
        self.by.key_in(self.role)
    }

    /// Returns `true` if another term applies its count in the same way to the score.
    pub fn applies_like(&self, other: &Self) -> bool {
        let how = |term: &Self| (term.role, term.after_blend, term.divisor, term.rounding);
        how(self) == how(other)
    }

    /// Returns `true` if another term has the same count, whatever the index of its values.
    pub fn counts_like(&self, other: &Self) -> bool {
        let fields = |term: &Self| (term.when.clone(), term.each.clone(), term.index.clone());
        self.counted() == other.counted() && fields(self) == fields(other)
    }

    /// Returns `true` if the counts of another term have the same sum in every position: the same count, and tables
    /// of equal length, if any.
    pub fn sums_like(&self, other: &Self) -> bool {
        let entries = |term: &Self| term.counts_entries().then_some(term.by.len());
        self.counts_like(other) && entries(self) == entries(other)
    }

    /// Returns `true` if the count is the index of a table entry, rather than a multiplier.
    pub fn counts_entries(&self) -> bool {
        matches!(self.by, By::Table(_)) && self.index.is_none()
    }

    /// Returns `true` if `index` selects the table entry.
    pub fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// Its dependencies.
    pub fn depends_on(&self) -> Depends {
        self.depends
    }

    /// Returns `true` if the count is a set whose squares are looked up in the values one by one.
    pub(super) fn looks_up_squares(&self) -> bool {
        self.role != Role::Table && matches!(self.by, By::Rank | By::File | By::Square) && self.each.is_none()
    }

    /// Returns the count as written: a set rather than its size, a boolean rather than a number.
    pub(super) fn counted(&self) -> (Type, &Expr) {
        match &self.count.kind {
            _ if self.looks_up_squares() => (Type::Squares, &self.count),
            ExprKind::Apply(Op::Size, parts) => (Type::Squares, &parts[0]),
            ExprKind::Apply(Op::Copy, parts) => (Type::Boolean, &parts[0]),
            _ => (Type::Number, &self.count),
        }
    }

    /// The tables that its expressions look up, possibly several times.
    pub fn tables(&self) -> Vec<TableRef> {
        let mut tables = Vec::new();
        self.expressions().for_each(|expr| {
            expr.walk(&mut |kind| {
                if let ExprKind::Table(table) = kind {
                    tables.push(*table);
                }
            });
        });
        tables
    }

    /// Returns `true` if it looks up a table whose entries differ by stage.
    pub fn looks_up_stages(&self, tables: &Tables) -> bool {
        self.tables().into_iter().any(|table| tables.differs_by_stage(table))
    }

    /// Returns `true` if it counts squares: with `each`, or as its `count`.
    pub fn has_squares(&self) -> bool {
        self.each.is_some() || self.counted().0 == Type::Squares
    }

    /// Maximum sum of the counts of its values for one side.
    pub fn most(&self) -> i64 {
        let times = self.each.as_ref().map_or(1, Expr::max_squares) as i64;
        let squares = |expr: &Expr| expr.max_squares() as i64;
        match &self.count.kind {
            _ if self.looks_up_squares() => squares(&self.count),
            _ if self.counts_entries() => times,
            ExprKind::Apply(Op::Size, parts) => times * squares(&parts[0]),
            ExprKind::Apply(Op::Copy, _) => times,
            _ => times * self.count.range().largest().min(MAX_COUNT.into()),
        }
    }

    pub(super) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let fields = [self.each.as_ref(), self.when.as_ref(), Some(&self.count), self.index.as_ref()];
        fields.into_iter().flatten()
    }
}
