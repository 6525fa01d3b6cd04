//! What the machine can do.

use super::super::expr::{ATTACKERS, Op};
use super::graph::Act;

/// The number of a register.
pub type Register = u8;
/// How many registers a machine has.
pub const REGISTERS: usize = 256;

/// One step of the machine. What the fields mean depends on what is done; most write `to` from `a` and `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    pub does: Does,
    /// The register that is written; of counts the number of the term.
    pub to: Register,
    pub a: Register,
    pub b: Register,
    /// A third operand, or the register of the loop's square.
    pub c: Register,
    /// Of counts: the last entry of the table.
    pub last: u8,
    /// Where to go on; of counts the place of the term's first value.
    pub place: u16,
}

/// What is done. Both sides at once, unless the name says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Does {
    /// `to` = `a`.
    Copy,

    Complement,
    Intersection,
    Union,
    Difference,
    Without,
    /// What is in `a`, `b` and `c`.
    AllThree,
    /// What is in one of them at least.
    AnyOfThree,
    /// What is in `a` and `b`, and not in `c`.
    BothWithout,
    /// What is in `a`, and neither in `b` nor in `c`.
    WithoutBoth,
    North,
    South,
    East,
    West,
    NorthSpan,
    SouthSpan,
    Files,
    Ranks,
    Around,
    KnightMoves,
    Beside,
    Widen,
    PawnsNorth,
    PawnsSouth,

    Bit,
    Only,
    BishopMoves,
    RookMoves,
    Attacks,
    AttacksOfPiece,
    AttacksThrough,
    AttackedBy,
    Between,
    Line,

    Size,
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

    IsAny,
    Within,
    Equal,
    Less,
    Not,
    If,
    Mask,
    OrNotCounted,

    /// Begins a loop over the set `a`: `to` is what remains of it, `c` its first square; goes to `place` if it is empty.
    Enter,
    /// The next square of what remains in `to` into `c`, and back to `place`; goes on if none remains.
    Next,
    /// Within a loop with the square `c`: adds the square to `to` if `a` is true.
    GatherWhere,
    GatherSum,
    GatherJoin,
    GatherAny,
    GatherAll,
    /// The smaller of `to` and `a`; `to` begins with [`NOTHING_YET`].
    GatherLeast,
    GatherMost,
    /// 0 for what is still [`NOTHING_YET`].
    Gathered,
    /// Goes to `place` if `a` is true for neither side.
    SkipUnless,

    /// The first value counts `a` times.
    CountNumber,
    /// The first value counts for each square of `a`.
    CountSize,
    /// The same for what is in `a` and `b`.
    CountBoth,
    /// The same for what is in `a` and not in `b`.
    CountWithout,
    /// The entry number `a` counts once, unless that is [`super::graph::NOT_COUNTED`].
    CountEntry,
    /// The entry number `a` counts `b` times.
    CountIndexed,
    /// The value of the rank counts for each square of `a`.
    CountRanks,
    CountFiles,
    CountSquares,
    /// The same for the square `c` of a loop, if it has one for the side.
    EachNumber,
    EachSize,
    EachEntry,
    EachIndexed,
    /// The value of the rank of the square `c` counts `a` times.
    EachRank,
    EachFile,
    EachSquare,
}

impl Does {
    /// How many operations of the language a step does at most.
    pub fn operations(self) -> u64 {
        match self {
            Self::AllThree
            | Self::AnyOfThree
            | Self::BothWithout
            | Self::WithoutBoth
            | Self::CountBoth
            | Self::CountWithout => 2,
            Self::AttackedBy => 1 + ATTACKERS,
            _ => 1,
        }
    }

    /// How the machine does what a node does.
    pub fn of(act: Act) -> Self {
        let op = match act {
            Act::Plain(op) => op,
            Act::Beside => return Does::Beside,
            Act::Widen => return Does::Widen,
            Act::PawnsNorth => return Does::PawnsNorth,
            Act::PawnsSouth => return Does::PawnsSouth,
            Act::AttacksOfPiece => return Does::AttacksOfPiece,
            Act::Mask => return Does::Mask,
            Act::OrNotCounted => return Does::OrNotCounted,
        };
        match op {
            Op::Complement => Does::Complement,
            // A truth is 1 or 0.
            Op::Intersection | Op::Both => Does::Intersection,
            Op::Union | Op::Either => Does::Union,
            Op::Difference => Does::Difference,
            Op::Without => Does::Without,
            Op::North => Does::North,
            Op::South => Does::South,
            Op::East => Does::East,
            Op::West => Does::West,
            Op::NorthSpan => Does::NorthSpan,
            Op::SouthSpan => Does::SouthSpan,
            Op::Files => Does::Files,
            Op::Ranks => Does::Ranks,
            Op::Around => Does::Around,
            Op::KnightMoves => Does::KnightMoves,
            Op::Bit => Does::Bit,
            Op::Only => Does::Only,
            Op::BishopMoves => Does::BishopMoves,
            Op::RookMoves => Does::RookMoves,
            Op::Attacks => Does::Attacks,
            Op::AttacksThrough => Does::AttacksThrough,
            Op::AttackedBy => Does::AttackedBy,
            Op::Between => Does::Between,
            Op::Line => Does::Line,
            Op::Size => Does::Size,
            Op::OfTruth => Does::Copy,
            Op::Add => Does::Add,
            Op::Subtract => Does::Subtract,
            Op::Multiply => Does::Multiply,
            Op::Divide => Does::Divide,
            Op::Remainder => Does::Remainder,
            Op::Negative => Does::Negative,
            Op::Absolute => Does::Absolute,
            Op::Least => Does::Least,
            Op::Most => Does::Most,
            Op::Distance => Does::Distance,
            Op::Steps => Does::Steps,
            Op::CentreDistance => Does::CentreDistance,
            Op::Rank => Does::Rank,
            Op::File => Does::File,
            Op::IsAny => Does::IsAny,
            Op::Within => Does::Within,
            Op::Equal => Does::Equal,
            Op::Less => Does::Less,
            Op::Not => Does::Not,
            Op::If => Does::If,
        }
    }
}

/// Where a smallest or largest number begins: outside of all numbers.
pub const NOTHING_YET: u64 = 1 << 62;
