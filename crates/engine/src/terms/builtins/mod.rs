//! The built-in names: one table for the checker, messages and the reference page.

mod places;
mod sides;
mod values;

use crate::board::Piece;

use super::expr::{Input, Side, Type};
use super::ops::{Each, Op};

/// Implementation of a built-in function.
#[derive(Debug, Clone, Copy)]
pub enum Body {
    /// A constant set.
    Squares(u64),
    /// A constant boolean.
    Boolean(bool),
    /// An input of the position.
    Input(Input),
    OfSide(fn(Side) -> Input),
    /// One operation.
    Op(Op),
    /// An expression of the language.
    Text(&'static str),
    /// The square of a side's king.
    King,
    /// The other side.
    Enemy,
    /// A side's first rank.
    Home,
    /// `if`: one of two values.
    If,
    /// The profile's value of a kind of piece.
    PieceValue(Piece),
}

/// A built-in function or, without parameters, a name.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// The head, as in a definition. A function of one side can be written `own.name` as well.
    pub head: &'static str,
    pub result: Type,
    /// Description in one sentence.
    pub meaning: &'static str,
    pub body: Body,
}

impl Builtin {
    /// The name alone.
    pub fn name(&self) -> &'static str {
        self.head.split('(').next().unwrap_or(self.head)
    }
}

/// A function over the squares of a set.
#[derive(Debug, Clone, Copy)]
pub struct LoopBuiltin {
    pub name: &'static str,
    pub body: Type,
    pub result: Type,
    pub meaning: &'static str,
    pub each: Each,
}

/// Built-in names of one subject.
#[derive(Debug)]
pub struct Group {
    pub title: &'static str,
    pub builtins: &'static [Builtin],
}

const fn builtin(head: &'static str, result: Type, meaning: &'static str, body: Body) -> Builtin {
    Builtin { head, result, meaning, body }
}

const fn text(head: &'static str, result: Type, meaning: &'static str, text: &'static str) -> Builtin {
    builtin(head, result, meaning, Body::Text(text))
}

const fn op(head: &'static str, result: Type, meaning: &'static str, op: Op) -> Builtin {
    builtin(head, result, meaning, Body::Op(op))
}

const fn of_side(head: &'static str, result: Type, meaning: &'static str, of: fn(Side) -> Input) -> Builtin {
    builtin(head, result, meaning, Body::OfSide(of))
}

const SQUARES: Type = Type::Squares;
const NUMBER: Type = Type::Number;
const BOOLEAN: Type = Type::Boolean;

/// All built-in names but those of [`LOOPS`].
pub const GROUPS: [Group; 7] = [
    Group { title: "Pieces", builtins: sides::PIECES },
    Group { title: "Pawns", builtins: sides::PAWNS },
    Group { title: "Places", builtins: places::CONSTANTS },
    Group { title: "Squares from squares", builtins: places::MOVING },
    Group { title: "Attacks", builtins: places::ATTACKS },
    Group { title: "Numbers", builtins: values::NUMBERS },
    Group { title: "Booleans", builtins: values::BOOLEANS },
];

/// Functions over the squares of a set: `name(sq in set, body)`.
pub const LOOPS: [LoopBuiltin; 7] = [
    LoopBuiltin {
        name: "where",
        body: BOOLEAN,
        result: SQUARES,
        meaning: "Those for which the body is true.",
        each: Each::Where,
    },
    LoopBuiltin {
        name: "sum",
        body: NUMBER,
        result: NUMBER,
        meaning: "The sum of the numbers.",
        each: Each::Sum,
    },
    LoopBuiltin {
        name: "join",
        body: SQUARES,
        result: SQUARES,
        meaning: "All squares of all the sets.",
        each: Each::Union,
    },
    LoopBuiltin {
        name: "any",
        body: BOOLEAN,
        result: BOOLEAN,
        meaning: "Whether the body is true for at least one.",
        each: Each::Any,
    },
    LoopBuiltin {
        name: "all",
        body: BOOLEAN,
        result: BOOLEAN,
        meaning: "Whether the body is true for all; also if there are none.",
        each: Each::All,
    },
    LoopBuiltin {
        name: "least",
        body: NUMBER,
        result: NUMBER,
        meaning: "The smallest of the numbers; 0 if there are none.",
        each: Each::Min,
    },
    LoopBuiltin {
        name: "most",
        body: NUMBER,
        result: NUMBER,
        meaning: "The largest of the numbers; 0 if there are none.",
        each: Each::Max,
    },
];

/// The function that reads a table of the profile. Its first argument is no value, but a name.
pub const LOOKUP: &str = "lookup";
/// The ways to call it, with what they mean.
pub const LOOKUPS: [(&str, &str); 4] = [
    (
        "lookup(name, index: number)",
        "Entry number `index` of `values`, from 0. A smaller index gives the first entry, a larger one the last. A set \
         stands for its size.",
    ),
    ("lookup(name, index: number, other: number)", "The same, but `other` if there is no such entry."),
    (
        "lookup(name, row: number, column: number)",
        "With `columns`: the entry in this row and column, both from 0 and clamped.",
    ),
    ("lookup(name, of: square)", "The entry of the square in `by_square`, `by_rank` or `by_file`."),
];

/// The two sides by name.
pub const SIDES: [(&str, Side); 2] = [("own", Side::Own), ("their", Side::Their)];

/// Returns the built-in functions with a name.
pub fn find(name: &str) -> impl Iterator<Item = &'static Builtin> {
    all().filter(move |builtin| builtin.name() == name)
}

/// All built-in functions and names but loops.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    GROUPS.iter().flat_map(|group| group.builtins)
}

/// Every name, including loops and sides; some occur twice.
pub fn everything() -> impl Iterator<Item = &'static str> {
    let loops = LOOPS.iter().map(|it| it.name);
    let sides = SIDES.iter().map(|(name, _)| *name);
    all().map(Builtin::name).chain(loops).chain(sides).chain([LOOKUP])
}

pub fn find_loop(name: &str) -> Option<&'static LoopBuiltin> {
    LOOPS.iter().find(|it| it.name == name)
}

/// Returns `true` if a name is built in.
pub fn is_builtin(name: &str) -> bool {
    name == LOOKUP
        || find(name).next().is_some()
        || find_loop(name).is_some()
        || SIDES.iter().any(|(side, _)| *side == name)
}
