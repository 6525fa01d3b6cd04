//! Terms that fold into piece-square tables: the count of each piece of the owner depends only on its square. With
//! incremental piece-square sums these terms need not be counted.

use crate::board::{PIECES, Piece, Square};

use super::expr::{Expr, ExprKind, Input, Side};
use super::interpreter::{indexed_count, square_index};
use super::ops::Op;
use super::source::By;
use super::term::Term;

/// Index of a value, and its count.
type Count = Option<(usize, i32)>;

/// The count for each piece type and square, from the owner's point of view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PsqtFold(Box<[[Count; Square::NUM]; 6]>);

impl PsqtFold {
    /// Returns the count for a piece of the owner on a square, from its point of view: the index of a value and its
    /// count.
    pub fn count(&self, piece: Piece, square: Square) -> Option<(usize, i32)> {
        self.0[piece as usize][square as usize]
    }
}

impl Term {
    /// Returns the counts of single pieces, if the term is their sum.
    pub fn psqt_fold(&self) -> Option<PsqtFold> {
        let (set, goes_over_each) = match (&self.each, &self.when) {
            (Some(each), _) => (each, true),
            (None, Some(_)) => return None,
            (None, None) => (self.counted_squares()?, false),
        };
        let has_inputs = |expr: &Expr| {
            let mut has_inputs = false;
            expr.walk(&mut |kind| has_inputs |= matches!(kind, ExprKind::Input(_)));
            has_inputs
        };
        let inner = [Some(&self.count), self.when.as_ref(), self.index.as_ref()];
        if goes_over_each && inner.into_iter().flatten().any(has_inputs) {
            return None;
        }
        if !is_square_by_square(set) || value(set, None, None)? != 0 {
            return None;
        }
        let mut counts = Box::new([[None; Square::NUM]; 6]);
        for piece in PIECES {
            let squares = value(set, Some(piece), None)?;
            for square in Square::ALL.into_iter().filter(|s| squares >> *s as u32 & 1 == 1) {
                counts[piece as usize][square as usize] = if goes_over_each {
                    self.count_of(square)?
                } else {
                    Some((square_index(self.by, square as usize), 1))
                };
            }
        }
        Some(PsqtFold(counts))
    }

    /// Returns the set whose squares are counted one by one, if there is one.
    fn counted_squares(&self) -> Option<&Expr> {
        match (&self.count.kind, self.by) {
            _ if self.looks_up_squares() => Some(&self.count),
            (ExprKind::Apply(Op::Size, parts), By::One) => Some(&parts[0]),
            _ => None,
        }
    }

    /// Returns the count for one square of `each`; the outer `None` if it depends on anything else.
    fn count_of(&self, square: Square) -> Option<Count> {
        let value = |expr: &Expr| value(expr, None, Some(square));
        if let Some(when) = &self.when
            && value(when)? == 0
        {
            return Some(None);
        }
        let index = self.index.as_ref().map_or(Some(None), |index| value(index).map(Some))?;
        Some(Some(indexed_count(self, value(&self.count)?, index, square as usize)))
    }
}

/// Returns `true` if it is known that membership of a square in the set depends only on that square.
fn is_square_by_square(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Squares(_) | ExprKind::Input(Input::Pieces(Side::Own, _) | Input::All(Side::Own)) => true,
        ExprKind::Apply(
            Op::Complement | Op::Intersection | Op::Union | Op::Difference | Op::Without,
            parts,
        ) => parts.iter().all(is_square_by_square),
        ExprKind::Apply(Op::Bit, parts) => king(&parts[0]).is_some_and(is_square_by_square),
        _ => false,
    }
}

/// Returns the king set of an expression that is the square of a king.
fn king(square: &Expr) -> Option<&Expr> {
    match &square.kind {
        ExprKind::Apply(Op::Only, kings) => kings.first(),
        _ => None,
    }
}

/// Returns the value of an expression if the owner has this piece (or none) on all squares, there are no other
/// pieces, and the loop variable is this square. `None` if it depends on anything else.
fn value(expr: &Expr, piece: Option<Piece>, square: Option<Square>) -> Option<u64> {
    let all_if = |is_it: bool| if is_it { u64::MAX } else { 0 };
    match &expr.kind {
        ExprKind::Input(Input::Pieces(Side::Own, its)) => Some(all_if(piece == Some(*its))),
        ExprKind::Input(Input::All(Side::Own)) => Some(all_if(piece.is_some())),
        ExprKind::Variable(0) => square.map(|square| square as u64),
        ExprKind::Apply(op, parts) => match (op, king(&parts[0])) {
            (Op::Bit, Some(king)) => value(king, piece, square),
            _ => {
                let mut operands = [0; 3];
                for (operand, part) in operands.iter_mut().zip(parts) {
                    *operand = value(part, piece, square)?;
                }
                op.compute_constant(operands)
            }
        },
        other => other.as_constant(),
    }
}
