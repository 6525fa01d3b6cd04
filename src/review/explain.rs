//! Reasons for mistakes.

use super::reviewer::Analysis;
use crate::board::Game;
use crate::eval::Weights;

/// Explains why a move is worse than the best one, in a few sentences.
pub(super) fn reason(_w: &Weights, _game: &Game, _analysis: &Analysis, _index: usize) -> Option<String> {
    None
}
