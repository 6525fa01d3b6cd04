//! Asks the memory early for what is remembered of positions that are likely to come.

use crate::board::{Action, KEY_PARTS, KeyParts, Position};

use super::evals::Evals;
use super::tt::TranspositionTable;

/// Guesses where the positions after moves are remembered.
#[derive(Debug, Clone, Copy)]
pub struct Scout<'a> {
    tt: &'a TranspositionTable,
    salt: u64,
    evals: &'a Evals,
    parts: &'a KeyParts,
}

impl<'a> Scout<'a> {
    /// For a table whose keys are those of positions xor `salt`, and evaluations by those of positions.
    #[inline(always)]
    pub fn new(tt: &'a TranspositionTable, salt: u64, evals: &'a Evals) -> Self {
        Self {
            tt,
            salt,
            evals,
            parts: &KEY_PARTS,
        }
    }

    /// A legal move may be made soon.
    #[inline(always)]
    pub fn look(&self, position: &Position, action: &Action) {
        let key = self.parts.after(position, action);
        self.tt.prefetch(key ^ self.salt);
        self.evals.prefetch(key);
    }
}
