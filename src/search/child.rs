//! How one move of a node is searched: how deeply, and with what window.

use super::alphabeta::{Candidate, NodeState};
use super::reductions::LateMove;
use super::score::Value;
use super::stack::Node;
use super::worker::{NodeType, NonPv, Worker};

impl Worker<'_> {
    /// Searches one move: the first with the full window, the others with a window of one centipawn and
    /// perhaps less depth, and again in full if they turn out better than expected.
    pub(super) fn search_child<N: NodeType>(
        &mut self,
        child: &Node,
        state: &NodeState,
        alpha: Value,
        candidate: &Candidate,
    ) -> Value {
        let is_tt_move = state.tt_move == candidate.action.packed();
        let depth = state.depth - 1 + if is_tt_move { state.singular } else { 0 };
        if N::PV && candidate.number == 1 {
            return -self.negamax::<N::Next>(child, -state.beta, -alpha, depth, false);
        }
        let reduction = self.late_move_reduction(state, candidate);
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = -self.negamax::<NonPv>(
            child,
            -alpha - 1,
            -alpha,
            reduced,
            reduction > 0 || !state.cut_node,
        );
        if score > alpha && reduced < depth {
            score = -self.negamax::<NonPv>(child, -alpha - 1, -alpha, depth, !state.cut_node);
        }
        if N::PV && score > alpha {
            score = -self.negamax::<N::Next>(child, -state.beta, -alpha, depth, false);
        }
        score
    }

    fn late_move_reduction(&self, state: &NodeState, candidate: &Candidate) -> i32 {
        let late = LateMove {
            depth: state.depth,
            number: candidate.number,
            is_quiet: candidate.is_quiet,
            gives_check: candidate.gives_check,
            is_refutation: candidate.is_refutation,
            history: candidate.history,
            is_pv: state.is_pv,
            is_cut_node: state.cut_node,
            is_improving: state.improving,
        };
        late.reduction(&self.memory.reductions)
    }
}
