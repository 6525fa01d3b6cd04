//! Tests of `search::bench`.

use std::sync::Arc;
use temperament_engine::board::Game;
use temperament_engine::eval::Values;
use temperament_engine::eval::Weights;
use temperament_engine::search::bench::*;
use temperament_engine::search::{Signals, Threads};

#[test]
fn every_line_is_a_position_and_none_is_over() {
    let lines = include_str!("../../../../src/search/bench.fen")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .count();
    assert_eq!(positions().count(), lines);
    assert!(lines >= 40);
    for position in positions() {
        assert_eq!(Game::new(position.clone()).ending(), None, "{position}");
    }
}

#[test]
fn the_same_nodes_every_time() {
    let weights = Arc::new(Weights::new("nothing", &Values::default()));
    let first = bench(Arc::clone(&weights), 4);
    let second = bench(weights, 4);
    assert_eq!(first.nodes, second.nodes);
}

#[test]
fn a_bench_that_is_stopped_has_no_result() {
    let signals = Signals::new(false);
    signals.stop();
    let weights = Arc::new(Weights::new("nothing", &Values::default()));
    let threads = Threads::new(weights, 1);
    assert_eq!(bench_until(threads, 100, &signals, &mut |_| {}), None);
}
