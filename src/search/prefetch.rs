//! Asks the memory early for what is remembered of positions that are likely to come.

use crate::board::{Action, KEY_PARTS, KeyParts, Position};

use super::eval_cache::EvalCache;
use super::tt::TranspositionTable;

/// Guesses where the positions after moves are remembered.
#[derive(Debug, Clone, Copy)]
pub struct Prefetch<'a> {
    tt: &'a TranspositionTable,
    salt: u64,
    evals: Option<&'a EvalCache>,
    parts: &'a KeyParts,
}

impl<'a> Prefetch<'a> {
    /// For a table whose keys are those of positions xor `salt`, and evaluations, if they are remembered, by those of
    /// positions.
    #[inline(always)]
    pub fn new(tt: &'a TranspositionTable, salt: u64, evals: Option<&'a EvalCache>) -> Self {
        Self {
            tt,
            salt,
            evals,
            parts: &KEY_PARTS,
        }
    }

    /// A legal move may be made soon.
    #[inline(always)]
    pub fn prefetch(&self, position: &Position, action: Action) {
        self.ask_for(self.parts.after(position, action));
    }

    /// The move may be passed soon.
    #[inline(always)]
    pub fn prefetch_null(&self, position: &Position) {
        self.ask_for(self.parts.after_null(position));
    }

    #[inline(always)]
    fn ask_for(&self, key: u64) {
        self.tt.prefetch(key ^ self.salt);
        if let Some(evals) = self.evals {
            evals.prefetch(key);
        }
    }
}
