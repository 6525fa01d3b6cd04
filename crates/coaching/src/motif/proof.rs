//! Whether a small gain holds against every defence, not only against the one of the line.

use temperament_engine::board::{Color, Move, Position};

use super::exchange::best_exchange;
use super::gain::balance;

/// After a move of `side`, each answer leaves it a second move after which its balance of material is at least `least`, whatever
/// the other side takes.
pub fn holds(position: &Position, mv: Move, side: Color, least: i32) -> bool {
    let after = position.after(mv);
    after.legal_moves().into_iter().all(|answer| {
        let after = after.after(answer);
        after.legal_moves().into_iter().any(|mv| {
            let end = after.after(mv);
            balance(&end, side) - best_exchange(&end) >= least
        })
    })
}
