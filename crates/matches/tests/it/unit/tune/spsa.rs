//! Tests of `tune::spsa`.

use temperament_engine::profile::numbers::Parameter;
use temperament_matches::tune::spsa::Spsa;

fn tuned(value: i32, step: f64) -> Parameter {
    Parameter { name: String::new(), value, min: 0, max: 100, resolution: 1, step }
}

/// Plays pairs in which the side whose numbers are closer to the best ones wins more often. Returns the numbers.
fn run(seed: u64, pairs: u64, best: [f64; 3]) -> Vec<f64> {
    let starts = vec![tuned(30, 5.0), tuned(60, 5.0), tuned(50, 0.4)];
    let mut spsa = Spsa::new(starts, pairs, 0.02, seed);
    let loss = |numbers: &[i32]| -> f64 {
        numbers.iter().zip(best).map(|(n, best)| (f64::from(*n) - best).powi(2) / 1000.0).sum()
    };
    let mut noise = seed;
    for pair in 0..pairs {
        let perturbation = spsa.perturbation(pair);
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chance = (noise >> 33) as f64 / f64::from(1u32 << 31);
        let gain = (loss(&perturbation.minus) - loss(&perturbation.plus)).clamp(-0.4, 0.4);
        spsa.update(pair, &perturbation, if chance < 0.5 + gain { 2 } else { -2 });
    }
    spsa.values().to_vec()
}

#[test]
fn numbers_move_to_the_best_ones() {
    for seed in 1..=3 {
        let found = run(seed, 20_000, [50.0, 40.0, 50.0]);
        assert!((found[0] - 50.0).abs() < 6.0 && (found[1] - 40.0).abs() < 6.0, "{found:?}");
        assert!((found[2] - 50.0).abs() < 3.0, "{found:?}");
    }
}

#[test]
fn numbers_stay_in_their_range() {
    let found = run(7, 5_000, [500.0, -500.0, 50.0]);
    assert!(found[0] > 95.0 && found[1] < 5.0, "{found:?}");
    let spsa = Spsa::new(vec![tuned(100, 30.0), tuned(0, 30.0)], 10, 0.002, 1);
    for pair in 0..10 {
        let perturbation = spsa.perturbation(pair);
        let all = perturbation.plus.iter().chain(&perturbation.minus);
        assert!(all.into_iter().all(|n| (0..=100).contains(n)), "{perturbation:?}");
    }
}

#[test]
fn a_small_step_is_rounded_at_random() {
    let spsa = Spsa::new(vec![tuned(50, 0.25)], 1, 0.002, 1);
    let played: Vec<i32> = (0..200).map(|pair| spsa.perturbation(pair).plus[0]).collect();
    assert!(played.contains(&50) && (played.contains(&49) || played.contains(&51)), "{played:?}");
    assert!(played.iter().all(|n| (49..=51).contains(n)), "{played:?}");
    assert_eq!(spsa.perturbation(3), spsa.perturbation(3));
}
