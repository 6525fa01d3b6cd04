//! Steps whose values have no registers yet.

use super::super::expr::Input;
use super::instruction::Does;
use super::roots::Root;

/// A value before it has a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// What is known of the position.
    Input(Input),
    /// A constant by its number.
    Constant(usize),
    /// Any other, by its number.
    Computed(usize),
}

/// An instruction before its values have registers. Jumps are told by how many steps they go.
#[derive(Debug, Clone, Copy)]
pub struct Draft {
    pub does: Does,
    /// What it writes, and what it reads if it gathers.
    pub to: Option<Value>,
    pub a: Option<Value>,
    pub b: Option<Value>,
    pub c: Option<Value>,
    /// The count that it is for.
    pub root: Option<Root>,
    /// How many steps a jump goes forward, or back for [`Does::Next`].
    pub jump: usize,
}

impl Draft {
    pub fn new(does: Does, to: Value, reads: &[Value]) -> Self {
        let read = |i: usize| reads.get(i).copied();
        Self {
            does,
            to: Some(to),
            a: read(0),
            b: read(1),
            c: read(2),
            root: None,
            jump: 0,
        }
    }

    /// All values that it reads or writes.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        [self.to, self.a, self.b, self.c].into_iter().flatten()
    }
}

/// The steps of a program, its constants, and how many computed values there are.
#[derive(Debug, Clone, Default)]
pub struct Drafts {
    pub code: Vec<Draft>,
    pub constants: Vec<u64>,
    pub computed: usize,
}
