//! Journals: files of lines, most of them JSON, to which each result is appended at once, so that a crash loses only what
//! was running.
//!
//! An incomplete last line, left by a killed process, does not count. It is cut off before the next line is written.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Take, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use temperament_engine::input::{self, Lines};
use temperament_engine::locked;

/// Maximum length of a line, in bytes: far more than the longest game with its searches needs.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// Error: a journal cannot be used. The message names the file.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(String);

impl JournalError {
    /// An error of the whole journal.
    pub fn new(path: &Path, message: impl Display) -> Self {
        Self(format!("{}: {message}", path.display()))
    }

    /// An error in a line, counted from 1.
    pub fn in_line(path: &Path, line: usize, message: impl Display) -> Self {
        Self(format!("{}:{line}: {message}", path.display()))
    }
}

/// A journal that is open for writing and locked against other processes.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Creates a journal. Overwrites an existing file only with `force`.
    ///
    /// # Errors
    /// If it cannot be created. A file that another process is writing stays as it is.
    pub fn create(path: &Path, force: bool) -> Result<Self, JournalError> {
        let file = locked::create(path, force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError(format!(
                "{} exists; --resume goes on with it, --force overwrites it",
                path.display()
            )),
            _ => JournalError::new(path, error),
        })?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Opens and locks a journal. Its entries have to be read before it can be resumed.
    ///
    /// # Errors
    /// If there is none, another process is writing it, or it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = locked::open(path).map_err(|error| JournalError::new(path, error))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Reads the entries from the start.
    ///
    /// # Errors
    /// Those of the file.
    pub fn entries(&self) -> Result<Entries<BufReader<Take<&File>>>, JournalError> {
        let reader = input::reader(&self.file).map_err(|error| JournalError::new(&self.path, error))?;
        Ok(Entries::new(&self.path, reader))
    }

    /// Goes on after the entries that have been read, of this [`Entries::length`].
    ///
    /// # Errors
    /// If what follows, an incomplete line, cannot be cut off.
    pub fn resume(&self, length: u64) -> Result<(), JournalError> {
        locked::go_on_at(&self.file, length).map_err(|error| JournalError::new(&self.path, error))
    }

    /// Appends an entry with a single call.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        let text = serde_json::to_string(entry).map_err(io::Error::from);
        let written = text.and_then(|text| self.file.write_all((text + "\n").as_bytes()));
        written.map_err(|error| JournalError::new(&self.path, error))
    }
}

/// The entries of a journal: its complete lines.
#[derive(Debug)]
pub struct Entries<R> {
    path: PathBuf,
    lines: Lines<R>,
    /// Number of the last line that has been read.
    number: usize,
    length: u64,
}

impl Entries<BufReader<Take<File>>> {
    /// Reads a journal, also while another process appends to it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let file = input::open(path).map_err(|error| JournalError::new(path, error))?;
        Ok(Self::new(path, BufReader::new(file)))
    }
}

impl<R: BufRead> Entries<R> {
    pub fn new(path: &Path, reader: R) -> Self {
        Self { path: path.to_owned(), lines: Lines::new(reader, MAX_LINE_BYTES), number: 0, length: 0 }
    }

    /// Returns the text of the next entry without its line end; `None` after the last one.
    ///
    /// # Errors
    /// Those of the file, and if the line is too long.
    pub fn next_line(&mut self) -> Result<Option<String>, JournalError> {
        let read = self.lines.next_line().map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => JournalError::in_line(&self.path, self.number + 1, error),
            _ => JournalError::new(&self.path, error),
        });
        let Some(mut line) = read?.filter(|line| line.text.ends_with('\n')) else {
            return Ok(None);
        };
        self.number += 1;
        self.length += line.length;
        let end = if line.text.ends_with("\r\n") { 2 } else { 1 };
        line.text.truncate(line.text.len() - end);
        Ok(Some(line.text))
    }

    /// Returns the next entry; `None` after the last one.
    ///
    /// # Errors
    /// See [`Self::next_line`], and if it is something else.
    pub fn next_entry<T: DeserializeOwned>(&mut self) -> Result<Option<T>, JournalError> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        serde_json::from_str(&line).map(Some).map_err(|error| self.error(error))
    }

    /// Returns the first entry, and its text. `kind` says what was begun by it: "a match".
    ///
    /// # Errors
    /// See [`Self::next_line`], and if this is no journal of that kind.
    pub fn header<T: DeserializeOwned>(&mut self, kind: &str) -> Result<(T, String), JournalError> {
        let none = || format!("this is no journal of {kind}");
        let line = self.next_line()?.ok_or_else(|| JournalError::in_line(&self.path, 1, none()))?;
        let header =
            serde_json::from_str(&line).map_err(|error| self.error(format!("{}: {error}", none())))?;
        Ok((header, line))
    }

    /// Returns the number of the last line that has been read, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the length of the entries that have been read, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// An error in the last line that has been read.
    pub fn error(&self, message: impl Display) -> JournalError {
        JournalError::in_line(&self.path, self.number, message)
    }
}
