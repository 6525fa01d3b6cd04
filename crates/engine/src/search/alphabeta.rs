//! The main search: principal variation search (PVS) in negamax form.
//!
//! A map of [`Worker::negamax`]:
//! 1. horizon: quiescence takes over
//! 2. limits, draws, the deepest ply, mate distance
//! 3. transposition table: a cut, or a move to try first
//!    3b. endgame tables, if the build has them: a cut, or bounds of the score
//! 4. static evaluation
//!    4b. hindsight: more or less depth by how the reduction of the last move turned out
//! 5. pruning of the whole node: reverse futility, null move
//! 6. internal iterative reduction (IIR)
//! 7. singular extension and multi-cut
//! 8. the moves, each pruned, extended, reduced, searched ([`Worker::search_moves`])
//! 9. mate and stalemate
//! 10. updates: histories (`history_update.rs`) and transposition table

use std::ops::ControlFlow;

use crate::board::{CheckInfo, Move16};

use super::history::Previous;
use super::history_update::SearchedMoves;
use super::info::Bound;
use super::node_state::{Best, Candidate, NodeState};
use super::params::TT_CLOCK_LIMIT;
use super::picker::{Picker, Refutations};
use super::pruning::late_move_pruning;
use super::score::{
    INFINITE, MAX_PLY, Value, from_table, is_decisive, is_lost, is_score, mate_in, mated_in, to_table,
};
use super::singular::Singular;
use super::stack::Node;
use super::tt::TtEntry;
use super::tunables::{hindsight_deeper, hindsight_margin, iir_depth, re_search_margin, re_search_step};
use super::worker::{NodeType, NonPv, Worker};

impl Worker<'_> {
    /// Searches a node to a depth in plies and returns its score for the side to move (fail-soft). `cut_node`: a fail
    /// high is expected.
    pub fn negamax<N: NodeType>(
        &mut self,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut_node: bool,
    ) -> Value {
        // 1. Horizon: quiescence search.
        if depth <= 0 {
            return self.quiescence::<N>(node, alpha, beta);
        }

        // 2. Limits, draws, the deepest ply, mate distance: no line from here can be better than mate at the
        //    next ply, nor worse than being mated now.
        self.begin_node::<N>(node);
        if !N::ROOT {
            if self.should_stop() {
                return 0;
            }
            if let Some(draw) = self.is_draw(node) {
                return draw;
            }
            if node.ply >= MAX_PLY - 1 {
                return self.evaluate(node);
            }
            alpha = alpha.max(mated_in(node.ply));
            beta = beta.min(mate_in(node.ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 3. Transposition table.
        let key = self.table_key(node);
        let entry = self.tt.probe(key);
        let excluded = self.stack.at(node.ply).excluded;
        if !N::PV
            && excluded.is_none()
            && let Some(score) = table_cut(node, entry, beta, depth)
        {
            return score;
        }

        // 3b. Endgame tablebases.
        let bounds = match self.probe_tb::<N>(node, [alpha, beta], depth, key) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(bounds) => bounds,
        };
        if let Some([floor, _]) = bounds {
            alpha = alpha.max(floor);
        }

        // 4. Static evaluation.
        let in_check = node.position.in_check();
        let static_eval = self.static_eval(node, entry, in_check);
        let corrected = static_eval.map(|eval| eval.corrected);
        self.stack.at(node.ply).static_eval = corrected;
        let tt_move = entry.map_or(Move16::NONE, TtEntry::mv);
        let mut state = NodeState {
            alpha,
            beta,
            depth,
            cut_node,
            is_pv: N::PV,
            in_check,
            static_eval: corrected.unwrap_or_default(),
            eval: better_eval(corrected.unwrap_or_default(), entry, node.ply),
            improving: self.stack.is_improving(node.ply),
            tt_move,
            tt_move_is_quiet: tt_move.unpack().is_some_and(|mv| !node.position.is_noisy(mv)),
            singular: 0,
            excluded,
        };

        // 4b. Hindsight: the parent's reduction of the move to here looks wrong now.
        if !N::ROOT && excluded.is_none() {
            depth += self.hindsight(node, depth, corrected);
            state.depth = depth;
        }

        // 5. Pruning of the whole node.
        if !N::PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(node, &state)
        {
            return score;
        }

        // 6. Internal iterative reduction: without a TT move, a full search is not worth its cost.
        if (N::PV || cut_node) && depth >= iir_depth() && state.tt_move.is_none() {
            depth -= 1;
            state.depth = depth;
        }

        // 7. Singular extension: is the TT move far better than all others?
        if excluded.is_none() {
            match self.singular::<N>(node, &state, entry) {
                Singular::Extend(plies) => state.singular = plies,
                Singular::Cut(score) => return score,
            }
            if self.stopped {
                return 0;
            }
        }

        // 8. The moves.
        let mut best = self.search_moves::<N>(node, &state);
        if self.stopped {
            return 0;
        }
        if let Some([floor, ceiling]) = bounds {
            best.score = best.score.clamp(floor, ceiling);
        }

        // 9. Mate and stalemate.
        if !best.any {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(node.ply)
            } else {
                self.draw_at(node.ply)
            };
        }

        // 10. Updates. A MultiPV search for a later line knows nothing about the best move.
        if excluded.is_some() {
            return best.score;
        }
        if !(N::ROOT && self.root_moves.line() > 0) {
            let bound = match best.score {
                score if score >= beta => Bound::Lower,
                _ if best.mv.is_some() => Bound::Exact,
                _ => Bound::Upper,
            };
            let score = to_table(best.score, node.ply);
            let eval = static_eval.map(|eval| eval.raw);
            self.tt.store(key, TtEntry::new(best.mv, score, eval, depth, bound));
        }
        if let Some(eval) = corrected {
            self.update_correction_history(node, &best, eval, beta, depth);
        }
        if best.mv.is_none() && !N::ROOT {
            self.credit_previous_move(node, depth);
        }
        best.score
    }

    /// Clears the PV of this ply and the killers of grandchildren. Killers of children are shared with sibling nodes.
    #[inline(always)]
    pub(super) fn begin_node<N: NodeType>(&mut self, node: &Node) {
        if N::PV {
            self.pv.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
        self.stack.at(node.ply + 2).killers = [Move16::NONE; 2];
    }

    /// Step 8: searches the moves until one fails high.
    fn search_moves<N: NodeType>(&mut self, node: &Node, state: &NodeState) -> Best {
        let previous = self.stack.previous(node.ply);
        let refutations = self.refutations(node, previous);
        let checks = CheckInfo::new(&node.position);
        let mut picker = Picker::all(refutations, previous);
        picker.set_tt_move(state.tt_move, &self.ordering(node, Some(&checks)));
        let mut searched = SearchedMoves::default();
        let mut alpha = state.alpha;
        let mut best = Best { score: -INFINITE, mv: Move16::NONE, any: false };
        let mut number = 0;
        let may_ever_prune = !N::ROOT && self.may_prune_moves(node, state);
        let mut skips_quiets = false;
        loop {
            // 8a. Move pruning; never of all moves, since the rest could be mated.
            let may_prune = may_ever_prune && number > 0 && !is_lost(best.score);
            if may_prune && !skips_quiets && late_move_pruning(state, number + 1) {
                skips_quiets = true;
                picker.skip_quiets_except_checks(&checks);
            }
            let Some(picked) = picker.next(&self.ordering(node, Some(&checks))) else {
                break;
            };
            let move_info = picked.move_info();
            let mv = move_info.mv();
            if N::ROOT && !self.root_moves.is_open(mv) || state.excluded == move_info.move16() {
                continue;
            }
            debug_assert!(node.position.is_legal(mv), "{} {mv}", node.position);
            number += 1;
            best.any = true;
            let candidate = Candidate {
                move_info,
                number,
                is_quiet: !move_info.is_noisy(),
                gives_check: checks.gives_check(&node.position, move_info),
                is_refutation: refutations.contains(&move_info.move16()),
                history: picked.history(),
                is_safe: picked.is_safe(),
            };
            if may_prune && self.prune_move(node, state, alpha, &candidate) {
                continue;
            }

            // 8b. Search.
            if N::ROOT {
                self.report_current_move(mv, number);
            }
            let nodes_before = self.nodes;
            let mut child = node.clone();
            self.play(&mut child, move_info);
            debug_assert_eq!(candidate.gives_check, child.position.in_check(), "{} {mv}", node.position);
            self.enter(node, Some(move_info));
            let score = self.search_child::<N>(&child, state, [alpha, best.score], &candidate);
            self.leave();
            if self.stopped {
                return best;
            }
            debug_assert!(is_score(score), "{score} after {mv} in {}", node.position);
            if N::ROOT {
                self.root_moves.add_nodes(mv, self.nodes - nodes_before);
                self.record_root_move(mv, score, number, [alpha, state.beta]);
            }

            // 8c. New best move.
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = move_info.move16();
                    if N::PV {
                        self.pv.update(node.ply, mv);
                        debug_assert!(self.pv.is_legal(node), "{} {mv}", node.position);
                    }
                    if score >= state.beta {
                        self.update_histories(node, state.depth, &candidate, &searched);
                        break;
                    }
                    alpha = score;
                }
            }
            searched.push(&candidate);
        }
        best
    }

    /// Searches one move (PVS with LMR): the first with the full window, others with a null window and reduced depth,
    /// then again at full depth and with the full window if they fail high. `alpha` and the best score so far decide how.
    pub(super) fn search_child<N: NodeType>(
        &mut self,
        child: &Node,
        state: &NodeState,
        [alpha, best]: [Value; 2],
        candidate: &Candidate,
    ) -> Value {
        let ply = child.ply - 1;
        self.stack.at(ply).reduction = 0;
        let is_tt_move = state.tt_move == candidate.move_info.move16();
        let mut depth = state.depth - 1 + if is_tt_move { state.singular } else { 0 };
        if N::PV && candidate.number == 1 {
            return -self.negamax::<N::Next>(child, -state.beta, -alpha, depth, false);
        }
        let reduction = self.td.reductions.of(state, candidate);
        let reduced = (depth - reduction).max(1).min(depth);
        self.stack.at(ply).reduction = depth - reduced;
        let mut score =
            -self.negamax::<NonPv>(child, -alpha - 1, -alpha, reduced, reduction > 0 || !state.cut_node);
        self.stack.at(ply).reduction = 0;
        if score > alpha && reduced < depth {
            depth += re_search_extension(score, best, depth);
        }
        if score > alpha && reduced < depth {
            score = -self.negamax::<NonPv>(child, -alpha - 1, -alpha, depth, !state.cut_node);
        }
        if N::PV && score > alpha {
            score = -self.negamax::<N::Next>(child, -state.beta, -alpha, depth, false);
        }
        score
    }

    /// Returns the change of a node's depth in view of its static evaluation: one ply more if the move to it was much reduced
    /// and yet left the opponent no worse, one ply less if it was reduced and both sides think that they stand well.
    /// Source: Stockfish.
    fn hindsight(&mut self, node: &Node, depth: i32, corrected: Option<Value>) -> i32 {
        let before = self.stack.at(node.ply - 1);
        let Some((ours, theirs)) = corrected.zip(before.static_eval) else {
            return 0;
        };
        if before.reduction >= hindsight_deeper() && ours + theirs <= 0 {
            1
        } else if before.reduction >= 1 && depth >= 2 && ours + theirs > hindsight_margin() {
            -1
        } else {
            0
        }
    }

    fn refutations(&mut self, node: &Node, previous: Previous) -> Refutations {
        let counter = self.td.histories.counter_move(previous);
        let [first, second] = self.stack.at(node.ply).killers;
        [first, second, counter]
    }
}

/// Returns the change of the depth of a move that failed high in a reduced search: deeper if it is far better than the best
/// one so far, shallower if it hardly is. Source: Stockfish.
fn re_search_extension(score: Value, best: Value, depth: i32) -> i32 {
    let gain = score.saturating_sub(best);
    i32::from(gain > re_search_margin() + re_search_step() * depth) - i32::from(gain < depth)
}

/// Returns the TT score if the entry is deep enough and cuts a null window below `beta`. Not close to the fifty-move
/// rule, where the score depends on the history of the position.
#[inline(always)]
pub(super) fn table_cut(node: &Node, entry: Option<TtEntry>, beta: Value, depth: i32) -> Option<Value> {
    let entry = entry?;
    if entry.depth() < depth || node.position.halfmove_clock() >= TT_CLOCK_LIMIT {
        return None;
    }
    let score = from_table(entry.score(), node.ply);
    let bound = if score >= beta { Bound::Lower } else { Bound::Upper };
    entry.is(bound).then_some(score)
}

/// Returns the evaluation, or the TT score if its bound improves on it.
#[inline(always)]
pub(super) fn better_eval(eval: Value, entry: Option<TtEntry>, ply: usize) -> Value {
    let Some(entry) = entry else { return eval };
    let score = from_table(entry.score(), ply);
    let bound = if score > eval { Bound::Lower } else { Bound::Upper };
    if entry.is(bound) && !is_decisive(score) { score } else { eval }
}
