//! Numbers that are known at a few points, and linear between them.

/// Returns the value at `x` of a curve through points (x, y) in ascending order, at least two. Beyond them, it goes on as between the last two.
pub fn value_at(curve: &[(f64, f64)], x: f64) -> f64 {
    let after = curve.iter().position(|&(known, _)| known >= x).unwrap_or(curve.len() - 1).max(1);
    let ((low, from), (high, to)) = (curve[after - 1], curve[after]);
    from + (x - low) / (high - low) * (to - from)
}
