//! Tests of `stats::multiple_testing`.

use temperament_matches::stats::multiple_testing::*;

#[test]
fn each_p_is_multiplied_by_the_number_of_those_not_smaller() {
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
    let expected = [0.03, 0.06, 0.06, 0.02];
    for (p, q) in corrected.iter().zip(expected) {
        assert!((p - q).abs() < 1e-12, "{corrected:?}");
    }
}

#[test]
fn it_is_a_probability_and_keeps_the_order() {
    assert_eq!(holm(&[0.5, 1.0, 0.9]), [1.0; 3]);
    assert_eq!(holm(&[0.0, 1.0]), [0.0, 1.0]);
    assert!(holm(&[]).is_empty());
}
