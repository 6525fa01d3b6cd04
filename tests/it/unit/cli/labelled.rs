//! Tests of `cli::labelled`.

use temperament::cli::labelled::*;
use temperament_engine::board::Position;
use temperament_engine::engine::Score;
use temperament_matches::arena::GameResult;

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
