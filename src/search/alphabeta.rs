//! The main search: principal variation search (PVS) in negamax form.
//!
//! A map of [`Worker::negamax`]:
//! 1. horizon: quiescence takes over
//! 2. limits, draws, the deepest ply, mate distance
//! 3. transposition table: a cut, or a move to try first
//!    3b. endgame tables, if the build has them: a cut, or bounds of the score
//! 4. static evaluation
//! 5. pruning of the whole node: reverse futility, null move
//! 6. internal iterative reduction (IIR)
//! 7. singular extension and multi-cut
//! 8. the moves, each pruned, extended, reduced, searched ([`Worker::search_moves`])
//! 9. mate and stalemate
//! 10. what was learnt: histories (`learning.rs`) and table

use std::ops::ControlFlow;

use crate::board::{Action, CheckSquares, PackedMove};

use super::history::Previous;
use super::history_update::SearchedMoves;
use super::info::Bound;
use super::params::{IIR_DEPTH, TT_CLOCK_LIMIT};
use super::picker::{Picker, Refutations};
use super::score::{
    INFINITE, MAX_PLY, Value, from_table, is_decisive, is_lost, is_score, mate_in, mated_in, to_table,
};
use super::singular::Singular;
use super::stack::Node;
use super::tt::TtEntry;
use super::worker::{NodeType, Worker};

/// What is known about a node before its moves are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeState {
    /// The window.
    pub alpha: Value,
    /// The window.
    pub beta: Value,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    /// Whether the node is on the principal variation.
    pub is_pv: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The best guess of the score: the static evaluation, or a better one from the table. In check it is
    /// not to be used.
    pub eval: Value,
    /// Whether the side to move stands better than two plies before.
    pub improving: bool,
    /// The move of the table.
    pub tt_move: PackedMove,
    /// Whether there is such a move and it is quiet.
    pub tt_move_is_quiet: bool,
    /// How many plies more to search the move of the table.
    pub singular: i32,
    /// A move left out of this search.
    pub excluded: PackedMove,
}

/// A move about to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub action: Action,
    /// Number in the order of searching, from 1.
    pub number: i32,
    pub is_quiet: bool,
    pub gives_check: bool,
    pub is_refutation: bool,
    /// Its quiet history; 0 for a noisy move.
    pub history: i32,
    /// Whether it is known to lose nothing by SEE.
    pub is_safe: bool,
}

/// What searching the moves of a node came to.
pub(super) struct Best {
    pub score: Value,
    /// A move that raised alpha.
    pub mv: PackedMove,
    /// Whether there was any move to search.
    pub any: bool,
}

impl Worker<'_> {
    /// The score of a spot for its side to move, searched so many plies deep, within the window or a bound
    /// outside it (fail-soft). `cut_node` says that a fail high is expected.
    pub fn negamax<N: NodeType>(
        &mut self,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut_node: bool,
    ) -> Value {
        // 1. Horizon.
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

        // 3b. Endgame tables.
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
        let tt_move = entry.map_or(PackedMove::NONE, TtEntry::mv);
        let mut state = NodeState {
            alpha,
            beta,
            depth,
            cut_node,
            is_pv: N::PV,
            in_check,
            eval: better_eval(corrected.unwrap_or_default(), entry, node.ply),
            improving: self.stack.is_improving(node.ply),
            tt_move,
            tt_move_is_quiet: tt_move.unpack().is_some_and(|mv| !node.position.is_noisy(mv)),
            singular: 0,
            excluded,
        };

        // 5. Pruning of the whole node.
        if !N::PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(node, &state)
        {
            return score;
        }

        // 6. Internal iterative reduction: without a move to try first, a full search is not worth its price.
        if (N::PV || cut_node) && depth >= IIR_DEPTH && state.tt_move.is_none() {
            depth -= 1;
            state.depth = depth;
        }

        // 7. Singular extension: is the table's move far better than all others?
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

        // 10. What was learnt. A search for the second best line knows nothing about the best.
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
            self.tt
                .store(key, TtEntry::new(best.mv, score, eval, depth, bound));
        }
        if let Some(eval) = corrected {
            self.update_correction_history(node, &best, eval, beta, depth);
        }
        if best.mv.is_none() && !N::ROOT {
            self.credit_last_move(node, depth);
        }
        best.score
    }

    /// Forgets what earlier nodes left behind: the line from here, and the killers of grandchildren that were
    /// not ours (those of children are shared with our sisters').
    #[inline(always)]
    pub(super) fn begin_node<N: NodeType>(&mut self, node: &Node) {
        if N::PV {
            self.pv.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
        self.stack.at(node.ply + 2).killers = [PackedMove::NONE; 2];
    }

    /// Step 8: searches the moves until one fails high.
    fn search_moves<N: NodeType>(&mut self, node: &Node, state: &NodeState) -> Best {
        let previous = self.stack.previous(node.ply);
        let refutations = self.refutations(node, previous);
        let checks = CheckSquares::new(&node.position);
        let mut picker = Picker::all(refutations, previous);
        picker.begin_with(state.tt_move, &self.ordering(node, Some(&checks)));
        let mut searched = SearchedMoves::default();
        let mut alpha = state.alpha;
        let mut best = Best {
            score: -INFINITE,
            mv: PackedMove::NONE,
            any: false,
        };
        let mut number = 0;
        let may_ever_prune = !N::ROOT && self.may_prune_moves(node, state);
        let mut skips_quiets = false;
        loop {
            // 8a. Pruning of moves; never of all, for what remains could be mate.
            let may_prune = may_ever_prune && number > 0 && !is_lost(best.score);
            if may_prune && !skips_quiets && self.late_move_pruning(state, alpha, number + 1) {
                skips_quiets = true;
                picker.skip_all_but_checks(&checks);
            }
            let Some(picked) = picker.next(&self.ordering(node, Some(&checks))) else {
                break;
            };
            let action = picked.action();
            let mv = action.mv();
            if N::ROOT && !self.root_moves.is_open(mv) || state.excluded == action.packed() {
                continue;
            }
            debug_assert!(node.position.is_legal(mv), "{} {mv}", node.position);
            number += 1;
            best.any = true;
            let candidate = Candidate {
                action,
                number,
                is_quiet: !action.is_noisy(),
                gives_check: checks.is_check(&node.position, action),
                is_refutation: refutations.contains(&action.packed()),
                history: picked.history(),
                is_safe: picked.is_safe(),
            };
            if may_prune && self.prune_move(node, state, &candidate) {
                continue;
            }

            // 8b. Search.
            if N::ROOT {
                self.tell_current_move(mv, number);
            }
            let mut child = node.clone();
            self.play(&mut child, action);
            debug_assert_eq!(
                candidate.gives_check,
                child.position.in_check(),
                "{} {mv}",
                node.position
            );
            self.enter(node, Some(action));
            let score = self.search_child::<N>(&child, state, alpha, &candidate);
            self.leave();
            if self.stopped {
                return best;
            }
            debug_assert!(is_score(score), "{score} after {mv} in {}", node.position);
            if N::ROOT {
                self.record_root_move(mv, score, number, [alpha, state.beta]);
            }

            // 8c. The best so far.
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = action.packed();
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

    fn refutations(&mut self, node: &Node, previous: Previous) -> Refutations {
        let counter = self.memory.histories.counter_move(previous);
        let [first, second] = self.stack.at(node.ply).killers;
        [first, second, counter]
    }
}

/// The score of the table, if it is deep enough and its bound is outside the window, which is one of a centipawn below
/// `beta`. Close to the fifty-move rule the position's history matters more than the table knows.
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

/// The evaluation, or the table's score where that must be closer to the truth.
#[inline(always)]
pub(super) fn better_eval(eval: Value, entry: Option<TtEntry>, ply: usize) -> Value {
    let Some(entry) = entry else { return eval };
    let score = from_table(entry.score(), ply);
    let bound = if score > eval { Bound::Lower } else { Bound::Upper };
    if entry.is(bound) && !is_decisive(score) {
        score
    } else {
        eval
    }
}
