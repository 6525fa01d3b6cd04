//! Expressions with resolved names and checked types.

use std::fmt;

use crate::board::Piece;

use super::ops::{Each, MAX_PIECES, Op, Opcode};
use super::tables::TableRef;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A set of squares.
    Squares,
    /// One square.
    Square,
    /// A whole number of 32 bits; arithmetic saturates.
    Number,
    /// True or false.
    Boolean,
    /// `own` or `their`.
    Side,
    /// For built-in functions: the common type of the other parameters of this type.
    Any,
}

impl Type {
    /// Name in definitions and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Square => "square",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Side => "side",
            Self::Any => "any",
        }
    }

    /// With an article, for messages.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Square => "a square",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Side => "a side",
            Self::Any => "anything",
        }
    }

    /// The type of a name; `truth` is an older name of `boolean`.
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "truth" { "boolean" } else { name };
        Self::NAMED.into_iter().find(|t| t.name() == name)
    }

    /// The types that have a name in a definition.
    pub const NAMED: [Self; 5] = [Self::Squares, Self::Square, Self::Number, Self::Boolean, Self::Side];
}

/// The side for which a term counts, or its opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Own,
    Their,
}

impl Side {
    /// The opponent.
    pub const fn enemy(self) -> Self {
        match self {
            Self::Own => Self::Their,
            Self::Their => Self::Own,
        }
    }
}

/// An input: a fact of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// The squares of a kind of piece.
    Pieces(Side, Piece),
    /// The squares of all pieces and pawns.
    All(Side),
    /// Squares attacked by pieces of a kind.
    AttacksBy(Side, Piece),
    /// Squares attacked by any piece or pawn of a side.
    Attacked(Side),
    /// Squares attacked by two or more pieces or pawns of a side.
    AttackedTwice(Side),
    /// Game phase from 0 (no pieces) to 256.
    Phase,
    /// True if a side is to move.
    ToMove(Side),
    /// True if a side may still castle towards the h-file.
    CastlesShort(Side),
    /// True if a side may still castle towards the a-file.
    CastlesLong(Side),
    /// Plies since the last capture or pawn move.
    Halfmoves,
    /// True if a side is White.
    IsWhite(Side),
}

impl Input {
    /// Maximum number of squares.
    pub const fn max_squares(self) -> u64 {
        match self {
            Self::Pieces(_, Piece::Pawn) => 8,
            Self::Pieces(_, Piece::King) => 1,
            Self::Pieces(..) | Self::All(_) => MAX_PIECES,
            _ => 64,
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Expr {
    pub kind: ExprKind,
    /// Number of subexpressions, itself included.
    pub size: usize,
    /// Nesting depth.
    pub height: usize,
    /// Maximum number of operations if interpreted.
    pub cost: u64,
}

/// What follows from the kind is left out: the id of a profile is made from this text, and is the same on all systems.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// The kind of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExprKind {
    Squares(u64),
    Square(u8),
    Number(i32),
    Boolean(bool),
    /// A table, as an operand of [`Op::Lookup`].
    Table(TableRef),
    Input(Input),
    /// The square of a loop, by the number of loops enclosing that loop.
    Variable(usize),
    Apply(Op, Vec<Expr>),
    /// A loop over the squares of the first expression for the second.
    Loop(Each, Box<[Expr; 2]>),
}

impl ExprKind {
    /// The value of a constant, as a word.
    pub fn as_constant(&self) -> Option<u64> {
        match self {
            Self::Squares(set) => Some(*set),
            Self::Square(square) => Some(u64::from(*square)),
            Self::Number(number) => Some(i64::from(*number) as u64),
            Self::Boolean(boolean) => Some(u64::from(*boolean)),
            Self::Table(table) => Some(table.word()),
            Self::Input(_) | Self::Variable(_) | Self::Apply(..) | Self::Loop(..) => None,
        }
    }
}

impl Expr {
    /// Creates an expression and computes its size.
    pub fn new(kind: ExprKind) -> Self {
        let mut expr = Self { size: 1, height: 1, cost: 1, kind };
        let (mut size, mut height, mut cost) = (1, 0, 1_u64);
        match &expr.kind {
            ExprKind::Apply(op, parts) => {
                for part in parts {
                    size += part.size;
                    height = height.max(part.height);
                    cost = cost.saturating_add(part.cost);
                }
                // One operation for the expression itself is already included.
                cost = cost.saturating_add(Opcode::from(*op).cost() - 1);
            }
            ExprKind::Loop(_, parts) => {
                let [set, body] = &**parts;
                size += set.size + body.size;
                height = set.height.max(body.height);
                cost = set.cost.saturating_add(set.max_squares().saturating_mul(body.cost + 1));
            }
            _ => {}
        }
        (expr.size, expr.height, expr.cost) = (size, height + 1, cost);
        expr
    }

    /// Upper bound of the number of squares of a set.
    pub fn max_squares(&self) -> u64 {
        match &self.kind {
            ExprKind::Squares(set) => u64::from(set.count_ones()),
            ExprKind::Input(input) => input.max_squares(),
            ExprKind::Apply(op, parts) => op.max_squares(|part| parts[part].max_squares()),
            ExprKind::Loop(Each::Where, parts) => parts[0].max_squares(),
            _ => 64,
        }
    }

    /// Calls `visit` with the expression and all subexpressions.
    pub fn walk(&self, visit: &mut impl FnMut(&ExprKind)) {
        visit(&self.kind);
        match &self.kind {
            ExprKind::Apply(_, parts) => parts.iter().for_each(|part| part.walk(visit)),
            ExprKind::Loop(_, parts) => parts.iter().for_each(|part| part.walk(visit)),
            _ => {}
        }
    }
}
