//! Checks a term: its fields, and what it costs.

use std::ops::Range;

use super::check::{Checker, Place, Trouble, Value};
use super::cost::MAX_TERM_COST;
use super::error::{Error, error};
use super::expr::{Expr, ExprKind, Op, Type};
use super::parse;
use super::source::{By, Field, MAX_LETS, MAX_TABLE, TermSource};
use super::term::{Depends, EACH_VARIABLE, Term, depends};

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
        match result {
            Ok(value) => Some(value),
            Err(trouble) if trouble.is_echo() => {
                self.is_faulty = true;
                None
            }
            Err(Trouble { place, error, .. }) => {
                self.troubles.push(TermTrouble { field, place, error });
                None
            }
        }
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
