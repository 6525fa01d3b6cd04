//! Pruning: what need not be searched. Each heuristic of a node is one function that says "cut with this
//! score" or nothing, each of a move one that says whether it may be left out.

use crate::board::see::see_at_least;

use super::alphabeta::{Candidate, Known};
use super::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_MARGIN, LMP_BASE,
    LMP_DEPTH, NULL_BASE, NULL_DEPTH, NULL_DEPTH_DIVISOR, NULL_EVAL_CAP, NULL_EVAL_DIVISOR, NULL_STATIC_BASE,
    NULL_STATIC_STEP, NULL_VERIFY_PIECES, NULL_VERIFY_SHARE, RFP_DEPTH, RFP_MARGIN, SEE_DEPTH,
    SEE_NOISY_MARGIN, SEE_QUIET_MARGIN,
};
use super::score::{Value, is_decisive};
use super::stack::Spot;
use super::worker::{NonPv, Worker};

impl Worker<'_> {
    /// A score with which to leave a node at once. Not for nodes of the principal variation or in check.
    pub(super) fn prune_node(&mut self, here: &Spot, known: &Known) -> Option<Value> {
        reverse_futility(known).or_else(|| self.null_move(here, known))
    }

    /// Null-move pruning (NMP): if the opponent may move twice and still does not reach beta, a move
    /// surely does. Not without pieces, where having to move may be the problem (zugzwang), and not
    /// twice in a row. With few pieces a search in which the side may not pass has to agree.
    fn null_move(&mut self, here: &Spot, known: &Known) -> Option<Value> {
        let static_eval = self.stack.at(here.ply).static_eval.unwrap_or_default();
        let last_was_null = here.ply > 0 && self.stack.previous(here.ply)[0].is_none();
        if known.depth < NULL_DEPTH
            || known.eval < known.beta
            || static_eval < known.beta + NULL_STATIC_BASE - NULL_STATIC_STEP * known.depth
            || last_was_null
            || here.ply < self.null_from_ply
            || is_decisive(known.beta)
            || !here.position.has_pieces(here.position.stm())
        {
            return None;
        }
        self.scout().look_past(&here.position);
        let by_eval = ((known.eval - known.beta) / NULL_EVAL_DIVISOR).min(NULL_EVAL_CAP);
        let reduction = NULL_BASE + known.depth / NULL_DEPTH_DIVISOR + by_eval;
        let child = here.after_null(&self.earlier)?;
        self.enter(here, None);
        let score = -self.negamax::<NonPv>(
            &child,
            -known.beta,
            -known.beta + 1,
            known.depth - 1 - reduction,
            !known.cut_node,
        );
        self.leave();
        if self.stopped || score < known.beta || !self.is_null_move_sound(here, known, reduction) {
            return None;
        }
        // A mate found by passing is not proven.
        Some(if is_decisive(score) { known.beta } else { score })
    }

    /// Whether a cut by the null move can be believed: not blindly if the side has so few pieces that it may be glad not
    /// to have to move. Then the node itself is searched, less deeply and without null moves in most of its tree.
    /// Source: Tabibi and Netanyahu, *Verified Null-Move Pruning*, 2002; Stockfish.
    fn is_null_move_sound(&mut self, here: &Spot, known: &Known, reduction: i32) -> bool {
        if here.position.piece_count(here.position.stm()) > NULL_VERIFY_PIECES {
            return true;
        }
        let depth = known.depth - reduction;
        let barred_before = self.null_from_ply;
        self.null_from_ply = here.ply + (depth.max(0) as usize * NULL_VERIFY_SHARE).div_ceil(100);
        let score = self.negamax::<NonPv>(here, known.beta - 1, known.beta, depth, false);
        self.null_from_ply = barred_before;
        !self.stopped && score >= known.beta
    }

    /// Whether moves of a node may be left unsearched, apart from the first and from those of the root.
    #[inline(always)]
    pub(super) fn may_prune_moves(&self, here: &Spot, known: &Known) -> bool {
        !known.in_check && here.position.has_pieces(here.position.stm())
    }

    /// Whether no quiet move from this number on is worth searching, unless it gives check. Once true, it
    /// stays so for the node: numbers and alpha only rise.
    #[inline(always)]
    pub(super) fn are_quiets_hopeless(&self, known: &Known, alpha: Value, number: i32) -> bool {
        is_late(known, number) || self.futility(known, alpha, number)
    }

    /// Whether a single move is not worth searching.
    #[inline(always)]
    pub(super) fn is_move_hopeless(&self, here: &Spot, known: &Known, candidate: &Candidate) -> bool {
        let is_plain = candidate.is_quiet && !candidate.gives_check;
        is_plain && self.bad_history(known, candidate) || self.loses_material(here, known, candidate)
    }

    /// Futility pruning: so far below alpha that no quiet move will make up for it in the depth left.
    fn futility(&self, known: &Known, alpha: Value, number: i32) -> bool {
        let depth = self.depth_after_reduction(known, number).max(0);
        depth <= FUTILITY_DEPTH
            && !is_decisive(alpha)
            && known.eval + FUTILITY_BASE + FUTILITY_MARGIN * depth <= alpha
    }

    /// History pruning: the move has failed too often before to be tried in the depth left.
    fn bad_history(&self, known: &Known, candidate: &Candidate) -> bool {
        let depth = self.depth_after_reduction(known, candidate.number).max(1);
        depth <= HISTORY_PRUNING_DEPTH && candidate.history < -HISTORY_PRUNING_MARGIN * depth
    }

    /// The remaining depth of a quiet move by its number alone; perhaps less than none.
    fn depth_after_reduction(&self, known: &Known, number: i32) -> i32 {
        known.depth - self.memory.reductions.base(true, known.depth, number)
    }

    /// SEE pruning: the move loses more material than the depth left could make good.
    fn loses_material(&self, here: &Spot, known: &Known, candidate: &Candidate) -> bool {
        if known.depth > SEE_DEPTH || candidate.is_safe {
            return false;
        }
        let margin = if candidate.is_quiet {
            SEE_QUIET_MARGIN * known.depth * known.depth
        } else {
            SEE_NOISY_MARGIN * known.depth
        };
        !see_at_least(&here.position, candidate.action, -margin, &self.values)
    }
}

/// Reverse futility pruning (RFP): so far above beta that the opponent will hardly come back in the depth
/// left. Not if the table knows a quiet move: the node has been worth a search before.
fn reverse_futility(known: &Known) -> Option<Value> {
    if known.tt_move_is_quiet {
        return None;
    }
    let margin = RFP_MARGIN * (known.depth - i32::from(known.improving));
    let cuts = known.depth <= RFP_DEPTH && !is_decisive(known.beta) && known.eval - margin >= known.beta;
    cuts.then_some(known.eval)
}

/// Late-move pruning (LMP): at little depth, quiet moves ordered far behind hardly ever matter.
fn is_late(known: &Known, number: i32) -> bool {
    let all = LMP_BASE + known.depth * known.depth;
    let limit = if known.improving { all } else { all / 2 };
    known.depth <= LMP_DEPTH && number > limit
}
