//! Tests of `eval::initiative`.

use temperament_engine::eval::initiative::*;
use temperament_engine::eval::score::S;

#[test]
fn a_sum_moves_away_from_zero_or_towards_it_but_not_past_it() {
    let (white, black) = (S::new(-30, 20), S::new(-40, 10));
    let cases =
        [((100, 100), (70, 120)), ((20, -5), (0, -15)), ((-100, -100), (-60, -110)), ((-20, 0), (0, 0))];
    for ((mg, eg), expected) in cases {
        let moved = adjusted(S::new(mg, eg), [white, black]);
        assert_eq!((moved.mg(), moved.eg()), expected, "{mg} {eg}");
    }
}
