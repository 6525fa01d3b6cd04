//! Searches of the view: engine lines, and why one move is better than another.

use std::sync::Arc;
use std::time::Duration;

use crate::profiles::{Loaded, lock};
use crate::protocol::look::{EngineLine, Why};
use crate::protocol::{EventKind, Failure};
use crate::session::Session;
use temperament_coaching::analysis::{Analyst, DEFAULT_NODES};
use temperament_coaching::position::verdict::{contradicts, lead, standing_after, white_chances};
use temperament_coaching::why::explain;
use temperament_engine::board::{Color, Game, Move, Position, notation};
use temperament_engine::engine::{Bound, DEFAULT_HASH_MIB, Engine, Info, Level, Limits, Report, Score};

use super::evaluation;

/// Maximum number of lines.
const MOST_LINES: usize = 8;
/// Maximum number of nodes for each position of an explanation.
const MOST_NODES: u64 = 10_000_000;
/// A search without end ends after this time.
const LONGEST: Duration = Duration::from_secs(3600);

/// Starts a search, after the running one has been stopped.
pub fn search(
    session: &Session,
    stream: u64,
    loaded: &Loaded,
    game: Game,
    lines: usize,
    (seconds, nodes): (Option<f64>, Option<u64>),
) -> Result<(), Failure> {
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits = Limits {
        movetime: Some(time.unwrap_or(LONGEST).min(LONGEST)),
        multi_pv: lines.clamp(1, MOST_LINES),
        nodes,
        ..Limits::default()
    };
    let mut analysis = lock(&session.analysis);
    if let Some(running) = analysis.take() {
        running.cancel();
    }
    let (engine, profile) = (Arc::clone(&session.engine), loaded.sides.clone());
    let evaluated = evaluation::pawns(loaded, game.position());
    let token = session.start(stream, move |token, emitter| {
        // The search before has been stopped and returns the engine within milliseconds.
        let mut engine = lock(&engine);
        if token.is_cancelled() {
            return Ok(());
        }
        let engine = engine.get_or_insert_with(|| Engine::new(profile.clone(), DEFAULT_HASH_MIB));
        engine.set_level(Level::Full);
        engine.set_profile(profile);
        // What was searched before must not change the result of a search by nodes.
        if limits.nodes.is_some() {
            engine.clear();
        }
        let report = |report: Report| {
            if let Report::Info(info) = report
                && info.bound == Bound::Exact
                && !emitter.send(EventKind::Line(line(game.position(), &info, evaluated)))
            {
                token.cancel();
            }
        };
        token.watch(|signals| engine.search_until(&game, &limits, signals, report));
        Ok(())
    })?;
    *analysis = Some(token);
    Ok(())
}

/// A line; `evaluated` is the evaluation of the position in pawns for White.
fn line(position: &Position, info: &Info, evaluated: f64) -> EngineLine {
    let chess960 = notation::is_chess960(position);
    let sign = if position.stm() == Color::White { 1 } else { -1 };
    let (pawns, mate) = match info.score {
        Score::Centipawns(cp) => (Some(f64::from(sign * cp) / 100.0), None),
        Score::Mate(moves) => (None, Some(sign * moves)),
    };
    let of_white = pawns.unwrap_or(if mate.unwrap_or_default() > 0 { f64::INFINITY } else { -f64::INFINITY });
    let mut game = Game::new(position.clone());
    let (mut moves, mut san) = (Vec::new(), Vec::new());
    for &mv in &info.pv {
        let (uci, word) = (notation::uci(game.position(), mv, chess960), notation::san(game.position(), mv));
        if !game.play(mv) {
            break;
        }
        moves.push(uci);
        san.push(word);
    }
    EngineLine {
        rank: info.multipv,
        depth: info.depth,
        lead: lead(position, info.score),
        chances: white_chances(position, of_white),
        pawns,
        mate,
        verdict: (mate.is_some() || contradicts(position, evaluated, info.score))
            .then(|| standing_after(position, info.score)),
        moves,
        san,
        nodes: info.nodes,
        milliseconds: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Starts the comparison of two moves.
pub fn why(
    session: &Session,
    stream: u64,
    loaded: &Loaded,
    game: Game,
    (mv, other): (Move, Option<Move>),
    nodes: Option<u64>,
) -> Result<(), Failure> {
    let profile = loaded.sides.clone();
    let nodes = nodes.unwrap_or(DEFAULT_NODES).clamp(1, MOST_NODES);
    session.start(stream, move |token, emitter| {
        let failure = |error: &dyn std::fmt::Display| Failure::new(error.to_string());
        let mut analyst = Analyst::new(&profile, Limits::nodes(nodes)).map_err(|error| failure(&error))?;
        let why = explain(&mut analyst, &game, mv, other, &|| token.is_cancelled())
            .map_err(|error| failure(&error))?;
        let position = game.position();
        emitter.send(EventKind::Why(Why {
            verdict: why.verdict(position),
            moves: [why.mv, why.other].map(|mv| notation::san(position, mv)),
            lines: [&why.line, &why.other_line].map(|line| notation::san_line(position, line)),
            json: why.json(),
        }));
        Ok(())
    })?;
    Ok(())
}
