//! Searches that are started, stopped, timed, and replaced.

use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;
use temperament_engine::board::{Game, Position};
use temperament_engine::engine::{Limits, Report};

use super::{MIDDLEGAME, PATIENCE, engine, outcome, search, start, worth};

#[test]
fn an_infinite_search_ends_only_on_stop() {
    let stalemate = ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false);
    for (fen, has_move) in [("7k/8/8/8/8/8/7p/7K w - - 0 1", true), stalemate] {
        let mut engine = engine();
        let limits = Limits { infinite: true, ..Limits::depth(1) };
        let done = start(&mut engine, fen, limits);
        assert!(done.recv_timeout(Duration::from_millis(50)).is_err());
        engine.stop();
        assert_eq!(done.recv_timeout(PATIENCE).unwrap().best.is_some(), has_move);
        assert!(done.recv_timeout(PATIENCE).is_err(), "one outcome, then the sender is dropped");
        engine.wait();
        assert!(!engine.is_searching());
    }
}

#[test]
fn a_search_is_over_once_its_outcome_is_reported() {
    let mut engine = engine();
    let (sender, done) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    engine
        .go(&Game::new(Position::startpos()), Limits::depth(1), move |report| {
            if let Report::Done(_) = report {
                sender.send(()).unwrap();
                // Keep the search thread alive during the check.
                let _ = released.recv_timeout(PATIENCE);
            }
        })
        .unwrap();
    done.recv_timeout(PATIENCE).unwrap();
    assert!(!engine.is_searching());
    drop(release);
    engine.wait();
}

#[test]
fn the_first_iteration_is_finished_with_almost_no_time() {
    let free_queen = "r3k2r/pp1n1ppp/2p1p3/3q4/2B1P3/5N2/PP3PPP/R2Q1RK1 w kq - 0 1";
    let takes = ["c4d5", "e4d5", "d1d5"].map(|mv| mv.parse().ok());
    for limits in [Limits::nodes(1), Limits::movetime(Duration::from_nanos(1))] {
        let outcome = outcome(&mut engine(), free_queen, limits);
        assert!(takes.contains(&outcome.best) && outcome.depth >= 1, "{outcome:?}");
    }
}

#[test]
fn a_very_long_first_iteration_is_aborted() {
    // Node limit of the first iteration, plus the interval between checks.
    let few = 10_000 + 1_024;
    for fen in [
        "2KQq1R1/6Q1/2Q5/q2RQq1Q/5QqQ/5qQq/k2rq3/1r1qQ2q w - - 0 1",
        "1q2Qbn1/k2N1qQB/BR1bqqq1/2RQr2Q/1N1n4/3K4/1QQ2qQq/Qq3qrQ w - - 0 1",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    ] {
        for limits in [Limits::nodes(1), Limits::movetime(Duration::from_millis(1))] {
            let is_timed = limits.movetime.is_some();
            let outcome = outcome(&mut engine(), fen, limits);
            let position = Position::from_fen(fen).unwrap();
            assert!(outcome.best.is_some_and(|mv| position.is_legal(mv)), "{outcome:?}");
            assert!(is_timed || outcome.nodes <= few, "{outcome:?}");
        }
    }
}

#[test]
fn pondering_waits_for_the_hit_and_then_uses_the_clock() {
    let mut engine = engine();
    let limits = Limits { ponder: true, movetime: Some(Duration::from_millis(30)), ..Limits::default() };
    let done = start(&mut engine, MIDDLEGAME, limits);
    assert!(done.recv_timeout(Duration::from_millis(60)).is_err());
    engine.ponderhit();
    assert!(done.recv_timeout(PATIENCE).unwrap().best.is_some());
}

#[test]
fn a_new_search_ends_the_one_before() {
    let mut engine = engine();
    let infinite = Limits { infinite: true, ..Limits::default() };
    let first = start(&mut engine, MIDDLEGAME, infinite);
    let second = start(&mut engine, MIDDLEGAME, Limits::depth(3));
    assert!(
        first.try_recv().unwrap().best.is_some(),
        "the first outcome arrives before the second search begins"
    );
    assert_eq!(second.recv_timeout(PATIENCE).unwrap().depth, 3);
}

#[test]
fn a_forced_move_on_a_clock_is_played_without_using_it_up() {
    let limits = Limits { clock: [Some(Duration::from_secs(60)); 2], ..Limits::default() };
    let only_capture = "6k1/5ppp/8/8/8/8/6PP/R3q2K w - - 0 1";
    let outcome = outcome(&mut engine(), only_capture, limits);
    assert_eq!(outcome.best, "a1e1".parse().ok());
    assert!(outcome.depth <= 8, "a search of two seconds would be far deeper");
}

#[test]
fn a_hash_table_that_does_not_fit_leaves_the_old_one() {
    let mut engine = engine();
    assert!(engine.set_hash(usize::MAX).is_err());
    assert!(engine.set_hash(1 << 41).is_err());
    assert_eq!(outcome(&mut engine, MIDDLEGAME, Limits::depth(3)).depth, 3);
    assert!(engine.set_hash(1).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Positions from random games: legal best move, legal lines, plausible scores. With debug assertions every node
    /// also compares its incremental sums with recomputed ones.
    #[test]
    fn searches_along_random_games_stay_legal(choices in prop::collection::vec(0_usize..1000, 0..90)) {
        let mut game = Game::new(Position::startpos());
        for choice in choices {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            prop_assert!(game.play(legal[choice % legal.len()]));
        }
        let (outcome, infos) = search(&mut engine(), &game, Limits::nodes(3000));
        prop_assert_eq!(outcome.best.is_some(), game.position().has_legal_move());
        for info in infos {
            let mut line = game.clone();
            for mv in info.pv {
                prop_assert!(line.play(mv), "{} in {}", mv, line.position());
            }
            prop_assert!(worth(info.score).abs() <= 1_000_000);
        }
    }
}
