//! Loss of winning chances, and accuracy: the formulas of <https://lichess.org/page/accuracy>.

use crate::analysis::Searched;
use temperament_engine::board::Position;
use temperament_engine::engine::{Score, winning_chances};

/// Score beyond which a centipawn no longer counts in the mean loss, as on Lichess.
const MAX_CENTIPAWNS: i32 = 1000;
/// Bounds of the weight of a move: standard deviation of the winning chances around it.
const WEIGHTS: [f64; 2] = [0.5, 12.0];
/// Bounds of the number of positions around a move.
const WINDOWS: [usize; 2] = [2, 8];

/// Returns the percentage points of winning chances that a move from `position` to `next` loses; negative if the search after it
/// likes it better.
pub fn lost(before: (&Searched, &Position), after: (&Searched, &Position)) -> f64 {
    winning_chances(before.0.score, before.1) + winning_chances(after.0.score, after.1) - 100.0
}

/// The move walks into a mate, or misses one: it is marked whatever it loses.
pub fn concerns_mate(before: &Searched, after: &Searched) -> bool {
    walks_into_mate(before, after) || misses_mate(before, after)
}

/// The opponent can mate at once after the move, and could not have forced that.
pub fn walks_into_mate(before: &Searched, after: &Searched) -> bool {
    after.score == Score::Mate(1) && !matches!(before.score, Score::Mate(-2..=-1))
}

/// The move misses a mate in one or two that was there.
pub fn misses_mate(before: &Searched, after: &Searched) -> bool {
    matches!(before.score, Score::Mate(1..=2)) && !matches!(after.score, Score::Mate(..=0))
}

/// Returns the score in centipawns within ±1000; mates are at the ends of this range.
pub fn bounded(score: Score) -> i32 {
    match score {
        _ if score.is_extreme_draw() => 0,
        Score::Centipawns(cp) => cp.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        Score::Mate(moves) if moves > 0 => MAX_CENTIPAWNS,
        Score::Mate(_) => -MAX_CENTIPAWNS,
    }
}

/// Returns the accuracy of a move that loses this many percentage points of winning chances, 0 to 100.
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    // One point is added for the uncertainty of the scores.
    (103.1668 * (-0.04354 * loss).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Returns the accuracy of a player in a game: the mean of the weighted and of the harmonic mean of its moves' accuracies.
/// The weight of a move is the volatility of the game around it. `white` has White's winning chances in all positions,
/// `own` the index of each move of the player and its accuracy. `None` without moves.
pub fn game_accuracy(white: &[f64], own: &[(usize, f64)]) -> Option<f64> {
    if own.is_empty() {
        return None;
    }
    let weights: Vec<f64> = own.iter().map(|&(index, _)| volatility(white, index)).collect();
    let weighted: f64 = own.iter().zip(&weights).map(|((_, accuracy), weight)| accuracy * weight).sum();
    let weighted = weighted / weights.iter().sum::<f64>();
    let inverse: f64 = own.iter().map(|(_, accuracy)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = own.len() as f64 / inverse;
    Some(f64::midpoint(weighted, harmonic))
}

/// Standard deviation of the winning chances in the positions up to the one after a move; at the start of the game, of the
/// first ones.
fn volatility(white: &[f64], index: usize) -> f64 {
    let [least, most] = WINDOWS;
    let size = ((white.len() - 1) / 10).clamp(least, most).min(white.len());
    let end = (index + 2).clamp(size, white.len());
    let window = &white[end - size..end];
    let mean = window.iter().sum::<f64>() / size as f64;
    let variance = window.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / size as f64;
    variance.sqrt().clamp(WEIGHTS[0], WEIGHTS[1])
}
