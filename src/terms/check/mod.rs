//! Names resolved, types checked, definitions put in: from what is written to what is computed.

mod builtins;
mod calls;
mod chains;
mod words;

use std::collections::HashMap;
use std::ops::Range;

use super::ast::{Ast, Head, Kind, LoopAst};
use super::error::{Error, error};
use super::expr::{Expr, ExprKind, Input, Op, Side, Type};
use super::names;
use super::operators;

/// The most expressions that one text may be made of when definitions are put in.
pub const MAX_SIZE: usize = 4_000;
/// The most levels of them.
pub const MAX_HEIGHT: usize = 200;
/// The most loops within loops.
pub const MAX_LOOPS: usize = 3;
/// The most expressions that the parts of one text may be made of while the costliest is looked for.
const MAX_PARTS: usize = 40_000;
/// The most expressions that all texts together may be made of, definitions read by themselves included.
const MAX_TOTAL: usize = 400_000;

/// A value of a type. What is known of a side is known before anything is computed.
#[derive(Debug, Clone)]
pub enum Value {
    Side(Side),
    Expr(Type, Expr),
}

impl Value {
    /// Its type.
    pub fn kind(&self) -> Type {
        match self {
            Self::Side(_) => Type::Side,
            Self::Expr(kind, _) => *kind,
        }
    }
}

/// Why a text cannot be used.
#[derive(Debug)]
pub struct Trouble {
    /// In which text; none for a built-in one.
    pub place: Place,
    pub error: Error,
    nature: Nature,
}

/// What kind of trouble it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// Something that is wrong where it stands.
    Fault,
    /// Something that is too large: it is told where a definition is used, not in it.
    Limit,
    /// What follows from a fault that is told elsewhere.
    Echo,
}

impl Trouble {
    /// Whether it follows from another that is told.
    pub fn is_echo(&self) -> bool {
        self.nature == Nature::Echo
    }

    /// Adds a hint where the type of one of some expressions is wrong that may have been meant as squares.
    fn about(mut self, parts: &[Ast]) -> Self {
        let part = parts.iter().find(|part| part.span == self.error.span);
        self.error.hint = self.error.hint.or_else(|| part.and_then(words::set_of));
        self
    }
}

/// Which text is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The one that the caller asked about.
    Asked,
    /// The body of a definition by its number.
    Body(usize),
    /// A built-in expression.
    Builtin,
}

/// A definition that has been read.
#[derive(Debug)]
pub struct Defined {
    pub head: Head,
    pub types: Vec<Type>,
    pub body: Ast,
}

/// Names with their values, innermost last.
type Scope = Vec<(String, Value)>;

/// Turns written expressions into expressions.
pub struct Checker<'d> {
    /// By number; none where head or body could not be read.
    definitions: &'d [Option<Defined>],
    by_name: HashMap<&'d str, usize>,
    scope: Scope,
    /// Definitions and built-in ones that are being put in.
    active: Vec<&'d str>,
    /// Names whose definitions have faults, which are told there.
    faulty: Vec<String>,
    place: Place,
    /// How many loops there are around.
    loops: usize,
    /// How much has been made.
    made: usize,
    /// The parts of what is asked that mean something by themselves, while they are looked for.
    parts: Option<Vec<AskedPart>>,
    /// How many definitions around are being put in.
    insertions: usize,
    /// Faults of an expression beside the one that its reading ended with.
    others: Vec<Trouble>,
}

/// A name, call or loop of a text: its place, what it means, and how many loops there are around.
pub struct AskedPart {
    pub span: Range<usize>,
    pub expr: Expr,
    pub loops: usize,
}

impl<'d> Checker<'d> {
    pub fn new(definitions: &'d [Option<Defined>]) -> Self {
        let defined = definitions.iter().enumerate();
        let by_name = defined
            .filter_map(|(i, defined)| Some((defined.as_ref()?.head.name.as_str(), i)))
            .collect();
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
        }
    }

    /// Takes the faults of the last expression beside the one that its reading ended with.
    pub fn take_others(&mut self) -> Vec<Trouble> {
        std::mem::take(&mut self.others)
    }

    /// The values of parts that do not depend on each other; the first fault, with the others kept for
    /// [`Self::take_others`].
    fn all<P, T>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        mut read: impl FnMut(&mut Self, P) -> Result<T, Trouble>,
    ) -> Result<Vec<T>, Trouble> {
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

    /// Whether other parts are looked at after a fault: not in what is put in, which may be put in again and again, and
    /// not after a limit.
    fn goes_on_after(&self, trouble: &Trouble) -> bool {
        self.insertions == 0 && trouble.nature != Nature::Limit
    }

    /// Notes that what a name means has a fault: where it is used nothing more is said.
    pub fn note_faulty(&mut self, name: &str) {
        self.faulty.push(name.to_owned());
    }

    /// The names that have been noted, the latest last.
    pub fn faulty(&mut self) -> &mut Vec<String> {
        &mut self.faulty
    }

    /// The value of an expression in which some names have values, within so many loops.
    pub fn value(&mut self, ast: &Ast, scope: Scope, loops: usize) -> Result<Value, Trouble> {
        self.scope = scope;
        (self.place, self.loops) = (Place::Asked, loops);
        self.active.clear();
        self.read(ast)
    }

    /// The names, calls and loops of an expression, inner ones first, as far as they can be read.
    pub fn parts(&mut self, ast: &Ast, scope: Scope, loops: usize) -> Vec<AskedPart> {
        self.parts = Some(Vec::new());
        // What has a fault has been told before.
        let _ = self.value(ast, scope, loops);
        self.others.clear();
        self.parts.take().unwrap_or_default()
    }

    fn note_part(&mut self, ast: &Ast, value: &Value) {
        let is_whole = matches!(
            ast.kind,
            Kind::Name(_) | Kind::Of(..) | Kind::Call(..) | Kind::Loop(_)
        );
        if let (true, Place::Asked, Some(parts), Value::Expr(_, expr)) =
            (is_whole, self.place, &mut self.parts, value)
        {
            let noted: usize = parts.iter().map(|part| part.expr.size).sum();
            if noted + expr.size <= MAX_PARTS {
                parts.push(AskedPart {
                    span: ast.span.clone(),
                    expr: expr.clone(),
                    loops: self.loops,
                });
            }
        }
    }

    /// Checks the body of a definition by itself.
    pub fn definition(&mut self, number: usize) -> Result<(), Trouble> {
        let Some(defined) = &self.definitions[number] else {
            return Ok(());
        };
        let stand_in = |kind: &Type| match kind {
            Type::Squares => Value::Expr(*kind, Expr::new(ExprKind::Input(Input::All(Side::Own)))),
            Type::Square => Value::Expr(*kind, Expr::new(ExprKind::Square(0))),
            Type::Number => Value::Expr(*kind, Expr::new(ExprKind::Number(1))),
            Type::Truth => Value::Expr(*kind, Expr::new(ExprKind::Truth(true))),
            Type::Side | Type::Any => Value::Side(Side::Own),
        };
        let names = defined.head.parameters.iter().map(|p| p.name.clone());
        self.scope = names.zip(defined.types.iter().map(stand_in)).collect();
        (self.place, self.loops) = (Place::Body(number), 0);
        self.active = vec![&defined.head.name];
        self.read(&defined.body).map(|_| ())
    }

    fn trouble<T>(&self, error: Error) -> Result<T, Trouble> {
        Err(Trouble {
            place: self.place,
            error,
            nature: Nature::Fault,
        })
    }

    /// An expression, if it is not too large.
    fn make(&mut self, kind: ExprKind, span: &Range<usize>) -> Result<Expr, Trouble> {
        let expr = Expr::new(kind);
        self.note(&expr, 1, span)?;
        Ok(expr)
    }

    /// Notes that an expression has been made, with so many parts that are new.
    fn note(&mut self, expr: &Expr, new: usize, span: &Range<usize>) -> Result<(), Trouble> {
        self.made += new;
        self.within_limits(expr.size, expr.height, span)
    }

    /// Refuses what is larger than may be, or all that has been made.
    fn within_limits(&self, size: usize, height: usize, span: &Range<usize>) -> Result<(), Trouble> {
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

    fn limit(&self, error: Error) -> Trouble {
        Trouble {
            place: self.place,
            error,
            nature: Nature::Limit,
        }
    }

    fn apply(&mut self, kind: Type, op: Op, parts: Vec<Expr>, span: &Range<usize>) -> Result<Value, Trouble> {
        let expr = self.make(ExprKind::Apply(op, parts), span)?;
        Ok(Value::Expr(kind, expr))
    }

    fn read(&mut self, ast: &Ast) -> Result<Value, Trouble> {
        let value = self.read_new(ast)?;
        self.note_part(ast, &value);
        Ok(value)
    }

    fn read_new(&mut self, ast: &Ast) -> Result<Value, Trouble> {
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
            Kind::Call(name, name_span, _) if !self.is_function(name) => {
                // Before the arguments, which may not make sense for that reason.
                self.unknown(name, name_span, &[])
            }
            Kind::Call(name, name_span, arguments) => {
                let values = self.all(arguments, |checker, argument| checker.read(argument))?;
                let spans = arguments.iter().map(|argument| argument.span.clone());
                let values = values.into_iter().zip(spans).collect();
                self.call(name, name_span, values, span)
                    .map_err(|trouble| trouble.about(arguments))
            }
            Kind::Loop(it) => self.each(it, span),
            Kind::Unary(unary, operand) => self.unary(*unary, operand, span),
            Kind::Chain(first, links) => self.chain(first, links),
        }
    }

    /// Arguments as a head wants them, by the names of its parameters.
    fn bind(
        &mut self,
        name: &str,
        parameters: impl Iterator<Item = (String, Type)>,
        arguments: Vec<(Value, Range<usize>)>,
    ) -> Result<Scope, Trouble> {
        self.all(
            parameters.zip(arguments),
            |checker, ((parameter, kind), (value, span))| {
                let what = || format!("`{parameter}` of `{name}`");
                let value = checker.convert(value, kind, &span, what)?;
                Ok((parameter, value))
            },
        )
    }

    /// A value as a type; what it is for goes into the message.
    fn convert(
        &mut self,
        value: Value,
        kind: Type,
        span: &Range<usize>,
        what: impl Fn() -> String,
    ) -> Result<Value, Trouble> {
        match (value, kind) {
            (value, kind) if value.kind() == kind || kind == Type::Any => Ok(value),
            (Value::Expr(Type::Square, square), Type::Squares) => {
                self.apply(Type::Squares, Op::Bit, vec![square], span)
            }
            (value, kind) => {
                let message = format!(
                    "{} must be {}, this is {}",
                    what(),
                    kind.article(),
                    value.kind().article()
                );
                let mut fault = error(span.clone(), message);
                fault.hint = operators::hint(value.kind(), kind).map(str::to_owned);
                if let (Value::Side(side), Type::Squares) = (value, kind) {
                    fault.hint = Some(words::of_side(side));
                }
                self.trouble(fault)
            }
        }
    }

    /// The expression of a field, as a type.
    pub fn field(
        &mut self,
        value: Value,
        kind: Type,
        span: &Range<usize>,
        field: &str,
    ) -> Result<Expr, Trouble> {
        match self.convert(value, kind, span, || format!("`{field}`"))? {
            Value::Expr(_, expr) => Ok(expr),
            Value::Side(_) => self.trouble(error(span.clone(), "a side alone says nothing")),
        }
    }

    fn each(&mut self, it: &LoopAst, span: &Range<usize>) -> Result<Value, Trouble> {
        let Some(builtin) = names::find_loop(&it.function) else {
            return self.unknown(&it.function, &it.function_span, &[]);
        };
        if self.loops >= MAX_LOOPS {
            let message = format!("too many loops within loops: at most {MAX_LOOPS}");
            return Err(self.limit(error(it.function_span.clone(), message)));
        }
        let taken = self.scope.iter().any(|(name, _)| *name == it.variable);
        // What a profile defines does not reach into built-in expressions.
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
        self.scope
            .push((it.variable.clone(), Value::Expr(Type::Square, square)));
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
