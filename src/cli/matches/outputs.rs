//! The report files of a match or tournament: `--json` and `--report`.

use std::path::Path;

use serde::Serialize;

use super::options::RunOptions;
use crate::cli::files::{PendingFile, check_can_create, check_distinct};
use temperament_coaching::report::{Document, Tournament, page};

/// Checks, before anything is created, that no file is named twice and that games and journal can be written.
fn check(options: &RunOptions, report: Option<&Path>) -> anyhow::Result<()> {
    let written = [
        ("--json", options.json.as_deref()),
        ("--report", report),
        ("--pgn", options.pgn.as_deref()),
        ("--journal", options.journal.as_deref()),
        ("--resume", options.resume.as_deref()),
    ];
    check_distinct(&[], &written)?;
    if let Some(path) = &options.pgn {
        PendingFile::new(path, options.force)?;
    }
    match &options.journal {
        // An existing journal can be resumed; its own check says so.
        Some(path) => check_can_create(path, true),
        None => Ok(()),
    }
}

#[derive(Debug)]
pub(super) struct Outputs {
    json: Option<PendingFile>,
    page: Option<PendingFile>,
}

impl Outputs {
    /// Checks, before anything is created, that all output files can be written.
    pub fn new(run_options: &RunOptions, report: Option<&Path>) -> anyhow::Result<Self> {
        check(run_options, report)?;
        let file =
            |path: Option<&Path>| path.map(|path| PendingFile::new(path, run_options.force)).transpose();
        let (json, page) = (file(run_options.json.as_deref())?, file(report)?);
        Ok(Self { json, page })
    }

    /// Returns `true` if a report was requested.
    pub fn are_wanted(&self) -> bool {
        self.json.is_some() || self.page.is_some()
    }

    /// Writes the reports of a match.
    pub fn write_match(&self, document: &Document) -> anyhow::Result<()> {
        if let Some(file) = &self.json {
            write_json(file, document)?;
        }
        if let Some(file) = &self.page {
            file.write(&page::page(document)?)?;
        }
        Ok(())
    }

    /// Writes the report of a tournament.
    pub fn write_tournament(&self, tournament: &Tournament) -> anyhow::Result<()> {
        self.json.iter().try_for_each(|file| write_json(file, tournament))
    }
}

fn write_json(file: &PendingFile, document: &impl Serialize) -> anyhow::Result<()> {
    file.write(&(serde_json::to_string(document)? + "\n"))
}
