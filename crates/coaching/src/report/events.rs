//! The course of a match as JSON: the events of `temper match --events`.

use serde_json::{Value, json};

use super::Letter;
use temperament_engine::board::notation;
use temperament_engine::engine::Score;
use temperament_matches::arena::{Match, MatchResults, Played, Snapshot};
use temperament_matches::stats::Report;
use temperament_matches::style::Styles;

/// The start of a match; `concurrency` games are played at once.
pub fn start(plan: &Match, concurrency: usize) -> Value {
    let limits: Vec<String> = plan.participants.iter().map(|player| player.limit.to_string()).collect();
    let names: Vec<&str> = plan.participants.iter().map(|player| player.name.as_str()).collect();
    json!({
        "event": "start",
        "players": names,
        "limits": limits,
        "games_planned": plan.schedule.games(),
        "concurrency": concurrency,
    })
}

/// A running game.
pub fn position(plan: &Match, snapshot: &Snapshot) -> Value {
    let Snapshot { thread, slot, game, score } = snapshot;
    let chess960 = plan.suite.is_chess960();
    let last = game.played().last().map(|(before, mv)| notation::uci(before, mv, chess960));
    let (cp, mate) = match score {
        Some(Score::Centipawns(cp)) => (Some(cp), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    json!({
        "event": "position",
        "thread": thread,
        "game": slot.game + 1,
        "white": Letter::of(slot.players[0]),
        "fen": game.position().to_string(),
        "move": last,
        "cp": cp,
        "mate": mate,
    })
}

/// The last pair that counts, with the statistics after it; `None` before the first.
pub fn pair(results: &MatchResults, report: &Report) -> Option<Value> {
    let games: Vec<Value> = results.pairs().last()?.iter().map(game).collect();
    Some(json!({ "event": "pair", "games": games, "statistics": report.json() }))
}

/// The style of both players.
pub fn style(plan: &Match, styles: &Styles) -> Value {
    json!({ "event": "style", "style": styles.comparison(plan, [0, 1]) })
}

/// The end of a match; `is_cut` if games are missing.
pub fn end(is_cut: bool) -> Value {
    json!({ "event": "end", "is_complete": !is_cut })
}

fn game(played: &Played) -> Value {
    json!({
        "game": played.slot.game + 1,
        "white": Letter::of(played.slot.players[0]),
        "result": played.record.termination.result.pgn(),
        "reason": played.record.termination.reason.to_string(),
        "plies": played.record.moves.len(),
    })
}
