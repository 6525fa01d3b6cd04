//! The journal of a run: JSON lines, first the settings, then the results of each batch. The numbers follow from it, so a
//! run that was killed goes on as if nothing had happened; an incomplete last line does not count.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::Options;
use crate::cli::journal::check_options;
use temperament_engine::input;
use temperament_engine::locked;

/// Version of the format.
const VERSION: u32 = 1;
/// Maximum size of a journal in bytes: millions of pairs.
const MAX_BYTES: u64 = 256 << 20;

/// A number at the start of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredNumber {
    /// Its name, as for `--set`.
    pub name: String,
    /// Its value, in steps.
    pub value: i32,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Header {
    spsa: u32,
    pub options: Options,
    numbers: Vec<StoredNumber>,
}

/// The other lines.
#[derive(Debug, Serialize, Deserialize)]
struct Batch {
    results: Vec<i32>,
}

/// A journal that is open for writing; closed if it is only shown.
pub struct Journal(Option<File>);

impl Header {
    pub fn new(options: Options, numbers: Vec<StoredNumber>) -> Self {
        Self { spsa: VERSION, options, numbers }
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

impl Journal {
    /// Creates a journal; overwrites an existing file only with `force`.
    pub fn create(path: &Path, header: &Header, force: bool) -> anyhow::Result<Self> {
        let shown = path.display();
        let file = match locked::create(path, force) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{shown} exists; --resume goes on with it, --force overwrites it")
            }
            opened => opened.with_context(|| format!("cannot create {shown}"))?,
        };
        let mut journal = Self(Some(file));
        journal.write(header)?;
        Ok(journal)
    }

    /// Reads a journal and opens it for more, unless it is only shown.
    pub fn resume(path: &Path, is_shown: bool) -> anyhow::Result<(Header, Self, Vec<Vec<i32>>)> {
        let shown = path.display();
        let (file, text) = read(path, is_shown).with_context(|| shown.to_string())?;
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines().zip(1..);
        let (first, _) = lines.next().with_context(|| format!("{shown}: this is no journal of spsa"))?;
        let none = || format!("{shown}:1: this is no journal of spsa");
        let value: Value = serde_json::from_str(first).with_context(none)?;
        check_options::<Options>(&value["options"], path)?;
        let header: Header = serde_json::from_value(value).with_context(none)?;
        ensure!(header.spsa == VERSION, "{shown}:1: this journal has format {}, not {VERSION}", header.spsa);
        let batch = |(line, number): (&str, u32)| {
            let batch: Batch = serde_json::from_str(line).with_context(|| format!("{shown}:{number}"))?;
            ensure!(
                batch.results.iter().all(|result| (-2..=2).contains(result)),
                "{shown}:{number}: the result of a pair is from -2 to 2"
            );
            Ok(batch.results)
        };
        let results = lines.map(batch).collect::<anyhow::Result<Vec<_>>>()?;
        if let Some(file) = &file {
            locked::go_on_at(file, whole.len() as u64).with_context(|| shown.to_string())?;
        }
        Ok((header, Self(file), results))
    }

    /// Appends the results of a batch.
    pub fn add(&mut self, results: &[i32]) -> anyhow::Result<()> {
        self.write(&Batch { results: results.to_vec() })
    }

    /// Appends a line with a single call.
    fn write(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        if let Some(file) = &mut self.0 {
            file.write_all(text.as_bytes()).context("the journal")?;
        }
        Ok(())
    }
}

/// The text of a journal, and its file unless it is only shown.
fn read(path: &Path, is_shown: bool) -> std::io::Result<(Option<File>, String)> {
    if is_shown {
        return Ok((None, input::read_to_string(path, MAX_BYTES)?));
    }
    let file = locked::open(path)?;
    let text = input::text(input::read_all(&file, MAX_BYTES)?)?;
    Ok((Some(file), text))
}
