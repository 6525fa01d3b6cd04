//! Tests of `search::qsearch_leaf`.

use std::sync::Arc;
use temperament_engine::board::Position;
use temperament_engine::eval::Values;
use temperament_engine::eval::Weights;
use temperament_engine::eval::keys::slot;
use temperament_engine::search::qsearch_leaf::*;

#[test]
fn captures_are_played_out() {
    let mut values = Values::default();
    for (key, worth) in [("material.pawn", 100), ("material.knight", 300), ("material.rook", 500)] {
        values.scores[slot(key).offset] = [worth; 2];
    }
    let mut quiet = LeafSearch::new(Arc::new(Weights::new("x", &values)));
    let mut leaf = |fen: &str| quiet.leaf(&Position::from_fen(fen).unwrap()).fen(false);
    let still = "4k3/8/8/3p4/8/8/8/3RK3 b - - 0 1";
    assert_eq!(leaf(still), still);
    assert!(leaf("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1").starts_with("4k3/8/8/3R4/8/8/8/4K3 b"));
    // The knight is guarded: the rook stays.
    let guarded = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(leaf(guarded), guarded);
}

/// Without a limit this takes hours.
#[test]
fn a_board_full_of_queens_ends() {
    let profile = temperament_engine::profile::Profile::load("temperament").unwrap();
    let mut quiet = LeafSearch::new(Arc::new(profile.compile()));
    let queens = Position::from_fen("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1").unwrap();
    assert!(quiet.line(&queens).len() <= 16);
}
