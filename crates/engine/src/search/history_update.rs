//! Updates of histories, killers, counter moves and correction history after a node.

use arrayvec::ArrayVec;

use crate::board::MoveInfo;

use super::history::{self, QuietContext};
use super::node_state::{Best, Candidate};
use super::score::{Value, is_decisive};
use super::stack::Node;
use super::worker::Worker;

/// Maximum number of quiets, and of noisy moves, that get a malus.
const TRIED_CAP: usize = 64;

/// Moves searched before the cutoff.
#[derive(Debug, Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<MoveInfo, TRIED_CAP>,
    noisy: ArrayVec<MoveInfo, TRIED_CAP>,
}

impl SearchedMoves {
    pub fn push(&mut self, candidate: &Candidate) {
        let list = if candidate.is_quiet { &mut self.quiets } else { &mut self.noisy };
        if !list.is_full() {
            list.push(candidate.move_info);
        }
    }
}

impl Worker<'_> {
    /// Step 10: updates the correction history with the difference of score and static evaluation. Not if the bound
    /// is consistent with the evaluation, or if the best move is noisy.
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
            self.td.corrections.update(&node.position, depth, best.score - eval);
        }
    }

    /// Step 10: gives a bonus to the cutoff move and a malus to the moves searched before it.
    pub(super) fn update_histories(
        &mut self,
        node: &Node,
        depth: i32,
        cutter: &Candidate,
        searched: &SearchedMoves,
    ) {
        let bonus = history::bonus(depth);
        let malus = history::malus(depth);
        let previous = self.stack.previous(node.ply);
        let stm = node.position.stm();
        let context = QuietContext::new(&node.position, previous);
        let histories = &mut self.td.histories;
        if cutter.is_quiet {
            histories.update_quiet(context, cutter.move_info, bonus);
            histories.set_counter_move(previous, cutter.move_info.move16());
            self.stack.add_killer(node.ply, cutter.move_info.move16());
            for &move_info in &searched.quiets {
                histories.update_quiet(context, move_info, -malus);
            }
        } else {
            histories.update_noisy(stm, cutter.move_info, bonus);
        }
        for &move_info in &searched.noisy {
            histories.update_noisy(stm, move_info, -malus);
        }
    }

    /// Step 10: on a fail low, gives a bonus to the quiet move that led here (prior countermove bonus).
    pub(super) fn credit_previous_move(&mut self, node: &Node, depth: i32) {
        let Some(last) = self.stack.last_quiet(node.ply) else {
            return;
        };
        let before = self.stack.previous(node.ply - 1);
        let histories = &mut self.td.histories;
        histories.credit(!node.position.stm(), before, last, history::bonus(depth));
    }
}
