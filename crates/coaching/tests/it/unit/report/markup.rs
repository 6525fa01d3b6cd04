//! Tests of `report::markup`.

use temperament_coaching::report::markup::*;

#[test]
fn signs_are_those_of_what_is_shown() {
    assert_eq!([12.34, -0.04, -7.0].map(|n| signed(n, 1)), ["+12.3", "0.0", "\u{2212}7.0"]);
}
