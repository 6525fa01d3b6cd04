//! Tests of `search::score`.

use temperament_engine::search::info::Score;
use temperament_engine::search::score::*;

#[test]
fn mates_are_reported_in_moves() {
    assert_eq!(Score::from_value(mate_in(1)), Score::Mate(1));
    assert_eq!(Score::from_value(mate_in(3)), Score::Mate(2));
    assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
    assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
    assert_eq!(Score::from_value(DRAW_BOUND), Score::Centipawns(DRAW_BOUND));
}

#[test]
fn the_table_counts_mates_from_the_node() {
    let won_by_table = TABLE_WIN - 7;
    for value in [mate_in(7), mated_in(12), won_by_table, -won_by_table, 35, -EVAL_BOUND, DRAW_BOUND] {
        assert_eq!(from_table(to_table(value, 5), 5), value);
    }
    assert_eq!(to_table(mate_in(7), 5), mate_in(2), "two plies from the node, seven from the root");
}

#[test]
fn draw_values_stay_between_evaluations_and_mates() {
    assert_eq!(draw_value(f64::INFINITY), DRAW_BOUND);
    assert_eq!(draw_value(f64::NEG_INFINITY), -DRAW_BOUND);
    assert!(Score::from_value(draw_value(f64::NEG_INFINITY)).is_extreme_draw());
    assert!(!Score::from_value(-EVAL_BOUND).is_extreme_draw() && !Score::Mate(1).is_extreme_draw());
    assert!(!Score::from_value(TABLE_WIN - MAX_PLY as Value).is_extreme_draw());
    assert_eq!(draw_value(-20.4), -20);
    assert_eq!(draw_value(1e9), EVAL_BOUND);
}
