//! Tests of `eval::scale_factor`.

use temperament_engine::eval::scale_factor::*;
use temperament_engine::eval::score::S;

#[test]
fn the_side_ahead_loses_its_share() {
    let lost = [S::new(0, 50), S::new(100, -30)];
    for ((mg, eg), expected) in
        [((101, 101), (101, 50)), ((-101, -101), (0, -131)), ((0, 0), (0, 0)), ((-1, 1), (0, 0))]
    {
        let left = adjusted(S::new(mg, eg), lost);
        assert_eq!((left.mg(), left.eg()), expected, "{mg} {eg}");
    }
    let too_much = [S::new(0, 150), S::new(-250, 0)];
    assert_eq!(adjusted(S::new(7, 90), too_much), S::new(7, 0));
    assert_eq!(adjusted(S::new(-7, -90), too_much), S::new(-14, -90));
}
