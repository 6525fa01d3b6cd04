//! Tests of `report::evaluation`.

use temperament_coaching::report::evaluation::*;

#[test]
fn quartiles_lie_between_the_scores() {
    let scores = move_scores(3, &[40, 10, 20, 30]);
    let found = (scores.mean, scores.quartile1, scores.median, scores.quartile3);
    assert_eq!(found, (25.0, 17.5, 25.0, 32.5));
    let one = move_scores(1, &[-7]);
    assert_eq!((one.quartile1, one.median, one.quartile3), (-7.0, -7.0, -7.0));
}
