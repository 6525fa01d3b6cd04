//! Names resolved, types checked, definitions put in: from what is written to what is computed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::board::Piece;
use crate::spelling;

use super::ast::{Ast, Binary, Head, Kind, LoopAst, Unary};
use super::error::{Error, error};
use super::expr::{Expr, ExprKind, Input, Op, Side, Type};
use super::names::{self, Body, Builtin, SIDES};
use super::operators;
use super::parse;

/// The most expressions that one text may be made of when definitions are put in.
pub const MAX_SIZE: usize = 4_000;
/// The most levels of them.
pub const MAX_HEIGHT: usize = 200;
/// The most loops within loops.
pub const MAX_LOOPS: usize = 3;
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
    /// That something is too large: it is told where a definition is used, not in it.
    is_limit: bool,
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
    place: Place,
    /// How many loops there are around.
    loops: usize,
    /// How much has been made.
    made: usize,
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
            place: Place::Asked,
            loops: 0,
            made: 0,
        }
    }

    /// The value of an expression in which some names have values, within so many loops.
    pub fn value(&mut self, ast: &Ast, scope: Scope, loops: usize) -> Result<Value, Trouble> {
        self.scope = scope;
        (self.place, self.loops) = (Place::Asked, loops);
        self.active.clear();
        self.read(ast)
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
            is_limit: false,
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
        let what = if expr.size > MAX_SIZE {
            format!("the expression is too large: more than {MAX_SIZE} parts")
        } else if expr.height > MAX_HEIGHT {
            format!("the expression is too deep: more than {MAX_HEIGHT} levels")
        } else if self.made > MAX_TOTAL {
            format!("the terms are too large together: more than {MAX_TOTAL} parts")
        } else {
            return Ok(());
        };
        let error = error(span.clone(), what).hint("every use of a definition counts with all its parts");
        Err(Trouble {
            place: self.place,
            error,
            is_limit: true,
        })
    }

    fn apply(&mut self, kind: Type, op: Op, parts: Vec<Expr>, span: &Range<usize>) -> Result<Value, Trouble> {
        let expr = self.make(ExprKind::Apply(op, parts), span)?;
        Ok(Value::Expr(kind, expr))
    }

    fn read(&mut self, ast: &Ast) -> Result<Value, Trouble> {
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
            Kind::Call(name, name_span, arguments) => {
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|argument| Ok((self.read(argument)?, argument.span.clone())))
                    .collect::<Result<_, Trouble>>()?;
                self.call(name, name_span, arguments, span)
            }
            Kind::Loop(it) => self.each(it, span),
            Kind::Unary(unary, operand) => self.unary(*unary, operand, span),
            Kind::Binary(binary, sign, operands) => self.binary(*binary, sign, operands, span),
        }
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Value, Trouble> {
        if let Some((_, value)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            let value = value.clone();
            if let Value::Expr(_, expr) = &value {
                self.note(expr, expr.size, span)?;
            }
            return Ok(value);
        }
        if let Some((_, side)) = SIDES.iter().find(|(known, _)| *known == name) {
            return Ok(Value::Side(*side));
        }
        self.call(name, span, Vec::new(), span)
    }

    fn of_side(
        &mut self,
        of: &Ast,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let side = self.read(of)?;
        if side.kind() != Type::Side {
            let message = format!(
                "only a side has something after a point, this is {}",
                side.kind().article()
            );
            return self.trouble(error(of.span.clone(), message).hint("as in `own.pawns`"));
        }
        self.call(name, name_span, vec![(side, of.span.clone())], span)
    }

    /// The value of a function with arguments; each with its place.
    fn call(
        &mut self,
        name: &str,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        if let Some(&number) = self.by_name.get(name) {
            return self.call_definition(number, name_span, arguments, span);
        }
        let builtins: Vec<&Builtin> = names::find(name).collect();
        if builtins.is_empty() {
            return self.unknown(name, name_span, &arguments);
        }
        let heads: Vec<&'static BuiltinHead> = builtins.iter().map(|builtin| head_of(builtin)).collect();
        let fits = |head: &&&BuiltinHead| {
            head.types.len() == arguments.len()
                && head
                    .types
                    .iter()
                    .zip(&arguments)
                    .all(|(kind, (value, _))| operators::fits(value.kind(), *kind))
        };
        let head = heads.iter().find(fits).or_else(|| {
            // The one that was meant, so that the error is about an argument.
            let mut of_length = heads.iter().filter(|head| head.types.len() == arguments.len());
            of_length.next().filter(|_| of_length.next().is_none())
        });
        match head {
            Some(head) => self.call_builtin(head, name_span, arguments, span),
            None => {
                let forms: Vec<String> = builtins.iter().map(|b| format!("`{}`", b.head)).collect();
                let given: Vec<&str> = arguments
                    .iter()
                    .map(|(value, _)| value.kind().article())
                    .collect();
                let given = if given.is_empty() {
                    "nothing".to_owned()
                } else {
                    given.join(", ")
                };
                let message = format!("`{name}` cannot be used with {given}");
                self.trouble(
                    error(name_span.clone(), message).hint(format!("there is {}", forms.join(" and "))),
                )
            }
        }
    }

    fn unknown<T>(
        &self,
        name: &str,
        span: &Range<usize>,
        arguments: &[(Value, Range<usize>)],
    ) -> Result<T, Trouble> {
        if let Some(it) = names::find_loop(name) {
            let message = format!("`{name}` goes over squares");
            let hint = format!("write `{name}(sq in squares, {})`", it.body.article());
            return self.trouble(error(span.clone(), message).hint(hint));
        }
        let one_side = matches!(arguments, [(Value::Side(_), _)]);
        // Of names that are alike in the same way the first by the alphabet, since those of definitions have no order.
        let mut known: Vec<&str> = self.scope.iter().map(|(name, _)| name.as_str()).collect();
        known.extend(self.by_name.keys());
        known.extend(names::everything().map(|name| -> &str { name }));
        known.sort_unstable();
        let message = if one_side {
            format!("a side has no `{name}`")
        } else {
            format!("there is no `{name}`")
        };
        let found = error(span.clone(), message);
        let hint = match spelling::nearest(name, known.into_iter()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "docs/own-terms.md lists all names".to_owned(),
        };
        self.trouble(found.hint(hint))
    }

    /// Arguments as a head wants them, by the names of its parameters.
    fn bind(
        &mut self,
        name: &str,
        parameters: impl Iterator<Item = (String, Type)>,
        arguments: Vec<(Value, Range<usize>)>,
    ) -> Result<Scope, Trouble> {
        let mut scope = Vec::new();
        for ((parameter, kind), (value, span)) in parameters.zip(arguments) {
            let value = self.convert(value, kind, &span, || format!("`{parameter}` of `{name}`"))?;
            scope.push((parameter, value));
        }
        Ok(scope)
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

    fn call_definition(
        &mut self,
        number: usize,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let Some(defined) = &self.definitions[number] else {
            return self.trouble(error(name_span.clone(), "this definition has an error"));
        };
        let name = defined.head.name.as_str();
        if self.active.contains(&name) {
            let message = format!("`{name}` is defined by itself");
            return self.trouble(error(name_span.clone(), message));
        }
        if defined.types.len() != arguments.len() {
            return self.wrong_number(name, defined.types.len(), arguments.len(), span);
        }
        let parameters = defined.head.parameters.iter().map(|p| p.name.clone());
        let parameters = parameters.zip(defined.types.iter().copied());
        let scope = self.bind(name, parameters, arguments)?;
        self.put_in(name, Place::Body(number), &defined.body, scope, span)
    }

    fn wrong_number<T>(
        &self,
        name: &str,
        wanted: usize,
        given: usize,
        span: &Range<usize>,
    ) -> Result<T, Trouble> {
        let ending = if wanted == 1 { "" } else { "s" };
        let message = format!("`{name}` takes {wanted} argument{ending}, here {given}");
        self.trouble(error(span.clone(), message))
    }

    /// The value of an expression elsewhere, at the place where it is used.
    fn put_in(
        &mut self,
        name: &'d str,
        place: Place,
        body: &Ast,
        scope: Scope,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let outer_scope = std::mem::replace(&mut self.scope, scope);
        let outer_place = std::mem::replace(&mut self.place, place);
        self.active.push(name);
        let value = self.read(body);
        self.active.pop();
        self.scope = outer_scope;
        self.place = outer_place;
        value.map_err(|mut trouble| {
            if trouble.is_limit || trouble.place == Place::Builtin {
                trouble.place = outer_place;
                trouble.error.span = span.clone();
            }
            trouble
        })
    }

    fn call_builtin(
        &mut self,
        head: &'static BuiltinHead,
        name_span: &Range<usize>,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let Builtin { result, body, .. } = *head.builtin;
        let name = head.builtin.name();
        if matches!(body, Body::If) {
            return self.choice(arguments, span);
        }
        let parameters = head.head.parameters.iter().map(|p| p.name.clone());
        let scope = self.bind(name, parameters.zip(head.types.iter().copied()), arguments)?;
        let side = scope.iter().find_map(|(_, value)| match value {
            Value::Side(side) => Some(*side),
            Value::Expr(..) => None,
        });
        let kind = match (body, side) {
            (Body::Squares(set), _) => ExprKind::Squares(set),
            (Body::Input(input), _) => ExprKind::Input(input),
            (Body::OfSide(of), Some(side)) => ExprKind::Input(of(side)),
            (Body::Home, Some(side)) => ExprKind::Squares(home(side)),
            (Body::Enemy, Some(side)) => return Ok(Value::Side(side.enemy())),
            (Body::King, Some(side)) => {
                let king = self.make(ExprKind::Input(Input::Pieces(side, Piece::King)), span)?;
                ExprKind::Apply(Op::Only, vec![king])
            }
            (Body::Op(op), side) => {
                let op = if side == Some(Side::Their) { turned(op) } else { op };
                let parts = scope.into_iter().filter_map(|(_, value)| match value {
                    Value::Expr(_, expr) => Some(expr),
                    Value::Side(_) => None,
                });
                ExprKind::Apply(op, parts.collect())
            }
            (Body::Text(_), _) => {
                let Some(body) = &head.body else {
                    return self.trouble(error(name_span.clone(), format!("`{name}` is not defined")));
                };
                return self.put_in(name, Place::Builtin, body, scope, span);
            }
            (Body::If | Body::OfSide(_) | Body::Home | Body::Enemy | Body::King, _) => {
                return self.trouble(error(name_span.clone(), format!("`{name}` needs a side")));
            }
        };
        Ok(Value::Expr(result, self.make(kind, span)?))
    }

    fn choice(
        &mut self,
        arguments: Vec<(Value, Range<usize>)>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let Ok([(condition, place), (yes, yes_span), (no, no_span)]) =
            <[(Value, Range<usize>); 3]>::try_from(arguments)
        else {
            return self.trouble(error(span.clone(), "`if` takes 3 arguments"));
        };
        let condition = self.convert(condition, Type::Truth, &place, || {
            "the condition of `if`".to_owned()
        })?;
        let kind = if [yes.kind(), no.kind()].contains(&Type::Squares) {
            Type::Squares
        } else {
            yes.kind()
        };
        let what = || "one of the two of `if`".to_owned();
        let yes = self.convert(yes, kind, &yes_span, what)?;
        let no = self.convert(no, kind, &no_span, || "the second of the two of `if`".to_owned())?;
        match (condition, yes, no) {
            (Value::Expr(_, condition), Value::Expr(_, yes), Value::Expr(_, no)) => {
                self.apply(kind, Op::If, vec![condition, yes, no], span)
            }
            _ => self.trouble(error(yes_span, "`if` cannot choose between sides")),
        }
    }

    fn each(&mut self, it: &LoopAst, span: &Range<usize>) -> Result<Value, Trouble> {
        let Some(builtin) = names::find_loop(&it.function) else {
            let known = names::LOOPS.iter().map(|l| l.name);
            let nearest = spelling::nearest(&it.function, known.clone());
            let hint = match nearest {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!(
                    "there is {}",
                    known.map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            let message = format!("`{}` does not go over squares", it.function);
            return self.trouble(error(it.function_span.clone(), message).hint(hint));
        };
        if self.loops >= MAX_LOOPS {
            let message = format!("too many loops within loops: at most {MAX_LOOPS}");
            return Err(Trouble {
                place: self.place,
                error: error(it.function_span.clone(), message),
                is_limit: true,
            });
        }
        let taken = self.scope.iter().any(|(name, _)| *name == it.variable);
        if taken || self.is_taken(&it.variable) {
            let message = format!("`{}` is something else already", it.variable);
            return self.trouble(error(it.variable_span.clone(), message).hint("take another name"));
        }
        let what = || format!("what `{}` goes over", it.function);
        let set = self.read(&it.set)?;
        let set = self.convert(set, Type::Squares, &it.set.span, what)?;
        let square = self.make(ExprKind::Variable(self.loops), &it.variable_span)?;
        self.scope
            .push((it.variable.clone(), Value::Expr(Type::Square, square)));
        self.loops += 1;
        let body = self.read(&it.body);
        self.loops -= 1;
        self.scope.pop();
        let what = || format!("the body of `{}`", it.function);
        let body = operators::counted(self, body?, builtin.body, &it.body.span)?;
        let body = self.convert(body, builtin.body, &it.body.span, what)?;
        match (set, body) {
            (Value::Expr(_, set), Value::Expr(_, body)) => {
                let expr = self.make(ExprKind::Loop(builtin.each, Box::new([set, body])), span)?;
                Ok(Value::Expr(builtin.result, expr))
            }
            _ => self.trouble(error(span.clone(), "a loop cannot go over sides")),
        }
    }

    /// Whether a name means something everywhere.
    pub fn is_taken(&self, name: &str) -> bool {
        names::is_builtin(name) || self.by_name.contains_key(name)
    }

    fn unary(&mut self, unary: Unary, operand: &Ast, span: &Range<usize>) -> Result<Value, Trouble> {
        let value = self.read(operand)?;
        let (kind, op, what) = match unary {
            Unary::Negative => (Type::Number, Op::Negative, "what `-` makes negative"),
            Unary::Complement => (Type::Squares, Op::Complement, "what `~` turns round"),
            Unary::Not => (Type::Truth, Op::Not, "what `not` turns round"),
        };
        match self.convert(value, kind, &operand.span, || what.to_owned())? {
            Value::Expr(_, expr) => self.apply(kind, op, vec![expr], span),
            Value::Side(_) => self.trouble(error(span.clone(), "a side is no operand")),
        }
    }

    fn binary(
        &mut self,
        binary: Binary,
        sign: &Range<usize>,
        [left, right]: &[Ast; 2],
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let operands = [self.read(left)?, self.read(right)?];
        let plan = operators::plan(binary, operands.each_ref().map(Value::kind));
        let plan = plan.map_err(|(message, hint)| {
            let mut fault = error(sign.clone(), message);
            fault.hint = hint;
            Trouble {
                place: self.place,
                error: fault,
                is_limit: false,
            }
        })?;
        let mut parts = Vec::new();
        for (value, part) in operands.into_iter().zip([left, right]) {
            if let Value::Expr(kind, expr) = value {
                parts.push(self.as_operand(kind, expr, plan.operands, &part.span)?);
            }
        }
        if plan.swapped {
            parts.reverse();
        }
        let value = self.apply(plan.result, plan.op, parts, span)?;
        match value {
            Value::Expr(kind, expr) if plan.negated => self.apply(kind, Op::Not, vec![expr], span),
            value => Ok(value),
        }
    }

    /// An operand as the type that an operator computes with.
    pub fn as_operand(
        &mut self,
        kind: Type,
        expr: Expr,
        wanted: Type,
        span: &Range<usize>,
    ) -> Result<Expr, Trouble> {
        let op = match (kind, wanted) {
            (Type::Square, Type::Squares) => Op::Bit,
            (Type::Squares, Type::Number) => Op::Size,
            (Type::Truth, Type::Number) => Op::OfTruth,
            _ => return Ok(expr),
        };
        self.make(ExprKind::Apply(op, vec![expr]), span)
    }
}

/// A built-in function with its head and body read.
pub struct BuiltinHead {
    pub builtin: &'static Builtin,
    pub head: Head,
    pub types: Vec<Type>,
    /// Of those that are expressions of the language.
    pub body: Option<Ast>,
}

/// All built-in functions, read once. Those that could not be read would be missing; a test looks.
static BUILTINS: LazyLock<Vec<BuiltinHead>> =
    LazyLock::new(|| names::all().filter_map(read_builtin).collect());

fn read_builtin(builtin: &'static Builtin) -> Option<BuiltinHead> {
    let head = parse::head(builtin.head).ok()?;
    let named = |kind: &str| match kind {
        "any" => Some(Type::Any),
        kind => Type::named(kind),
    };
    let types = head
        .parameters
        .iter()
        .map(|p| named(&p.kind))
        .collect::<Option<_>>()?;
    let body = match builtin.body {
        Body::Text(text) => Some(parse::expression(text).ok()?),
        _ => None,
    };
    Some(BuiltinHead {
        builtin,
        head,
        types,
        body,
    })
}

fn head_of(builtin: &Builtin) -> &'static BuiltinHead {
    BUILTINS
        .iter()
        .find(|head| head.builtin.head == builtin.head)
        .expect("every built-in function can be read")
}

/// All squares between two corners.
fn rectangle(a: u8, b: u8) -> u64 {
    let within = |n: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&n);
    (0..64_u8)
        .filter(|s| within(s % 8, a % 8, b % 8) && within(s / 8, a / 8, b / 8))
        .fold(0, |set, s| set | 1 << s)
}

/// A side's first rank.
const fn home(side: Side) -> u64 {
    match side {
        Side::Own => 0xFF,
        Side::Their => 0xFF << 56,
    }
}

/// What is done for the other side: the board turned.
fn turned(op: Op) -> Op {
    match op {
        Op::North => Op::South,
        Op::South => Op::North,
        Op::NorthSpan => Op::SouthSpan,
        Op::SouthSpan => Op::NorthSpan,
        op => op,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_can_be_read_and_is_of_its_type() {
        for builtin in names::all() {
            let head = read_builtin(builtin).unwrap_or_else(|| panic!("{}", builtin.head));
            let Some(body) = &head.body else {
                continue;
            };
            let mut checker = Checker::new(&[]);
            let stand_in = |kind: &Type| match kind {
                Type::Squares => Value::Expr(*kind, Expr::new(ExprKind::Squares(1))),
                Type::Square => Value::Expr(*kind, Expr::new(ExprKind::Square(0))),
                Type::Number => Value::Expr(*kind, Expr::new(ExprKind::Number(1))),
                Type::Truth => Value::Expr(*kind, Expr::new(ExprKind::Truth(true))),
                Type::Side | Type::Any => Value::Side(Side::Their),
            };
            let names = head.head.parameters.iter().map(|p| p.name.clone());
            let scope = names.zip(head.types.iter().map(stand_in)).collect();
            let value = checker
                .value(body, scope, 0)
                .unwrap_or_else(|t| panic!("{}: {t:?}", builtin.head));
            assert_eq!(value.kind(), builtin.result, "{}", builtin.head);
        }
    }

    #[test]
    fn no_two_builtins_are_written_alike() {
        for (i, builtin) in names::all().enumerate() {
            let types = |b: &'static Builtin| (b.name(), head_of(b).types.clone());
            let alike = names::all()
                .skip(i + 1)
                .find(|other| types(other) == types(builtin));
            assert!(alike.is_none(), "{}", builtin.head);
        }
    }
}
