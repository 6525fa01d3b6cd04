//! Tests of `report::tuning::tables`.

use temperament_coaching::report::tuning::tables::*;

#[test]
fn neighbours_are_drawn_together() {
    assert_eq!(runs(&[-3, -2, 0, 4, 5, 6, 9]), "-3\u{2013}-2, 0, 4\u{2013}6, 9");
    assert_eq!(runs(&[]), "");
}
