//! Tests of `search::correction`.

use temperament_engine::board::Position;
use temperament_engine::search::correction::*;
use temperament_engine::search::params::CORRECTION_LIMIT;
use temperament_engine::search::tunables::correction_percent;

#[test]
fn errors_are_learnt_for_the_side_to_move_and_bounded() {
    let mut corrections = Corrections::default();
    let position = Position::startpos();
    assert_eq!(corrections.get(&position), 0);
    for _ in 0..2000 {
        corrections.update(&position, 20, 10_000);
    }
    let learnt = corrections.get(&position);
    assert_eq!(learnt, CORRECTION_LIMIT * FEATURES as i32 * correction_percent() / 100);
    assert_eq!(corrections.get(&position.after("e2e4".parse().unwrap())), 0);
}
