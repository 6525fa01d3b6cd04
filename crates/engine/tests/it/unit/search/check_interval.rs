//! Tests of `search::check_interval`.

use std::time::Duration;
use temperament_engine::search::check_interval::*;
use temperament_engine::search::params::CHECK_INTERVAL;

/// Nodes, evaluations and time between two checks of a thread, of which every second node is evaluated, after
/// `nodes` nodes of which each evaluation takes as long as `time_of` says.
fn run(
    interval: &mut CheckInterval,
    nodes: u64,
    time_of: impl Fn(u64) -> Duration,
) -> Vec<(u64, u64, Duration)> {
    let (mut now, mut last) = (Duration::ZERO, (0, 0, Duration::ZERO));
    let mut evaluations = 0;
    let mut gaps = Vec::new();
    for node in 0..nodes {
        if interval.is_due(node) {
            interval.schedule(node, now, u64::MAX);
            gaps.push((node - last.0, evaluations - last.1, now - last.2));
            last = (node, evaluations, now);
        }
        now += Duration::from_nanos(300);
        if node % 2 == 0 {
            interval.count_evaluation();
            evaluations += 1;
            now += time_of(node);
        }
    }
    gaps
}

#[test]
fn slow_evaluations_are_interrupted_within_a_millisecond() {
    for micros in [100, 150, 300, 600] {
        let slow = Duration::from_micros(micros);
        let gaps = run(&mut CheckInterval::new(Duration::ZERO), 10_000, |_| slow);
        let longest = gaps.iter().map(|gap| gap.2).max().unwrap();
        assert!(longest <= Duration::from_millis(1), "{micros} us: {longest:?}");
    }
}

#[test]
fn fast_evaluations_are_hardly_interrupted() {
    let gaps = run(&mut CheckInterval::new(Duration::ZERO), 100_000, |_| Duration::from_nanos(700));
    assert!(gaps.len() < 250, "{} checks", gaps.len());
    assert!(gaps.iter().skip(12).all(|gap| gap.0 > 400), "{gaps:?}");
    let longest = gaps.iter().map(|gap| gap.2).max().unwrap();
    assert!(longest <= Duration::from_millis(1), "{longest:?}");
}

#[test]
fn evaluations_from_a_cache_do_not_hide_the_cost_of_others() {
    let mut interval = CheckInterval::new(Duration::ZERO);
    let slow = Duration::from_micros(150);
    run(&mut interval, 100, |_| slow);
    // A hundred thousand nodes whose evaluations are all known.
    let (mut node, mut now) = (100, Duration::from_secs(1));
    while node < 100_000 {
        if interval.is_due(node) {
            interval.schedule(node, now, u64::MAX);
        }
        node += 1;
        now += Duration::from_nanos(300);
    }
    interval.schedule(node, now, u64::MAX);
    let mut evaluations = 0;
    while !interval.is_due(node) {
        interval.count_evaluation();
        evaluations += 1;
    }
    assert!(evaluations * slow <= Duration::from_millis(1), "{evaluations}");
}

#[test]
fn a_change_of_speed_is_noticed_within_two_checks() {
    let mut interval = CheckInterval::new(Duration::ZERO);
    let gaps = run(&mut interval, 20_000, |node| Duration::from_micros(if node < 10_000 { 1 } else { 100 }));
    let late = gaps.iter().filter(|gap| gap.2 > Duration::from_millis(1)).count();
    assert!(late <= 2, "{late} intervals too long");
}

#[test]
fn no_check_comes_later_than_asked_for() {
    let mut interval = CheckInterval::new(Duration::ZERO);
    for most in [0, 1, 7, 5000] {
        interval.schedule(100, Duration::ZERO, most);
        let due = (100..).find(|&node| interval.is_due(node)).unwrap();
        assert_eq!(due, 100 + most.min(CHECK_INTERVAL as u64));
    }
}

#[test]
fn costly_evaluations_after_cheap_ones_are_interrupted_too() {
    let worst = Duration::from_micros(150);
    let mut interval = CheckInterval::new(worst);
    let time_of = |node| {
        if node < 20_000 { Duration::from_nanos(500) } else { worst }
    };
    let gaps = run(&mut interval, 30_000, time_of);
    let longest = gaps.iter().map(|(_, _, time)| *time).max();
    assert!(longest < Some(Duration::from_millis(1)), "{longest:?}");
}
