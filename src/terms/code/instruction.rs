//! The instructions of the VM.

use super::super::ops::Op;

/// The number of a register.
pub type Register = u8;
/// Number of registers of the VM.
pub const REGISTERS: usize = 256;

/// One instruction. Most compute register `to` from `a`, `b` and `c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    pub opcode: Opcode,
    /// The target register; for counts the number of the term.
    pub to: Register,
    pub a: Register,
    pub b: Register,
    /// A third operand, or the register of the loop's square.
    pub c: Register,
    /// For counts: the last entry of the table.
    pub last: u8,
    /// The target of a jump; for counts the index of the term's first value.
    pub place: u16,
}

/// The operation of an instruction, for both sides at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opcode {
    /// `to` = an operation on `a`, `b` and `c`.
    Op(Op),

    /// Begins a loop over the set `a`: `to` becomes the rest of it, `c` its first square. Jumps if it is empty.
    Enter,
    /// Moves the next square from `to` into `c` and jumps; falls through if there is none.
    Next,
    /// Jumps if `a` is 0 for both sides.
    SkipUnless,

    /// The first value counts for each square of `a`.
    CountSize,
    /// The same for the intersection of `a` and `b`.
    CountIntersection,
    /// The same for `a` without `b`.
    CountWithout,
    /// The value of its rank counts for each square of `a`.
    CountRanks,
    CountFiles,
    CountSquares,

    // The others count nothing for a side whose square `c` is none. Outside of loops `c` is a constant square.
    /// The first value counts `a` times.
    CountNumber,
    /// The entry number `a` counts once, unless it is [`super::super::ops::NOT_COUNTED`].
    CountEntry,
    /// The entry number `a` counts `b` times.
    CountIndexed,
    /// The first value counts for each square of `a`.
    CountSizeAt,
    /// The value of the rank of the square `c` counts `a` times.
    CountAtRank,
    CountAtFile,
    CountAtSquare,
}

impl Opcode {
    /// Maximum number of operations of the language for the instruction.
    pub fn cost(self) -> u64 {
        match self {
            Self::Op(op) => op.cost(),
            Self::CountIntersection | Self::CountWithout => 2,
            _ => 1,
        }
    }
}
