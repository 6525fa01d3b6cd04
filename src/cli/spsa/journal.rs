//! The journal of a run: JSON lines, first the settings, then the results of each batch. The numbers follow from it, so a
//! run that was killed goes on as if nothing had happened.

use std::io::BufRead;
use std::path::Path;

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::Options;
use crate::cli::journal::stored_options;
use temperament_matches::journal::{Entries, Journal, JournalError};

/// Version of the format.
const VERSION: u32 = 1;

/// A number at the start of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredNumber {
    /// As for `--set`.
    pub name: String,
    /// In steps.
    pub value: i32,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header<O> {
    spsa: u32,
    options: O,
    numbers: Vec<StoredNumber>,
}

/// The other lines.
#[derive(Debug, Serialize, Deserialize)]
struct Batch {
    results: Vec<i32>,
}

/// The content of a journal.
pub struct Stored {
    pub options: Options,
    numbers: Vec<StoredNumber>,
    /// Wins minus losses of the first side of each pair, by batch.
    pub results: Vec<Vec<i32>>,
    /// Length up to the end of the last complete line, in bytes.
    length: u64,
}

impl Stored {
    /// Reads the journal of a run, also while another process appends to it.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        Self::parse(path, Entries::read(path)?)
    }

    fn parse(path: &Path, mut entries: Entries<impl BufRead>) -> anyhow::Result<Self> {
        let (header, _): (Header<Value>, _) = entries.header("spsa")?;
        let Header { spsa, options, numbers } = header;
        let options = stored_options::<Options, _>(&options, path)?;
        ensure!(
            spsa == VERSION,
            entries.error(format_args!("this journal has format {spsa}, not {VERSION}"))
        );
        let mut results = Vec::new();
        while let Some(Batch { results: batch }) = entries.next_entry()? {
            ensure!(
                batch.iter().all(|result| (-2..=2).contains(result)),
                entries.error("the result of a pair is from -2 to 2")
            );
            results.push(batch);
        }
        Ok(Self { options, numbers, results, length: entries.length() })
    }

    /// Checks that the numbers are still those with which the run began.
    pub fn check(&self, now: &[StoredNumber]) -> anyhow::Result<()> {
        let changed = self.numbers.iter().zip(now).find(|(then, now)| then != now);
        if let Some((then, now)) = changed {
            bail!(
                "this run began with {} = {}, and now there is {} = {}; it cannot be resumed",
                then.name,
                then.value,
                now.name,
                now.value
            );
        }
        ensure!(
            self.numbers.len() == now.len(),
            "this run began with {} numbers, and now there are {}; it cannot be resumed",
            self.numbers.len(),
            now.len()
        );
        Ok(())
    }
}

/// Creates the journal of a run; overwrites an existing file only with `force`.
pub fn create(
    path: &Path,
    options: &Options,
    numbers: Vec<StoredNumber>,
    force: bool,
) -> anyhow::Result<Journal> {
    let header = Header { spsa: VERSION, options, numbers };
    let mut journal = Journal::create(path, force)?;
    journal.append(&header)?;
    Ok(journal)
}

/// Opens and locks the journal of a run to go on with it.
pub fn resume(path: &Path) -> anyhow::Result<(Journal, Stored)> {
    let journal = Journal::open(path)?;
    let stored = Stored::parse(path, journal.entries()?)?;
    journal.resume(stored.length)?;
    Ok((journal, stored))
}

/// Appends the results of a batch.
pub fn add(journal: &mut Journal, results: &[i32]) -> Result<(), JournalError> {
    journal.append(&Batch { results: results.to_vec() })
}
