//! Upper bounds of what terms cost, by the operations of their code: what does not change within a loop counts once,
//! outside of it, and what terms share counts once for all.

use super::code::Code;
use super::expr::Expr;
use super::term::{DEPENDS, Term};

/// The most that one term may cost an evaluation of one side: about so many operations.
pub const MAX_TERM_COST: u64 = 20_000;
/// The most that all terms together may cost an evaluation of one side; see [`Term::cost`].
pub const MAX_COST: u64 = 50_000;

impl Term {
    /// Upper bound of its operations for one side.
    pub fn cost(&self) -> u64 {
        Code::new(std::slice::from_ref(self), |_| true).cost()
    }

    /// Upper bound for the interpreter, which computes everything as it is written.
    pub(super) fn interpreter_cost(&self) -> u64 {
        let each = self.each.as_ref();
        let inner = [Some(&self.count), self.when.as_ref(), self.index.as_ref()];
        let inner = inner.into_iter().flatten().map(|expr| expr.cost);
        let inner = inner.fold(1, u64::saturating_add);
        let times = each.map_or(1, Expr::most_squares);
        each.map_or(0, |expr| expr.cost)
            .saturating_add(inner.saturating_mul(times))
    }
}

/// Upper bound of the operations of all terms for one side, of which each has its own cost. Those that depend on the same
/// are one program.
pub fn together(terms: &[Term], costs: &[u64]) -> u64 {
    let apart = costs.iter().copied().fold(0, u64::saturating_add);
    if apart <= MAX_COST {
        // It would not be more together.
        return apart;
    }
    let codes = DEPENDS.map(|depends| Code::new(terms, |number| terms[number].depends_on() == depends));
    codes.iter().map(Code::cost).fold(0, u64::saturating_add)
}
