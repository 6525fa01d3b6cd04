//! Quiescence: beyond the horizon only captures and promotions that lose nothing are tried, and answers to
//! check, until the position is quiet enough for the evaluation to be believed.

use crate::board::see::see_at_least;
use crate::board::{Action, PackedMove};

use super::alphabeta::{better_eval, table_cut};
use super::info::Bound;
use super::params::{DELTA_MARGIN, EVEN_TRADE_MARGIN};
use super::picker::Picker;
use super::score::{INFINITE, MAX_PLY, Value, is_lost, is_score, mated_in, to_table};
use super::stack::Node;
use super::tt::TtEntry;
use super::worker::{NodeType, Worker};

impl Worker<'_> {
    /// The score of a spot for its side to move once things have calmed down.
    pub(super) fn quiescence<N: NodeType>(&mut self, node: &Node, mut alpha: Value, beta: Value) -> Value {
        // 1. Limits, draws, the deepest ply.
        if self.should_stop() {
            return 0;
        }
        self.begin_node::<N>(node);
        if let Some(draw) = self.is_draw(node) {
            return draw;
        }
        if node.ply >= MAX_PLY - 1 {
            return self.evaluate(node);
        }

        // 2. Stand pat: unless in check, the side to move need not capture at all. That is all for a third of the nodes,
        //    and the table, which may be slow to answer, need not be asked.
        let in_check = node.position.in_check();
        let static_eval = self.static_eval(node, None, in_check);
        let corrected = static_eval.map(|eval| eval.corrected);
        if let Some(eval) = corrected
            && eval >= beta
        {
            return eval;
        }
        self.stack.at(node.ply).static_eval = corrected;

        // 3. The moves. Captures are generated now, so that the memory has the time to find the table's entry.
        let mut picker = if in_check {
            Picker::all([PackedMove::NONE; 3], self.stack.previous(node.ply))
        } else {
            Picker::noisy()
        };
        if !in_check {
            picker.prepare(&self.ordering(node, None));
        }

        // 4. Transposition table: a cut, a move to try first, or a better guess than the evaluation.
        let key = self.table_key(node);
        let entry = self.tt.probe(key);
        if !N::PV
            && let Some(score) = table_cut(node, entry, beta, 0)
        {
            return score;
        }
        let stand_pat = corrected.map_or(-INFINITE, |eval| better_eval(eval, entry, node.ply));
        if stand_pat >= beta {
            return stand_pat;
        }
        let at_first = alpha;
        alpha = alpha.max(stand_pat);

        // 5. The moves are tried.
        let tt_move = entry.map_or(PackedMove::NONE, TtEntry::mv);
        picker.begin_with(tt_move, &self.ordering(node, None));
        let mut best = (stand_pat, PackedMove::NONE);
        let mut any = false;
        while let Some(picked) = picker.next(&self.ordering(node, None)) {
            any = true;
            let action = picked.action();
            if !in_check {
                if let Some(bound) = self.delta_pruning(stand_pat, action, alpha) {
                    best.0 = best.0.max(bound);
                    continue;
                }
                if !see_at_least(&node.position, action, 0, &self.values) {
                    continue;
                }
                if let Some(bound) = self.even_trade(node, action, alpha) {
                    best.0 = best.0.max(bound);
                    continue;
                }
            }
            let mut child = node.clone();
            self.play(&mut child, action);
            self.enter(node, Some(action));
            let score = -self.quiescence::<N::Next>(&child, -beta, -alpha);
            self.leave();
            if self.stopped {
                return 0;
            }
            debug_assert!(
                is_score(score),
                "{score} after {} in {}",
                action.mv(),
                node.position
            );
            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = action.packed();
                    if N::PV {
                        self.pv.update(node.ply, action.mv());
                        debug_assert!(self.pv.is_legal(node), "{} {}", node.position, action.mv());
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
                // One answer to the check is enough to go by, if it does not lose by force.
                if in_check && !is_lost(score) {
                    picker.skip_quiets();
                }
            }
        }
        if in_check && !any {
            return mated_in(node.ply);
        }

        // 6. What was learnt.
        let (score, mv) = best;
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > at_first && N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        let eval = static_eval.map(|eval| eval.raw);
        self.tt
            .store(key, TtEntry::new(mv, to_table(score, node.ply), eval, 0, bound));
        score
    }

    /// Delta pruning: an upper bound of what a move can lead to, if even that does not reach alpha.
    fn delta_pruning(&self, stand_pat: Value, action: Action, alpha: Value) -> Option<Value> {
        let gain = action.captured().map_or(0, |p| self.values[p as usize]);
        let bound = stand_pat + gain + DELTA_MARGIN;
        (action.promotion().is_none() && bound <= alpha).then_some(bound)
    }

    /// The same for a move that wins nothing by SEE: then the evaluation will not change much.
    fn even_trade(&mut self, node: &Node, action: Action, alpha: Value) -> Option<Value> {
        let bound = self.stack.at(node.ply).static_eval? + EVEN_TRADE_MARGIN;
        let is_even = bound <= alpha && !see_at_least(&node.position, action, 1, &self.values);
        is_even.then_some(bound)
    }
}
