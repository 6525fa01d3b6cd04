//! Scores of both players by move number: mean and quartiles over all games.

use serde::Serialize;

use crate::report::games::own_scores;
use crate::report::{Letter, rounded};
use temperament_matches::arena::Played;

/// Score statistics of both players for each of their moves after the opening.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Evaluation {
    pub a: Vec<MoveScores>,
    pub b: Vec<MoveScores>,
}

/// Score statistics of a player's nth move over all games, from its own side, in centipawns clamped to ±1000.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MoveScores {
    /// Move number, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Number of games with a score for it.
    pub games: usize,
    pub mean: f64,
    pub quartile1: f64,
    pub median: f64,
    pub quartile3: f64,
}

impl Evaluation {
    pub fn new(games: &[Played]) -> Self {
        let [a, b] = Letter::BOTH.map(|letter| of_player(games, letter));
        Self { a, b }
    }
}

fn of_player(games: &[Played], letter: Letter) -> Vec<MoveScores> {
    let mut by_move: Vec<Vec<i32>> = Vec::new();
    for played in games {
        for (index, score) in own_scores(played, letter).enumerate() {
            if by_move.len() <= index {
                by_move.push(Vec::new());
            }
            by_move[index].extend(score);
        }
    }
    let moves = (1..).zip(&by_move).filter(|(_, scores)| !scores.is_empty());
    moves.map(|(number, scores)| move_scores(number, scores)).collect()
}

pub fn move_scores(number: usize, scores: &[i32]) -> MoveScores {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    let sum: i64 = sorted.iter().copied().map(i64::from).sum();
    MoveScores {
        number,
        games: sorted.len(),
        mean: rounded(sum as f64 / sorted.len() as f64, 1),
        quartile1: quantile(&sorted, 0.25),
        median: quantile(&sorted, 0.5),
        quartile3: quantile(&sorted, 0.75),
    }
}

/// Between the two nearest of the sorted values in proportion (type 7 of R. Hyndman and Y. Fan, *Sample Quantiles in
/// Statistical Packages*, The American Statistician 50 (1996), 361-365). There is at least one value.
fn quantile(sorted: &[i32], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let [low, high] = [place.floor(), place.ceil()].map(|index| f64::from(sorted[index as usize]));
    rounded(low + (high - low) * place.fract(), 1)
}
