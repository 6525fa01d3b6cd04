//! A line of play, followed to a quiet position.

use crate::board::game::Ending;
use crate::board::{Color, Game, Move, Position, notation};
use crate::eval::Weights;
use crate::search::qsearch_leaf::LeafSearch;

use super::SearchedLine;

use std::sync::Arc;

/// A line with its positions.
#[derive(Debug)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position before each move, then the last one.
    pub positions: Vec<Position>,
    /// How the game ends there; a first repetition of a position counts as one.
    pub ending: Option<Ending>,
}

impl Line {
    /// Follows a searched line from the current position of a game and plays out the captures at its end, unless the
    /// game ends.
    pub fn follow(w: &Arc<Weights>, game: &Game, searched: &SearchedLine) -> Self {
        let mut line = Self { moves: Vec::new(), positions: vec![game.position().clone()], ending: None };
        let mut game = game.clone();
        for &mv in &searched.moves {
            if line.ending.is_some() || !line.play(&mut game, mv) {
                break;
            }
        }
        if line.ending.is_none() {
            for mv in LeafSearch::new(Arc::clone(w)).line(line.end()) {
                line.play(&mut game, mv);
            }
        }
        line
    }

    fn play(&mut self, game: &mut Game, mv: Move) -> bool {
        if !game.play(mv) {
            return false;
        }
        self.moves.push(mv);
        self.positions.push(game.position().clone());
        let is_repeated = || game.reversible_keys().contains(&game.position().key());
        self.ending = game.ending().or_else(|| is_repeated().then_some(Ending::Repetition));
        true
    }

    /// The last position.
    pub fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }


    /// A move with its number: `23.Qxb7`, `23...Bxb7`.
    pub fn numbered(&self, index: usize) -> String {
        numbered(&self.positions[index], self.moves[index])
    }

    /// The whole line: `23.Qxb7 Bxb7 24.Rd1`.
    pub fn text(&self) -> String {
        let word = |index: usize| {
            let is_numbered = index == 0 || self.positions[index].stm() == Color::White;
            let san = || notation::san(&self.positions[index], self.moves[index]);
            if is_numbered { self.numbered(index) } else { san() }
        };
        (0..self.moves.len()).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Names the last position by the first and the last move: `23.Qxb7 ... 26...Rb8`.
    pub fn label(&self) -> String {
        match self.moves.len() {
            n @ 3.. => format!("{} ... {}", self.numbered(0), self.numbered(n - 1)),
            _ => self.text(),
        }
    }
}

/// A move with its number: `23.Qxb7`, `23...Bxb7`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.stm() == Color::White { "." } else { "..." };
    format!("{}{dots}{}", position.fullmove_number(), notation::san(position, mv))
}
