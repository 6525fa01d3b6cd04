//! Prefetches the TT and eval-cache entries of likely child positions.

use crate::board::{MoveInfo, Position, ZobristKeys};

use super::eval_cache::EvalCache;
use super::tt::TranspositionTable;

/// Prefetches entries by predicted keys.
#[derive(Debug, Clone, Copy)]
pub struct Prefetch<'a> {
    tt: &'a TranspositionTable,
    salt: u64,
    evals: Option<&'a EvalCache>,
    zobrist: &'a ZobristKeys,
}

impl<'a> Prefetch<'a> {
    /// Creates a prefetcher for a table whose keys are xored with `salt`, and for the eval cache, if used.
    #[inline(always)]
    pub fn new(
        tt: &'a TranspositionTable,
        salt: u64,
        evals: Option<&'a EvalCache>,
        zobrist: &'a ZobristKeys,
    ) -> Self {
        Self { tt, salt, evals, zobrist }
    }

    /// Prefetches the position after a legal move.
    #[inline(always)]
    pub fn prefetch(&self, position: &Position, move_info: MoveInfo) {
        self.prefetch_key(self.zobrist.key_after(position, move_info));
    }

    /// Prefetches the position after a null move.
    #[inline(always)]
    pub fn prefetch_null(&self, position: &Position) {
        self.prefetch_key(self.zobrist.key_after_null(position));
    }

    #[inline(always)]
    fn prefetch_key(&self, key: u64) {
        self.tt.prefetch(key ^ self.salt);
        if let Some(evals) = self.evals {
            evals.prefetch(key);
        }
    }
}
