//! Self-play with all embedded profiles at a fixed number of nodes.
//!
//! Checks the debug assertions of the search (incremental keys and sums against recomputation, legal moves and lines,
//! scores within bounds) and, here, the reported results. `SELFPLAY_GAMES` sets the number of games, `SELFPLAY_FIRST` the
//! first game number. A game depends only on its number: game 4711 is the same on every machine.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use temperament_engine::board::{Color, Ending, Game, Position};
use temperament_engine::engine::{Engine, Info, Limits, Outcome, Report, Score};
use temperament_engine::eval::Weights;
use temperament_engine::profile::Library;
use temperament_engine::random::SplitMix64;

use crate::common::from_environment;

/// Default number of games.
const GAMES: usize = 12;
/// Nodes per move.
const NODES: u64 = 1000;
/// Hash size in MiB; small, so that entries are replaced often.
const HASH: usize = 1;
/// Maximum number of random plies after the opening.
const RANDOM_PLIES: usize = 8;
/// Longer games are stopped undecided; plies.
const MAX_PLIES: usize = 400;
/// Largest score in centipawns, other than mates: a draw valued like a win.
const SCORE_BOUND: i32 = 30_000;
/// Largest distance of a mate score, in moves.
const MATE_BOUND: i32 = 64;
/// Number of games between progress messages.
const MILESTONE: usize = 500;

const OPENINGS: &str = include_str!("../../../matches/openings/balanced.epd");

/// Returns an opening followed by random moves.
fn opening(number: usize) -> Game {
    let mut random = SplitMix64::new(number as u64);
    let lines: Vec<&str> = OPENINGS.lines().collect();
    let line = lines[random.number() as usize % lines.len()];
    let mut game = Game::new(Position::from_fen(line).expect(line));
    for _ in 0..random.number() as usize % (RANDOM_PLIES + 1) {
        let moves = game.position().legal_moves();
        if !moves.is_empty() {
            assert!(game.play(moves[random.number() as usize % moves.len()]));
        }
    }
    game
}

fn assert_score(score: Score) {
    match score {
        Score::Centipawns(cp) => assert!(cp.abs() <= SCORE_BOUND, "{score:?}"),
        Score::Mate(moves) => assert!(moves != 0 && moves.abs() <= MATE_BOUND, "{score:?}"),
    }
}

/// The first iteration always finishes, even beyond the node limit.
fn assert_nodes(nodes: u64, depth: u32) {
    assert!(nodes <= NODES || depth == 1, "{nodes} at depth {depth}");
}

fn assert_line(game: &Game, info: &Info) {
    let mut line = game.clone();
    for &mv in &info.pv {
        assert!(line.play(mv), "{mv} in {:?}", info.pv);
    }
    assert!(!info.pv.is_empty());
    assert_nodes(info.nodes, info.depth);
    assert_score(info.score);
}

fn assert_outcome(game: &Game, outcome: &Outcome) {
    let mut next = game.clone();
    assert!(outcome.best.is_some_and(|mv| next.play(mv)), "{outcome:?}");
    assert!(outcome.ponder.is_none_or(|mv| next.play(mv)), "{outcome:?}");
    assert_nodes(outcome.nodes, outcome.depth);
    assert_score(outcome.score);
}

/// Plays a game and returns how it ends, or `None` if stopped.
fn play(game: &mut Game, profiles: [&Arc<Weights>; 2]) -> Option<Ending> {
    let mut engines = profiles.map(|weights| Engine::new(Arc::clone(weights), HASH));
    while game.ending().is_none() && game.moves().len() < MAX_PLIES {
        let engine = &mut engines[game.position().stm() as usize];
        let outcome = engine.search(game, Limits::nodes(NODES), |report| {
            if let Report::Info(info) = report {
                assert_line(game, &info);
            }
        });
        assert_outcome(game, &outcome);
        assert!(game.play(outcome.best.unwrap()));
    }
    game.ending()
}

/// Results of a run.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    plies: usize,
    white: usize,
    black: usize,
    draws: usize,
    undecided: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, game: &Game, ending: Option<Ending>) {
        self.games += 1;
        self.plies += game.moves().len();
        match (ending, game.position().stm()) {
            (Some(Ending::Checkmate), Color::Black) => self.white += 1,
            (Some(Ending::Checkmate), Color::White) => self.black += 1,
            (Some(_), _) => self.draws += 1,
            (None, _) => self.undecided += 1,
        }
        if self.games.is_multiple_of(MILESTONE) {
            println!("{} games, {} plies", self.games, self.plies);
        }
    }
}

/// Returns settings and moves to reproduce a failure.
fn reproduction(number: usize, profiles: [&Arc<Weights>; 2], game: &Game) -> String {
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    format!(
        "SELFPLAY_FIRST={number} SELFPLAY_GAMES=1, {} - {}: position fen {} moves {}",
        profiles[0].name(),
        profiles[1].name(),
        game.start(),
        moves.join(" ")
    )
}

#[test]
fn no_game_fails_an_assertion() {
    let library = Library::of(Vec::new());
    let profiles: Vec<Arc<Weights>> = library
        .names()
        .iter()
        .map(|name| Arc::new(library.load(name).unwrap_or_else(|e| panic!("{e}")).0.compile()))
        .collect();
    let first = from_environment("SELFPLAY_FIRST", 0);
    let end = first + from_environment("SELFPLAY_GAMES", GAMES);
    let (next, tally) = (AtomicUsize::new(first), Mutex::new(Tally::default()));
    let play_some = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= end {
                return;
            }
            let sides = [number, number / profiles.len()].map(|n| &profiles[n % profiles.len()]);
            let mut game = opening(number);
            match catch_unwind(AssertUnwindSafe(|| play(&mut game, sides))) {
                Ok(ending) => tally.lock().unwrap().add(&game, ending),
                Err(_) => {
                    let failure = reproduction(number, sides, &game);
                    println!("{failure}");
                    tally.lock().unwrap().failures.push(failure);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(play_some);
        }
    });
    let tally = tally.into_inner().unwrap();
    println!("{tally:?}");
    assert!(tally.failures.is_empty(), "{:#?}", tally.failures);
}
