//! Tests of `stats::mean`.

use temperament_matches::stats::Undefined;
use temperament_matches::stats::mean::*;

#[test]
fn a_known_sample() {
    // Differences of the additional hours of sleep of ten patients, from Student's paper: mean 1.58, t = 4.0621,
    // p = 0.00283.
    let sample = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
    let mean = Mean::of(&sample);
    let estimate = mean.estimate.unwrap();
    assert!((estimate.value - 1.58).abs() < 1e-12);
    let (low, high) = estimate.interval.unwrap();
    assert!((low - 0.7001).abs() < 1e-4 && (high - 2.4599).abs() < 1e-4, "{low} {high}");
    assert!((mean.p.unwrap() - 0.002_833).abs() < 1e-6, "{:?}", mean.p);
    let reversed = Mean::of(&sample.map(|x| -x));
    assert_eq!(reversed.p, mean.p);
}

#[test]
fn without_spread_there_is_no_interval() {
    assert_eq!(Mean::of(&[]).p, Err(Undefined::NoResults));
    let one = Mean::of(&[3.0]);
    assert_eq!(one.p, Err(Undefined::OneResult));
    assert_eq!(one.estimate.unwrap().interval, Err(Undefined::OneResult));
    let same = Mean::of(&[0.1; 30]);
    assert_eq!(same.p, Err(Undefined::NoSpread));
    assert_eq!(same.estimate.unwrap().value, 0.1);
    assert_eq!(Mean::of(&[0.0; 5]).p, Ok(1.0));
}

#[test]
fn the_jackknife_of_a_mean_gives_the_numbers_back() {
    let numbers = [3.0, 1.0, 4.0, 1.0, 5.0];
    let mean = |without: Option<usize>| {
        let kept = numbers.iter().enumerate().filter(|(i, _)| Some(*i) != without);
        let kept: Vec<f64> = kept.map(|(_, &x)| x).collect();
        kept.iter().sum::<f64>() / kept.len() as f64
    };
    for (pseudo, number) in pseudo_values(numbers.len(), mean).into_iter().zip(numbers) {
        assert!((pseudo - number).abs() < 1e-12);
    }
    assert!(pseudo_values(0, |_| 1.0).is_empty());
}
