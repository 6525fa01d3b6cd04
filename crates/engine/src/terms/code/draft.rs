//! Instructions before register allocation.

use super::super::expr::Input;
use super::instruction::Opcode;
use super::roots::Root;

/// A value before it has a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    Input(Input),
    Constant(usize),
    /// One that is computed ahead, by number.
    Ahead(usize),
    /// Any other, by its number.
    Computed(usize),
}

/// An instruction before its values have registers. Jumps are relative.
#[derive(Debug, Clone, Copy)]
pub struct Draft {
    pub opcode: Opcode,
    /// The value that it writes.
    pub to: Option<Value>,
    pub a: Option<Value>,
    pub b: Option<Value>,
    pub c: Option<Value>,
    /// The count that it is for.
    pub root: Option<Root>,
    /// Number of instructions to jump forward, or back for [`Opcode::Next`].
    pub jump: usize,
    /// For [`Opcode::Enter`], the maximum number of iterations.
    pub times: u64,
}

impl Draft {
    pub fn new(opcode: Opcode, to: Value, reads: &[Value]) -> Self {
        let read = |i: usize| reads.get(i).copied();
        Self { opcode, to: Some(to), a: read(0), b: read(1), c: read(2), root: None, jump: 0, times: 0 }
    }

    /// All values that it reads or writes.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        [self.to, self.a, self.b, self.c].into_iter().flatten()
    }
}

/// The instructions of a program, its constants, and the number of computed values.
#[derive(Debug, Clone, Default)]
pub struct Drafts {
    pub code: Vec<Draft>,
    pub constants: Vec<u64>,
    pub computed: usize,
}

impl Drafts {
    /// Maximum number of operations of one run.
    pub fn cost(&self) -> u64 {
        let mut cost: u64 = 0;
        // Maximum number of iterations of each enclosing loop.
        let mut times = vec![1_u64];
        for draft in &self.code {
            let now = times.last().copied().unwrap_or(1);
            cost = cost.saturating_add(draft.opcode.cost().saturating_mul(now));
            match draft.opcode {
                Opcode::Enter => times.push(draft.times.saturating_mul(now)),
                Opcode::Next => times.truncate(times.len() - 1),
                _ => {}
            }
        }
        cost
    }
}
