//! A line of play, followed to a quiet position.

use std::sync::Arc;

use crate::board::game::Ending;
use crate::board::{Color, Game, Move, Position, notation};
use crate::engine::Score;
use crate::eval::{Weights, evaluate};
use crate::search::qsearch_leaf::LeafSearch;

use super::{SearchedLine, centipawns};

/// A line with its positions.
#[derive(Debug, Clone)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position before each move, then the last one.
    pub positions: Vec<Position>,
    /// How the game ends there; a first repetition of a position counts as one.
    pub ending: Option<Ending>,
}

/// Cost in centipawns of each ply of a line: the shortest lines are the easiest to understand.
const PLY_COST: i32 = 2;
/// Cost in centipawns of lines at whose ends different sides are to move.
const PARITY_COST: i32 = 30;
/// Plies of a line that are always followed: the move and the answer.
const FIRST_PLIES: usize = 2;

/// Follows two searched lines from the current position of a game. Each is cut where the evaluation of the quiet
/// position after it agrees with the score of the search, unless it ends the game.
pub fn follow(w: &Arc<Weights>, game: &Game, searched: [&SearchedLine; 2]) -> [Line; 2] {
    let us = game.position().stm();
    let [a, b] = searched.map(|searched| {
        let lines = Line::candidates(w, game, searched).into_iter();
        let target = centipawns(searched.score);
        let error = |line: &Line| {
            w.centipawns(evaluate(w, line.end())) * if us == Color::White { 1 } else { -1 } - target
        };
        lines.map(|line| (error(&line), line)).collect::<Vec<_>>()
    });
    let cost = |(x, a): &(i32, Line), (y, b): &(i32, Line)| {
        let parity = if a.end().stm() == b.end().stm() { 0 } else { PARITY_COST };
        let plies = (a.moves.len() + b.moves.len()) as i32;
        (x - y).abs() + (x.abs() + y.abs()) / 2 + PLY_COST * plies + parity
    };
    let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    let (i, j) = pairs.min_by_key(|&(i, j)| cost(&a[i], &b[j])).unwrap_or_default();
    [a, b]
        .into_iter()
        .zip([i, j])
        .map(|(mut lines, i)| lines.swap_remove(i).1)
        .collect::<Vec<_>>()
        .try_into()
        .expect("two lines")
}

impl Line {
    /// Follows a searched line and cuts it after each ply, then plays out the captures. A line that ends the game is
    /// not cut.
    fn candidates(w: &Arc<Weights>, game: &Game, searched: &SearchedLine) -> Vec<Self> {
        let mut quiet = LeafSearch::new(Arc::clone(w));
        let mut line = Self { moves: Vec::new(), positions: vec![game.position().clone()], ending: None };
        let mut game = game.clone();
        let mut candidates = Vec::new();
        for &mv in &searched.moves {
            if !line.play(&mut game, mv) || line.ending.is_some() {
                break;
            }
            let (mut game, mut line) = (game.clone(), line.clone());
            for mv in quiet.line(line.end()) {
                line.play(&mut game, mv);
            }
            candidates.push(line);
        }
        if line.ending.is_some() {
            return vec![line];
        }
        if matches!(searched.score, Score::Mate(_)) {
            candidates.drain(..candidates.len().saturating_sub(1));
        }
        let first = FIRST_PLIES.min(candidates.len()).saturating_sub(1);
        candidates.split_off(first)
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
