//! Singular extension and multi-cut: is the TT move the only good one?

use crate::board::Move16;

use super::info::Bound;
use super::node_state::NodeState;
use super::params::SINGULAR_REACH;
use super::score::{Value, from_table, is_decisive};
use super::stack::Node;
use super::tt::TtEntry;
use super::tunables::{singular_depth, singular_double_margin, singular_margin, singular_tt_depth};
use super::worker::{NodeType, NonPv, Worker};

/// Result of a singular extension search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Singular {
    /// Extension of the TT move in plies; may be negative.
    Extend(i32),
    /// Other moves fail high as well: return this score (multi-cut).
    Cut(Value),
}

impl Worker<'_> {
    /// Searches all moves except the TT move at reduced depth against a bound below its score.
    pub(super) fn singular<N: NodeType>(
        &mut self,
        node: &Node,
        state: &NodeState,
        entry: Option<TtEntry>,
    ) -> Singular {
        let Some((mv, tt_score)) = self.singular_candidate::<N>(node, state, entry) else {
            return Singular::Extend(0);
        };
        let bound = tt_score - singular_margin() * state.depth;
        self.stack.at(node.ply).excluded = mv;
        let score = self.negamax::<NonPv>(node, bound - 1, bound, (state.depth - 1) / 2, state.cut_node);
        self.stack.at(node.ply).excluded = Move16::NONE;
        if score < bound {
            let by_far = !N::PV && score < bound - singular_double_margin();
            Singular::Extend(1 + i32::from(by_far))
        } else if score >= state.beta && !is_decisive(score) {
            Singular::Cut(score)
        } else {
            Singular::Extend(-i32::from(tt_score >= state.beta || state.cut_node))
        }
    }

    /// Returns the TT move and its score if the entry is deep enough, a lower bound, and the move is legal.
    fn singular_candidate<N: NodeType>(
        &self,
        node: &Node,
        state: &NodeState,
        entry: Option<TtEntry>,
    ) -> Option<(Move16, Value)> {
        let entry = entry?;
        let mv = entry.mv();
        let tt_score = from_table(entry.score(), node.ply);
        let may_be = !N::ROOT
            && state.depth >= singular_depth()
            && node.ply < SINGULAR_REACH * self.root_depth as usize
            && entry.depth() >= state.depth - singular_tt_depth()
            && entry.is(Bound::Lower)
            && !is_decisive(tt_score)
            && mv.unpack().is_some_and(|mv| node.position.is_legal(mv));
        may_be.then_some((mv, tt_score))
    }
}
