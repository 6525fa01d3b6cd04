//! An expression whose names are resolved and whose types are right: what remains is to compute it.

use crate::board::Piece;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A set of squares.
    Squares,
    /// One square.
    Square,
    /// A whole number of 32 bits. What does not fit is held at the largest or smallest that does.
    Number,
    /// True or false.
    Truth,
    /// `own` or `their`.
    Side,
    /// Of a built-in function: whatever the other parameters of no type are.
    Any,
}

impl Type {
    /// As definitions and messages call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Square => "square",
            Self::Number => "number",
            Self::Truth => "truth",
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
            Self::Truth => "a truth",
            Self::Side => "a side",
            Self::Any => "anything",
        }
    }

    /// The type of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|t| t.name() == name)
    }

    /// The types that have a name in a definition.
    pub const NAMED: [Self; 5] = [Self::Squares, Self::Square, Self::Number, Self::Truth, Self::Side];
}

/// Whose: the side for which a term counts, or its opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Own,
    Their,
}

impl Side {
    /// The other side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::Own => Self::Their,
            Self::Their => Self::Own,
        }
    }
}

/// What is known of a position without computing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// The squares of a kind of piece.
    Pieces(Side, Piece),
    /// The squares of all pieces and pawns.
    All(Side),
    /// What pieces of a kind attack.
    AttacksBy(Side, Piece),
    /// What anything of a side attacks.
    Attacked(Side),
    /// What two or more pieces or pawns of a side attack.
    AttackedTwice(Side),
    /// From 0 (no pieces) to 256.
    Phase,
    /// Whether it is a side's turn.
    ToMove(Side),
    /// Whether a side may still castle towards the h-file.
    CastlesShort(Side),
    /// Whether a side may still castle towards the a-file.
    CastlesLong(Side),
}

impl Input {
    /// The most squares that it can be.
    pub const fn most_squares(self) -> u64 {
        match self {
            Self::Pieces(_, Piece::Pawn) => 8,
            Self::Pieces(_, Piece::King) => 1,
            Self::Pieces(..) | Self::All(_) => MOST_PIECES,
            _ => 64,
        }
    }
}

/// What is done with values. Sets are seen from the side of the owner: north is where its pawns go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    // Sets of squares.
    Complement,
    Intersection,
    Union,
    Difference,
    Without,
    North,
    South,
    East,
    West,
    /// Strictly north, to the edge.
    NorthSpan,
    SouthSpan,
    /// Whole files.
    Files,
    /// Whole ranks.
    Ranks,
    /// Where a king on one of the squares could go on an empty board.
    Around,
    /// The same for a knight.
    KnightMoves,

    // A square to squares.
    Bit,
    /// The only square of a set: of the kings alone.
    Only,
    BishopMoves,
    RookMoves,
    /// What the piece on the square attacks.
    Attacks,
    /// The same with other squares that stop sliders.
    AttacksThrough,
    /// All that pieces on squares attack.
    AttackedBy,
    Between,
    Line,

    // Numbers.
    Size,
    OfTruth,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negative,
    Absolute,
    Least,
    Most,
    Distance,
    Steps,
    CentreDistance,
    Rank,
    File,

    // Truths.
    IsAny,
    /// Whether all squares of the first are in the second.
    Within,
    Equal,
    Less,
    Both,
    Either,
    Not,

    /// The second or the third, as the first says.
    If,
}

impl Op {
    /// The most squares of the set that it makes, by those of its parts.
    pub fn most_squares(self, of: impl Fn(usize) -> u64) -> u64 {
        match self {
            Self::Bit => 1,
            Self::Intersection => of(0).min(of(1)),
            Self::Without | Self::North | Self::South | Self::East | Self::West => of(0),
            Self::Union | Self::Difference => (of(0) + of(1)).min(64),
            Self::If => of(1).max(of(2)),
            _ => 64,
        }
    }
}

/// What is done with each square of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Each {
    /// Those for which the body is true.
    Where,
    /// The sum of numbers.
    Sum,
    /// The union of sets.
    Join,
    /// Whether the body is true for any.
    Any,
    /// Whether the body is true for all.
    All,
    /// The smallest number; 0 for no squares.
    Least,
    /// The largest number; 0 for no squares.
    Most,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expr {
    pub kind: ExprKind,
    /// How many expressions it is made of, itself included.
    pub size: usize,
    /// Levels of them.
    pub height: usize,
    /// How much work it is at most if it is computed as it is written: about one for an operation.
    pub cost: u64,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExprKind {
    Squares(u64),
    Square(u8),
    Number(i32),
    Truth(bool),
    Input(Input),
    /// The square of a loop, by how many loops there are around that loop.
    Variable(usize),
    Apply(Op, Vec<Expr>),
    /// A loop over the squares of the first for the second.
    Loop(Each, Box<[Expr; 2]>),
}

impl Expr {
    /// An expression with its size.
    pub fn new(kind: ExprKind) -> Self {
        let mut expr = Self {
            size: 1,
            height: 1,
            cost: 1,
            kind,
        };
        let (mut size, mut height, mut cost) = (1, 0, 1_u64);
        match &expr.kind {
            ExprKind::Apply(op, parts) => {
                for part in parts {
                    size += part.size;
                    height = height.max(part.height);
                    cost = cost.saturating_add(part.cost);
                }
                if *op == Op::AttackedBy {
                    cost = cost.saturating_add(ATTACKERS);
                }
            }
            ExprKind::Loop(_, parts) => {
                let [set, body] = &**parts;
                size += set.size + body.size;
                height = set.height.max(body.height);
                cost = set
                    .cost
                    .saturating_add(set.most_squares().saturating_mul(body.cost + 1));
            }
            _ => {}
        }
        (expr.size, expr.height, expr.cost) = (size, height + 1, cost);
        expr
    }

    /// The most squares that a set can have, as far as one can see.
    pub fn most_squares(&self) -> u64 {
        match &self.kind {
            ExprKind::Squares(set) => u64::from(set.count_ones()),
            ExprKind::Input(input) => input.most_squares(),
            ExprKind::Apply(op, parts) => op.most_squares(|part| parts[part].most_squares()),
            ExprKind::Loop(Each::Where, parts) => parts[0].most_squares(),
            _ => 64,
        }
    }

    /// Calls `visit` with the expression and all that it is made of.
    pub fn walk(&self, visit: &mut impl FnMut(&ExprKind)) {
        visit(&self.kind);
        match &self.kind {
            ExprKind::Apply(_, parts) => parts.iter().for_each(|part| part.walk(visit)),
            ExprKind::Loop(_, parts) => parts.iter().for_each(|part| part.walk(visit)),
            _ => {}
        }
    }
}

/// The most pieces of one side.
const MOST_PIECES: u64 = 16;
/// What it is to go over the pieces on squares for what they attack, beside the step itself.
pub const ATTACKERS: u64 = MOST_PIECES;
