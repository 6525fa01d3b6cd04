//! Replaces `tb_probe` in a build without `cfg(syzygy)`. The compiler sees that there are no tables and drops the
//! code that uses them.

use crate::board::{Game, Move};

/// Tables; cannot be constructed.
#[derive(Debug, Clone)]
pub enum Tables {}

/// Rank of a root move: always unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank;

/// Tablebase data of a search: empty.
#[derive(Debug)]
pub struct TbProbe;

impl TbProbe {
    /// Creates an empty probe.
    pub fn new(_: Option<Tables>, _: &Game) -> Self {
        Self
    }

    /// Returns the same rank for every move.
    pub fn rank_of(&self, _: Move) -> Rank {
        Rank
    }

    /// Returns 0.
    pub fn hits(&self) -> u64 {
        0
    }
}
