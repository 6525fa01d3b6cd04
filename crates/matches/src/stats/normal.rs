//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// Half the width of a 95 % interval in standard errors: Φ(1.96) = 0.975.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Argument at which the series needs about as many terms as the continued fraction.
pub const SERIES_UNTIL: f64 = 2.5;

/// Φ(x): the probability that a standard normal variable is at most `x`.
pub fn cumulative(x: f64) -> f64 {
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
