//! A term that has been checked.

use std::ops::Range;

use crate::board::Piece;

use super::check::{Checker, Place, Trouble, Value};
use super::cost::MAX_TERM_COST;
use super::error::{Error, error};
use super::expr::{Expr, ExprKind, Input, Op, Type};
use super::parse;
use super::source::{By, Field, MAX_LETS, MAX_TABLE, TermSource};

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

/// A fault of a term: the field, or where else.
pub struct TermTrouble {
    pub field: Field,
    pub place: Place,
    pub error: Error,
}

/// Checks one term. It has no names of other terms to look at.
pub struct TermChecker<'c, 'd> {
    pub checker: &'c mut Checker<'d>,
    pub troubles: Vec<TermTrouble>,
    /// [`Term::cost`] of what has been checked.
    pub cost: u64,
    pub(super) scope: Vec<(String, Value)>,
    /// Whether it uses something that has a fault, which is told there.
    is_faulty: bool,
}

impl<'c, 'd> TermChecker<'c, 'd> {
    pub fn new(checker: &'c mut Checker<'d>) -> Self {
        Self {
            checker,
            troubles: Vec::new(),
            cost: 0,
            scope: Vec::new(),
            is_faulty: false,
        }
    }

    pub(super) fn fault(&mut self, field: Field, error: Error) {
        let place = Place::Asked;
        self.troubles.push(TermTrouble { field, place, error });
    }

    fn note<T>(&mut self, field: Field, result: Result<T, Trouble>) -> Option<T> {
        let others = self.checker.take_others();
        let (value, fault) = match result {
            Ok(value) => (Some(value), None),
            Err(fault) => (None, Some(fault)),
        };
        for trouble in fault.into_iter().chain(others) {
            self.is_faulty |= trouble.is_echo();
            if !trouble.is_echo() {
                let Trouble { place, error, .. } = trouble;
                self.troubles.push(TermTrouble { field, place, error });
            }
        }
        value
    }

    /// A field's value with its place, within a number of loops.
    fn value(&mut self, field: Field, text: &str, loops: usize) -> Option<(Value, Range<usize>)> {
        let ast = match parse::expression(text) {
            Ok(ast) => ast,
            Err(error) => {
                self.fault(field, error);
                return None;
            }
        };
        let value = self.checker.value(&ast, self.scope.clone(), loops);
        Some((self.note(field, value)?, ast.span))
    }

    /// A field of a type that is written.
    fn typed(&mut self, field: Field, name: &str, text: &str, kind: Type, loops: usize) -> Option<Expr> {
        let (value, span) = self.value(field, text, loops)?;
        let expr = self.checker.field(value, kind, &span, name);
        self.note(field, expr)
    }

    /// The term, or none if there are faults.
    pub fn check(&mut self, source: &TermSource) -> Option<Term> {
        let known_faulty = self.checker.faulty().len();
        let term = self.read(source);
        self.checker.faulty().truncate(known_faulty);
        term
    }

    fn read(&mut self, source: &TermSource) -> Option<Term> {
        self.check_shape(source);
        let each = source
            .each
            .as_ref()
            .map(|text| self.typed(Field::Each, "each", text, Type::Squares, 0));
        let loops = usize::from(each.is_some());
        if loops > 0 {
            let square = Expr::new(ExprKind::Variable(0));
            self.scope
                .push((EACH_VARIABLE.to_owned(), Value::Expr(Type::Square, square)));
        }
        let lets = self.lets(source, loops);
        let when = source
            .when
            .as_ref()
            .map(|text| self.typed(Field::When, "when", text, Type::Truth, loops));
        let index = source
            .index
            .as_ref()
            .map(|text| self.typed(Field::Index, "index", text, Type::Number, loops));
        let count = self.count(source, loops);
        if self.is_faulty || !self.troubles.is_empty() {
            return None;
        }
        let mut term = Term {
            name: source.name.clone(),
            by: source.by,
            lets,
            when: when.flatten(),
            each: each.flatten(),
            count: count?,
            index: index.flatten(),
            depends: Depends::Pawns,
        };
        term.depends = depends(&term);
        self.cost = term.cost();
        if self.cost > MAX_TERM_COST {
            self.refuse_cost(source, &term);
            return None;
        }
        Some(term)
    }

    /// Which fields go together.
    fn check_shape(&mut self, source: &TermSource) {
        let table = matches!(source.by, By::Table(_));
        if let By::Table(len) = source.by
            && !(1..=MAX_TABLE).contains(&len)
        {
            let message = format!("a table has 1 to {MAX_TABLE} entries, this has {len}");
            self.fault(Field::Values, error(0..0, message));
        }
        if source.index.is_some() && !table {
            let found = error(
                0..source.index.as_ref().map_or(0, String::len),
                "`index` needs a `table`",
            );
            self.fault(
                Field::Index,
                found.hint("it says which entry of the table counts"),
            );
        }
        let found = if source.count.is_some() {
            return;
        } else if table && source.index.is_none() {
            error(0..0, "`count` is missing: which entry of the table counts")
        } else if source.each.is_none() && source.when.is_none() {
            error(0..0, "`count` is missing").hint("a term has `count`, `each` or `when`")
        } else if source.each.is_none() && !matches!(source.by, By::One | By::Table(_)) {
            error(0..0, "`count` is missing: the squares whose values count")
        } else {
            return;
        };
        self.fault(Field::Count, found);
    }

    fn lets(&mut self, source: &TermSource, loops: usize) -> Vec<(String, Type, Expr)> {
        if source.lets.len() > MAX_LETS {
            let message = format!("too many `let`s: {}, at most {MAX_LETS}", source.lets.len());
            self.fault(Field::LetName(MAX_LETS), error(0..0, message));
            return Vec::new();
        }
        let mut lets = Vec::new();
        for (i, (name, text)) in source.lets.iter().enumerate() {
            match parse::name(name) {
                Err(error) => self.fault(Field::LetName(i), error),
                Ok(name)
                    if self.scope.iter().any(|(known, _)| *known == name) || self.checker.is_taken(&name) =>
                {
                    let message = format!("`{name}` is something else already");
                    let found = error(0..name.len(), message).hint("take another name");
                    self.fault(Field::LetName(i), found);
                }
                Ok(name) if name == EACH_VARIABLE => {
                    let message = format!("`{name}` is what a term with `each` calls each of its squares");
                    let found = error(0..name.len(), message).hint("take another name");
                    self.fault(Field::LetName(i), found);
                }
                Ok(name) => {
                    let Some((value, _)) = self.value(Field::Let(i), text, loops) else {
                        self.checker.note_faulty(&name);
                        continue;
                    };
                    if let Value::Expr(kind, expr) = &value {
                        lets.push((name.clone(), *kind, expr.clone()));
                    }
                    self.scope.push((name, value));
                }
            }
        }
        lets
    }

    /// What is counted, as the values need it: squares to look up, or a number.
    fn count(&mut self, source: &TermSource, loops: usize) -> Option<Expr> {
        let Some(text) = &source.count else {
            return Some(Expr::new(ExprKind::Number(1)));
        };
        let (value, span) = self.value(Field::Count, text, loops)?;
        if matches!(source.by, By::Rank | By::File | By::Square) && source.each.is_none() {
            return self.squares(source.by, value, &span);
        }
        let number = match value {
            Value::Expr(Type::Square, square) => Ok(Expr::new(ExprKind::Apply(
                Op::Size,
                vec![Expr::new(ExprKind::Apply(Op::Bit, vec![square]))],
            ))),
            Value::Expr(kind, expr) => self.checker.as_operand(kind, expr, Type::Number, &span),
            side => self.checker.field(side, Type::Squares, &span, "count"),
        };
        self.note(Field::Count, number)
    }

    /// What is counted, where each of its squares has a value of its own.
    fn squares(&mut self, by: By, value: Value, span: &Range<usize>) -> Option<Expr> {
        let hint = match value.kind() {
            Type::Truth => "whether a term counts stands in `when`",
            Type::Number => "how often something counts goes with `value` or `table`",
            _ => {
                let squares = self.checker.field(value, Type::Squares, span, "count");
                return self.note(Field::Count, squares);
            }
        };
        let message = format!(
            "with `{}` and without `each`, `count` must be squares, this is {}",
            by.key(),
            value.kind().article()
        );
        self.fault(Field::Count, error(span.clone(), message).hint(hint));
        None
    }
}

/// What a term depends on, by what it reads.
fn depends(term: &Term) -> Depends {
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
