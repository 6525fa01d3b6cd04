//! A term that has been checked.

use crate::board::Piece;

use super::expr::{Expr, ExprKind, Input, Op, Type};
use super::source::By;

/// What is counted at once is held between this and its negative.
pub const MAX_COUNT: i32 = 1_000;
/// The name of the square that a term with `each` is counted for.
pub const EACH_VARIABLE: &str = "sq";

/// What has to change for a term to count anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depends {
    /// The pawns of either side.
    Pawns,
    /// The pawns or a king.
    PawnsAndKings,
    /// Anything.
    Position,
}

/// All of them, by number.
pub const DEPENDS: [Depends; 3] = [Depends::Pawns, Depends::PawnsAndKings, Depends::Position];

/// A term that has been checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub(super) name: String,
    pub(super) by: By,
    /// For showing; the other fields have them put in.
    pub(super) lets: Vec<(String, Type, Expr)>,
    pub(super) when: Option<Expr>,
    pub(super) each: Option<Expr>,
    /// A set only where its squares are looked up one by one.
    pub(super) count: Expr,
    pub(super) index: Option<Expr>,
    pub(super) depends: Depends,
}

impl Term {
    /// How messages and explanations call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// By what its values are listed.
    pub fn by(&self) -> By {
        self.by
    }

    /// Whether another term counts the same, by whatever its values are listed.
    pub fn counts_like(&self, other: &Self) -> bool {
        let fields = |term: &Self| (term.when.clone(), term.each.clone(), term.index.clone());
        self.counted() == other.counted() && fields(self) == fields(other)
    }

    /// Whether the sum of what another term counts is the same in every position: a term that counts the same, and that
    /// is held to as many entries if to any.
    pub fn sums_like(&self, other: &Self) -> bool {
        let entries = |term: &Self| term.counts_entries().then_some(term.by.len());
        self.counts_like(other) && entries(self) == entries(other)
    }

    /// Whether what is counted is the number of an entry, and not how often a value counts.
    pub fn counts_entries(&self) -> bool {
        matches!(self.by, By::Table(_)) && self.index.is_none()
    }

    /// Whether `index` says which entry of its table counts.
    pub fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// What has to change for it to count anything else.
    pub fn depends_on(&self) -> Depends {
        self.depends
    }

    /// Whether the count is a set whose squares are looked up in the values one by one.
    pub(super) fn looks_up_squares(&self) -> bool {
        matches!(self.by, By::Rank | By::File | By::Square) && self.each.is_none()
    }

    /// What is counted as it was written: a set and not its size, a truth and not its number.
    pub(super) fn counted(&self) -> (Type, &Expr) {
        match &self.count.kind {
            _ if self.looks_up_squares() => (Type::Squares, &self.count),
            ExprKind::Apply(Op::Size, parts) => (Type::Squares, &parts[0]),
            ExprKind::Apply(Op::OfTruth, parts) => (Type::Truth, &parts[0]),
            _ => (Type::Number, &self.count),
        }
    }

    /// Most that the counts of its values can be together for one side.
    pub fn most(&self) -> i64 {
        let times = self.each.as_ref().map_or(1, Expr::most_squares) as i64;
        let squares = |expr: &Expr| expr.most_squares() as i64;
        match &self.count.kind {
            _ if self.looks_up_squares() => squares(&self.count),
            _ if self.counts_entries() => times,
            ExprKind::Apply(Op::Size, parts) => times * squares(&parts[0]),
            ExprKind::Apply(Op::OfTruth, _) => times,
            ExprKind::Number(n) => times * i64::from(n.unsigned_abs().min(MAX_COUNT as u32)),
            _ => times * i64::from(MAX_COUNT),
        }
    }

    /// Everything that is computed for it.
    pub(super) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let fields = [
            self.each.as_ref(),
            self.when.as_ref(),
            Some(&self.count),
            self.index.as_ref(),
        ];
        fields.into_iter().flatten()
    }
}

/// What a term depends on, by the inputs and operations of its expressions.
pub(super) fn depends(term: &Term) -> Depends {
    let mut depends = Depends::Pawns;
    let mut note = |kind: &ExprKind| {
        let its = match kind {
            ExprKind::Input(Input::Pieces(_, piece) | Input::AttacksBy(_, piece)) => match piece {
                Piece::Pawn => Depends::Pawns,
                Piece::King => Depends::PawnsAndKings,
                _ => Depends::Position,
            },
            ExprKind::Input(_) | ExprKind::Apply(Op::Attacks | Op::AttacksThrough | Op::AttackedBy, _) => {
                Depends::Position
            }
            _ => Depends::Pawns,
        };
        depends = depends.max(its);
    };
    term.expressions().for_each(|expr| expr.walk(&mut note));
    depends
}
