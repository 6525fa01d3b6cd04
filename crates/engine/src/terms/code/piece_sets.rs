//! Sets of all pieces of some kinds: `own.all`, `their.knights | their.bishops`. A piece has one kind and one owner, so
//! set operations on them follow from the kinds alone, in every position.

use crate::board::{PIECES, Piece};

use super::super::expr::{Input, Side};
use super::super::ops::Op;
use super::graph::{Graph, Node, NodeId};

/// A bit for each kind of either side's pieces.
type Kinds = u16;

/// Bits per side.
const KINDS: usize = PIECES.len();
const SIDES: [Side; 2] = [Side::Own, Side::Their];

const fn bit(side: Side, piece: Piece) -> Kinds {
    1 << (side as usize * KINDS + piece as usize)
}

impl Graph<'_> {
    /// The kinds of a set that holds all pieces of these kinds and nothing else.
    fn kinds(&self, node: NodeId) -> Option<Kinds> {
        match &self.nodes[node] {
            Node::Constant(0) => Some(0),
            Node::Input(Input::Pieces(side, piece)) => Some(bit(*side, *piece)),
            Node::Input(Input::All(side)) => Some(((1 << KINDS) - 1) << (*side as usize * KINDS)),
            Node::Apply(op, parts) => {
                let of_parts = || Some((self.kinds(parts[0])?, self.kinds(parts[1])?));
                combined(*op, of_parts)
            }
            _ => None,
        }
    }

    /// Returns a simpler node for an operation on two sets of pieces, if there is one: `nowhere` for
    /// `own.knights & their.all`.
    pub(super) fn joined_pieces(&mut self, op: Op, first: NodeId, second: NodeId) -> Option<NodeId> {
        let of_parts = || Some((self.kinds(first)?, self.kinds(second)?));
        let kinds = combined(op, of_parts)?;
        if let Some(same) = [first, second].into_iter().find(|&part| self.kinds(part) == Some(kinds)) {
            return Some(same);
        }
        match kinds.count_ones() {
            0 => Some(self.constant(0)),
            1 => Some(self.pieces(kinds)),
            // A union is another operation, but on inputs.
            2 if op != Op::Union => {
                let first = kinds & kinds.wrapping_neg();
                let parts = vec![self.pieces(first), self.pieces(kinds ^ first)];
                Some(self.apply(Op::Union, parts))
            }
            _ => None,
        }
    }

    /// The pieces of one kind.
    fn pieces(&mut self, kind: Kinds) -> NodeId {
        let number = kind.trailing_zeros() as usize;
        let input = Input::Pieces(SIDES[number / KINDS], PIECES[number % KINDS]);
        self.node(Node::Input(input))
    }
}

/// The kinds of the result of a set operation.
fn combined(op: Op, of_parts: impl Fn() -> Option<(Kinds, Kinds)>) -> Option<Kinds> {
    let combine: fn(Kinds, Kinds) -> Kinds = match op {
        Op::Intersection => |a, b| a & b,
        Op::Union => |a, b| a | b,
        Op::Difference => |a, b| a ^ b,
        Op::Without => |a, b| a & !b,
        _ => return None,
    };
    let (a, b) = of_parts()?;
    Some(combine(a, b))
}
