//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// Half the width of a 95 % interval in standard errors: Φ(1.96) = 0.975.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// Argument at which the series needs about as many terms as the continued fraction.
const SERIES_UNTIL: f64 = 2.5;

/// Φ(x): the probability that a standard normal variable is at most `x`.
pub(super) fn cumulative(x: f64) -> f64 {
    let tail = 0.5 * complementary_error(x.abs() / SQRT_2);
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// erfc(x) for x >= 0. Abramowitz and Stegun, *Handbook of Mathematical Functions*, 1964: the series 7.1.6 and the
/// continued fraction 7.1.14. Good to 14 digits.
fn complementary_error(x: f64) -> f64 {
    if x < SERIES_UNTIL {
        let (mut term, mut sum, mut k) = (x, x, 0.0);
        while term > sum * f64::EPSILON / 4.0 {
            k += 1.0;
            term *= 2.0 * x * x / (2.0 * k + 1.0);
            sum += term;
        }
        return 1.0 - 2.0 / PI.sqrt() * (-x * x).exp() * sum;
    }
    let fraction = (1..=80).rev().fold(x, |rest, k| x + f64::from(k) / 2.0 / rest);
    (-x * x).exp() / (PI.sqrt() * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
