//! Win, draw and loss probabilities for `UCI_ShowWDL`.
//!
//! A logistic model in pawns of the profile, fitted to self-play games of the engine (docs/lab/wdl.md has the data
//! and the quality of the fit). As in Stockfish's `win_rate_model`, the score at which a win is as likely as not depends
//! on the material left.

use temperament_engine::board::{PIECES, Piece, Position};
use temperament_engine::engine::Score;

/// Score in pawns with a win probability of 50 % without any material.
const EVEN_WIN: f64 = 1.98;
/// Decrease of that score per pawn of material of both sides.
const EVEN_WIN_PER_PAWN: f64 = 0.0189;
/// Number of pawns that multiply the odds of a win by e.
const SPREAD: f64 = 1.32;
/// Range of the fitted material of both sides, in pawns.
const MATERIAL: std::ops::RangeInclusive<u32> = 17..=78;

/// Returns win, draw and loss probabilities in permille for the side to move in `root`. A draw is certain if the
/// profile treats it as a win or loss, or if the material is insufficient.
pub fn wdl(score: Score, root: &Position) -> [u32; 3] {
    let pawns = match score {
        _ if score.is_extreme_draw() || root.is_insufficient_material() => return [0, 1000, 0],
        Score::Centipawns(cp) => f64::from(cp) / 100.0,
        Score::Mate(moves) if moves > 0 => return [1000, 0, 0],
        Score::Mate(_) => return [0, 0, 1000],
    };
    let material = material(root).clamp(*MATERIAL.start(), *MATERIAL.end());
    let even_win = EVEN_WIN - EVEN_WIN_PER_PAWN * f64::from(material);
    let chance = |pawns: f64| (1000.0 / (1.0 + ((even_win - pawns) / SPREAD).exp())).round() as u32;
    let (win, loss) = (chance(pawns), chance(-pawns));
    [win, 1000_u32.saturating_sub(win + loss), loss]
}

/// Returns the certain result of a `root` without legal moves (mate or stalemate), in permille.
pub fn result(root: &Position) -> [u32; 3] {
    if root.in_check() { [0, 0, 1000] } else { [0, 1000, 0] }
}

/// Returns the material of both sides in pawns, counted as 1, 3, 3, 5, 9.
pub fn material(position: &Position) -> u32 {
    let worth = |piece| match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    };
    let sum_of = |piece| worth(piece) * position.pieces(piece).len();
    PIECES.into_iter().map(sum_of).sum()
}
