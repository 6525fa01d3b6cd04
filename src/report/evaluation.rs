//! What the contenders thought of their games, move by move.

use serde::Serialize;

use super::{A, B, Letter, bounded, rounded};
use crate::arena::Played;

/// The scores of both, by the number of the move after the opening.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// For each contender and move the scores in all games, for the mover, bounded.
    by_move: [Vec<Vec<i32>>; 2],
}

/// What both thought: for each of their moves after the opening, the first one first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Evaluation {
    /// Those of A.
    pub a: Vec<MoveScores>,
    /// Those of B.
    pub b: Vec<MoveScores>,
}

/// The scores of one contender's nth move of all games, for itself, in centipawns within ±1000.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MoveScores {
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// How many games had it, with a score.
    pub games: usize,
    /// Mean of the scores.
    pub mean: f64,
    /// The score that a quarter of the games has not reached.
    pub quartile1: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters.
    pub quartile3: f64,
}

impl Scores {
    /// Adds those of a game.
    pub fn add(&mut self, played: &Played) {
        for letter in Letter::BOTH {
            let table = &mut self.by_move[letter as usize];
            for (index, score) in own_scores(played, letter).enumerate() {
                if table.len() <= index {
                    table.push(Vec::new());
                }
                table[index].extend(score);
            }
        }
    }

    /// Means and quartiles.
    pub fn evaluation(&self) -> Evaluation {
        let [a, b] = [A, B].map(|contender| {
            let moves = (1..).zip(&self.by_move[contender]);
            moves
                .filter(|(_, scores)| !scores.is_empty())
                .map(|(number, scores)| move_scores(number, scores))
                .collect()
        });
        Evaluation { a, b }
    }
}

/// The scores of a contender's own moves in a game, bounded; `None` for a move without one.
pub fn own_scores(played: &Played, letter: Letter) -> impl Iterator<Item = Option<i32>> {
    let movers = super::steps::movers(played);
    let thoughts = movers.zip(&played.record.thoughts);
    thoughts
        .filter(move |(mover, _)| *mover == letter)
        .map(|(_, thought)| thought.score.map(bounded))
}

fn move_scores(number: usize, scores: &[i32]) -> MoveScores {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_the_scores() {
        let scores = move_scores(3, &[40, 10, 20, 30]);
        let found = (scores.mean, scores.quartile1, scores.median, scores.quartile3);
        assert_eq!(found, (25.0, 17.5, 25.0, 32.5));
        let one = move_scores(1, &[-7]);
        assert_eq!((one.quartile1, one.median, one.quartile3), (-7.0, -7.0, -7.0));
    }
}
