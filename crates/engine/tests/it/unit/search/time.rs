//! Tests of `search::time`.

use std::time::Duration;
use temperament_engine::board::{Color, Move};
use temperament_engine::search::limits::Limits;
use temperament_engine::search::params::LEAST_TIME;
use temperament_engine::search::time::*;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn no_budget_exceeds_the_clock() {
    for clock in [1, 5, 11, 50, 1000, 60_000, 7_200_000] {
        for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
            for increment in [0, 100, 10_000] {
                let limits = Limits {
                    clock: [Some(ms(clock)), None],
                    increment: [ms(increment), Duration::ZERO],
                    moves_to_go,
                    ..Limits::default()
                };
                let budget = TimeBudget::new(&limits, Color::White);
                let hard = budget.hard.unwrap();
                let left = ms(clock).saturating_sub(limits.move_overhead);
                assert!(hard <= left.max(LEAST_TIME), "{hard:?} of {clock} ms");
                assert!(budget.soft.unwrap() <= hard);
                assert!(hard > Duration::ZERO);
            }
        }
    }
}

#[test]
fn movetime_is_the_hard_bound_whatever_the_overhead() {
    for (movetime, hard) in [(20, 20), (5, 5), (1, 1), (0, 1)] {
        let budget = TimeBudget::new(&Limits::movetime(ms(movetime)), Color::Black);
        assert_eq!((budget.soft, budget.hard), (None, Some(ms(hard))));
    }
}

#[test]
fn the_clock_of_the_other_side_is_none_of_ours() {
    let limits = Limits { clock: [Some(ms(1000)), None], ..Limits::default() };
    assert_eq!(TimeBudget::new(&limits, Color::Black).hard, None);
}

#[test]
fn changing_moves_and_falling_scores_ask_for_more_time() {
    let (a, b): (Move, Move) = ("e2e4".parse().unwrap(), "d2d4".parse().unwrap());
    let mut stability = Stability::default();
    let first = stability.update(a, 30, 0.5);
    let steady = stability.update(a, 30, 0.5);
    let falling = stability.update(a, -40, 0.5);
    let changed = stability.update(b, -40, 0.5);
    assert!(steady < first && falling > steady && changed > steady);
}

#[test]
fn with_nodestime_both_bounds_are_nodes() {
    let limits = Limits {
        clock: [Some(ms(8000)), None],
        increment: [ms(80), Duration::ZERO],
        nodestime: Some(150),
        ..Limits::default()
    };
    let budget = TimeBudget::new(&limits, Color::White);
    let signals = Signals::new(false);
    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
    assert_eq!(budget.node_limit(), Some((hard.as_secs_f64() * 150_000.0) as u64));
    let at_soft = (soft.as_secs_f64() * 150_000.0) as u64;
    assert!(!budget.is_soft_passed(&signals, at_soft - 1, 1.0));
    assert!(budget.is_soft_passed(&signals, at_soft + 1, 1.0));
    std::thread::sleep(ms(2));
    assert!(!budget.is_hard_passed(&signals));
    assert_eq!(node_time(15_000, 150), ms(100));
}
