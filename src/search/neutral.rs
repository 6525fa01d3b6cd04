//! Neutral scores for profiles that weigh their own side differently from the opponent's.
//!
//! Such a profile sees every position with the eyes of one side, so the scores of its searches for White and for Black
//! disagree by hundreds of centipawns, and the graph of a game zigzags. The search keeps the profile's view, which
//! chooses the move; reported scores replace it by the mean of both views at the end of the line.

use std::sync::Arc;

use crate::board::{Move, Position};
use crate::eval::{Evaluator, PsqtAccumulator, Weights};

use super::score::Value;

/// The views of both sides.
#[derive(Debug)]
pub struct NeutralScale {
    /// The view of the side to move at the root.
    own: Evaluator,
    opposite: Evaluator,
}

impl NeutralScale {
    /// Creates the scale for a search with `own`, where the other side would use `opposite`.
    pub fn new(own: Arc<Weights>, opposite: Arc<Weights>) -> Self {
        Self { own: Evaluator::new(own), opposite: Evaluator::new(opposite) }
    }

    /// Returns by how much the own view is above the mean of both views at the end of a line, in centipawns for the
    /// side to move at the root.
    pub fn bias(&mut self, root: &Position, pv: &[Move]) -> Value {
        let mut leaf = root.clone();
        pv.iter().for_each(|&mv| leaf.play(mv));
        let [own, opposite] = [&mut self.own, &mut self.opposite].map(|view| {
            let sums = PsqtAccumulator::new(view.weights(), &leaf);
            view.centipawns(&leaf, &sums)
        });
        let bias = (own - opposite) / 2;
        if leaf.stm() == root.stm() { bias } else { -bias }
    }
}
