//! In place of `endgame` in a build without the feature `syzygy`. There are no tables, which the compiler can see;
//! it leaves out what the search would do with them.

use std::ops::ControlFlow;

use crate::board::{Game, Move};

use super::score::Value;
use super::stack::Node;
use super::worker::{NodeType, Worker};

/// Tables, of which there are none.
#[derive(Debug, Clone)]
pub enum Tables {}

/// What is known of every root move: nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank;

/// What is known at the root of a search: nothing.
#[derive(Debug)]
pub struct TbProbe;

impl TbProbe {
    /// Knows nothing.
    pub fn new(_: Option<Tables>, _: &Game) -> Self {
        Self
    }

    /// The same for every move.
    pub fn rank_of(&self, _: Move) -> Rank {
        Rank
    }

    /// None.
    pub fn hits(&self) -> u64 {
        0
    }
}

impl Worker<'_> {
    /// Nothing is known about a node.
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

    /// No root move has a score but that of the search.
    pub(super) fn score_of_rank(&self, _: Rank) -> Option<Value> {
        None
    }
}
