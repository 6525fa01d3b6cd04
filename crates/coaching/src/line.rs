//! A line of play with its positions.

use temperament_engine::board::game::Ending;
use temperament_engine::board::{Color, Game, Move, Position, notation};

/// A line with its positions.
#[derive(Debug, Clone)]
pub struct Line {
    pub moves: Vec<Move>,
    /// The position before each move, then the last one.
    pub positions: Vec<Position>,
    /// How the game ends there; a first repetition of a position counts as one.
    pub ending: Option<Ending>,
}

impl Line {
    /// Creates an empty line from the current position of a game.
    pub fn new(game: &Game) -> Self {
        Self { moves: Vec::new(), positions: vec![game.position().clone()], ending: None }
    }

    /// Follows moves from the current position of a game up to an illegal one or the end of the game.
    pub fn following(game: &Game, moves: &[Move]) -> Self {
        let (mut line, mut game) = (Self::new(game), game.clone());
        for &mv in moves {
            if line.ending.is_some() || !line.play(&mut game, mv) {
                break;
            }
        }
        line
    }

    /// Plays a move in the line and in the game that it belongs to. Returns `false`, without an effect, if it is illegal.
    pub fn play(&mut self, game: &mut Game, mv: Move) -> bool {
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
