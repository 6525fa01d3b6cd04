//! Checks one term: its fields and its cost.

use std::ops::Range;

use super::super::code;
use super::super::cost::MAX_TERM_COST;
use super::super::depends;
use super::super::error::{Error, error};
use super::super::expr::{Expr, ExprKind, Type};
use super::super::ops::Op;
use super::super::parse;
use super::super::phrase::{About, Phrase};
use super::super::source::{By, Field, MAX_LETS, MAX_TABLE, MAX_TEXT, Role, TermSource};
use super::super::term::{Depends, EACH_VARIABLE, Term};
use super::{AskedPart, CheckError, Checker, Place, Value};

/// The parts of a phrase that list squares.
const SQUARES: [&str; 2] = ["{squares}", "{pieces}"];
/// Longer quotes of a costly part are cut.
const MAX_QUOTED: usize = 60;

/// An error of a term, with its field or other location.
pub struct TermError {
    pub field: Field,
    pub place: Place,
    pub error: Error,
}

/// Checks one term, independently of the names of other terms.
pub struct TermChecker<'c, 'd> {
    pub checker: &'c mut Checker<'d>,
    pub troubles: Vec<TermError>,
    /// [`Term::cost`] of the checked term.
    pub cost: u64,
    scope: Vec<(String, Value)>,
    /// True if it uses an invalid definition, whose errors are reported there.
    is_faulty: bool,
}

impl<'c, 'd> TermChecker<'c, 'd> {
    pub fn new(checker: &'c mut Checker<'d>) -> Self {
        Self { checker, troubles: Vec::new(), cost: 0, scope: Vec::new(), is_faulty: false }
    }

    fn fault(&mut self, field: Field, error: Error) {
        let place = Place::Asked;
        self.troubles.push(TermError { field, place, error });
    }

    fn note<T>(&mut self, field: Field, result: Result<T, CheckError>) -> Option<T> {
        let others = self.checker.take_others();
        let (value, fault) = match result {
            Ok(value) => (Some(value), None),
            Err(fault) => (None, Some(fault)),
        };
        for trouble in fault.into_iter().chain(others) {
            self.is_faulty |= trouble.is_echo();
            if !trouble.is_echo() {
                let CheckError { place, error, .. } = trouble;
                self.troubles.push(TermError { field, place, error });
            }
        }
        value
    }

    /// Checks a field within a number of loops. Returns its value with its span.
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

    /// Returns the term; `None` if it has errors.
    pub fn check(&mut self, source: &TermSource) -> Option<Term> {
        let known_faulty = self.checker.faulty().len();
        let term = self.read(source);
        self.checker.faulty().truncate(known_faulty);
        term
    }

    fn read(&mut self, source: &TermSource) -> Option<Term> {
        self.check_shape(source);
        let each = source.each.as_ref().map(|text| self.typed(Field::Each, "each", text, Type::Squares, 0));
        let loops = usize::from(each.is_some());
        if loops > 0 {
            let square = Expr::new(ExprKind::Variable(0));
            self.scope.push((EACH_VARIABLE.to_owned(), Value::Expr(Type::Square, square)));
        }
        let lets = self.lets(source, loops);
        let when =
            source.when.as_ref().map(|text| self.typed(Field::When, "when", text, Type::Boolean, loops));
        let index =
            source.index.as_ref().map(|text| self.typed(Field::Index, "index", text, Type::Number, loops));
        let count = self.count(source, loops);
        let phrase = source.say.as_ref().and_then(|text| self.phrase(text));
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
            role: source.role,
            after_blend: source.after_blend,
            divisor: source.divisor,
            rounding: source.rounding,
        };
        if phrase.is_some_and(|phrase| phrase.about() == About::Squares) && !term.has_squares() {
            let text = source.say.as_deref().unwrap_or_default();
            let find = |part: &str| text.find(part).map(|start| start..start + part.len());
            let part = SQUARES.into_iter().find_map(find).unwrap_or_default();
            let found = error(part, "the term counts no squares");
            self.fault(Field::Say, found.hint("use {n}, or let `count` be squares"));
            return None;
        }
        term.depends = depends::of(&term);
        self.cost = term.cost();
        if self.cost > MAX_TERM_COST {
            self.refuse_cost(source, &term);
            return None;
        }
        Some(term)
    }

    fn phrase(&mut self, text: &str) -> Option<Phrase> {
        let phrase = if text.len() > MAX_TEXT {
            Err(error(0..text.len(), format!("the phrase is too long: at most {MAX_TEXT} bytes")))
        } else {
            Phrase::parse(text)
        };
        phrase.map_err(|error| self.fault(Field::Say, error)).ok()
    }

    /// Checks which fields are present.
    fn check_shape(&mut self, source: &TermSource) {
        let table = matches!(source.by, By::Table(_));
        if let By::Table(len) = source.by
            && !(1..=MAX_TABLE).contains(&len)
        {
            let message = format!("a table has 1 to {MAX_TABLE} entries, this has {len}");
            self.fault(Field::Values, error(0..0, message));
        }
        if source.role == Role::Table {
            return self.check_columns(source);
        }
        if source.index.is_some() && !table {
            let found = error(0..source.index.as_ref().map_or(0, String::len), "`index` needs a `table`");
            self.fault(Field::Index, found.hint("it says which entry of the table counts"));
        }
        let found = if source.count.is_some() {
            return;
        } else if table && source.index.is_none() {
            error(0..0, "`count` is missing: which entry of the table counts")
        } else if matches!(source.role, Role::Factor | Role::Drawn) && source.by.len() <= 1 {
            return self.check_factor(source);
        } else if source.each.is_none() && source.when.is_none() {
            error(0..0, "`count` is missing").hint("a term has `count`, `each` or `when`")
        } else if source.each.is_none() && !matches!(source.by, By::One | By::Table(_)) {
            error(0..0, "`count` is missing: the squares whose values count")
        } else {
            return;
        };
        self.fault(Field::Count, found);
    }

    /// Checks the number of columns of a table.
    fn check_columns(&mut self, source: &TermSource) {
        let (Some(columns), By::Table(len)) = (source.columns, source.by) else {
            if source.columns.is_some() {
                let found =
                    error(0..0, format!("`columns` goes with `values`, not with `{}`", source.by.key()));
                self.fault(Field::Columns, found);
            }
            return;
        };
        if columns == 0 || !len.is_multiple_of(columns) {
            let message = format!("a table of {len} entries cannot have {columns} columns");
            let hint = "all rows have as many entries; their number divides that of all entries";
            self.fault(Field::Columns, error(0..0, message).hint(hint));
        }
    }

    /// Checks that a factor or a rule of draws has a condition or a count.
    fn check_factor(&mut self, source: &TermSource) {
        if source.when.is_some() {
            return;
        }
        let found = match source.role {
            Role::Drawn => error(0..0, "`when` is missing: in which positions the game is drawn"),
            _ => error(0..0, "`when` is missing: a factor that always applies only changes the unit")
                .hint("give `when`, or a `count` that depends on the position"),
        };
        self.fault(Field::When, found);
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

    /// Returns the count in the type that the values need: a set for lookups, or a number.
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

    /// Returns the count of a term with a value for each square.
    fn squares(&mut self, by: By, value: Value, span: &Range<usize>) -> Option<Expr> {
        let hint = match value.kind() {
            Type::Boolean => "whether a term counts stands in `when`",
            Type::Number => "how often something counts goes with `value` or `table`",
            _ => {
                let squares = self.checker.field(value, Type::Squares, span, "count");
                return self.note(Field::Count, squares);
            }
        };
        let message = format!(
            "with `{}` and without `each`, `count` must be squares, not {}",
            by.key(),
            value.kind().article()
        );
        self.fault(Field::Count, error(span.clone(), message).hint(hint));
        None
    }
}

struct CostlyPart {
    field: Field,
    span: Range<usize>,
    cost: u64,
    /// True if it is computed for each square of the term's own loop.
    is_of_each: bool,
}

impl TermChecker<'_, '_> {
    /// Reports that the term costs too much, and its costliest part.
    fn refuse_cost(&mut self, source: &TermSource, term: &Term) {
        let message =
            format!("the term costs too much: up to {} operations, at most {MAX_TERM_COST}", self.cost);
        let Some((part, text)) = self.costliest(source) else {
            let (field, text) = match &source.each {
                Some(each) => (Field::Each, Some(each)),
                None => (Field::Count, source.count.as_ref()),
            };
            let found = error(0..text.map_or(0, String::len), message);
            self.fault(field, found.hint("loops within loops cost most"));
            return;
        };
        let times = match (&term.each, part.is_of_each) {
            (Some(each), true) => format!(" for each of up to {} squares", each.max_squares()),
            _ => String::new(),
        };
        let hint = format!(
            "most of it is `{}`: up to {} operations{times}",
            quoted(&text[part.span.clone()]),
            part.cost
        );
        self.fault(part.field, error(part.span, message).hint(hint));
    }

    /// Returns the costliest part with its text; among nested parts, the innermost with at least half of the cost.
    fn costliest<'s>(&mut self, source: &'s TermSource) -> Option<(CostlyPart, &'s str)> {
        let fields = [
            (Field::Each, &source.each),
            (Field::When, &source.when),
            (Field::Index, &source.index),
            (Field::Count, &source.count),
        ];
        let mut found = Vec::new();
        for (field, text) in fields {
            let Some(text) = text else {
                continue;
            };
            let (scope, loops) = match field {
                Field::Each => (Vec::new(), 0),
                _ => (self.scope.clone(), usize::from(source.each.is_some())),
            };
            let ast = parse::expression(text).ok()?;
            let parts = self.checker.parts(&ast, scope, loops);
            let parts = parts.into_iter().filter_map(|part| costly_part(field, part));
            found.extend(parts.map(|part| (part, text.as_str())));
        }
        let most = found.iter().map(|(part, _)| part.cost).max()?;
        let enough = found.into_iter().filter(|(part, _)| part.cost >= most.div_ceil(2));
        enough.min_by_key(|(part, _)| part.cost)
    }
}

fn costly_part(field: Field, AskedPart { span, expr, loops }: AskedPart) -> Option<CostlyPart> {
    let mut is_of_each = false;
    expr.walk(&mut |kind| is_of_each |= *kind == ExprKind::Variable(0));
    Some(CostlyPart { field, span, cost: code::cost_of(&expr, loops)?, is_of_each })
}

/// Quotes text in one line, cut if it is long.
fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
