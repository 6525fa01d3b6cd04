//! All who hear the games of a match or tournament, and what they have to say at its end.

use std::ops::ControlFlow;

use super::failures::Failures;
use super::games::GameFile;
use super::listener::Listener;
use super::options::GameOptions;
use super::outputs::Outputs;
use super::report::Reporter;
use super::style::Styles;
use crate::arena::{Course, Event, Journal, Match, Played};
use crate::cli::TextOut;
use crate::report::{Circumstances, Collector, Tournament};
use crate::stats::{CountsError, Decision, Report, Sprt};

/// Those who hear.
pub(super) struct Audience<'a> {
    pub plan: &'a Match,
    pub test: Option<Sprt>,
    /// When it began: `YYYY.MM.DD`.
    pub date: &'a str,
    pub journal: Option<Journal>,
    pub games: Option<GameFile>,
    pub failures: Failures,
    pub reporter: Reporter<Listener<TextOut>>,
    pub styles: Styles,
    /// Whether the styles are printed.
    pub prints_styles: bool,
    /// For the reports on a match.
    pub collector: Option<Collector>,
    pub course: Course,
    /// What the test says.
    pub decision: Decision,
}

impl Audience<'_> {
    /// Tells everybody; breaks off when the test is decided.
    pub fn hear(&mut self, event: Event<'_>) -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Finished(played) => self.hear_game(played)?,
            Event::Pair(pair) => self.hear_pair(*pair)?,
        }
        Ok(match self.decision {
            Decision::Continue => ControlFlow::Continue(()),
            Decision::H0 | Decision::H1 => ControlFlow::Break(()),
        })
    }

    fn hear_game(&mut self, played: &Played) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(self.plan, played)?;
        }
        if let Some(note) = self.failures.note(self.plan, played)? {
            self.reporter.note(&note);
        }
        Ok(())
    }

    fn hear_pair(&mut self, pair: [Played; 2]) -> anyhow::Result<()> {
        let (plan, date) = (self.plan, self.date);
        self.styles.add(plan, &pair);
        let written = self.games.as_mut().map_or(Ok(()), |file| {
            file.add(pair.iter().map(|played| plan.pgn(played, date)))
        });
        let (pairing, tally) = self.course.add(pair);
        let report = Report::new(tally.results()?, self.test);
        if let (Some(collector), Some(pair)) = (&mut self.collector, self.course.pairs().last()) {
            collector.add(pair, &report);
        }
        self.decision = report.decision().unwrap_or(Decision::Continue);
        self.reporter.pair(plan, &self.course, pairing, &report)?;
        // The pair counts all the same.
        written
    }

    /// Whether games are missing.
    pub fn is_cut(&self) -> bool {
        self.decision == Decision::Continue && self.course.games() < self.plan.schedule.games()
    }

    /// Prints the result and writes the reports: each is tried, whatever becomes of the others.
    pub fn end(
        mut self,
        options: &GameOptions,
        outputs: &Outputs,
        told: Circumstances,
    ) -> anyhow::Result<()> {
        let is_cut = self.is_cut();
        let printed = self
            .reporter
            .end(self.plan, options, self.test, &self.course, is_cut);
        let compared = match self.prints_styles {
            true => self.styles.write(self.plan, self.reporter.out()),
            false => Ok(()),
        };
        let written = self.write_reports(outputs, told);
        printed.and(compared.map_err(Into::into)).and(written)
    }

    fn write_reports(&mut self, outputs: &Outputs, told: Circumstances) -> anyhow::Result<()> {
        if let Some(collector) = self.collector.take() {
            let statistics = self.statistics()?;
            let style = self.styles.comparison(self.plan, [0, 1]);
            let document = collector.document(self.plan, &self.course, statistics, style, told);
            return outputs.write_match(&document);
        }
        match outputs.are_wanted() {
            true => outputs.write_tournament(&Tournament::new(self.plan, &self.course, &told)?),
            false => Ok(()),
        }
    }

    /// Those of the first pairing, the only one of a match.
    fn statistics(&self) -> Result<Report, CountsError> {
        let tally = self.course.tallies().next();
        let tally = tally.map(|(_, tally)| tally).unwrap_or_default();
        Ok(Report::new(tally.results()?, self.test))
    }
}
