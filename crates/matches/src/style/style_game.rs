//! A game to measure, whatever it was read from.

use crate::arena::{GameResult, PgnGame, Record};
use temperament_engine::board::{Game, Position};
use temperament_engine::engine::Score;

/// A finished game.
#[derive(Debug, Clone)]
pub struct StyleGame {
    /// Moves.
    pub game: Game,
    /// Number of plies at the start that are not measured.
    pub opening_plies: usize,
    /// Score of each move for its side, if known.
    pub scores: Vec<Option<Score>>,
    pub result: GameResult,
}

impl From<&Record> for StyleGame {
    fn from(record: &Record) -> Self {
        let opening = std::iter::repeat_n(None, record.opening_plies());
        Self {
            game: record.game(),
            opening_plies: record.opening_plies(),
            scores: opening.chain(record.move_data.iter().map(|data| data.score)).collect(),
            result: record.termination.result,
        }
    }
}

impl StyleGame {
    /// Takes a game from PGN, in which at least `skip_plies` plies are not measured; `None` without a result or without
    /// a move to measure.
    pub fn from_pgn(read: &PgnGame, skip_plies: usize) -> Option<Self> {
        let opening_plies = read.opening_plies().max(skip_plies);
        let result = read.result.filter(|_| opening_plies < read.moves.len())?;
        Some(Self {
            opening_plies,
            scores: read.moves.iter().map(|text| text.score.map(Score::Centipawns)).collect(),
            game: read.game.clone(),
            result,
        })
    }

    /// Returns all positions, including the last one.
    pub fn positions(&self) -> Vec<&Position> {
        let played = self.game.played().map(|(position, _)| position);
        played.chain([self.game.position()]).collect()
    }
}
