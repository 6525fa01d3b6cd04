//! Reads files of positions or games in chunks, so that they need not fit into memory.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::data::DataError;
use temperament_engine::input::{self, Lines};

/// Lines per chunk of positions.
const LINES: usize = 2_000;
/// Minimum number of lines per chunk of games; a chunk ends with a game.
const GAME_LINES: usize = 4_000;
/// Maximum length of a line in bytes; all moves of a game may be on one.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// Maximum size of a chunk in bytes, reached only by games without the tag `Event`, which separates games.
const MAX_CHUNK_BYTES: usize = 64 << 20;
/// First tag of a game.
const EVENT: &str = "[Event \"";

/// Name of standard input among files.
pub const STANDARD_INPUT: &str = "-";

/// A chunk of a file.
#[derive(Debug)]
pub struct Chunk {
    pub file: PathBuf,
    /// Number of its first line, from 1.
    pub line: usize,
    /// Whole lines, or whole games.
    pub text: String,
    /// True for games.
    pub is_pgn: bool,
}

/// The chunks of files, in order.
pub struct Chunks {
    files: std::vec::IntoIter<PathBuf>,
    open: Option<Open>,
}

struct Open {
    file: PathBuf,
    lines: Lines<Box<dyn BufRead>>,
    /// Minimum number of remaining bytes; input of unknown length may end at any time.
    left: u64,
    /// Number of the next line, from 1.
    line: usize,
    /// A line read ahead, which belongs to the next chunk.
    pending: Option<String>,
    is_pgn: Option<bool>,
}

impl Chunks {
    /// Reads these files.
    ///
    /// # Errors
    /// If one of them cannot be opened: all are checked first.
    pub fn new(files: Vec<PathBuf>) -> Result<Self, DataError> {
        for file in &files {
            Open::new(file)?;
        }
        Ok(Self { files: files.into_iter(), open: None })
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(open) = &mut self.open {
                match open.chunk() {
                    Ok(Some(chunk)) => return Some(Ok(chunk)),
                    Ok(None) => self.open = None,
                    Err(error) => return Some(Err(error)),
                }
            }
            match Open::new(&self.files.next()?) {
                Ok(open) => self.open = Some(open),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Open {
    fn new(path: &Path) -> Result<Self, DataError> {
        if path == Path::new(STANDARD_INPUT) {
            return Ok(Self::of(path, Box::new(BufReader::new(io::stdin())), 0));
        }
        let file = input::open(path).map_err(unreadable(path))?;
        let metadata = file.get_ref().metadata().map_err(unreadable(path))?;
        Ok(Self::of(path, Box::new(BufReader::new(file)), metadata.len()))
    }

    fn of(path: &Path, reader: Box<dyn BufRead>, length: u64) -> Self {
        Self {
            file: path.to_owned(),
            lines: Lines::new(reader, MAX_LINE_BYTES),
            left: length,
            line: 1,
            pending: None,
            is_pgn: path.extension().and_then(|ending| ending.eq_ignore_ascii_case("pgn").then_some(true)),
        }
    }

    /// Reads the next line with its line end.
    fn read_line(&mut self) -> Result<Option<String>, DataError> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let read = self.lines.next_line().map_err(unreadable(&self.file))?;
        if read.is_none() && self.left > 0 {
            return Err(DataError::Shrunk(self.file.display().to_string()));
        }
        Ok(read.map(|line| {
            self.left = self.left.saturating_sub(line.length);
            line.text
        }))
    }

    /// Checks that a file begins as text.
    fn check_text(&mut self) -> Result<(), DataError> {
        let begin = self.lines.peek().map_err(unreadable(&self.file))?;
        if is_binary(begin) { Err(DataError::Binary(self.file.display().to_string())) } else { Ok(()) }
    }

    fn chunk(&mut self) -> Result<Option<Chunk>, DataError> {
        let (begun, mut text, mut lines) = (self.line, String::new(), 0);
        if begun == 1 {
            self.check_text()?;
        }
        while let Some(line) = self.read_line()? {
            // The first non-empty line distinguishes games from positions.
            if self.is_pgn.is_none() && !line.trim().is_empty() {
                self.is_pgn = Some(line.starts_with('['));
            }
            let is_pgn = self.is_pgn == Some(true);
            if is_pgn && lines >= GAME_LINES && line.starts_with(EVENT) {
                self.pending = Some(line);
                break;
            }
            text += &line;
            lines += 1;
            if text.len() > MAX_CHUNK_BYTES {
                let error = "more than 64 MiB of games without the tag `Event`, which separates games";
                return Err(unreadable(&self.file)(io::Error::other(error)));
            }
            if !is_pgn && lines >= LINES {
                break;
            }
        }
        self.line += lines;
        Ok((lines > 0).then(|| Chunk {
            file: self.file.clone(),
            line: begun,
            text,
            is_pgn: self.is_pgn == Some(true),
        }))
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> DataError {
    |error| DataError::Unreadable { file: path.display().to_string(), error }
}

/// Returns `true` for control characters that do not occur in text: all but white space, the DOS end of file, and the
/// escape of terminal colours.
fn is_of_no_text(byte: u8) -> bool {
    matches!(byte, 0..=8 | 14..=25 | 28..=31)
}

/// Returns `true` if the beginning of a file is not text, but compressed or binary.
pub fn is_binary(begin: &[u8]) -> bool {
    begin.iter().copied().any(is_of_no_text)
}
