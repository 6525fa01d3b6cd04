//! Observers of the games of a match or tournament: journal, PGN file, reports, style, failures.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::events::Events;
use super::outputs::Outputs;
use super::reporter::Reporter;
use super::tables;
use crate::cli::files::GameFile;
use temperament_coaching::report::{Document, RunInfo, Tournament};
use temperament_engine::board::Color;
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Event, Match, MatchJournal, Played};
use temperament_matches::setup::GameOptions;
use temperament_matches::stats::Decision;

/// Everything that is updated with each game.
pub(super) struct Observers<'a> {
    pub plan: &'a Match,
    /// Whether it is a match rather than a tournament.
    pub is_match: bool,
    pub run_info: RunInfo,
    pub journal: Option<MatchJournal>,
    pub games: Option<GameFile>,
    /// Folder for logs of engine failures.
    pub log: Option<&'a Path>,
    pub reporter: Reporter<Box<dyn Write>>,
    /// Prints events in place of the reporter's text.
    pub events: Option<Events>,
    /// Whether the styles are printed.
    pub prints_styles: bool,
    pub progress: MatchProgress,
}

impl Observers<'_> {
    /// Passes an event on; breaks off when the SPRT is decided.
    pub fn notify(&mut self, event: Event<'_>) -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Position(snapshot) => {
                self.events.as_mut().map_or(Ok(()), |events| events.position(self.plan, snapshot))?;
            }
            Event::Finished(played) => self.game_finished(played)?,
            Event::Pair(pair) => self.pair_finished(*pair)?,
        }
        Ok(match self.progress.decision {
            Decision::Continue => ControlFlow::Continue(()),
            Decision::H0 | Decision::H1 => ControlFlow::Break(()),
        })
    }

    fn game_finished(&mut self, played: &Played) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(self.plan, played)?;
        }
        if let Some(note) = failure_note(self.log, self.plan, played)? {
            self.reporter.note(&note);
        }
        Ok(())
    }

    fn pair_finished(&mut self, pair: [Played; 2]) -> anyhow::Result<()> {
        let (plan, date) = (self.plan, &self.run_info.date);
        let written = self
            .games
            .as_mut()
            .map_or(Ok(()), |file| file.add(pair.iter().map(|played| plan.pgn(played, date))));
        let (pairing, report) = self.progress.add(plan, pair);
        self.reporter.pair(plan, &self.progress.results, pairing, &report)?;
        if let Some(events) = &mut self.events {
            events.pair(plan, &self.progress, &report)?;
        }
        // The pair counts even if it could not be written.
        written
    }

    /// Prints the result and writes the reports; an error in one does not stop the others.
    pub fn end(mut self, options: &GameOptions, outputs: &Outputs) -> anyhow::Result<()> {
        let MatchProgress { results, test, styles, .. } = &self.progress;
        let is_cut = self.progress.is_cut(self.plan);
        let printed = self.reporter.end(self.plan, options, *test, results, is_cut);
        let compared = if self.prints_styles {
            tables::write_styles(self.reporter.out(), self.plan, styles)
        } else {
            Ok(())
        };
        if let Some(events) = &mut self.events {
            events.end(self.plan, &self.progress)?;
        }
        let written = self.write_reports(outputs);
        printed.and(compared.map_err(Into::into)).and(written)
    }

    fn write_reports(&self, outputs: &Outputs) -> anyhow::Result<()> {
        let (plan, MatchProgress { results, test, styles, .. }) = (self.plan, &self.progress);
        if !outputs.are_wanted() {
            Ok(())
        } else if self.is_match {
            let style = styles.comparison(plan, [0, 1]);
            let document = Document::new(plan, results, *test, style, self.run_info.clone());
            outputs.write_match(&document)
        } else {
            outputs.write_tournament(&Tournament::new(plan, results, self.run_info.clone()))
        }
    }
}

/// Number of last lines shown without a log folder.
const SHOWN_LINES: usize = 4;

/// Message about an engine failure in a game, if there was one. Its last lines are logged to a file in `folder`.
fn failure_note(folder: Option<&Path>, plan: &Match, played: &Played) -> anyhow::Result<Option<String>> {
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
    let more = match folder {
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
