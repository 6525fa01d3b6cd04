//! Student's t distribution.

use std::f64::consts::PI;

/// Probability that Student's t with this number of degrees of freedom (at least 1) is between `-t` and `t`, for t >=
/// 0.
///
/// Abramowitz and Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.3 and 26.7.4: a finite sum for integer
/// degrees of freedom. Accurate to 12 decimals.
pub fn within(t: f64, degrees: usize) -> f64 {
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
pub fn t_95(degrees: usize) -> f64 {
    // With one degree of freedom it is 12.7, and it falls with more.
    let (mut low, mut high) = (1.9, 13.0);
    while high - low > 1e-12 * high {
        let middle = (low + high) / 2.0;
        if within(middle, degrees) < 0.95 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
