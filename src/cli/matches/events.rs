//! `temper match --events`: the course of a match as lines of JSON.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

use serde_json::Value;

use temperament_coaching::report::events::{self, PairEvents};
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Match, Snapshot};
use temperament_matches::stats::Report;

/// Writes the events to standard output, each at once.
#[derive(Debug)]
pub(super) struct Events {
    out: BufWriter<Stdout>,
    pairs: PairEvents,
}

impl Events {
    /// Writes the start of a match; `concurrency` games are played at once.
    ///
    /// # Errors
    /// If standard output is closed, as in the other functions.
    pub fn begin(plan: &Match, concurrency: usize, has_styles: bool) -> io::Result<Self> {
        let mut events = Self { out: BufWriter::new(io::stdout()), pairs: PairEvents::new(has_styles) };
        events.write(&events::start(plan, concurrency))?;
        Ok(events)
    }

    /// A running game.
    pub fn position(&mut self, plan: &Match, snapshot: &Snapshot) -> io::Result<()> {
        self.write(&events::position(plan, snapshot))
    }

    /// A pair that counts, with the statistics after it.
    pub fn pair(&mut self, plan: &Match, progress: &MatchProgress, report: &Report) -> io::Result<()> {
        let events = self.pairs.pair(plan, progress, report);
        events.iter().try_for_each(|event| self.write(event))
    }

    /// The end of the match.
    pub fn end(&mut self, plan: &Match, progress: &MatchProgress) -> io::Result<()> {
        let events = self.pairs.end(plan, progress);
        events.iter().try_for_each(|event| self.write(event))
    }

    fn write(&mut self, event: &Value) -> io::Result<()> {
        let written = writeln!(self.out, "{event}").and_then(|()| self.out.flush());
        written.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => io::Error::new(error.kind(), "the reader of the events is gone"),
            _ => error,
        })
    }
}
