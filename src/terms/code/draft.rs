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
    /// Of [`Does::Enter`], how often the steps of the loop are done at most.
    pub times: u64,
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
            times: 0,
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

impl Drafts {
    /// At most how many operations it takes to do all steps once.
    pub fn cost(&self) -> u64 {
        let mut cost: u64 = 0;
        // How often the steps of each loop around are done.
        let mut times = vec![1_u64];
        for draft in &self.code {
            let now = times.last().copied().unwrap_or(1);
            cost = cost.saturating_add(draft.does.operations().saturating_mul(now));
            match draft.does {
                Does::Enter => times.push(draft.times.saturating_mul(now)),
                Does::Next => times.truncate(times.len() - 1),
                _ => {}
            }
        }
        cost
    }
}
