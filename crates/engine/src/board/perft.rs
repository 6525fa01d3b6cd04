//! Perft: counts leaf positions to verify the move generator.

use super::{Move, Position};

/// Returns the number of leaf positions after `depth` plies; 1 at depth 0.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    position.generate(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            nodes += moves.into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum::<u64>();
        }
        false
    });
    nodes
}

/// Returns the perft count of each legal move; empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.after(mv), below))).collect()
}
