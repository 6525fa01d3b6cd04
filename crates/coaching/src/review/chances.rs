//! Winning chances and accuracy: the formulas of <https://lichess.org/page/accuracy>.

use crate::analysis::Searched;
use temperament_engine::board::Position;
use temperament_engine::engine::Score;
use temperament_engine::eval::{Weights, evaluate};

/// Winning chances per centipawn on the logistic scale, fitted by Lichess to games of players rated 2300.
const SLOPE: f64 = 0.003_682_08;
/// Score beyond which a centipawn no longer counts in the mean loss, as on Lichess.
const MAX_CENTIPAWNS: i32 = 1000;
/// Bounds of the weight of a move: standard deviation of the winning chances around it.
const WEIGHTS: [f64; 2] = [0.5, 12.0];
/// Bounds of the number of positions around a move.
const WINDOWS: [usize; 2] = [2, 8];

/// The initial position, then without a queen, a rook, a bishop and a knight of Black.
const WITHOUT_PIECE: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
    "rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];
/// What these four pieces are worth in the scores that the formula was fitted to, in centipawns: those of Stockfish up to 15,
/// with 781, 825, 1276 and 2538 units for a piece in the middlegame (`types.h`) and 208 for a pawn.
const FITTED_WORTH: f64 = 2606.0;
/// Profiles without values for pieces have no scale; those with strange ones a limited one.
const SCALES: [f64; 2] = [0.1, 10.0];

/// Returns how many centipawns of a profile are one of those that the formulas were fitted to, in which a knight is worth
/// nearly four pawns.
pub fn scale(w: &Weights) -> f64 {
    let score =
        |fen: &str| Position::from_fen(fen).map_or(0, |position| w.centipawns(evaluate(w, &position)));
    let [whole, without @ ..] = WITHOUT_PIECE.map(score);
    let worth: i32 = without.iter().map(|score| score - whole).sum();
    if worth <= 0 { 1.0 } else { (f64::from(worth) / FITTED_WORTH).clamp(SCALES[0], SCALES[1]) }
}

/// Returns the winning chances of the side whose score this is, in percent. `scale` is that of the profile ([`scale`]).
pub fn percent(score: Score, scale: f64) -> f64 {
    match score {
        // The profile treats a draw as a win or a loss.
        _ if score.is_extreme_draw() => 50.0,
        Score::Centipawns(cp) => 100.0 / (1.0 + (-SLOPE * f64::from(cp) / scale).exp()),
        Score::Mate(moves) if moves > 0 => 100.0,
        Score::Mate(_) => 0.0,
    }
}

/// Returns the percentage points of winning chances that a move between two searched positions loses; negative if the search
/// after it likes it better.
pub fn lost(before: &Searched, after: &Searched, scale: f64) -> f64 {
    percent(before.score, scale) + percent(after.score, scale) - 100.0
}

/// Returns the score in centipawns of Stockfish, within ±1000; mates are at the ends of this range.
pub fn bounded(score: Score, scale: f64) -> i32 {
    match score {
        _ if score.is_extreme_draw() => 0,
        Score::Centipawns(cp) => {
            ((f64::from(cp) / scale).round() as i32).clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)
        }
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
