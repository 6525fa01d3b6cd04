//! Tests of `tune::loss`.

use temperament_matches::tune::labels::Label;
use temperament_matches::tune::loss::*;

#[test]
fn the_slope_is_that_of_the_loss() {
    let k = 0.005;
    for loss in [Loss::Squared, Loss::CrossEntropy] {
        for (evaluation, target) in [(0.0, 1.0), (120.0, 0.3), (-400.0, 0.0), (800.0, 0.5)] {
            let cost = |e: f32| f64::from(loss.of(k, e, target));
            let numeric = (cost(evaluation + 4.0) - cost(evaluation - 4.0)) / 8.0;
            let exact = f64::from(loss.slope(k, expected(k, evaluation), target));
            assert!((numeric - exact).abs() < 2e-6, "{loss:?} {evaluation}: {numeric} {exact}");
        }
    }
}

#[test]
fn k_of_scores_is_found_again() {
    let label = |at: i32| {
        let score = (at % 100 * 20 - 1000) as f32;
        Label { score: Some(score), result: Some(expected(0.008, score)) }
    };
    let labels: Vec<Label> = (0..2000).map(label).collect();
    assert!((Mix::fit_score_k(&labels) - 0.008).abs() < 1e-5);
    assert_eq!(Mix::fit_score_k(&labels[..100]), ELO);
    let mix = Mix { lambda: 0.75, score_k: ELO };
    let target = mix.target(Label { result: Some(1.0), score: Some(-400.0) });
    assert!((target - (0.75 + 0.25 / 11.0)).abs() < 1e-6);
}
