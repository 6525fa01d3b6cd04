//! Pruning. Node heuristics return a score to cut with; move heuristics return whether to skip the move.

use crate::board::see::see_at_least;

use super::node_state::{Candidate, NodeState};
use super::params::{NULL_VERIFY_PIECES, NULL_VERIFY_SHARE};
use super::score::{Value, is_decisive};
use super::stack::Node;
use super::tunables::{
    futility_base, futility_depth, futility_history, futility_margin, history_pruning_depth,
    history_pruning_margin, lmp_base, lmp_depth, lmp_step, null_base, null_depth, null_depth_divisor,
    null_eval_cap, null_eval_divisor, null_static_base, null_static_step, rfp_depth, rfp_margin, see_depth,
    see_noisy_margin, see_quiet_margin,
};
use super::worker::{NonPv, Worker};

impl Worker<'_> {
    /// Returns a score to cut with. Not for PV nodes or in check.
    pub(super) fn prune_node(&mut self, node: &Node, state: &NodeState) -> Option<Value> {
        reverse_futility(state).or_else(|| self.null_move(node, state))
    }

    /// Null-move pruning (NMP): if the opponent may move twice and still does not reach beta, a move will fail high.
    /// Not without pieces, where zugzwang is likely, and not twice in a row. With few pieces, a search without null
    /// moves must confirm the cutoff.
    fn null_move(&mut self, node: &Node, state: &NodeState) -> Option<Value> {
        let last_was_null = node.ply > 0 && self.stack.previous(node.ply)[0].is_none();
        if state.depth < null_depth()
            || state.eval < state.beta
            || state.static_eval < state.beta + null_static_base() - null_static_step() * state.depth
            || last_was_null
            || node.ply < self.nmp_min_ply
            || is_decisive(state.beta)
            || !node.position.has_non_pawn_material(node.position.stm())
        {
            return None;
        }
        self.prefetch().prefetch_null(&node.position);
        let by_eval = ((state.eval - state.beta) / null_eval_divisor()).min(null_eval_cap());
        let reduction = null_base() + state.depth / null_depth_divisor() + by_eval;
        let child = node.after_null(&self.key_history)?;
        self.stack.at(node.ply).reduction = 0;
        self.enter(node, None);
        let score = -self.negamax::<NonPv>(
            &child,
            -state.beta,
            -state.beta + 1,
            state.depth - 1 - reduction,
            !state.cut_node,
        );
        self.leave();
        if self.stopped || score < state.beta || !self.verify_null_move(node, state, reduction) {
            return None;
        }
        // A mate found with a null move is not proven.
        Some(if is_decisive(score) { state.beta } else { score })
    }

    /// Verifies a null-move cutoff with few pieces (zugzwang) by a reduced search without null moves in most of its
    /// tree. Source: Tabibi and Netanyahu, *Verified Null-Move Pruning*, 2002; Stockfish.
    fn verify_null_move(&mut self, node: &Node, state: &NodeState, reduction: i32) -> bool {
        if node.position.non_pawn_count(node.position.stm()) > NULL_VERIFY_PIECES {
            return true;
        }
        let depth = state.depth - reduction;
        let outer_nmp_min_ply = self.nmp_min_ply;
        self.nmp_min_ply = node.ply + (depth.max(0) as usize * NULL_VERIFY_SHARE).div_ceil(100);
        let score = self.negamax::<NonPv>(node, state.beta - 1, state.beta, depth, false);
        self.nmp_min_ply = outer_nmp_min_ply;
        !self.stopped && score >= state.beta
    }

    /// Returns `true` if moves of a node may be pruned, except the first one and those of the root.
    #[inline(always)]
    pub(super) fn may_prune_moves(&self, node: &Node, state: &NodeState) -> bool {
        !state.in_check && node.position.has_non_pawn_material(node.position.stm())
    }

    /// Returns `true` if a move should be skipped.
    #[inline(always)]
    pub(super) fn prune_move(
        &self,
        node: &Node,
        state: &NodeState,
        alpha: Value,
        candidate: &Candidate,
    ) -> bool {
        let is_plain = candidate.is_quiet && !candidate.gives_check;
        is_plain && (self.futility(state, alpha, candidate) || self.history_pruning(state, candidate))
            || self.see_pruning(node, state, candidate)
    }

    /// Futility pruning: too far below alpha for a quiet move to make up for it at the remaining depth, unless its
    /// history is very good.
    fn futility(&self, state: &NodeState, alpha: Value, candidate: &Candidate) -> bool {
        let depth = self.depth_after_reduction(state, candidate.number).max(0);
        depth <= futility_depth()
            && candidate.history < futility_history()
            && !is_decisive(alpha)
            && state.static_eval + futility_base() + futility_margin() * depth <= alpha
    }

    /// History pruning: the move has failed too often before to be tried at this depth.
    fn history_pruning(&self, state: &NodeState, candidate: &Candidate) -> bool {
        let depth = self.depth_after_reduction(state, candidate.number).max(1);
        depth <= history_pruning_depth() && candidate.history < -history_pruning_margin() * depth
    }

    /// Returns the LMR depth of a quiet move by its number; may be negative.
    fn depth_after_reduction(&self, state: &NodeState, number: i32) -> i32 {
        state.depth - self.td.reductions.base(true, state.depth, number)
    }

    /// SEE pruning: the move loses more material than the remaining depth could regain.
    fn see_pruning(&self, node: &Node, state: &NodeState, candidate: &Candidate) -> bool {
        if state.depth > see_depth() || candidate.is_safe {
            return false;
        }
        let margin = if candidate.is_quiet {
            see_quiet_margin() * state.depth * state.depth
        } else {
            see_noisy_margin() * state.depth
        };
        !see_at_least(&node.position, candidate.move_info, -margin, &self.values)
    }
}

/// Reverse futility pruning (RFP): too far above beta for the opponent to catch up at the remaining depth. Not with a
/// quiet TT move: the node has been worth a search before.
fn reverse_futility(state: &NodeState) -> Option<Value> {
    if state.tt_move_is_quiet {
        return None;
    }
    let margin = rfp_margin() * (state.depth - i32::from(state.improving));
    let cuts = state.depth <= rfp_depth() && !is_decisive(state.beta) && state.eval - margin >= state.beta;
    cuts.then_some((state.eval + state.beta) / 2)
}

/// Late-move pruning (LMP): at low depth, late quiet moves hardly ever matter. Returns `true` if all quiet moves from this
/// number on should be skipped, unless they give check.
#[inline(always)]
pub(super) fn late_move_pruning(state: &NodeState, number: i32) -> bool {
    let all = lmp_base() + lmp_step() * state.depth * state.depth / 100;
    let limit = if state.improving { all } else { all / 2 };
    state.depth <= lmp_depth() && number > limit
}
