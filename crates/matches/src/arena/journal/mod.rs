//! The journal of a match: a file to which each finished game is appended at once, so that a crash loses only running
//! games.
//!
//! JSON lines: the header, then the games in the order in which they ended. An incomplete last line, left by a killed
//! process, does not count.

mod header;
mod line;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::BufRead;
use std::path::{Path, PathBuf};

pub use header::Header;
pub use line::StoredScore;

use super::runner::{Match, Played};
use crate::journal::{Entries, Journal, JournalError};
use line::Line;
use temperament_engine::fnv::fnv1a;

/// The journal of a match that is open for writing.
#[derive(Debug)]
pub struct MatchJournal {
    journal: Journal,
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

impl MatchJournal {
    /// Creates a journal. Overwrites an existing file only with `force`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Self, JournalError> {
        let first = serde_json::to_string(header).map_err(|error| JournalError::new(path, error))?;
        let mut journal = Journal::create(path, force)?;
        journal.append(header)?;
        Ok(Self { journal, id: id(&first) })
    }

    /// Opens and locks a journal for [`Self::resume`].
    ///
    /// # Errors
    /// If it is none of a match, or cannot be opened.
    pub fn open(path: &Path) -> Result<(Self, Stored), JournalError> {
        // Locked before reading, because another process might be appending.
        let journal = Journal::open(path)?;
        let stored = Stored::parse(path, journal.entries()?)?;
        Ok((Self { journal, id: stored.id.clone() }, stored))
    }

    /// Returns the stored games and truncates an incomplete last line.
    ///
    /// # Errors
    /// If the match has changed or a line is not a game of it.
    pub fn resume(&self, stored: &Stored, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let games = stored.check(plan)?;
        self.journal.resume(stored.length)?;
        Ok(games)
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, plan: &Match, played: &Played) -> Result<(), JournalError> {
        self.journal.append(&Line::new(plan, played, self.id.clone()))
    }
}

impl Stored {
    /// Reads a journal, also while another process appends to it.
    ///
    /// # Errors
    /// If it is none of a match, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::parse(path, Entries::read(path)?)
    }

    fn parse(path: &Path, mut entries: Entries<impl BufRead>) -> Result<Self, JournalError> {
        let (header, first): (Header, _) = entries.header("a match")?;
        header.check_format().map_err(|message| entries.error(message))?;
        let mut lines = Vec::new();
        while let Some(line) = entries.next_entry()? {
            lines.push((entries.number(), line));
        }
        Ok(Self { header, path: path.to_owned(), id: id(&first), lines, length: entries.length() })
    }

    /// Returns the line of a finished game, without its end, as [`MatchJournal::add`] appends it.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn line(&self, plan: &Match, played: &Played) -> Result<String, JournalError> {
        let line = Line::new(plan, played, self.id.clone());
        serde_json::to_string(&line).map_err(|error| JournalError::new(&self.path, error))
    }

    /// Returns the game of a line that [`Self::line`] has written for the same match.
    ///
    /// # Errors
    /// If it is no line of a game of the match.
    pub fn played(&self, plan: &Match, line: &str) -> Result<Played, JournalError> {
        let line: Line = serde_json::from_str(line).map_err(|error| JournalError::new(&self.path, error))?;
        self.played_line(plan, &line).map_err(|message| JournalError::new(&self.path, message))
    }

    fn played_line(&self, plan: &Match, line: &Line) -> Result<Played, String> {
        if line.header.as_ref().is_none_or(|of| *of == self.id) {
            line.played(plan)
        } else {
            Err("this game is of another match".to_owned())
        }
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
            return Err(JournalError::new(&self.path, format_args!("{what}; this match cannot be resumed")));
        }
        self.games(plan)
    }

    /// Returns the games of a match with the same openings and names. Identical duplicates are merged.
    ///
    /// # Errors
    /// If the openings differ or a line is not a game of the match.
    pub fn games(&self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let Self { header, path, lines, .. } = self;
        if !header.has_openings_of(plan) {
            return Err(JournalError::new(
                path,
                "the openings have changed since; its games cannot be read without those it began with",
            ));
        }
        let mut games: BTreeMap<usize, Played> = BTreeMap::new();
        for &(number, ref line) in lines {
            let played = self.played_line(plan, line);
            let played = played.map_err(|message| JournalError::in_line(path, number, message))?;
            match games.entry(played.slot.game) {
                Entry::Vacant(place) => {
                    place.insert(played);
                }
                Entry::Occupied(other) if other.get().is_same(&played) => {}
                Entry::Occupied(_) => {
                    let game = played.slot.game + 1;
                    let message = format!("game {game} is there twice, and not the same");
                    return Err(JournalError::in_line(path, number, message));
                }
            }
        }
        Ok(games.into_values().collect())
    }
}

/// Returns the id of a match: a hash of the first line of its journal.
fn id(first_line: &str) -> String {
    format!("{:016x}", fnv1a(first_line.bytes()))
}
