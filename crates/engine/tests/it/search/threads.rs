//! Multithreaded search: limits, results, changes during a search.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{MIDDLEGAME, PATIENCE, game, search, values, weights_of};
use temperament_engine::board::Game;
use temperament_engine::engine::{Engine, Limits, Report};
use temperament_engine::eval::Values;

/// Nodes that a thread may search past the shared limit: its interval between checks.
const CHECK_INTERVAL: u64 = 1024;

fn engine(threads: usize) -> Engine {
    let mut engine = super::engine();
    engine.set_threads(threads);
    engine
}

fn middlegame() -> Game {
    game(MIDDLEGAME, "")
}

#[test]
fn threads_share_the_node_limit_and_the_last_line_counts_them_all() {
    for threads in [2, 3, 8] {
        let (outcome, infos) = search(&mut engine(threads), &middlegame(), Limits::nodes(40_000));
        let most = 40_000 + threads as u64 * CHECK_INTERVAL;
        assert!((40_000..=most).contains(&outcome.nodes), "{}", outcome.nodes);
        let last = infos.last().unwrap();
        assert_eq!(last.nodes, outcome.nodes);
        assert_eq!((last.pv.first(), last.depth), (outcome.best.as_ref(), outcome.depth));
        assert_eq!(last.score, outcome.score);
        for info in infos {
            let mut line = middlegame();
            assert!(info.pv.into_iter().all(|mv| line.play(mv)));
        }
    }
}

#[test]
fn a_depth_limit_holds_for_all_threads() {
    let (outcome, infos) = search(&mut engine(4), &middlegame(), Limits::depth(7));
    assert_eq!(outcome.depth, 7);
    assert!(infos.iter().all(|i| i.depth <= 7));
}

#[test]
fn one_thread_is_deterministic_again_after_several() {
    let alone = search(&mut engine(1), &middlegame(), Limits::nodes(20_000)).0;
    let mut engine = engine(3);
    search(&mut engine, &middlegame(), Limits::nodes(20_000));
    engine.set_threads(1);
    engine.clear();
    let again = search(&mut engine, &middlegame(), Limits::nodes(20_000)).0;
    assert_eq!((alone.best, alone.score, alone.nodes), (again.best, again.score, again.nodes));
}

#[test]
fn threads_weights_and_memory_may_change_while_a_search_runs() {
    let mut engine = engine(2);
    for (round, threads) in [5, 1, 32, 2].into_iter().enumerate() {
        let (sender, done) = mpsc::channel();
        let limits = Limits { infinite: true, ..Limits::default() };
        engine
            .go(&middlegame(), limits, move |report| match report {
                Report::Info(info) => assert!(!info.pv.is_empty()),
                Report::Done(outcome) => sender.send(outcome).unwrap(),
                _ => {}
            })
            .unwrap();
        engine.set_threads(threads);
        let others = [Values::default(), values()];
        engine.set_profile(weights_of(&others[round % 2]));
        assert!(engine.is_searching());
        let start = Instant::now();
        engine.stop();
        assert!(done.recv_timeout(PATIENCE).unwrap().best.is_some());
        assert!(start.elapsed() < PATIENCE);
        engine.wait();
    }
}

#[test]
fn several_threads_keep_to_the_clock() {
    let mut engine = engine(4);
    let start = Instant::now();
    search(&mut engine, &middlegame(), Limits::movetime(Duration::from_millis(50)));
    assert!(start.elapsed() < PATIENCE);
}
