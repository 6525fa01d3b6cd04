//! The reports that a match writes when it is over: `--json` and `--report`.

use std::path::Path;

use anyhow::ensure;
use serde::Serialize;
use serde_json::Value;

use super::options::Running;
use super::setup::Saved;
use crate::cli::files::{Later, check_free, is_same};
use crate::profile::diff::{self, Change};
use crate::profile::{Library, Tweaks};
use crate::report::{Circumstances, Document, Tournament, page};

/// Makes sure, before anything is created, that no two files are one and that the games can be written.
fn check(running: &Running, report: Option<&Path>) -> anyhow::Result<()> {
    let named = [
        ("--json", running.json.as_deref()),
        ("--report", report),
        ("--pgn", running.pgn.as_deref()),
        ("--journal", running.journal.as_deref()),
        ("--resume", running.resume.as_deref()),
    ];
    let named: Vec<(&str, &Path)> = named
        .into_iter()
        .filter_map(|(option, path)| Some((option, path?)))
        .collect();
    for (index, (option, path)) in named.iter().enumerate() {
        for (other, before) in &named[..index] {
            ensure!(!is_same(before, path), "{other} and {option} name the same file");
        }
    }
    if let Some(path) = &running.pgn {
        Later::new(path, running.force)?;
    }
    match &running.journal {
        // A file that exists may be resumed, which the journal says itself.
        Some(path) => check_free(path, true),
        None => Ok(()),
    }
}

/// The files that are to be written.
#[derive(Debug)]
pub(super) struct Outputs {
    json: Option<Later>,
    page: Option<Later>,
}

impl Outputs {
    /// Makes sure, before anything is created, that all files of a match can be written, and that no two are one.
    pub fn new(running: &Running, report: Option<&Path>) -> anyhow::Result<Self> {
        check(running, report)?;
        let file = |path: Option<&Path>| path.map(|path| Later::new(path, running.force)).transpose();
        let (json, page) = (file(running.json.as_deref())?, file(report)?);
        Ok(Self { json, page })
    }

    /// Whether there is a report to be written.
    pub fn are_wanted(&self) -> bool {
        self.json.is_some() || self.page.is_some()
    }

    /// Writes the reports on a match.
    pub fn write_match(&self, document: &Document) -> anyhow::Result<()> {
        if let Some(file) = &self.json {
            write_json(file, document)?;
        }
        if let Some(file) = &self.page {
            file.write(&page::page(document)?)?;
        }
        Ok(())
    }

    /// Writes the report on a tournament.
    pub fn write_tournament(&self, tournament: &Tournament) -> anyhow::Result<()> {
        self.json.iter().try_for_each(|file| write_json(file, tournament))
    }
}

fn write_json(file: &Later, document: &impl Serialize) -> anyhow::Result<()> {
    file.write(&(serde_json::to_string(document)? + "\n"))
}

impl Saved {
    /// What reports tell of it; `resumed` is the command that runs now, if another one has begun it.
    pub fn circumstances(
        &self,
        date: &str,
        resumed: Option<Vec<String>>,
        library: &Library,
    ) -> anyhow::Result<Circumstances> {
        let mut options = serde_json::to_value(self)?;
        if let Value::Object(fields) = &mut options {
            // It stands beside the options.
            fields.shift_remove("command");
        }
        Ok(Circumstances {
            command: self.command.clone(),
            resumed,
            date: date.to_owned(),
            options,
            openings: self.options.openings.to_string(),
            changes: self.changes(library)?,
        })
    }

    /// In what the two profiles differ; `None` if there are not two, or one of them is none.
    fn changes(&self, library: &Library) -> anyhow::Result<Option<Vec<Change>>> {
        let values = self.players.sides()?.into_iter().map(|side| {
            let tweaks = library.tweaks().and(&Tweaks::new(&side.origin, &side.tweaks));
            let loaded = library.with_tweaks(tweaks).load(&side.profile);
            loaded.ok().map(|(profile, _)| profile.values)
        });
        let values: Option<Vec<_>> = values.collect();
        Ok(match values.as_deref() {
            Some([a, b]) => Some(diff::changes(a, b)),
            _ => None,
        })
    }
}
