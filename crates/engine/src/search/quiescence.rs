//! Quiescence search: beyond the horizon, searches only captures and promotions that do not lose material, and check
//! evasions, until the position is quiet enough for the static evaluation.

use crate::board::see::see_at_least;
use crate::board::{Move16, MoveInfo};

use super::alphabeta::{better_eval, table_cut};
use super::info::Bound;
use super::picker::Picker;
use super::score::{INFINITE, MAX_PLY, Value, is_lost, is_score, mated_in, to_table};
use super::stack::Node;
use super::tt::TtEntry;
use super::tunables::{delta_margin, even_trade_margin};
use super::worker::{NodeType, Worker};

impl Worker<'_> {
    /// Returns the quiescence score of a node for the side to move.
    pub(super) fn quiescence<N: NodeType>(&mut self, node: &Node, mut alpha: Value, beta: Value) -> Value {
        // 1. Limits, draws, maximum ply.
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

        // 2. Stand pat: unless in check, the side to move need not capture at all. A third of the nodes end here,
        //    without a table probe, which may be slow.
        let in_check = node.position.in_check();
        let static_eval = self.static_eval(node, None, in_check);
        let corrected = static_eval.map(|eval| eval.corrected);
        if let Some(eval) = corrected
            && eval >= beta
        {
            return eval;
        }
        self.stack.at(node.ply).static_eval = corrected;

        // 3. Generate captures now, so that the prefetch of the TT entry has time.
        let mut picker = if in_check {
            Picker::all([Move16::NONE; 3], self.stack.previous(node.ply))
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
        let original_alpha = alpha;
        alpha = alpha.max(stand_pat);

        // 5. Search the moves.
        let tt_move = entry.map_or(Move16::NONE, TtEntry::mv);
        picker.set_tt_move(tt_move, &self.ordering(node, None));
        let mut best = (stand_pat, Move16::NONE);
        let mut any = false;
        while let Some(picked) = picker.next(&self.ordering(node, None)) {
            any = true;
            let move_info = picked.move_info();
            if !in_check {
                if let Some(bound) = self.delta_pruning(stand_pat, move_info, alpha) {
                    best.0 = best.0.max(bound);
                    continue;
                }
                if !see_at_least(&node.position, move_info, 0, &self.values) {
                    continue;
                }
                if let Some(bound) = self.even_trade(node, move_info, alpha) {
                    best.0 = best.0.max(bound);
                    continue;
                }
            }
            let mut child = node.clone();
            self.play(&mut child, move_info);
            self.enter(node, Some(move_info));
            let score = -self.quiescence::<N::Next>(&child, -beta, -alpha);
            self.leave();
            if self.stopped {
                return 0;
            }
            debug_assert!(is_score(score), "{score} after {} in {}", move_info.mv(), node.position);
            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = move_info.move16();
                    if N::PV {
                        self.pv.update(node.ply, move_info.mv());
                        debug_assert!(self.pv.is_legal(node), "{} {}", node.position, move_info.mv());
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
                // One evasion is enough if it does not lose by force.
                if in_check && !is_lost(score) {
                    picker.skip_quiets();
                }
            }
        }
        if in_check && !any {
            return mated_in(node.ply);
        }

        // 6. Store the result.
        let (score, mv) = best;
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > original_alpha && N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        let eval = static_eval.map(|eval| eval.raw);
        self.tt.store(key, TtEntry::new(mv, to_table(score, node.ply), eval, 0, bound));
        score
    }

    /// Delta pruning: returns an upper bound of the score of a move if it does not reach alpha.
    fn delta_pruning(&self, stand_pat: Value, move_info: MoveInfo, alpha: Value) -> Option<Value> {
        let gain = move_info.captured().map_or(0, |p| self.values[p as usize]);
        let bound = stand_pat + gain + delta_margin();
        (move_info.promotion().is_none() && bound <= alpha).then_some(bound)
    }

    /// Delta pruning with a smaller margin for moves with SEE <= 0.
    fn even_trade(&mut self, node: &Node, move_info: MoveInfo, alpha: Value) -> Option<Value> {
        let bound = self.stack.at(node.ply).static_eval? + even_trade_margin();
        let is_even = bound <= alpha && !see_at_least(&node.position, move_info, 1, &self.values);
        is_even.then_some(bound)
    }
}
