//! `temper match --events`: the course of a match as lines of JSON.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::tables::Styles;
use temperament_coaching::report::Letter;
use temperament_engine::board::notation;
use temperament_engine::engine::Score;
use temperament_matches::arena::{Match, MatchResults, Played, Snapshot};
use temperament_matches::stats::Report;

/// Minimum interval between two comparisons of style, which take a while for many games.
const STYLE_INTERVAL: Duration = Duration::from_secs(2);

/// Writes the events to standard output, each at once.
#[derive(Debug)]
pub(super) struct Events {
    out: BufWriter<Stdout>,
    chess960: bool,
    /// When the last comparison of style was written, and how long that took.
    styled: (Instant, Duration),
}

impl Events {
    /// Writes the start of a match; `concurrency` games are played at once.
    ///
    /// # Errors
    /// If standard output is closed, as in the other functions.
    pub fn begin(plan: &Match, concurrency: usize) -> io::Result<Self> {
        let mut events = Self {
            out: BufWriter::new(io::stdout()),
            chess960: plan.suite.is_chess960(),
            styled: (Instant::now(), Duration::ZERO),
        };
        let limits: Vec<String> = plan.participants.iter().map(|player| player.limit.to_string()).collect();
        let names: Vec<&str> = plan.participants.iter().map(|player| player.name.as_str()).collect();
        events.write(&json!({
            "event": "start",
            "players": names,
            "limits": limits,
            "games_planned": plan.schedule.games(),
            "concurrency": concurrency,
        }))?;
        Ok(events)
    }

    /// A running game.
    pub fn position(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let Snapshot { thread, slot, game, score } = snapshot;
        let last = game.played().last().map(|(before, mv)| notation::uci(before, mv, self.chess960));
        let (cp, mate) = match score {
            Some(Score::Centipawns(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        self.write(&json!({
            "event": "position",
            "thread": thread,
            "game": slot.game + 1,
            "white": Letter::of(slot.players[0]),
            "fen": game.position().to_string(),
            "move": last,
            "cp": cp,
            "mate": mate,
        }))
    }

    /// A pair that counts, with the statistics after it.
    pub fn pair(&mut self, results: &MatchResults, report: &Report) -> io::Result<()> {
        let Some(pair) = results.pairs().last() else { return Ok(()) };
        let games: Vec<Value> = pair.iter().map(game).collect();
        self.write(&json!({ "event": "pair", "games": games, "statistics": report.json() }))
    }

    /// The style of both players, unless it was written a moment ago.
    pub fn style(&mut self, plan: &Match, styles: &Styles) -> io::Result<()> {
        let (at, took) = self.styled;
        if at.elapsed() < STYLE_INTERVAL.max(20 * took) {
            return Ok(());
        }
        let started = Instant::now();
        self.write_style(plan, styles)?;
        self.styled = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// The end of the match, after the final style.
    pub fn end(&mut self, plan: &Match, styles: Option<&Styles>, is_cut: bool) -> io::Result<()> {
        if let Some(styles) = styles {
            self.write_style(plan, styles)?;
        }
        self.write(&json!({ "event": "end", "is_complete": !is_cut }))
    }

    fn write_style(&mut self, plan: &Match, styles: &Styles) -> io::Result<()> {
        self.write(&json!({ "event": "style", "style": styles.comparison(plan, [0, 1]) }))
    }

    fn write(&mut self, event: &Value) -> io::Result<()> {
        let written = writeln!(self.out, "{event}").and_then(|()| self.out.flush());
        written.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => io::Error::new(error.kind(), "the reader of the events is gone"),
            _ => error,
        })
    }
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
