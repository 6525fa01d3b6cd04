//! Tests of `stats::normal`.

use std::f64::consts::SQRT_2;
use temperament_matches::stats::normal::*;

#[test]
fn known_values() {
    // Abramowitz and Stegun, table 26.1 (fifteen places), and 1 - P of table 26.2.
    let table = [
        (0.0, 0.5),
        (1.0, 0.841_344_746_068_543),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_370),
        (-1.0, 0.158_655_253_931_457),
        (Z_95, 0.975),
    ];
    for (x, p) in table {
        assert!((cumulative(x) - p).abs() < 1e-14, "{x}: {}", cumulative(x));
    }
    assert!((cumulative(-5.0) / 2.866_515_718_791_94e-7 - 1.0).abs() < 1e-12);
}

#[test]
fn the_two_ways_meet() {
    let x = SERIES_UNTIL * SQRT_2;
    assert!((cumulative(x - 1e-12) - cumulative(x + 1e-12)).abs() < 1e-14);
}

#[test]
fn far_out_it_is_a_probability() {
    for x in [0.0, 10.0, 40.0, 1e5, 1e300] {
        assert!((0.5..=1.0).contains(&cumulative(x)), "{x}");
        assert!((0.0..=0.5).contains(&cumulative(-x)), "{x}");
    }
}
