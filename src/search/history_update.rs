//! What a node teaches once its moves are searched: histories, refutations and errors of the evaluation.

use arrayvec::ArrayVec;

use crate::board::Action;

use super::alphabeta::{Best, Candidate};
use super::history;
use super::score::{Value, is_decisive};
use super::stack::Node;
use super::worker::Worker;

/// Most moves of a kind that are punished when another one cuts.
const TRIED_CAP: usize = 64;

/// Moves searched before the one that cut.
#[derive(Debug, Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Action, TRIED_CAP>,
    noisy: ArrayVec<Action, TRIED_CAP>,
}

impl SearchedMoves {
    pub fn push(&mut self, candidate: &Candidate) {
        let list = if candidate.is_quiet {
            &mut self.quiets
        } else {
            &mut self.noisy
        };
        if !list.is_full() {
            list.push(candidate.action);
        }
    }
}

impl Worker<'_> {
    /// Step 10: remembers how far the static evaluation was from the score, unless the score only says that
    /// it may have been right, or comes of a capture, which is not the evaluation's business.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        best: &Best,
        eval: Value,
        beta: Value,
        depth: i32,
    ) {
        let is_lower = best.score >= beta;
        let is_upper = best.mv.is_none();
        let says_nothing = is_lower && best.score <= eval || is_upper && best.score >= eval;
        let is_noisy = best.mv.unpack().is_some_and(|mv| node.position.is_noisy(mv));
        if !says_nothing && !is_noisy && !is_decisive(best.score) {
            self.memory
                .corrections
                .update(&node.position, depth, best.score - eval);
        }
    }

    /// Step 10: rewards the move that cut and punishes those tried before it.
    pub(super) fn update_histories(
        &mut self,
        node: &Node,
        depth: i32,
        cutter: &Candidate,
        searched: &SearchedMoves,
    ) {
        let bonus = history::bonus(depth);
        let previous = self.stack.previous(node.ply);
        let stm = node.position.stm();
        let histories = &mut self.memory.histories;
        if cutter.is_quiet {
            histories.update_quiet(stm, previous, cutter.action, bonus);
            histories.set_counter_move(previous, cutter.action.packed());
            self.stack.add_killer(node.ply, cutter.action.packed());
            for &action in &searched.quiets {
                histories.update_quiet(stm, previous, action, -bonus);
            }
        } else {
            histories.update_noisy(stm, cutter.action, bonus);
        }
        for &action in &searched.noisy {
            histories.update_noisy(stm, action, -bonus);
        }
    }

    /// Step 10: no move was good enough here, so the quiet move that led here was a good one.
    pub(super) fn credit_last_move(&mut self, node: &Node, depth: i32) {
        let Some(last) = self.stack.last_quiet(node.ply) else {
            return;
        };
        let before = self.stack.previous(node.ply - 1);
        let histories = &mut self.memory.histories;
        histories.credit(!node.position.stm(), before, last, history::bonus(depth));
    }
}
