//! Asks the memory early for what the transposition table knows about positions that are likely to come.

use crate::board::{Action, KEY_PARTS, KeyParts, Position};

use super::tt::TranspositionTable;

/// Guesses where in the table the positions after moves are.
#[derive(Debug, Clone, Copy)]
pub struct Scout<'a> {
    tt: &'a TranspositionTable,
    parts: &'a KeyParts,
    salt: u64,
}

impl<'a> Scout<'a> {
    /// For a table whose keys are those of positions xor `salt`.
    pub fn new(tt: &'a TranspositionTable, salt: u64) -> Self {
        Self {
            tt,
            parts: &KEY_PARTS,
            salt,
        }
    }

    /// A legal move may be made soon.
    #[inline(always)]
    pub fn look(&self, position: &Position, action: &Action) {
        self.tt.prefetch(self.parts.after(position, action) ^ self.salt);
    }
}
