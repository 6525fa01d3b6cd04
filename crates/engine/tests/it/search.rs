//! The search through the `Engine` API: mates, draws, limits, reports. `control` starts, stops and times it.

mod control;
mod threads;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use temperament_engine::board::{Game, Position};
use temperament_engine::engine::{Bound, Engine, Info, Limits, Outcome, Report, Score};
use temperament_engine::eval::keys::{Slot, number, slot};
use temperament_engine::eval::{Values, Weights};

const DRAW: usize = number("draw.value");
const PIECES: [(Slot, i32); 5] = [
    (slot("material.pawn"), 100),
    (slot("material.knight"), 310),
    (slot("material.bishop"), 330),
    (slot("material.rook"), 500),
    (slot("material.queen"), 950),
];
const KNIGHT_SQUARES: Slot = slot("psqt.knight");

/// Material and centralisation.
fn values() -> Values {
    let mut values = Values::default();
    for (slot, worth) in PIECES {
        values.scores[slot.offset] = [worth, worth];
    }
    for table in ["pawn", "knight", "bishop", "queen"].map(|p| match p {
        "pawn" => slot("psqt.pawn"),
        "knight" => KNIGHT_SQUARES,
        "bishop" => slot("psqt.bishop"),
        _ => slot("psqt.queen"),
    }) {
        for square in 0..64_i32 {
            let from_centre = (2 * (square % 8) - 7).abs() + (2 * (square / 8) - 7).abs();
            values.scores[table.offset + square as usize] = [14 - 2 * from_centre; 2];
        }
    }
    values
}

fn weights_of(values: &Values) -> Arc<Weights> {
    Arc::new(Weights::new("test", values))
}

fn engine() -> Engine {
    Engine::new(weights_of(&values()), 4)
}

fn engine_with_draw(draw: f64) -> Engine {
    let mut values = values();
    values.numbers[DRAW] = draw;
    Engine::new(weights_of(&values), 4)
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).expect(fen));
    for mv in moves.split_whitespace() {
        assert!(game.play(mv.parse().expect(mv)), "{fen} {mv}");
    }
    game
}

/// Returns the outcome and all reported lines.
fn search(engine: &mut Engine, game: &Game, limits: Limits) -> (Outcome, Vec<Info>) {
    let mut infos = Vec::new();
    let outcome = engine.search(game, limits, |report| {
        if let Report::Info(info) = report {
            infos.push(info);
        }
    });
    (outcome, infos)
}

fn outcome(engine: &mut Engine, fen: &str, limits: Limits) -> Outcome {
    search(engine, &game(fen, ""), limits).0
}

/// Removes the times, which depend on the machine.
fn without_time(infos: &[Info]) -> Vec<Info> {
    let strip = |info: &Info| Info { time: Duration::ZERO, ..info.clone() };
    infos.iter().map(strip).collect()
}

/// Starts a search and returns the channel that receives its outcome.
fn start(engine: &mut Engine, fen: &str, limits: Limits) -> mpsc::Receiver<Outcome> {
    let (sender, receiver) = mpsc::channel();
    engine
        .go(&game(fen, ""), limits, move |report| {
            if let Report::Done(outcome) = report {
                sender.send(outcome).unwrap();
            }
        })
        .unwrap();
    receiver
}

/// How long a test waits for a search that should end at once.
const PATIENCE: Duration = Duration::from_secs(10);

const MIDDLEGAME: &str = "r1bq1rk1/pp1n1ppp/2pbpn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B1K2R w KQ - 4 8";

#[test]
fn mates_are_found_and_counted() {
    let mut engine = engine();
    for line in include_str!("../data/mates.epd").lines().filter(|l| !l.starts_with('#')) {
        let (_, after) = line.split_once("dm ").expect(line);
        let moves: i32 = after.split(';').next().and_then(|n| n.parse().ok()).expect(line);
        engine.clear();
        let limits = Limits { mate: Some(moves as u32), depth: Some(24), ..Limits::default() };
        let (outcome, infos) = search(&mut engine, &game(line, ""), limits);
        assert_eq!(outcome.score, Score::Mate(moves), "{line}");
        let mut mated = game(line, "");
        for &mv in &infos.last().unwrap().pv {
            assert!(mated.play(mv), "{line}");
        }
        if mated.ending().is_some() {
            assert_eq!(mated.moves().len() as i32, 2 * moves - 1, "{line}");
        }
    }
}

#[test]
fn being_mated_is_counted_too() {
    let lost = "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1";
    let outcome = outcome(&mut engine(), lost, Limits::depth(6));
    assert_eq!(outcome.score, Score::Mate(-1));
}

#[test]
fn a_proven_mate_ends_the_search_unless_more_was_asked_for() {
    let won = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "");
    let lost = game("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "");
    let clock = Limits { clock: [Some(Duration::from_secs(600)); 2], ..Limits::default() };
    for limits in [clock, Limits::depth(60), Limits::nodes(50_000_000)] {
        let (won, lines) = search(&mut engine(), &won, limits.clone());
        assert_eq!((won.score, won.depth), (Score::Mate(1), 3), "{limits:?}");
        assert_eq!(lines.len(), 3, "{limits:?}");
        let (lost, _) = search(&mut engine(), &lost, limits.clone());
        assert_eq!((lost.score, lost.depth), (Score::Mate(-1), 6), "{limits:?}");
    }
    let several = Limits { multi_pv: 2, ..Limits::depth(8) };
    assert_eq!(search(&mut engine(), &won, several).0.depth, 8);
    let endless = Limits { infinite: true, ..Limits::default() };
    let mut engine = engine();
    let done = start(&mut engine, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", endless);
    assert!(done.recv_timeout(Duration::from_millis(300)).is_err());
    engine.stop();
    assert!(done.recv_timeout(PATIENCE).unwrap().depth > 3);
}

#[test]
fn a_position_without_moves_is_answered_at_once() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let mate = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
    let drawn = outcome(&mut engine(), stalemate, Limits::movetime(Duration::from_secs(60)));
    assert_eq!((drawn.best, drawn.score), (None, Score::Centipawns(0)));
    let mated = outcome(&mut engine(), mate, Limits::default());
    assert_eq!((mated.best, mated.score), (None, Score::Mate(0)));
}

#[test]
fn the_winner_avoids_a_third_occurrence_and_the_loser_seeks_it() {
    // White is a rook up. The position after Kg1-g2 has been on the board twice.
    let repetition = "g1g2 g8g7 g2g1 g7g8 g1g2 g8g7 g2g1 g7g8";
    let winning = game("6k1/5p2/8/8/8/8/5P2/R5K1 w - - 0 1", repetition);
    let (won, _) = search(&mut engine(), &winning, Limits::depth(8));
    assert_ne!(won.best, "g1g2".parse().ok());
    assert!(matches!(won.score, Score::Centipawns(300..)), "{:?}", won.score);
    let losing = game("r5k1/5p2/8/8/8/8/5P2/6K1 w - - 0 1", repetition);
    let (saved, _) = search(&mut engine(), &losing, Limits::depth(8));
    assert_eq!((saved.best, saved.score), ("g1g2".parse().ok(), Score::Centipawns(0)));
}

#[test]
fn the_fifty_move_rule_draws_but_mate_comes_first() {
    let outcome = |fen| outcome(&mut engine(), fen, Limits::depth(5));
    let mate = outcome("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
    assert_eq!((mate.best, mate.score), ("a1a8".parse().ok(), Score::Mate(1)));
    let too_late = outcome("7k/8/5K2/8/8/8/8/R7 w - - 99 90");
    assert_eq!(too_late.score, Score::Centipawns(0));
    let pawn_move = outcome("7k/8/8/8/8/5K2/P7/R7 w - - 99 90").best.unwrap();
    assert!(["a2a3", "a2a4"].contains(&pawn_move.to_string().as_str()), "all other moves draw");
}

#[test]
fn stalemate_and_bare_kings_are_draws() {
    // A pawn up, but protecting it stalemates and anything else loses it.
    let outcome = outcome(&mut engine(), "8/8/8/8/8/3k4/4p3/4K3 b - - 0 1", Limits::depth(4));
    assert_eq!(outcome.score, Score::Centipawns(0));
}

#[test]
fn the_draw_value_is_that_of_the_engine_on_either_side() {
    // A dead draw: only bare kings remain after the forced capture.
    for fen in ["8/8/8/3k4/8/8/1p6/K7 w - - 0 1", "k7/1P6/8/8/3K4/8/8/8 b - - 0 1"] {
        for (draw, worth) in [(0.0, 0), (30.0, 30), (-30.0, -30)] {
            let outcome = outcome(&mut engine_with_draw(draw), fen, Limits::depth(6));
            let root = Position::from_fen(fen).unwrap();
            let shown = engine_with_draw(draw).profile().neutral().display(&root).centipawns(worth);
            assert_eq!(outcome.score, Score::Centipawns(shown), "{fen} {draw}");
        }
        for (draw, sign) in [(f64::INFINITY, 1), (f64::NEG_INFINITY, -1)] {
            let outcome = outcome(&mut engine_with_draw(draw), fen, Limits::depth(6));
            let Score::Centipawns(score) = outcome.score else {
                panic!("a draw is not a mate: {:?}", outcome.score)
            };
            assert!(score * sign > 20_000, "{fen} {draw}: {score}");
        }
    }
}

#[test]
fn a_draw_as_good_as_a_win_is_forced_and_one_as_bad_as_a_loss_avoided() {
    // White, a rook up, may repeat for the third time with Kg2.
    let repetition = "g1g2 g8g7 g2g1 g7g8 g1g2 g8g7 g2g1 g7g8";
    let winning = game("6k1/5p2/8/8/8/8/5P2/R5K1 w - - 0 1", repetition);
    let repeat = "g1g2".parse().ok();
    let (sought, _) = search(&mut engine_with_draw(f64::INFINITY), &winning, Limits::depth(5));
    assert!(matches!(sought.score, Score::Centipawns(20_000..)), "{:?}", sought.score);
    let losing = game("r5k1/5p2/8/8/8/8/5P2/6K1 w - - 0 1", repetition);
    let (avoided, _) = search(&mut engine_with_draw(f64::NEG_INFINITY), &losing, Limits::depth(5));
    assert_ne!(avoided.best, repeat);
}

#[test]
fn a_node_limit_is_exact_and_repeats_itself() {
    let game = game(MIDDLEGAME, "");
    let (first, lines) = search(&mut engine(), &game, Limits::nodes(20_011));
    assert_eq!(first.nodes, 20_011);
    let mut used = engine();
    search(&mut used, &game, Limits::nodes(5000));
    used.clear();
    let (second, again) = search(&mut used, &game, Limits::nodes(20_011));
    assert_eq!(without_time(&lines), without_time(&again));
    assert_eq!((first.best, first.score), (second.best, second.score));
    let (none, _) = search(&mut engine(), &game, Limits::nodes(0));
    assert!(none.best.is_some(), "a move even with 0 nodes");
}

#[test]
fn the_last_line_is_the_move_played() {
    let game = game(MIDDLEGAME, "");
    for nodes in [1, 30, 100, 1000, 12_345] {
        let (outcome, lines) = search(&mut engine(), &game, Limits::nodes(nodes));
        if let Some(last) = lines.last() {
            assert_eq!(last.pv.first().copied(), outcome.best);
            assert_eq!((last.score, last.nodes), (outcome.score, outcome.nodes));
            assert_eq!(last.bound, Bound::Exact);
        }
    }
}

#[test]
fn the_last_score_is_exact_or_a_fail_high_of_a_new_move() {
    let game = game(MIDDLEGAME, "");
    let mut left_in_the_middle = 0;
    for nodes in (2_000..60_000).step_by(1_500) {
        let (_, infos) = search(&mut engine(), &game, Limits::nodes(nodes));
        let [.., before, last] = &infos[..] else {
            panic!("expected more than one iteration in {nodes} nodes");
        };
        left_in_the_middle += u32::from(last.nodes > before.nodes);
        assert!(
            last.bound == Bound::Exact || last.bound == Bound::Lower && last.pv[0] != before.pv[0],
            "{nodes}: {before:?} {last:?}"
        );
    }
    assert!(left_in_the_middle > 20, "{left_in_the_middle}");
}

/// Morphy's problem: zugzwang, where null-move pruning must not hide the mate.
#[test]
fn a_mate_by_zugzwang_is_found() {
    let limits = Limits { mate: Some(2), ..Limits::nodes(1_500_000) };
    let outcome = outcome(&mut engine(), "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", limits);
    assert_eq!(outcome.score, Score::Mate(2), "{outcome:?}");
}

#[test]
fn new_weights_do_not_see_results_of_old_ones() {
    let game = game(MIDDLEGAME, "");
    let mut opposite = values();
    for score in &mut opposite.scores[KNIGHT_SQUARES.offset..KNIGHT_SQUARES.offset + 64] {
        *score = score.map(|v| -v);
    }
    let limits = || Limits::nodes(30_000);
    let mut engine = engine();
    let (_, before) = search(&mut engine, &game, limits());
    engine.set_profile(weights_of(&opposite));
    let (_, after) = search(&mut engine, &game, limits());
    let (_, fresh) = search(&mut Engine::new(weights_of(&opposite), 4), &game, limits());
    assert_eq!(without_time(&after), without_time(&fresh));
    assert_ne!(without_time(&after), without_time(&before));
}

#[test]
fn weights_set_during_a_search_count_from_the_next_one() {
    let start = Game::new(Position::startpos());
    let mut engine = engine();
    let (sender, done) = mpsc::channel();
    let limits = Limits { infinite: true, ..Limits::default() };
    engine
        .go(&start, limits, move |r| {
            if let Report::Done(outcome) = r {
                sender.send(outcome).unwrap();
            }
        })
        .unwrap();
    engine.set_profile(weights_of(&Values::default()));
    assert!(engine.is_searching());
    engine.stop();
    engine.wait();
    assert!(done.recv().unwrap().best.is_some());
    let (_, next) = search(&mut engine, &start, Limits::depth(5));
    assert_eq!(next.last().unwrap().score, Score::Centipawns(0), "all values are 0");
}

#[test]
fn searchmoves_limits_the_root() {
    let game = game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "");
    let named =
        Limits { search_moves: vec!["h2h3".parse().unwrap(), "d1d2".parse().unwrap()], ..Limits::depth(5) };
    let (outcome, _) = search(&mut engine(), &game, named.clone());
    assert!(named.search_moves.contains(&outcome.best.unwrap()));
    let nonsense = Limits { search_moves: vec!["a1a2".parse().unwrap()], ..Limits::depth(5) };
    let (outcome, _) = search(&mut engine(), &game, nonsense);
    assert_eq!(outcome.best, "d1d8".parse().ok(), "illegal search moves are ignored");
}

#[test]
fn several_lines_are_distinct_and_ordered() {
    let limits = Limits { multi_pv: 4, ..Limits::depth(7) };
    let (_, infos) = search(&mut engine(), &game(MIDDLEGAME, ""), limits);
    let last: Vec<&Info> = infos.iter().rev().take(4).rev().collect();
    let numbers: Vec<usize> = last.iter().map(|i| i.multipv).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    for (a, b) in last.iter().zip(&last[1..]) {
        assert!(worth(a.score) >= worth(b.score));
        assert_ne!(a.pv[0], b.pv[0]);
    }
    let few = Limits { multi_pv: 500, ..Limits::depth(2) };
    let (_, infos) = search(&mut engine(), &game("7k/8/8/8/8/8/7p/7K w - - 0 1", ""), few);
    assert!(infos.iter().all(|i| i.multipv <= 2));
}

#[test]
fn several_lines_stay_comparable_wherever_the_search_is_stopped() {
    for nodes in (2000..60_000).step_by(3701) {
        let limits = Limits { multi_pv: 3, ..Limits::nodes(nodes) };
        let (outcome, infos) = search(&mut engine(), &game(MIDDLEGAME, ""), limits);
        let last = &infos[infos.len() - 3..];
        assert_eq!(outcome.best.as_ref(), last[0].pv.first());
        for (rank, line) in last.iter().enumerate() {
            assert_eq!((line.multipv, line.bound), (rank + 1, Bound::Exact), "{nodes}");
            assert_eq!((line.depth, line.nodes), (outcome.depth, outcome.nodes), "{nodes}");
        }
        assert!(last.is_sorted_by_key(|line| -worth(line.score)), "{last:#?}");
        let mut moves: Vec<_> = last.iter().map(|line| line.pv[0].to_string()).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 3);
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) => moves.signum() * (1_000_000 - moves.abs()),
    }
}
