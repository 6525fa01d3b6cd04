//! Tests of `position::table`.

use temperament_coaching::position::Explained;
use temperament_coaching::position::table::*;
use temperament_engine::board::Position;
use temperament_engine::eval::keys::{choice, number, slot};
use temperament_engine::eval::weights::Weights;
use temperament_engine::eval::{Values, evaluate};

/// Rooks and pawns blended over 0..=40 on a scale of 128, the endgame sum divided by 1.5.
fn tapered() -> Weights {
    let mut values = Values::default();
    values.scores[slot("material.pawn").offset] = [101, 152];
    values.scores[slot("material.rook").offset] = [500, 600];
    let linear = choice("phase.model", "linear");
    values.choices[linear.ordinal] = linear.option;
    for (key, n) in [
        (number("phase.weights.rook"), 10.0),
        (number("phase.middlegame_from"), 40.0),
        (number("phase.scale"), 128.0),
        (number("phase.endgame_divisor"), 1.5),
    ] {
        values.numbers[key] = n;
    }
    Weights::new("tapered", &values)
}

#[test]
fn every_step_of_a_blend_is_shown() {
    let w = tapered();
    let position = Position::from_fen("4k3/7p/8/8/8/8/PP6/R3K3 b - - 0 1").unwrap();
    let text = one(&Explained::new(&w, &position));
    let eval = evaluate(&w, &position);
    // A quarter of the phase: (601 x 32 + 501 x 96) / 128 = 526, where 501 = 752 / 1.5 cut off.
    assert_eq!(eval, 526);
    for line in [
        "Phase       32.0000 of 128 (0 endgame, 128 middlegame), from a piece sum of 10",
        "Endgame     752 / 1.5 = 501",
        "Blend       (601 x 32.0000 + 501 x 96.0000) / 128 = 526",
        "Evaluation  526 from White's point of view",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let rook = text.lines().find(|l| l.starts_with("material.rook")).unwrap();
    let last: Vec<&str> = rook.split_whitespace().rev().take(3).collect();
    assert_eq!(last, ["425.0", "600", "500"], "500 / 4 + 600 / 1.5 x 3 / 4");
}
