//! Reasons for mistakes.

use std::sync::Arc;

use super::reviewer::Analysis;
use crate::why::{SearchedLine, compare};
use temperament_engine::board::Game;
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;

/// Explains why a move is worse than the best one, in a few sentences; `None` if there is nothing to say.
pub(super) fn reason(w: &Arc<Weights>, game: &Game, analysis: &Analysis, index: usize) -> Option<String> {
    let mut earlier = Game::new(game.start().clone());
    let is_legal = game.moves()[..index].iter().all(|&mv| earlier.play(mv));
    debug_assert!(is_legal, "the moves of a game are legal");
    let (before, after) = (&analysis.positions[index], &analysis.positions[index + 1]);
    let played = game.moves()[index];
    let line = SearchedLine {
        score: for_opponent(after.score),
        moves: [played].into_iter().chain(after.line.iter().copied()).collect(),
    };
    let best = SearchedLine { score: before.score, moves: before.line.clone() };
    let comment = compare(w, &earlier, &line, &best).comment(earlier.position());
    Some(comment).filter(|comment| !comment.is_empty())
}

/// A score for the side to move, as a score for the opponent before its last move.
fn for_opponent(score: Score) -> Score {
    match score {
        Score::Centipawns(cp) => Score::Centipawns(-cp),
        Score::Mate(moves) if moves > 0 => Score::Mate(-moves),
        // That move is part of the mate.
        Score::Mate(moves) => Score::Mate(1 - moves),
    }
}
