//! The data of a node that the parts of the main search share.

use crate::board::{Move16, MoveInfo};

use super::score::Value;

/// State of a node before its moves are searched.
#[derive(Debug, Clone, Copy, Default)]
pub struct NodeState {
    pub alpha: Value,
    pub beta: Value,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    /// Whether the node is on the principal variation.
    pub is_pv: bool,
    pub in_check: bool,
    /// Corrected static evaluation. Invalid in check.
    pub static_eval: Value,
    /// Static evaluation, or a better estimate from the transposition table. Invalid in check.
    pub eval: Value,
    /// Whether the static evaluation has improved since two plies before.
    pub improving: bool,
    pub tt_move: Move16,
    /// Whether there is a quiet TT move.
    pub tt_move_is_quiet: bool,
    /// Extension of the TT move in plies.
    pub singular: i32,
    /// Move excluded from this search.
    pub excluded: Move16,
}

/// A move about to be searched.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub move_info: MoveInfo,
    /// Move number in search order, from 1.
    pub number: i32,
    pub is_quiet: bool,
    pub gives_check: bool,
    pub is_refutation: bool,
    /// Quiet history; 0 for a noisy move.
    pub history: i32,
    /// Whether SEE >= 0 is already known.
    pub is_safe: bool,
}

/// Result of searching the moves of a node.
pub(super) struct Best {
    pub score: Value,
    /// Best move, if it raised alpha.
    pub mv: Move16,
    /// Whether there was a legal move to search.
    pub any: bool,
}
