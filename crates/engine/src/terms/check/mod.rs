//! The checker: resolves names, checks types, and inlines definitions.

mod calls;
mod chains;
mod lookup;
mod operators;
mod resolve;
#[doc(hidden)]
pub mod signatures;
mod term;

use std::collections::HashMap;
use std::ops::Range;

use super::ast::{Ast, Head, Kind, LoopAst};
use super::builtins;
use super::error::{Error, error};
use super::expr::{Expr, ExprKind, Input, Side, Type};
use super::ops::Op;
use super::source::TermSource;

pub use term::{TermChecker, TermError};

/// Maximum number of expressions in one text after inlining.
pub const MAX_SIZE: usize = 4_000;
/// Maximum nesting depth after inlining.
pub const MAX_HEIGHT: usize = 200;
/// Maximum nesting depth of loops.
pub const MAX_LOOPS: usize = 3;
/// Maximum number of expressions created for one text during the search for its costliest part.
const MAX_PARTS: usize = 40_000;
/// Maximum number of expressions in all texts together, including definitions checked on their own.
const MAX_TOTAL: usize = 400_000;

/// A value of a type. Sides are constant.
#[derive(Debug, Clone)]
pub enum Value {
    Side(Side),
    Expr(Type, Expr),
}

impl Value {
    pub fn kind(&self) -> Type {
        match self {
            Self::Side(_) => Type::Side,
            Self::Expr(kind, _) => *kind,
        }
    }
}

/// Error: an expression is invalid.
#[derive(Debug)]
pub struct CheckError {
    /// Location of its text.
    pub place: Place,
    pub error: Error,
    nature: Nature,
}

/// The kind of a [`CheckError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// An error at its own location.
    Fault,
    /// A size limit: reported where a definition is used, not in the definition.
    Limit,
    /// A follow-up error of one that is reported elsewhere.
    Echo,
}

impl CheckError {
    /// Returns `true` for a follow-up error of one that is reported elsewhere.
    pub fn is_echo(&self) -> bool {
        self.nature == Nature::Echo
    }

    /// Adds a hint if one of some expressions with a wrong type was probably meant as squares.
    fn about(mut self, parts: &[Ast]) -> Self {
        let part = parts.iter().find(|part| part.span == self.error.span);
        self.error.hint = self.error.hint.or_else(|| part.and_then(resolve::set_of));
        self
    }
}

/// The text being checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The text given by the caller.
    Asked,
    /// The body of a definition by its number.
    Body(usize),
    /// A built-in expression.
    Builtin,
}

/// A parsed definition.
#[derive(Debug)]
pub struct Defined {
    pub head: Head,
    pub types: Vec<Type>,
    pub body: Ast,
}

/// Names with their values, innermost last.
type Scope = Vec<(String, Value)>;

/// Converts syntax trees to typed expressions.
pub struct Checker<'d> {
    /// Definitions by number; `None` if head or body could not be parsed.
    definitions: &'d [Option<Defined>],
    by_name: HashMap<&'d str, usize>,
    scope: Scope,
    /// Definitions and built-in functions being inlined.
    active: Vec<&'d str>,
    /// Names of invalid definitions, whose errors are reported there.
    faulty: Vec<String>,
    place: Place,
    /// Current nesting depth of loops.
    loops: usize,
    /// Number of expressions created.
    made: usize,
    /// The names, calls and loops of the text, while they are collected.
    parts: Option<Vec<AskedPart>>,
    /// Current nesting depth of inlined definitions.
    insertions: usize,
    /// Further errors of an expression, besides the one returned.
    others: Vec<CheckError>,
    tables: Vec<lookup::Table<'d>>,
}

/// A name, call or loop of an expression: span, expression, and number of enclosing loops.
pub struct AskedPart {
    pub span: Range<usize>,
    pub expr: Expr,
    pub loops: usize,
}

impl<'d> Checker<'d> {
    /// `terms` may have tables.
    pub fn new(definitions: &'d [Option<Defined>], terms: &'d [TermSource]) -> Self {
        let defined = definitions.iter().enumerate();
        let by_name =
            defined.filter_map(|(i, defined)| Some((defined.as_ref()?.head.name.as_str(), i))).collect();
        Self {
            definitions,
            by_name,
            scope: Vec::new(),
            active: Vec::new(),
            faulty: Vec::new(),
            place: Place::Asked,
            loops: 0,
            made: 0,
            parts: None,
            insertions: 0,
            others: Vec::new(),
            tables: lookup::tables(terms),
        }
    }

    /// Takes the further errors of the last expression, besides the one returned.
    pub fn take_others(&mut self) -> Vec<CheckError> {
        std::mem::take(&mut self.others)
    }

    /// Checks independent parts. Returns their values, or the first error; the others are kept for
    /// [`Self::take_others`].
    fn all<P, T>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        mut read: impl FnMut(&mut Self, P) -> Result<T, CheckError>,
    ) -> Result<Vec<T>, CheckError> {
        let mut first = None;
        let mut values = Vec::new();
        for part in parts {
            match read(self, part) {
                Ok(value) => values.push(value),
                Err(trouble) => {
                    let is_last = !self.goes_on_after(&trouble);
                    if first.is_none() {
                        first = Some(trouble);
                    } else if trouble.nature == Nature::Fault {
                        self.others.push(trouble);
                    }
                    if is_last {
                        break;
                    }
                }
            }
        }
        first.map_or(Ok(values), Err)
    }

    /// Returns `true` if other parts are checked after an error: not in definitions, which may be inlined repeatedly,
    /// and not after a limit.
    fn goes_on_after(&self, trouble: &CheckError) -> bool {
        self.insertions == 0 && trouble.nature != Nature::Limit
    }

    /// Records that a definition is invalid: its uses report no further errors.
    pub fn note_faulty(&mut self, name: &str) {
        self.faulty.push(name.to_owned());
    }

    /// The recorded names, latest last.
    pub fn faulty(&mut self) -> &mut Vec<String> {
        &mut self.faulty
    }

    /// Checks an expression within a scope and a number of loops, and returns its value.
    pub fn value(&mut self, ast: &Ast, scope: Scope, loops: usize) -> Result<Value, CheckError> {
        self.scope = scope;
        (self.place, self.loops) = (Place::Asked, loops);
        self.active.clear();
        self.read(ast)
    }

    /// Returns the names, calls and loops of an expression, inner ones first, as far as they can be checked.
    pub fn parts(&mut self, ast: &Ast, scope: Scope, loops: usize) -> Vec<AskedPart> {
        self.parts = Some(Vec::new());
        // Errors have been reported before.
        let _ = self.value(ast, scope, loops);
        self.others.clear();
        self.parts.take().unwrap_or_default()
    }

    fn note_part(&mut self, ast: &Ast, value: &Value) {
        let is_whole = matches!(ast.kind, Kind::Name(_) | Kind::Of(..) | Kind::Call(..) | Kind::Loop(_));
        if let (true, Place::Asked, Some(parts), Value::Expr(_, expr)) =
            (is_whole, self.place, &mut self.parts, value)
        {
            let noted: usize = parts.iter().map(|part| part.expr.size).sum();
            if noted + expr.size <= MAX_PARTS {
                parts.push(AskedPart { span: ast.span.clone(), expr: expr.clone(), loops: self.loops });
            }
        }
    }

    /// Checks the body of a definition on its own.
    pub fn definition(&mut self, number: usize) -> Result<(), CheckError> {
        let Some(defined) = &self.definitions[number] else {
            return Ok(());
        };
        let stand_in = |kind: &Type| match kind {
            Type::Squares => Value::Expr(*kind, Expr::new(ExprKind::Input(Input::All(Side::Own)))),
            Type::Square => Value::Expr(*kind, Expr::new(ExprKind::Square(0))),
            Type::Number => Value::Expr(*kind, Expr::new(ExprKind::Number(1))),
            Type::Boolean => Value::Expr(*kind, Expr::new(ExprKind::Boolean(true))),
            Type::Side | Type::Any => Value::Side(Side::Own),
        };
        let names = defined.head.parameters.iter().map(|p| p.name.clone());
        self.scope = names.zip(defined.types.iter().map(stand_in)).collect();
        (self.place, self.loops) = (Place::Body(number), 0);
        self.active = vec![&defined.head.name];
        self.read(&defined.body).map(|_| ())
    }

    fn trouble<T>(&self, error: Error) -> Result<T, CheckError> {
        Err(CheckError { place: self.place, error, nature: Nature::Fault })
    }

    /// Creates an expression within the limits.
    fn make(&mut self, kind: ExprKind, span: &Range<usize>) -> Result<Expr, CheckError> {
        let expr = Expr::new(kind);
        self.note(&expr, 1, span)?;
        Ok(expr)
    }

    /// Counts a created expression with `new` new parts, and checks the limits.
    fn note(&mut self, expr: &Expr, new: usize, span: &Range<usize>) -> Result<(), CheckError> {
        self.made += new;
        self.within_limits(expr.size, expr.height, span)
    }

    /// Rejects an expression that is too large, and too many expressions.
    fn within_limits(&self, size: usize, height: usize, span: &Range<usize>) -> Result<(), CheckError> {
        let uses = "every use of a definition counts with all its parts";
        let (what, hint) = if size > MAX_SIZE {
            let what = format!("the expression is too large: more than {MAX_SIZE} parts");
            (what, uses)
        } else if height > MAX_HEIGHT {
            let what = format!("the expression is too deep: more than {MAX_HEIGHT} levels");
            let hint = "put brackets around parts of a long sum; every use of a definition counts with all its levels";
            (what, hint)
        } else if self.made > MAX_TOTAL {
            let what = format!("the terms are too large together: more than {MAX_TOTAL} parts");
            (what, uses)
        } else {
            return Ok(());
        };
        Err(self.limit(error(span.clone(), what).hint(hint)))
    }

    fn limit(&self, error: Error) -> CheckError {
        CheckError { place: self.place, error, nature: Nature::Limit }
    }

    fn apply(
        &mut self,
        kind: Type,
        op: Op,
        parts: Vec<Expr>,
        span: &Range<usize>,
    ) -> Result<Value, CheckError> {
        let expr = self.make(ExprKind::Apply(op, parts), span)?;
        Ok(Value::Expr(kind, expr))
    }

    fn read(&mut self, ast: &Ast) -> Result<Value, CheckError> {
        let value = self.read_new(ast)?;
        self.note_part(ast, &value);
        Ok(value)
    }

    fn read_new(&mut self, ast: &Ast) -> Result<Value, CheckError> {
        let span = &ast.span;
        match &ast.kind {
            Kind::Number(n) => Ok(Value::Expr(Type::Number, self.make(ExprKind::Number(*n), span)?)),
            Kind::Square(square) => {
                let expr = self.make(ExprKind::Square(*square), span)?;
                Ok(Value::Expr(Type::Square, expr))
            }
            Kind::Range(a, b) => {
                let expr = self.make(ExprKind::Squares(rectangle(*a, *b)), span)?;
                Ok(Value::Expr(Type::Squares, expr))
            }
            Kind::Name(name) => self.name(name, span),
            Kind::Of(of, name, name_span) => self.of_side(of, name, name_span, span),
            Kind::Call(name, name_span, arguments) if name == builtins::LOOKUP => {
                self.lookup(name_span, arguments, span)
            }
            Kind::Call(name, name_span, _) if !self.is_function(name) => {
                // Before the arguments, whose errors may be follow-ups.
                self.unknown(name, name_span, &[])
            }
            Kind::Call(name, name_span, arguments) => {
                let values = self.all(arguments, |checker, argument| checker.read(argument))?;
                let spans = arguments.iter().map(|argument| argument.span.clone());
                let values = values.into_iter().zip(spans).collect();
                self.call(name, name_span, values, span).map_err(|trouble| trouble.about(arguments))
            }
            Kind::Loop(it) => self.each(it, span),
            Kind::Unary(unary, operand) => self.unary(*unary, operand, span),
            Kind::Chain(first, links) => self.chain(first, links),
        }
    }

    /// Binds arguments to the parameters of a head, by name.
    fn bind(
        &mut self,
        name: &str,
        parameters: impl Iterator<Item = (String, Type)>,
        arguments: Vec<(Value, Range<usize>)>,
    ) -> Result<Scope, CheckError> {
        self.all(parameters.zip(arguments), |checker, ((parameter, kind), (value, span))| {
            let what = || format!("`{parameter}` of `{name}`");
            let value = checker.convert(value, kind, &span, what)?;
            Ok((parameter, value))
        })
    }

    /// Converts a value to a type; `what` names it in the message.
    fn convert(
        &mut self,
        value: Value,
        kind: Type,
        span: &Range<usize>,
        what: impl Fn() -> String,
    ) -> Result<Value, CheckError> {
        match (value, kind) {
            (value, kind) if value.kind() == kind || kind == Type::Any => Ok(value),
            (Value::Expr(Type::Square, square), Type::Squares) => {
                self.apply(Type::Squares, Op::Bit, vec![square], span)
            }
            (value, kind) => {
                let message =
                    format!("{} must be {}, not {}", what(), kind.article(), value.kind().article());
                let mut fault = error(span.clone(), message);
                fault.hint = operators::hint(value.kind(), kind).map(str::to_owned);
                if let (Value::Side(side), Type::Squares) = (value, kind) {
                    fault.hint = Some(resolve::of_side(side));
                }
                self.trouble(fault)
            }
        }
    }

    /// Checks the expression of a field and converts it to a type.
    pub fn field(
        &mut self,
        value: Value,
        kind: Type,
        span: &Range<usize>,
        field: &str,
    ) -> Result<Expr, CheckError> {
        match self.convert(value, kind, span, || format!("`{field}`"))? {
            Value::Expr(_, expr) => Ok(expr),
            Value::Side(_) => self.trouble(error(span.clone(), "a side alone says nothing")),
        }
    }

    fn each(&mut self, it: &LoopAst, span: &Range<usize>) -> Result<Value, CheckError> {
        let Some(builtin) = builtins::find_loop(&it.function) else {
            return self.unknown(&it.function, &it.function_span, &[]);
        };
        if self.loops >= MAX_LOOPS {
            let message = format!("too many loops within loops: at most {MAX_LOOPS}");
            return Err(self.limit(error(it.function_span.clone(), message)));
        }
        let taken = self.scope.iter().any(|(name, _)| *name == it.variable);
        // Definitions of a profile are not visible in built-in expressions.
        if taken || self.place != Place::Builtin && self.is_taken(&it.variable) {
            let message = format!("`{}` is something else already", it.variable);
            return self.trouble(error(it.variable_span.clone(), message).hint("take another name"));
        }
        let what = || format!("what `{}` goes over", it.function);
        let set = self
            .read(&it.set)
            .and_then(|set| self.convert(set, Type::Squares, &it.set.span, what))
            .map_err(|trouble| trouble.about(std::slice::from_ref(&it.set)));
        let set = match set {
            Err(trouble) if !self.goes_on_after(&trouble) => return Err(trouble),
            set => set,
        };
        let square = self.make(ExprKind::Variable(self.loops), &it.variable_span)?;
        self.scope.push((it.variable.clone(), Value::Expr(Type::Square, square)));
        self.loops += 1;
        let body = self.read(&it.body);
        self.loops -= 1;
        self.scope.pop();
        let what = || format!("the body of `{}`", it.function);
        let body = body
            .and_then(|body| operators::counted(self, body, builtin.body, &it.body.span))
            .and_then(|body| self.convert(body, builtin.body, &it.body.span, what));
        match <[Value; 2]>::try_from(self.all([set, body], |_, part| part)?) {
            Ok([Value::Expr(_, set), Value::Expr(_, body)]) => {
                let expr = self.make(ExprKind::Loop(builtin.each, Box::new([set, body])), span)?;
                Ok(Value::Expr(builtin.result, expr))
            }
            _ => self.trouble(error(span.clone(), "a loop cannot go over sides")),
        }
    }
}

/// All squares between two corners.
fn rectangle(a: u8, b: u8) -> u64 {
    let within = |n: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&n);
    (0..64_u8)
        .filter(|s| within(s % 8, a % 8, b % 8) && within(s / 8, a / 8, b / 8))
        .fold(0, |set, s| set | 1 << s)
}
