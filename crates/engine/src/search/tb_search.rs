//! Tablebase probes in the main search.

use std::ops::ControlFlow;

#[cfg(syzygy)]
use crate::board::Move16;

#[cfg(syzygy)]
use super::info::Bound;
#[cfg(syzygy)]
use super::params::TABLE_DEPTH_BONUS;
use super::score::Value;
#[cfg(syzygy)]
use super::score::{INFINITE, MAX_PLY, TABLE_WIN, to_table};
use super::stack::Node;
#[cfg(syzygy)]
use super::tablebase::Wdl;
use super::tb_probe::Rank;
#[cfg(syzygy)]
use super::tt::TtEntry;
use super::worker::{NodeType, Worker};

#[cfg(syzygy)]
impl Worker<'_> {
    /// Step 3b: probes a node after a capture or pawn move. Breaks with a score to return, or continues with bounds
    /// of its score, if known.
    #[inline(always)]
    pub(super) fn probe_tb<N: NodeType>(
        &mut self,
        node: &Node,
        window: [Value; 2],
        depth: i32,
        key: u64,
    ) -> ControlFlow<Value, Option<[Value; 2]>> {
        if self.tb.is_active_in_tree() && !N::ROOT && self.stack.at(node.ply).excluded.is_none() {
            self.probe_node::<N>(node, window, depth, key)
        } else {
            ControlFlow::Continue(None)
        }
    }

    #[cold]
    fn probe_node<N: NodeType>(
        &self,
        node: &Node,
        [alpha, beta]: [Value; 2],
        depth: i32,
        key: u64,
    ) -> ControlFlow<Value, Option<[Value; 2]>> {
        let Some(wdl) = self.tb.probe(&node.position, depth) else {
            return ControlFlow::Continue(None);
        };
        let score = self.value_of(wdl, node.ply);
        // A win is a lower bound: there may be a short mate.
        let (bound, is_outside, bounds) = match wdl {
            Wdl::Win => (Bound::Lower, score >= beta, [score, INFINITE]),
            Wdl::Loss => (Bound::Upper, score <= alpha, [-INFINITE, score]),
            _ => (Bound::Exact, true, [score, score]),
        };
        if is_outside {
            let depth = (depth + TABLE_DEPTH_BONUS).min(MAX_PLY as i32 - 1);
            let entry = TtEntry::new(Move16::NONE, to_table(score, node.ply), None, depth, bound);
            self.tt.store(key, entry);
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue(N::PV.then_some(bounds))
    }

    /// Returns the tablebase score of a root move, if known.
    pub(super) fn score_of_rank(&self, rank: Rank) -> Option<Value> {
        rank.result.map(|wdl| self.value_of(wdl, 0))
    }

    /// Converts a result for the side to move to a score at a ply.
    fn value_of(&self, wdl: Wdl, ply: usize) -> Value {
        match wdl {
            Wdl::Win => TABLE_WIN - ply as Value,
            Wdl::Loss => ply as Value - TABLE_WIN,
            _ => self.draw_at(ply),
        }
    }
}

#[cfg(not(syzygy))]
impl Worker<'_> {
    /// Continues without bounds.
    #[inline(always)]
    pub(super) fn probe_tb<N: NodeType>(
        &mut self,
        _: &Node,
        _: [Value; 2],
        _: i32,
        _: u64,
    ) -> ControlFlow<Value, Option<[Value; 2]>> {
        ControlFlow::Continue(None)
    }

    /// Returns `None`.
    pub(super) fn score_of_rank(&self, _: Rank) -> Option<Value> {
        None
    }
}
