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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_p_is_multiplied_by_the_number_of_those_not_smaller() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (p, q) in corrected.iter().zip(expected) {
            assert!((p - q).abs() < 1e-12, "{corrected:?}");
        }
    }

    #[test]
    fn it_is_a_probability_and_keeps_the_order() {
        assert_eq!(holm(&[0.5, 1.0, 0.9]), [1.0; 3]);
        assert_eq!(holm(&[0.0, 1.0]), [0.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
