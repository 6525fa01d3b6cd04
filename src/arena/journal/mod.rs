//! The journal of a match: a file to which each finished game is added at once, so that whatever happens to the program
//! nothing but the games under way is lost.
//!
//! JSON, one object a line: what the match is, then the games in the order in which they ended. A last line that was
//! being written when the program was killed has no end and does not count.

mod header;
mod line;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

pub use header::{Header, SourceIdentity};

use super::fnv::Fnv;
use super::runner::{Match, Played};
use crate::input;
use line::Line;

/// The longest line, in bytes: far more than the longest game takes.
const LONGEST_LINE: u64 = 16 << 20;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Somebody else is adding games to it.
    #[error("{}: another temper is writing this journal", .0.display())]
    InUse(PathBuf),
    /// There is a file already.
    #[error("{} exists; --resume goes on with it, --force overwrites it", .0.display())]
    Exists(PathBuf),
    /// A line of it is none of a journal.
    #[error("{}:{line}: {message}", .path.display())]
    Fault {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The openings are not those of the match.
    #[error("{}: the openings have changed since; its games cannot be read without those it began with", .0.display())]
    Openings(PathBuf),
    /// The match of the journal is not the one that would be played now.
    #[error("{}: {what}; this match cannot be resumed", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: String,
    },
}

/// A journal, open for more games and closed to everybody else who would add any.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// What its lines say of the match they are of.
    id: String,
}

/// What a journal says.
#[derive(Debug)]
pub struct Stored {
    /// The first line.
    pub header: Header,
    path: PathBuf,
    /// What the lines of its match say of it.
    id: String,
    /// The lines after it, with their numbers.
    lines: Vec<(usize, Line)>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

impl Journal {
    /// Begins a journal, in place of a file that exists only if forced.
    ///
    /// # Errors
    /// See [`JournalError`]. A file in which somebody else writes stays as it is.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Self, JournalError> {
        let mut how = OpenOptions::new();
        how.write(true);
        match force {
            // It is emptied when nobody else can be writing in it.
            true => how.create(true).truncate(false),
            false => how.create_new(true),
        };
        let file = how.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => failed(path)(error),
        })?;
        if lock(&file, path)? {
            file.set_len(0).map_err(failed(path))?;
        }
        let first = serde_json::to_string(header).map_err(|error| failed(path)(error.into()))?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            id: id(&first),
        };
        journal.append(first)?;
        Ok(journal)
    }

    /// Opens a journal to go on with, which [`Self::resume`] does.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: &Path) -> Result<(Self, Stored), JournalError> {
        let file = input::open_with(path, OpenOptions::new().read(true).append(true));
        let file = file.map_err(failed(path))?;
        // Before it is read, for who has it now may add to it.
        lock(&file, path)?;
        let length = input::readable(&file.metadata().map_err(failed(path))?);
        let stored = Stored::parse(path, (&file).take(length))?;
        let journal = Self {
            path: path.to_owned(),
            file,
            id: stored.id.clone(),
        };
        Ok((journal, stored))
    }

    /// The games that it has, for the match as it would be played now. What was being written when the program was
    /// killed is taken away.
    ///
    /// # Errors
    /// If that is another match, or a line no game of it, or see [`JournalError`].
    pub fn resume(&self, stored: &Stored, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let games = stored.check(plan)?;
        self.file.set_len(stored.length).map_err(failed(&self.path))?;
        Ok(games)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// [`JournalError::Io`] if it cannot be written.
    pub fn add(&mut self, plan: &Match, played: &Played) -> Result<(), JournalError> {
        let line = Line::new(plan, played, self.id.clone());
        let text = serde_json::to_string(&line).map_err(|error| failed(&self.path)(error.into()))?;
        self.append(text)
    }

    /// One line in one piece.
    fn append(&mut self, mut text: String) -> Result<(), JournalError> {
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.map_err(failed(&self.path))
    }
}

impl Stored {
    /// Reads a journal, also while games are added to it.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::parse(path, input::open(path).map_err(failed(path))?)
    }

    fn parse(path: &Path, file: impl Read) -> Result<Self, JournalError> {
        let none = "this is no journal of a match";
        let mut reader = BufReader::new(file);
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
        Ok(Self {
            header,
            path: path.to_owned(),
            id: id(&first),
            lines,
            length,
        })
    }

    /// The highest number of a game, from 1; 0 if there is none.
    pub fn last_game(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.game).max().unwrap_or(0)
    }

    /// Those who play, as they were when the match began: name and source.
    pub fn contenders(&self) -> impl Iterator<Item = (&str, &SourceIdentity)> {
        self.header.contenders()
    }

    /// Gives the contenders of a match the names that they had when it began, if they play from the same.
    pub fn restore_names(&self, plan: &mut Match) {
        self.header.restore_names(plan);
    }

    /// The games, if the match is the one that would be played now.
    ///
    /// # Errors
    /// If that is another match, or a line no game of it, or see [`JournalError`].
    pub fn check(&self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        if let Some(what) = self.header.difference(plan) {
            let path = self.path.clone();
            return Err(JournalError::Changed { path, what });
        }
        self.games(plan)
    }

    /// The games, of a match with these openings and players of these names. A game that is there twice, with the same
    /// moves, is one.
    ///
    /// # Errors
    /// If the openings are others, or a line is no game of the match.
    pub fn games(&self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let Self {
            header,
            path,
            id,
            lines,
            ..
        } = self;
        if !header.has_openings_of(plan) {
            return Err(JournalError::Openings(path.clone()));
        }
        let mut games: BTreeMap<usize, Played> = BTreeMap::new();
        for &(number, ref line) in lines {
            let played = match line.header.as_ref().is_none_or(|of| of == id) {
                true => line.played(plan),
                false => Err("this game is of another match".to_owned()),
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

/// The next line without its end, and its length with it in bytes; `None` after the last line that has an end.
fn next_line(
    reader: &mut impl BufRead,
    path: &Path,
    number: usize,
) -> Result<Option<(String, u64)>, JournalError> {
    let mut bytes = Vec::new();
    let read = input::read_line(reader, &mut bytes, LONGEST_LINE);
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

/// Keeps everybody else who locks a file out of it until it is closed. What is no file, a device such as `/dev/null`,
/// has nothing to be kept: then the answer is no.
fn lock(file: &File, path: &Path) -> Result<bool, JournalError> {
    if !file.metadata().map_err(failed(path))?.is_file() {
        return Ok(false);
    }
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        // A file system without locks is no reason to have no journal.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(failed(path)(error)),
    }
}

/// What stands for a match: a hash of the first line of its journal.
fn id(first_line: &str) -> String {
    let mut id = Fnv::default();
    id.add(first_line.as_bytes());
    format!("{:016x}", id.value())
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    |error| JournalError::Io { path, error }
}

fn fault(path: &Path, line: usize, message: impl Into<String>) -> JournalError {
    JournalError::Fault {
        path: path.to_owned(),
        line,
        message: message.into(),
    }
}
