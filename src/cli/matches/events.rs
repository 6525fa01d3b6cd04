//! `temper match --events`: the course of a match as lines of JSON.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use temperament_coaching::report::events;
use temperament_matches::arena::{Match, MatchResults, Snapshot};
use temperament_matches::stats::Report;
use temperament_matches::style::Styles;

/// Minimum interval between two comparisons of style, which take a while for many games.
const STYLE_INTERVAL: Duration = Duration::from_secs(2);

/// Writes the events to standard output, each at once.
#[derive(Debug)]
pub(super) struct Events {
    out: BufWriter<Stdout>,
    /// When the last comparison of style was written, and how long that took.
    styled: (Instant, Duration),
}

impl Events {
    /// Writes the start of a match; `concurrency` games are played at once.
    ///
    /// # Errors
    /// If standard output is closed, as in the other functions.
    pub fn begin(plan: &Match, concurrency: usize) -> io::Result<Self> {
        let mut events = Self { out: BufWriter::new(io::stdout()), styled: (Instant::now(), Duration::ZERO) };
        events.write(&events::start(plan, concurrency))?;
        Ok(events)
    }

    /// A running game.
    pub fn position(&mut self, plan: &Match, snapshot: &Snapshot) -> io::Result<()> {
        self.write(&events::position(plan, snapshot))
    }

    /// A pair that counts, with the statistics after it.
    pub fn pair(&mut self, results: &MatchResults, report: &Report) -> io::Result<()> {
        events::pair(results, report).map_or(Ok(()), |event| self.write(&event))
    }

    /// The style of both players, unless it was written a moment ago.
    pub fn style(&mut self, plan: &Match, styles: &Styles) -> io::Result<()> {
        let (at, took) = self.styled;
        if at.elapsed() < STYLE_INTERVAL.max(20 * took) {
            return Ok(());
        }
        let started = Instant::now();
        self.write(&events::style(plan, styles))?;
        self.styled = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// The end of the match, after the final style.
    pub fn end(&mut self, plan: &Match, styles: Option<&Styles>, is_cut: bool) -> io::Result<()> {
        if let Some(styles) = styles {
            self.write(&events::style(plan, styles))?;
        }
        self.write(&events::end(is_cut))
    }

    fn write(&mut self, event: &Value) -> io::Result<()> {
        let written = writeln!(self.out, "{event}").and_then(|()| self.out.flush());
        written.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => io::Error::new(error.kind(), "the reader of the events is gone"),
            _ => error,
        })
    }
}
