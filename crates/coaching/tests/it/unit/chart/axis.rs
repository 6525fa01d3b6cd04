//! Tests of `chart::axis`.

use temperament_coaching::chart::axis::*;

#[test]
fn marks_are_round_and_cover_the_values() {
    let axis = Axis::covering([-37.2, f64::NAN, 81.0], 5.0);
    assert_eq!((axis.low, axis.high), (-50.0, 100.0));
    let labels: Vec<_> = axis.marks().map(|mark| axis.label(mark)).collect();
    assert_eq!(labels, ["\u{2212}50", "0", "50", "100"]);
    let few = Axis::counting(1.0, 3.0, 8.0);
    assert_eq!(few.marks().collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    let small = Axis::covering([0.0, 0.011], 5.0);
    let labels: Vec<_> = small.marks().map(|mark| small.label(mark)).collect();
    assert_eq!(labels, ["0.000", "0.005", "0.010", "0.015"]);
}

#[test]
fn one_value_and_none_have_an_axis_too() {
    for values in [vec![], vec![3.0], vec![f64::INFINITY]] {
        let axis = Axis::covering(values, 5.0);
        assert!(axis.high > axis.low && axis.marks().count() > 2, "{axis:?}");
    }
}
