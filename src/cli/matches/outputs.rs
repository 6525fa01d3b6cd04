//! The reports that a match writes when it is over: `--json` and `--report`.

use std::path::PathBuf;

use anyhow::ensure;
use serde_json::Value;

use super::options::Running;
use super::setup::Saved;
use crate::arena::Match;
use crate::cli::files::{Later, check_free, is_same};
use crate::profile::diff::{self, Change};
use crate::profile::{Library, Tweaks};
use crate::report::{Circumstances, Collector, page};
use crate::stats::Sprt;

/// Where reports go.
#[derive(Debug, Default, clap::Args)]
pub(super) struct OutputArgs {
    /// Write everything about the match to this file: options, statistics and their course, openings, games
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the same as a page to be looked at, with charts and the most telling games
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Makes sure, before anything is created, that no two files are one and that the games can be written.
pub(super) fn check(running: &Running, args: &OutputArgs) -> anyhow::Result<()> {
    let named = [
        ("--json", &args.json),
        ("--report", &args.report),
        ("--pgn", &running.pgn),
        ("--journal", &running.journal),
        ("--resume", &running.resume),
    ];
    let named: Vec<(&str, &PathBuf)> = named
        .into_iter()
        .filter_map(|(option, path)| Some((option, path.as_ref()?)))
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

/// The files that are to be written; none of them for a tournament.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    json: Option<Later>,
    page: Option<Later>,
}

impl Outputs {
    /// Makes sure that the files can be written.
    pub fn new(args: &OutputArgs, force: bool) -> anyhow::Result<Self> {
        let file = |path: &Option<PathBuf>| path.as_ref().map(|path| Later::new(path, force)).transpose();
        let (json, page) = (file(&args.json)?, file(&args.report)?);
        Ok(Self { json, page })
    }

    /// What hears the games, if there is a report to be written.
    pub fn collector(&self, test: Option<Sprt>) -> Option<Collector> {
        (self.json.is_some() || self.page.is_some()).then(|| Collector::new(test))
    }

    /// Writes the reports on what was collected.
    pub fn write(
        &self,
        plan: &Match,
        collector: Option<Collector>,
        told: Circumstances,
    ) -> anyhow::Result<()> {
        let Some(collector) = collector else {
            return Ok(());
        };
        let document = collector.document(plan, told)?;
        if let Some(file) = &self.json {
            file.write(&(serde_json::to_string(&document)? + "\n"))?;
        }
        if let Some(file) = &self.page {
            file.write(&page::page(&document)?)?;
        }
        Ok(())
    }
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
            openings: self.options.openings.clone(),
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
