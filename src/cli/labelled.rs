//! Labelled positions as lines of text: `FEN | centipawns | result`, both White's, or EPD.

use crate::arena::GameResult;
use crate::board::{Color, Position};
use crate::engine::Score;

/// A mate counts as so many centipawns.
const MATE: i32 = 30_000;

/// A line, with its end.
///
/// - `score`: for the side to move.
/// - `points`: what White gets or may expect, 0 to 1; four digits of it are written.
pub fn line(position: &Position, score: Score, points: f64) -> String {
    let score = centipawns(score);
    let white = match position.stm() {
        Color::White => score,
        Color::Black => -score,
    };
    format!(
        "{} | {white} | {:?}\n",
        position.fen(false),
        (points * 1e4).round() / 1e4
    )
}

/// A line of EPD, with its end: the result as a comment, the score as `ce`, which is for the side to move, and the numbers
/// that a FEN has at its end.
pub fn epd(position: &Position, score: Score, result: GameResult) -> String {
    let fen = position.fen(false);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!(
        "{} c9 \"{}\"; ce {}; fmvn {}; hmvc {};\n",
        fields.join(" "),
        result.pgn(),
        centipawns(score),
        position.fullmove_number(),
        position.halfmove_clock()
    )
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => MATE * moves.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_has_what_a_fen_has() {
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/4K3 b - - 3 12").unwrap();
        assert_eq!(
            epd(&position, Score::Centipawns(-7), GameResult::Draw),
            "4k3/8/8/8/8/8/P7/4K3 b - - c9 \"1/2-1/2\"; ce -7; fmvn 12; hmvc 3;\n"
        );
    }

    #[test]
    fn scores_and_points_are_for_white() {
        for (stm, score, points, label) in [
            ("w", Score::Centipawns(31), 0.5, "31 | 0.5"),
            ("b", Score::Centipawns(31), 1.0, "-31 | 1.0"),
            ("w", Score::Mate(-3), 0.0, "-30000 | 0.0"),
            ("b", Score::Mate(-3), 0.987_654, "30000 | 0.9877"),
        ] {
            let fen = format!("4k3/8/8/8/8/8/P7/4K3 {stm} - - 0 1");
            let position = Position::from_fen(&fen).unwrap();
            assert_eq!(line(&position, score, points), format!("{fen} | {label}\n"));
        }
    }
}
