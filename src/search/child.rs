//! How one move of a node is searched: how deeply, and with what window.

use super::alphabeta::{Candidate, Known};
use super::reductions::LateMove;
use super::score::Value;
use super::stack::Spot;
use super::worker::{Node, NonPv, Worker};

impl Worker<'_> {
    /// Searches one move: the first with the full window, the others with a window of one centipawn and
    /// perhaps less depth, and again in full if they turn out better than expected.
    pub(super) fn search_child<N: Node>(
        &mut self,
        child: &Spot,
        known: &Known,
        alpha: Value,
        candidate: &Candidate,
    ) -> Value {
        let is_tt_move = known.tt_move == candidate.action.packed();
        let depth = known.depth - 1 + if is_tt_move { known.singular } else { 0 };
        if N::PV && candidate.number == 1 {
            return -self.negamax::<N::Next>(child, -known.beta, -alpha, depth, false);
        }
        let reduction = self.late_move_reduction(known, candidate);
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = -self.negamax::<NonPv>(
            child,
            -alpha - 1,
            -alpha,
            reduced,
            reduction > 0 || !known.cut_node,
        );
        if score > alpha && reduced < depth {
            score = -self.negamax::<NonPv>(child, -alpha - 1, -alpha, depth, !known.cut_node);
        }
        if N::PV && score > alpha {
            score = -self.negamax::<N::Next>(child, -known.beta, -alpha, depth, false);
        }
        score
    }

    fn late_move_reduction(&self, known: &Known, candidate: &Candidate) -> i32 {
        let late = LateMove {
            depth: known.depth,
            number: candidate.number,
            is_quiet: candidate.is_quiet,
            gives_check: candidate.gives_check,
            is_refutation: candidate.is_refutation,
            history: candidate.history,
            is_pv: known.is_pv,
            is_cut_node: known.cut_node,
            is_improving: known.improving,
        };
        late.reduction(&self.memory.reductions)
    }
}
