//! Upper bounds of the cost of terms, by the instructions of their code: an expression that does not change within a
//! loop counts once, outside of it, and common subexpressions of terms count once. A term that cannot be compiled has
//! the cost of the interpreter.

use super::code::Code;
use super::expr::Expr;
use super::term::{DEPENDS, Term};

/// Maximum number of operations of one term per evaluation of one side.
pub const MAX_TERM_COST: u64 = 20_000;
/// Maximum number of operations of all terms together per evaluation of one side; see [`Term::cost`].
pub const MAX_COST: u64 = 50_000;

impl Term {
    /// Maximum number of operations for one side.
    pub fn cost(&self) -> u64 {
        Code::new(std::slice::from_ref(self), |_| true).cost()
    }

    /// The same for the interpreter.
    pub(super) fn interpreter_cost(&self) -> u64 {
        let each = self.each.as_ref();
        let inner = [Some(&self.count), self.when.as_ref(), self.index.as_ref()];
        let inner = inner.into_iter().flatten().map(|expr| expr.cost);
        let inner = inner.fold(1, u64::saturating_add);
        let times = each.map_or(1, Expr::max_squares);
        each.map_or(0, |expr| expr.cost).saturating_add(inner.saturating_mul(times))
    }
}

/// Maximum number of operations of all terms for one side, given the cost of each. Terms with the same dependencies
/// form one program.
pub fn together(terms: &[Term], costs: &[u64]) -> u64 {
    let apart = costs.iter().copied().fold(0, u64::saturating_add);
    if apart <= MAX_COST {
        // Together they would not cost more.
        return apart;
    }
    let codes = DEPENDS.map(|depends| Code::new(terms, |number| terms[number].depends_on() == depends));
    codes.iter().map(Code::cost).fold(0, u64::saturating_add)
}
