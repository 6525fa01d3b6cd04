//! A line of play, followed to a quiet position.

use std::sync::Arc;

use temperament_engine::board::game::Ending;
use temperament_engine::board::{Color, Game, Move, Position, notation};
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;
use temperament_engine::eval::keys::threats;
use temperament_engine::search::qsearch_leaf::LeafSearch;

use super::{SearchedLine, centipawns};
use crate::position::Explained;

/// A line with its positions.
#[derive(Debug, Clone)]
pub struct QuietLine {
    pub moves: Vec<Move>,
    /// The position before each move, then the last one.
    pub positions: Vec<Position>,
    /// How the game ends there; a first repetition of a position counts as one.
    pub ending: Option<Ending>,
}

/// Cost in centipawns of each ply of a line: the shortest lines are the easiest to understand.
const PLY_COST: i32 = 6;
/// Cost in centipawns of lines at whose ends different sides are to move.
const PARITY_COST: i32 = 100;
/// Plies of a line that are always followed: the move and the answer.
const FIRST_PLIES: usize = 2;

/// A line that may be compared.
struct Candidate {
    line: QuietLine,
    /// Evaluation at its end minus the score of the search, in centipawns.
    error: i32,
    /// What the threats at its end come to, in centipawns.
    threats: i32,
}

/// Follows two searched lines from the current position of a game. Each is cut where the evaluation of the quiet
/// position after it agrees with the score of the search, unless it ends the game.
///
/// # Panics
/// If the first move of a line is not legal.
pub fn follow(w: &Arc<Weights>, game: &Game, searched: [&SearchedLine; 2]) -> [QuietLine; 2] {
    let [mut a, mut b] = searched.map(|searched| candidates(w, game, searched));
    let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    let (i, j) = pairs.min_by_key(|&(i, j)| cost(&a[i], &b[j])).unwrap_or_default();
    [a.swap_remove(i).line, b.swap_remove(j).line]
}

/// Follows the first plies of one searched line from the current position of a game, as [`follow`] does.
///
/// # Panics
/// If its first move is not legal.
pub fn settled(w: &Arc<Weights>, game: &Game, searched: &SearchedLine, plies: usize) -> QuietLine {
    let moves = searched.moves.iter().copied().take(plies).collect();
    let mut lines = candidates(w, game, &SearchedLine { score: searched.score, moves });
    let cost = |a: &Candidate| a.error.abs() + a.threats / 2 + PLY_COST * a.line.moves.len() as i32;
    let best = (0..lines.len()).min_by_key(|&i| cost(&lines[i])).unwrap_or_default();
    lines.swap_remove(best).line
}

/// How badly two lines explain the difference of their scores.
fn cost(a: &Candidate, b: &Candidate) -> i32 {
    let parity = if a.line.end().stm() == b.line.end().stm() { 0 } else { PARITY_COST };
    let plies = (a.line.moves.len() + b.line.moves.len()) as i32;
    let errors = (a.error - b.error).abs() + (a.error.abs() + b.error.abs()) / 2;
    errors + (a.threats + b.threats) / 2 + PLY_COST * plies + parity
}

/// Follows a line and cuts it after each of its plies.
fn candidates(w: &Arc<Weights>, game: &Game, searched: &SearchedLine) -> Vec<Candidate> {
    let sign = if game.position().stm() == Color::White { 1 } else { -1 };
    let display = w.display(game.position());
    let candidate = |line: QuietLine| {
        let explained = Explained::on_scale(w, line.end(), display).for_comparison();
        let threats = explained.keys().filter(|key| key.entry.section.name == threats::SECTION.name);
        let threats: f64 = threats.map(|key| key.pawns.difference().abs()).sum();
        let error = sign * (explained.pawns() * 100.0).round() as i32 - centipawns(searched.score);
        Candidate { error, threats: (threats * 100.0) as i32, line }
    };
    QuietLine::cuts(w, game, searched).into_iter().map(candidate).collect()
}

impl QuietLine {
    /// Follows a searched line and cuts it after each ply, then plays out the captures. A line that ends the game is
    /// not cut.
    fn cuts(w: &Arc<Weights>, game: &Game, searched: &SearchedLine) -> Vec<Self> {
        let mut quiet = LeafSearch::new(Arc::clone(w));
        let mut line = Self { moves: Vec::new(), positions: vec![game.position().clone()], ending: None };
        let mut game = game.clone();
        let mut cuts = Vec::new();
        for &mv in &searched.moves {
            if !line.play(&mut game, mv) || line.ending.is_some() {
                break;
            }
            let (mut game, mut line) = (game.clone(), line.clone());
            for mv in quiet.line(line.end()) {
                line.play(&mut game, mv);
            }
            cuts.push(line);
        }
        if line.ending.is_some() {
            return vec![line];
        }
        if matches!(searched.score, Score::Mate(_)) {
            cuts.drain(..cuts.len().saturating_sub(1));
        }
        let first = FIRST_PLIES.min(cuts.len()).saturating_sub(1);
        cuts.split_off(first)
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

    /// The last promotion of a side.
    pub fn promotion(&self, side: Color) -> Option<usize> {
        let is_it = |&i: &usize| self.positions[i].stm() == side && self.moves[i].promotion.is_some();
        (0..self.moves.len()).rev().find(is_it)
    }

    /// A move with its number: `23.Qxb7`, `23...Bxb7`.
    pub fn numbered(&self, index: usize) -> String {
        numbered(&self.positions[index], self.moves[index])
    }

    /// The whole line: `23.Qxb7 Bxb7 24.Rd1`.
    pub fn text(&self) -> String {
        text(&self.positions[0], &self.moves)
    }

    /// Names the last position by the first and the last move: `23.Qxb7 ... 26...Rb8`.
    pub fn label(&self) -> String {
        match self.moves.len() {
            n @ 3.. => format!("{} ... {}", self.numbered(0), self.numbered(n - 1)),
            _ => self.text(),
        }
    }
}

/// Moves from a position: `23.Qxb7 Bxb7 24.Rd1`.
pub fn text(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let is_numbered = index == 0 || position.stm() == Color::White;
        words.push(if is_numbered { numbered(&position, mv) } else { notation::san(&position, mv) });
        position = position.after(mv);
    }
    words.join(" ")
}

/// A move with its number: `23.Qxb7`, `23...Bxb7`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.stm() == Color::White { "." } else { "..." };
    format!("{}{dots}{}", position.fullmove_number(), notation::san(position, mv))
}
