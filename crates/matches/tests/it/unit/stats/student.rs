//! Tests of `stats::student`.

use std::f64::consts::PI;
use temperament_matches::stats::normal::{self, Z_95};
use temperament_matches::stats::student::*;

#[test]
fn known_quantiles() {
    // Abramowitz and Stegun, table 26.10: t for which 95 % lie within, three places.
    let table = [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (10, 2.228),
        (29, 2.045),
        (30, 2.042),
        (120, 1.980),
    ];
    for (degrees, t) in table {
        assert!((t_95(degrees) - t).abs() < 6e-4, "{degrees}: {}", t_95(degrees));
    }
}

#[test]
fn closed_forms_of_few_degrees() {
    for t in [0.0_f64, 0.3, 1.0, 2.5, 9.0, 400.0] {
        assert!((within(t, 1) - 2.0 / PI * t.atan()).abs() < 1e-14);
        assert!((within(t, 2) - t / (2.0 + t * t).sqrt()).abs() < 1e-14);
        let u = t / 3f64.sqrt();
        let three = 2.0 / PI * (u.atan() + u / (1.0 + u * u));
        assert!((within(t, 3) - three).abs() < 1e-14);
    }
}

#[test]
fn many_degrees_are_nearly_normal() {
    for degrees in [99_999, 100_000] {
        for t in [0.1, 1.0, 2.0, 4.0] {
            let normal = 2.0 * normal::cumulative(t) - 1.0;
            assert!((within(t, degrees) - normal).abs() < 1e-5, "{degrees} {t}");
        }
        assert!((t_95(degrees) - Z_95).abs() < 1e-4);
    }
}
