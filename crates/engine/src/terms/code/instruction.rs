//! The instructions of the VM.

pub use super::super::ops::Opcode;

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
