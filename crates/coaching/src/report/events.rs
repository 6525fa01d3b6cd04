//! The course of a match as JSON: the events of `temper match --events`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Letter;
use temperament_engine::board::notation;
use temperament_engine::engine::Score;
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Match, Played, Snapshot};
use temperament_matches::stats::Report;
use temperament_matches::style::Styles;

/// Minimum interval between two comparisons of style.
const STYLE_INTERVAL: Duration = Duration::from_secs(2);

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

/// The events of pairs that count. A comparison of style takes a while for many games, so there is not one for each pair.
#[derive(Debug)]
pub struct PairEvents {
    has_styles: bool,
    /// When the last comparison of style was made, and how long that took.
    styled: (Instant, Duration),
}

impl PairEvents {
    /// Creates the events of a match before its first pair.
    pub fn new(has_styles: bool) -> Self {
        Self { has_styles, styled: (Instant::now(), Duration::ZERO) }
    }

    /// The last pair with the statistics after it, and the styles unless that was a moment ago.
    pub fn pair(&mut self, plan: &Match, progress: &MatchProgress, report: &Report) -> Vec<Value> {
        let games: Vec<Value> = progress.results.pairs().last().into_iter().flatten().map(game).collect();
        let mut events = vec![json!({ "event": "pair", "games": games, "statistics": report.json() })];
        let (at, took) = self.styled;
        if self.has_styles && at.elapsed() >= STYLE_INTERVAL.max(20 * took) {
            let started = Instant::now();
            events.push(style(plan, &progress.styles));
            self.styled = (Instant::now(), started.elapsed());
        }
        events
    }

    /// The end of a match, after the final styles.
    pub fn end(&self, plan: &Match, progress: &MatchProgress) -> Vec<Value> {
        let end = json!({ "event": "end", "is_complete": !progress.is_cut(plan) });
        let styles = self.has_styles.then(|| style(plan, &progress.styles));
        styles.into_iter().chain([end]).collect()
    }
}

fn style(plan: &Match, styles: &Styles) -> Value {
    json!({ "event": "style", "style": styles.comparison(plan, [0, 1]) })
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
