//! Not the quiescence search of a game (`quiescence.rs`): for tuning and style.
//!
//! Finds the quiescence leaf of a position: captures are played out, and the best line or its last position is
//! returned.

use std::sync::Arc;

use crate::board::see::see_at_least;
use crate::board::{Color, Move, MoveInfo, Position};
use crate::eval::{Evaluator, PsqtAccumulator, Weights};

/// Maximum depth in plies.
const MOST_PLIES: usize = 16;
/// Maximum number of positions; a quiet position of a game needs a few dozen, but one full of queens has no end of captures.
const MOST_NODES: usize = 20_000;
/// Larger than any evaluation.
const INFINITE: i32 = i32::MAX / 2;

/// A quiescence search with one profile.
#[derive(Debug)]
pub struct LeafSearch {
    evaluator: Evaluator,
    /// Positions searched for the present line.
    nodes: usize,
}

impl LeafSearch {
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { evaluator: Evaluator::new(weights), nodes: 0 }
    }

    /// Returns the position at the end of [`Self::line`].
    pub fn leaf(&mut self, position: &Position) -> Position {
        let mut leaf = position.clone();
        for mv in self.line(position) {
            leaf.play(mv);
        }
        leaf
    }

    /// Returns the best line of captures, and of all moves in check; empty if stand pat is best. Its last position
    /// may be in check or mate.
    pub fn line(&mut self, position: &Position) -> Vec<Move> {
        self.nodes = 0;
        let (_, mut line) = self.search(position, -INFINITE, INFINITE, 0);
        line.reverse();
        line
    }

    /// Returns the score for the side to move and the best line, last move first.
    fn search(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> (i32, Vec<Move>) {
        let in_check = position.in_check();
        let mut best = (-INFINITE, Vec::new());
        self.nodes += 1;
        let is_end = ply >= MOST_PLIES || self.nodes >= MOST_NODES;
        if !in_check || is_end {
            best.0 = self.evaluate(position);
            if best.0 >= beta || is_end {
                return best;
            }
            alpha = alpha.max(best.0);
        }
        for move_info in self.moves(position, in_check) {
            let child = position.after(move_info.mv());
            let (score, mut line) = self.search(&child, -beta, -alpha, ply + 1);
            if -score > best.0 {
                line.push(move_info.mv());
                best = (-score, line);
                alpha = alpha.max(best.0);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Returns captures and promotions with SEE >= 0, largest gain first; in check, all moves.
    fn moves(&self, position: &Position, in_check: bool) -> Vec<MoveInfo> {
        let values = self.evaluator.weights().piece_values();
        let mut moves = Vec::new();
        if in_check {
            moves.extend(position.legal_moves().iter().map(|&mv| position.move_info(mv)));
        } else {
            position.noisy_moves(|move_info| moves.push(move_info));
            moves.retain(|&move_info| see_at_least(position, move_info, 0, values));
        }
        let gain = |move_info: MoveInfo| {
            let taken = move_info.captured().map_or(0, |piece| values[piece as usize]);
            let promoted = move_info.promotion().map_or(0, |piece| values[piece as usize]);
            (-taken - promoted, values[move_info.piece() as usize])
        };
        moves.sort_by_key(|&move_info| gain(move_info));
        moves
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let sums = PsqtAccumulator::new(self.evaluator.weights(), position);
        let white = self.evaluator.evaluate(position, &sums);
        if position.stm() == Color::White { white } else { -white }
    }
}
