//! Searches: analysis, moves of a level, explanations of moves.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::{Value, json};
use temperament_coaching::analysis::{Analyst, full_strength};
use temperament_coaching::why::{Why, WhyError, explain};
use temperament_engine::engine::winning_chances;
use temperament_engine::{
    Engine, Game, Info, Level, Limits, MAX_THREADS, Move, Outcome, Report, Score, notation,
};

use crate::cancel::Cancel;
use crate::error::{self, other};
use crate::position::{game, legal_move};
use crate::profile::Profile;

/// Hash table of a search at a level, in MiB.
const PLAY_HASH_MIB: usize = 16;
/// Ratings of `UCI_Elo`.
const LEVELS: std::ops::RangeInclusive<u32> = 600..=2800;
/// Interval between two checks for signals.
const POLL: Duration = Duration::from_millis(20);

/// Limits of a search, of which none may be given.
fn limits(nodes: Option<u64>, depth: Option<u32>, seconds: Option<f64>) -> PyResult<Limits> {
    let zero = [nodes == Some(0), depth == Some(0)].contains(&true);
    let bad_time = seconds.is_some_and(|time| !(time > 0.0 && time.is_finite()));
    if zero || bad_time {
        return Err(other("nodes, depth and time must be greater than 0"));
    }
    let movetime = seconds.map(Duration::try_from_secs_f64).transpose().map_err(other)?;
    Ok(Limits { nodes, depth, movetime, ..Limits::default() })
}

/// Searches until a limit is reached, or Python raises an exception. Returns the last line of each rank, and the outcome.
fn run(engine: &mut Engine, game: &Game, limits: Limits) -> PyResult<(Vec<Info>, Option<Outcome>)> {
    let (mut lines, mut outcome) = (Vec::<Info>::new(), None);
    let (sender, receiver) = mpsc::channel();
    // A closed channel is ignored.
    engine.go(game, limits, move |report| drop(sender.send(report))).map_err(other)?;
    let cancel = Cancel::new();
    loop {
        match receiver.recv_timeout(POLL) {
            Ok(Report::Info(info)) if info.bound == temperament_engine::Bound::Exact => {
                lines.truncate(info.multipv.saturating_sub(1));
                lines.push(info);
            }
            Ok(Report::Done(done)) => outcome = Some(done),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if cancel.is_set() {
            engine.stop();
        }
    }
    engine.wait();
    cancel.check()?;
    Ok((lines, outcome))
}

/// The best lines at full strength, as JSON.
#[pyfunction]
#[pyo3(signature = (profile, start, moves, nodes, depth, seconds, lines, threads, hash_mib))]
#[allow(clippy::too_many_arguments)] // The Python class has keywords for them.
pub fn search(
    py: Python<'_>,
    profile: &Bound<'_, Profile>,
    start: &str,
    moves: Vec<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
    lines: usize,
    threads: usize,
    hash_mib: usize,
) -> PyResult<String> {
    let game = game(start, &moves)?;
    if !(1..=MAX_THREADS).contains(&threads) || lines == 0 {
        return Err(other(format!("threads are 1 to {MAX_THREADS}, and lines at least 1")));
    }
    let limits = Limits { multi_pv: lines, ..limits(nodes, depth, seconds)? };
    let profile = profile.get();
    py.detach(|| {
        let mut engine = full_strength(&profile.sides, hash_mib).map_err(|error| error::memory(&error))?;
        engine.set_threads(threads);
        let (lines, outcome) = run(&mut engine, &game, limits)?;
        Ok(searched(&game, &lines, outcome.as_ref()).to_string())
    })
}

/// A move of the profile as an opponent, in UCI notation, and whether it is from the book; no move if the game is over.
#[pyfunction]
#[pyo3(signature = (profile, start, moves, elo, seed, nodes, depth, seconds, own_book))]
#[allow(clippy::too_many_arguments)] // The Python class has keywords for them.
pub fn play(
    py: Python<'_>,
    profile: &Bound<'_, Profile>,
    start: &str,
    moves: Vec<String>,
    elo: Option<u32>,
    seed: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
    own_book: bool,
) -> PyResult<(Option<String>, bool)> {
    let game = game(start, &moves)?;
    let limits = limits(nodes, depth, seconds)?;
    if let Some(elo) = elo.filter(|elo| !LEVELS.contains(elo)) {
        return Err(other(format!("elo is a rating from {} to {}, not {elo}", LEVELS.start(), LEVELS.end())));
    }
    let profile = profile.get();
    py.detach(|| {
        let idle = profile.idle_engines().pop();
        let mut engine = match idle {
            Some(engine) => engine,
            None => Engine::try_new(profile.sides.clone(), PLAY_HASH_MIB)
                .map_err(|error| error::memory(&error))?,
        };
        engine.set_level(elo.map_or(Level::OfProfile, Level::Elo));
        engine.set_seed(seed);
        engine.set_own_book(own_book);
        let of_book = engine.book_move(&game);
        let best = match of_book {
            Some(mv) => Some(mv),
            None => {
                // The same game has the same move, whatever was searched before.
                engine.clear();
                run(&mut engine, &game, limits)?.1.and_then(|outcome| outcome.best)
            }
        };
        profile.idle_engines().push(engine);
        Ok((best.map(|mv| uci(&game, mv)), of_book.is_some()))
    })
}

/// Why one move is better than another, as JSON.
#[pyfunction]
#[pyo3(signature = (profile, start, moves, mv, other_move, nodes, depth, seconds))]
#[allow(clippy::too_many_arguments)] // The Python class has keywords for them.
pub fn why(
    py: Python<'_>,
    profile: &Bound<'_, Profile>,
    start: &str,
    moves: Vec<String>,
    mv: &str,
    other_move: Option<&str>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
) -> PyResult<String> {
    let game = game(start, &moves)?;
    let mv = legal_move(game.position(), mv)?;
    let other_move = other_move.map(|text| legal_move(game.position(), text)).transpose()?;
    let limits = limits(nodes, depth, seconds)?;
    let profile = profile.get();
    py.detach(|| {
        let mut analyst = Analyst::new(&profile.sides, limits).map_err(|error| error::memory(&error))?;
        let cancel = Cancel::new();
        let why = explain(&mut analyst, &game, mv, other_move, &|| cancel.is_set());
        cancel.check()?;
        Ok(reasons(&game, &why.map_err(|error: WhyError| other(error))?).to_string())
    })
}
fn uci(game: &Game, mv: Move) -> String {
    notation::uci(game.position(), mv, notation::is_chess960(game.start()))
}

/// Legal moves in UCI notation.
pub fn uci_line(game: &Game, line: &[Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(uci(&game, mv));
        if !game.play(mv) {
            break;
        }
    }
    words
}

/// A score for the side to move: centipawns or moves to mate, and the winning chances of that side.
pub fn scored(game: &Game, score: Score) -> [Value; 3] {
    let chances = json!(winning_chances(score, game.position()) / 100.0);
    match score {
        Score::Centipawns(cp) => [json!(cp), Value::Null, chances],
        Score::Mate(moves) => [Value::Null, json!(moves), chances],
    }
}

fn searched(game: &Game, lines: &[Info], outcome: Option<&Outcome>) -> Value {
    let line = |info: &Info| {
        let [cp, mate, chances] = scored(game, info.score);
        json!({
            "cp": cp, "mate": mate, "winning_chances": chances, "depth": info.depth, "seldepth": info.seldepth,
            "pv": uci_line(game, &info.pv), "san": notation::san_line(game.position(), &info.pv),
        })
    };
    let found = outcome
        .map(|outcome| (outcome.best.map(|mv| uci(game, mv)), outcome.nodes, outcome.time.as_secs_f64()));
    let (best, nodes, time) = found.unwrap_or_default();
    json!({ "best": best, "nodes": nodes, "time": time, "lines": lines.iter().map(line).collect::<Vec<_>>() })
}

/// The sentences of an explanation in front of its numbers.
pub fn reasons(game: &Game, why: &Why) -> Value {
    let mut json = why.json();
    json["verdict"] = Value::from(why.verdict(game.position()));
    json["sentence"] =
        Value::from(why.claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" "));
    json["san"] = Value::from(notation::san_line(game.position(), &why.line));
    json["other_san"] = Value::from(notation::san_line(game.position(), &why.other_line));
    json
}
