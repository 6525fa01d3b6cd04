//! Observers of the games of a match or tournament: journal, PGN file, reports, style, failures.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::options::GameOptions;
use super::outputs::Outputs;
use super::reporter::Reporter;
use super::tables::Styles;
use crate::arena::{Event, Journal, Match, MatchResults, Played};
use crate::board::Color;
use crate::cli::files::GameFile;
use crate::cli::stdout::IgnoreBrokenPipe;
use crate::cli::stdout::TextOut;
use crate::report::{Collector, RunInfo, Tournament};
use crate::stats::{CountsError, Decision, Report, Sprt};

/// Everything that is updated with each game.
pub(super) struct Observers<'a> {
    pub plan: &'a Match,
    pub test: Option<Sprt>,
    /// Start date, `YYYY.MM.DD`.
    pub date: &'a str,
    pub journal: Option<Journal>,
    pub games: Option<GameFile>,
    pub failures: Failures,
    pub reporter: Reporter<IgnoreBrokenPipe<TextOut>>,
    pub styles: Styles,
    /// Whether the styles are printed.
    pub prints_styles: bool,
    /// Data for the report of a match.
    pub collector: Option<Collector>,
    pub results: MatchResults,
    /// State of the SPRT.
    pub decision: Decision,
}

impl Observers<'_> {
    /// Passes an event on; breaks off when the SPRT is decided.
    pub fn notify(&mut self, event: Event<'_>) -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Finished(played) => self.game_finished(played)?,
            Event::Pair(pair) => self.pair_finished(*pair)?,
        }
        Ok(match self.decision {
            Decision::Continue => ControlFlow::Continue(()),
            Decision::H0 | Decision::H1 => ControlFlow::Break(()),
        })
    }

    fn game_finished(&mut self, played: &Played) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(self.plan, played)?;
        }
        if let Some(note) = self.failures.note(self.plan, played)? {
            self.reporter.note(&note);
        }
        Ok(())
    }

    fn pair_finished(&mut self, pair: [Played; 2]) -> anyhow::Result<()> {
        let (plan, date) = (self.plan, self.date);
        self.styles.add(plan, &pair);
        let written = self
            .games
            .as_mut()
            .map_or(Ok(()), |file| file.add(pair.iter().map(|played| plan.pgn(played, date))));
        let (pairing, tally) = self.results.add(pair);
        let report = Report::new(tally.results()?, self.test);
        if let (Some(collector), Some(pair)) = (&mut self.collector, self.results.pairs().last()) {
            collector.add(pair, &report);
        }
        self.decision = report.decision().unwrap_or(Decision::Continue);
        self.reporter.pair(plan, &self.results, pairing, &report)?;
        // The pair counts even if it could not be written.
        written
    }

    /// Returns `true` if games are missing.
    pub fn is_cut(&self) -> bool {
        self.decision == Decision::Continue && self.results.games() < self.plan.schedule.games()
    }

    /// Prints the result and writes the reports; an error in one does not stop the others.
    pub fn end(mut self, options: &GameOptions, outputs: &Outputs, run_info: RunInfo) -> anyhow::Result<()> {
        let is_cut = self.is_cut();
        let printed = self.reporter.end(self.plan, options, self.test, &self.results, is_cut);
        let compared =
            if self.prints_styles { self.styles.write(self.plan, self.reporter.out()) } else { Ok(()) };
        let written = self.write_reports(outputs, run_info);
        printed.and(compared.map_err(Into::into)).and(written)
    }

    fn write_reports(&mut self, outputs: &Outputs, run_info: RunInfo) -> anyhow::Result<()> {
        if let Some(collector) = self.collector.take() {
            let statistics = self.statistics()?;
            let style = self.styles.comparison(self.plan, [0, 1]);
            let document = collector.document(self.plan, &self.results, statistics, style, run_info);
            return outputs.write_match(&document);
        }
        if outputs.are_wanted() {
            outputs.write_tournament(&Tournament::new(self.plan, &self.results, &run_info)?)
        } else {
            Ok(())
        }
    }

    /// Statistics of the first pairing, the only one of a match.
    fn statistics(&self) -> Result<Report, CountsError> {
        let tally = self.results.pairings().next();
        let tally = tally.map(|(_, tally)| tally).unwrap_or_default();
        Ok(Report::new(tally.results()?, self.test))
    }
}

/// Number of last lines shown without a log folder.
const SHOWN_LINES: usize = 4;

#[derive(Debug)]
pub struct Failures {
    folder: Option<PathBuf>,
}

impl Failures {
    /// Creates the folder, if one is given.
    pub fn new(folder: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        Ok(Self { folder: folder.map(Path::to_owned) })
    }

    /// Message about an engine failure in a game, if there was one. Its last lines are logged.
    pub fn note(&self, plan: &Match, played: &Played) -> anyhow::Result<Option<String>> {
        let Some(failure) = &played.record.failure else {
            return Ok(None);
        };
        let number = played.slot.game + 1;
        let player = played.slot.players[failure.side as usize];
        let name = &plan.participants[player].name;
        let reason = played.record.termination.reason;
        let side = match failure.side {
            Color::White => "White",
            Color::Black => "Black",
        };
        let headline = format!("game {number}: {name} ({side}): {reason}: {}", failure.message);
        let words = &failure.last_lines;
        let more = match &self.folder {
            Some(folder) => {
                let path = free_path(folder, number);
                fs::write(&path, format!("{headline}\n{}\n", words.join("\n")))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                format!("\n  log: {}", path.display())
            }
            None => {
                let shown = &words[words.len().saturating_sub(SHOWN_LINES)..];
                shown.iter().map(|line| format!("\n  {line}")).collect()
            }
        };
        Ok(Some(format!("warning: {headline}{more}")))
    }
}

/// A path that does not exist yet: another match may use the same folder.
fn free_path(folder: &Path, game: usize) -> PathBuf {
    let mut path = folder.join(format!("game-{game}.log"));
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = folder.join(format!("game-{game}-{number}.log"));
    }
    path
}
