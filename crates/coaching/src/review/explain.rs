//! Reasons for mistakes.

use std::sync::Arc;

use super::reviewer::Analysis;
use crate::why::{SearchedLine, Why, compare, played};
use temperament_engine::board::Game;
use temperament_engine::eval::Weights;

/// Explains why a move is worse than the best one.
pub(super) fn reason(w: &Arc<Weights>, game: &Game, analysis: &Analysis, index: usize) -> Why {
    let mut earlier = Game::new(game.start().clone());
    let is_legal = game.moves()[..index].iter().all(|&mv| earlier.play(mv));
    debug_assert!(is_legal, "the moves of a game are legal");
    let (before, after) = (&analysis.positions[index], &analysis.positions[index + 1]);
    let best = SearchedLine { score: before.score, moves: before.line.clone() };
    compare(w, &earlier, &played(game.moves()[index], after), &best)
}
