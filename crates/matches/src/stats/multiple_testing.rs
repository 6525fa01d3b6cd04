//! Correction for multiple testing.

/// Corrects the p-values of a family of tests so that the probability of any false rejection stays below the level
/// they are compared with, however the tests depend on each other: S. Holm, *A Simple Sequentially Rejective Multiple
/// Test Procedure*, Scandinavian Journal of Statistics 6 (1979). Keeps the order.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![1.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, &test) in order.iter().enumerate() {
        largest = largest.max(p[test] * (p.len() - rank) as f64).min(1.0);
        corrected[test] = largest;
    }
    corrected
}
