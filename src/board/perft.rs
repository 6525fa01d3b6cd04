//! Perft: the number of leaf positions at a depth, the standard check of a move generator.

use super::{Move, Position};

/// Leaf positions after exactly `depth` plies. Depth 0 is the position itself.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    position.generate(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            nodes += moves
                .into_iter()
                .map(|mv| perft(&position.after(mv), depth - 1))
                .sum::<u64>();
        }
        false
    });
    nodes
}

/// The count below each legal move. Empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after(mv), below)))
        .collect()
}
