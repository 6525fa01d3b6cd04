//! Syntax tree of an expression.

use std::ops::Range;

/// An expression and its byte range in the source text.
#[derive(Debug, Clone, PartialEq)]
pub struct Ast {
    pub kind: Kind,
    pub span: Range<usize>,
    /// Nesting depth, itself included.
    pub height: usize,
}

impl Ast {
    /// The direct subexpressions.
    pub fn parts(kind: &Kind) -> impl Iterator<Item = &Ast> {
        let parts: Vec<&Ast> = match kind {
            Kind::Number(_) | Kind::Square(_) | Kind::Range(..) | Kind::Name(_) => Vec::new(),
            Kind::Of(of, ..) => vec![of],
            Kind::Call(_, _, arguments) => arguments.iter().collect(),
            Kind::Loop(it) => vec![&it.set, &it.body],
            Kind::Unary(_, operand) => vec![operand],
            Kind::Chain(first, links) => {
                let operands = links.iter().map(|link| &link.operand);
                std::iter::once(&**first).chain(operands).collect()
            }
        };
        parts.into_iter()
    }
}

/// The kind of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Number(i32),
    /// A square by its name, 0 (a1) to 63 (h8).
    Square(u8),
    /// All squares between two corners, as a set.
    Range(u8, u8),
    /// A name without arguments.
    Name(String),
    /// `own.knights`: a side, the name of a function, and the span of the name.
    Of(Box<Ast>, String, Range<usize>),
    /// A function name with its span, and the arguments.
    Call(String, Range<usize>, Vec<Ast>),
    /// `where(sq in squares, body)`.
    Loop(Box<LoopAst>),
    Unary(Unary, Box<Ast>),
    /// Operands joined by operators of equal precedence, from left to right.
    Chain(Box<Ast>, Vec<Link>),
}

/// An operator and its right operand.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    pub binary: Binary,
    pub sign: Range<usize>,
    pub operand: Ast,
}

/// A function over the squares of a set.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopAst {
    pub function: String,
    pub function_span: Range<usize>,
    pub variable: String,
    pub variable_span: Range<usize>,
    pub set: Ast,
    pub body: Ast,
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Negative,
    Complement,
    Not,
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Union,
    Difference,
    Intersection,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// Operators with their precedence. Operators of equal precedence are left-associative.
pub const BINARY: [(&str, Binary, u8); 17] = [
    ("or", Binary::Or, 1),
    ("and", Binary::And, 2),
    ("==", Binary::Equal, 4),
    ("!=", Binary::Unequal, 4),
    ("<", Binary::Less, 4),
    ("<=", Binary::LessOrEqual, 4),
    (">", Binary::Greater, 4),
    (">=", Binary::GreaterOrEqual, 4),
    ("in", Binary::In, 4),
    ("|", Binary::Union, 5),
    ("^", Binary::Difference, 6),
    ("&", Binary::Intersection, 7),
    ("+", Binary::Plus, 8),
    ("-", Binary::Minus, 8),
    ("*", Binary::Times, 9),
    ("/", Binary::Divide, 9),
    ("%", Binary::Remainder, 9),
];
/// Precedence of comparisons, which cannot be chained.
pub const COMPARISON: u8 = 4;
/// Precedence of `not`.
pub const NOT: u8 = 3;
/// Precedence of prefix `-` and `~`.
pub const PREFIX: u8 = 10;

impl Binary {
    /// The operator's sign.
    pub fn sign(self) -> &'static str {
        BINARY.iter().find(|(_, binary, _)| *binary == self).map_or("", |(sign, ..)| sign)
    }
}

/// The head of a definition: a name with typed parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    pub name: String,
    pub name_span: Range<usize>,
    pub parameters: Vec<Parameter>,
}

/// A parameter of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub name_span: Range<usize>,
    pub kind: String,
    pub kind_span: Range<usize>,
}
