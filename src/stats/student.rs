//! Student's t distribution.

use std::f64::consts::PI;

/// Probability that Student's t with this number of degrees of freedom (at least 1) is between `-t` and `t`, for t >=
/// 0.
///
/// Abramowitz and Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.3 and 26.7.4: a finite sum for integer
/// degrees of freedom. Accurate to 12 decimals.
pub(super) fn within(t: f64, degrees: usize) -> f64 {
    let angle = (t / (degrees as f64).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let is_odd = degrees % 2 == 1;
    // The terms are the odd powers of the cosine from the first on for odd degrees, and the even powers from the
    // zeroth on for even ones.
    let (mut term, mut sum) = if is_odd { (cos, 0.0) } else { (1.0, 0.0) };
    let mut power = usize::from(is_odd);
    while power + 2 <= degrees {
        sum += term;
        term *= (power + 1) as f64 / (power + 2) as f64 * cos * cos;
        power += 2;
        if term < f64::EPSILON * sum / degrees as f64 {
            break;
        }
    }
    let probability = if is_odd { 2.0 / PI * (angle + sin * sum) } else { sin * sum };
    probability.clamp(0.0, 1.0)
}

/// Half the width of a 95 % interval in standard errors: the absolute value of t exceeded in 5 % of the cases.
pub(super) fn t_95(degrees: usize) -> f64 {
    // With one degree of freedom it is 12.7, and it falls with more.
    let (mut low, mut high) = (1.9, 13.0);
    while high - low > 1e-12 * high {
        let middle = (low + high) / 2.0;
        if within(middle, degrees) < 0.95 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::normal::{self, Z_95};
    use super::*;

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
}
