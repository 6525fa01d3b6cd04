//! From a position to the quiet one that its evaluation should be read from: captures are played out, as the search does
//! beyond its horizon, and the last position of the best line is taken.

use std::sync::Arc;

use crate::board::see::see_at_least;
use crate::board::{Action, Color, Position};
use crate::eval::{Evaluator, SquareSums, Weights};

/// Lines end here at the latest; plies.
const MOST_PLIES: usize = 16;
/// More than any evaluation.
const INFINITE: i32 = i32::MAX / 2;

/// Plays out captures with one profile.
#[derive(Debug)]
pub struct Quiet {
    evaluator: Evaluator,
}

impl Quiet {
    /// With these weights.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            evaluator: Evaluator::new(weights),
        }
    }

    /// The quiet position at the end of the best line of captures; the position itself if none is better than standing
    /// still. It may be one in check, or mate, if that is what the captures lead to.
    pub fn leaf(&mut self, position: &Position) -> Position {
        let (_, leaf) = self.search(position, -INFINITE, INFINITE, 0);
        leaf.unwrap_or_else(|| position.clone())
    }

    /// The score for the side to move and where it comes from; `None` stands for the position itself.
    fn search(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> (i32, Option<Position>) {
        let in_check = position.in_check();
        let mut best = (-INFINITE, None);
        if !in_check || ply >= MOST_PLIES {
            best.0 = self.evaluate(position);
            if best.0 >= beta || ply >= MOST_PLIES {
                return best;
            }
            alpha = alpha.max(best.0);
        }
        for action in self.actions(position, in_check) {
            let child = position.after(action.mv());
            let (score, leaf) = self.search(&child, -beta, -alpha, ply + 1);
            if -score > best.0 {
                best = (-score, Some(leaf.unwrap_or(child)));
                alpha = alpha.max(best.0);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Captures and promotions that lose nothing, the greatest gain first; in check all moves.
    fn actions(&self, position: &Position, in_check: bool) -> Vec<Action> {
        let values = self.evaluator.weights().piece_values();
        let mut actions = Vec::new();
        if in_check {
            actions.extend(position.legal_moves().iter().map(|&mv| position.action(mv)));
        } else {
            position.noisy_moves(|action| actions.push(action));
            actions.retain(|&action| see_at_least(position, action, 0, values));
        }
        let gain = |action: Action| {
            let taken = action.captured().map_or(0, |piece| values[piece as usize]);
            let promoted = action.promotion().map_or(0, |piece| values[piece as usize]);
            (-taken - promoted, values[action.piece() as usize])
        };
        actions.sort_by_key(|&action| gain(action));
        actions
    }

    /// For the side to move.
    fn evaluate(&mut self, position: &Position) -> i32 {
        let sums = SquareSums::new(self.evaluator.weights(), position);
        let white = self.evaluator.evaluate(position, &sums);
        if position.stm() == Color::White {
            white
        } else {
            -white
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Values;
    use crate::eval::keys::slot;

    #[test]
    fn captures_are_played_out() {
        let mut values = Values::default();
        for (key, worth) in [
            ("material.pawn", 100),
            ("material.knight", 300),
            ("material.rook", 500),
        ] {
            values.scores[slot(key).offset] = [worth; 2];
        }
        let mut quiet = Quiet::new(Arc::new(Weights::new("x", &values)));
        let mut leaf = |fen: &str| quiet.leaf(&Position::from_fen(fen).unwrap()).fen(false);
        let still = "4k3/8/8/3p4/8/8/8/3RK3 b - - 0 1";
        assert_eq!(leaf(still), still);
        assert!(leaf("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1").starts_with("4k3/8/8/3R4/8/8/8/4K3 b"));
        // The knight is guarded: the rook stays.
        let guarded = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(leaf(guarded), guarded);
    }
}
