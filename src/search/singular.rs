//! Singular extensions: a move of the table that is far better than all others is worth a closer look.

use crate::board::PackedMove;

use super::alphabeta::NodeState;
use super::info::Bound;
use super::params::{
    SINGULAR_DEPTH, SINGULAR_DOUBLE_MARGIN, SINGULAR_MARGIN, SINGULAR_REACH, SINGULAR_TT_DEPTH,
};
use super::score::{Value, from_table, is_decisive};
use super::stack::Node;
use super::tt::TtEntry;
use super::worker::{NodeType, NonPv, Worker};

/// What a search without the table's move has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Singular {
    /// How many plies more (or less) to search the table's move.
    Extend(i32),
    /// Other moves fail high as well: leave the node with this score (multi-cut).
    Cut(Value),
}

impl Worker<'_> {
    /// Searches the other moves, less deeply, against a bound somewhat below the table's score.
    pub(super) fn singular<N: NodeType>(
        &mut self,
        node: &Node,
        state: &NodeState,
        entry: Option<TtEntry>,
    ) -> Singular {
        let Some((mv, tt_score)) = self.doubtful::<N>(node, state, entry) else {
            return Singular::Extend(0);
        };
        let bound = tt_score - SINGULAR_MARGIN * state.depth;
        self.stack.at(node.ply).excluded = mv;
        let score = self.negamax::<NonPv>(node, bound - 1, bound, (state.depth - 1) / 2, state.cut_node);
        self.stack.at(node.ply).excluded = PackedMove::NONE;
        if score < bound {
            let by_far = !N::PV && score < bound - SINGULAR_DOUBLE_MARGIN;
            Singular::Extend(1 + i32::from(by_far))
        } else if score >= state.beta && !is_decisive(score) {
            Singular::Cut(score)
        } else {
            Singular::Extend(-i32::from(tt_score >= state.beta || state.cut_node))
        }
    }

    /// The table's move and score, if the move may be singular: deep enough, known to be good, and legal.
    fn doubtful<N: NodeType>(
        &self,
        node: &Node,
        state: &NodeState,
        entry: Option<TtEntry>,
    ) -> Option<(PackedMove, Value)> {
        let entry = entry?;
        let mv = entry.mv();
        let tt_score = from_table(entry.score(), node.ply);
        let may_be = !N::ROOT
            && state.depth >= SINGULAR_DEPTH
            && node.ply < SINGULAR_REACH * self.root_depth as usize
            && entry.depth() >= state.depth - SINGULAR_TT_DEPTH
            && entry.is(Bound::Lower)
            && !is_decisive(tt_score)
            && mv.unpack().is_some_and(|mv| node.position.is_legal(mv));
        may_be.then_some((mv, tt_score))
    }
}
