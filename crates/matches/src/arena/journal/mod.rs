//! The journal of a match: a file to which each finished game is appended at once, so that a crash loses only running
//! games.
//!
//! JSON lines: the header, then the games in the order in which they ended. An incomplete last line, left by a killed
//! process, does not count.

mod header;
mod line;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

pub use header::Header;
pub use line::StoredScore;

use super::runner::{Match, Played};
use line::Line;
use temperament_engine::fnv::fnv1a;
use temperament_engine::input;
use temperament_engine::locked;

/// Maximum length of a line, in bytes: far more than the longest game needs.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Error: a journal cannot be used. The message names the file.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(String);

/// A journal that is open for writing and locked against other processes.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Id of the match, stored in each line.
    id: String,
}

/// The content of a journal.
#[derive(Debug)]
pub struct Stored {
    /// The first line.
    pub header: Header,
    path: PathBuf,
    /// Id of the match, stored in each line.
    id: String,
    /// The other lines with their numbers.
    lines: Vec<(usize, Line)>,
    /// Length up to the end of the last complete line, in bytes.
    length: u64,
}

impl Journal {
    /// Creates a journal. Overwrites an existing file only with `force`.
    ///
    /// # Errors
    /// See [`JournalError`]. A file that another process is writing stays as it is.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Self, JournalError> {
        let file = locked::create(path, force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError(format!(
                "{} exists; --resume goes on with it, --force overwrites it",
                path.display()
            )),
            _ => failed(path)(error),
        })?;
        let first = serde_json::to_string(header).map_err(|error| failed(path)(error.into()))?;
        let mut journal = Self { path: path.to_owned(), file, id: id(&first) };
        journal.append(first)?;
        Ok(journal)
    }

    /// Opens and locks a journal for [`Self::resume`].
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: &Path) -> Result<(Self, Stored), JournalError> {
        // Locked before reading, because another process might be appending.
        let file = locked::open(path).map_err(failed(path))?;
        let stored = Stored::parse(path, input::reader(&file).map_err(failed(path))?)?;
        let journal = Self { path: path.to_owned(), file, id: stored.id.clone() };
        Ok((journal, stored))
    }

    /// Returns the stored games and truncates an incomplete last line.
    ///
    /// # Errors
    /// If the match has changed or a line is not a game of it; see [`JournalError`].
    pub fn resume(&self, stored: &Stored, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let games = stored.check(plan)?;
        locked::go_on_at(&self.file, stored.length).map_err(failed(&self.path))?;
        Ok(games)
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, plan: &Match, played: &Played) -> Result<(), JournalError> {
        let line = Line::new(plan, played, self.id.clone());
        let text = serde_json::to_string(&line).map_err(|error| failed(&self.path)(error.into()))?;
        self.append(text)
    }

    /// Writes a line with a single call.
    fn append(&mut self, mut text: String) -> Result<(), JournalError> {
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.map_err(failed(&self.path))
    }
}

impl Stored {
    /// Reads a journal, also while another process appends to it.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::parse(path, BufReader::new(input::open(path).map_err(failed(path))?))
    }

    fn parse(path: &Path, mut reader: impl BufRead) -> Result<Self, JournalError> {
        let none = "this is no journal of a match";
        let (first, mut length) = next_line(&mut reader, path, 1)?.ok_or_else(|| fault(path, 1, none))?;
        let header: Header =
            serde_json::from_str(&first).map_err(|error| fault(path, 1, format!("{none}: {error}")))?;
        header.check_format().map_err(|message| fault(path, 1, message))?;
        let mut lines = Vec::new();
        for number in 2.. {
            let Some((text, bytes)) = next_line(&mut reader, path, number)? else {
                break;
            };
            let line = serde_json::from_str(&text).map_err(|error| fault(path, number, error.to_string()))?;
            lines.push((number, line));
            length += bytes;
        }
        Ok(Self { header, path: path.to_owned(), id: id(&first), lines, length })
    }

    /// Returns the number of finished games.
    pub fn number_of_games(&self) -> usize {
        self.lines.len()
    }

    /// Returns the highest game number, from 1; 0 without games.
    pub fn last_game(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.game).max().unwrap_or(0)
    }

    /// Returns the games if the match has not changed.
    ///
    /// # Errors
    /// If that is another match, or a line no game of it, or see [`JournalError`].
    pub fn check(&self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        if let Some(what) = self.header.difference(plan) {
            return Err(about(&self.path, format_args!("{what}; this match cannot be resumed")));
        }
        self.games(plan)
    }

    /// Returns the games of a match with the same openings and names. Identical duplicates are merged.
    ///
    /// # Errors
    /// If the openings differ or a line is not a game of the match.
    pub fn games(&self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let Self { header, path, id, lines, .. } = self;
        if !header.has_openings_of(plan) {
            return Err(about(
                path,
                "the openings have changed since; its games cannot be read without those it began with",
            ));
        }
        let mut games: BTreeMap<usize, Played> = BTreeMap::new();
        for &(number, ref line) in lines {
            let played = if line.header.as_ref().is_none_or(|of| of == id) {
                line.played(plan)
            } else {
                Err("this game is of another match".to_owned())
            };
            let played = played.map_err(|message| fault(path, number, message))?;
            match games.entry(played.slot.game) {
                Entry::Vacant(place) => {
                    place.insert(played);
                }
                Entry::Occupied(other) if other.get().is_same(&played) => {}
                Entry::Occupied(_) => {
                    let game = played.slot.game + 1;
                    let message = format!("game {game} is there twice, and not the same");
                    return Err(fault(path, number, message));
                }
            }
        }
        Ok(games.into_values().collect())
    }
}

/// Returns the next line without its end, and its length in bytes including the end; `None` after the last complete
/// line.
fn next_line(
    reader: &mut impl BufRead,
    path: &Path,
    number: usize,
) -> Result<Option<(String, u64)>, JournalError> {
    let mut bytes = Vec::new();
    let read = input::read_line(reader, &mut bytes, MAX_LINE_BYTES);
    let length = read.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => fault(path, number, error.to_string()),
        _ => failed(path)(error),
    })?;
    let line = bytes.strip_suffix(b"\n");
    Ok(line.map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        (String::from_utf8_lossy(line).into_owned(), length as u64)
    }))
}

/// Returns the id of a match: a hash of the first line of its journal.
fn id(first_line: &str) -> String {
    format!("{:016x}", fnv1a(first_line.bytes()))
}

fn about(path: &Path, what: impl Display) -> JournalError {
    JournalError(format!("{}: {what}", path.display()))
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |error| about(&path, error)
}

fn fault(path: &Path, line: usize, message: impl Into<String>) -> JournalError {
    JournalError(format!("{}:{line}: {}", path.display(), message.into()))
}
