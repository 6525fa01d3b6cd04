//! The file of labelled positions, and those that it has already.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::Args;
use crate::cli::file_arg::FileArg;
use crate::cli::files::{Later, cannot_write, is_same, is_special};
use crate::input;
use crate::lines::MAX_LINE;

/// The file to be written. It is opened when there is something to write, so that nothing is lost or left behind before.
pub struct Out {
    path: PathBuf,
    file: Option<File>,
    /// Whether it keeps what it has.
    is_longer: bool,
}

impl Out {
    /// The file, opened.
    pub fn file(&mut self) -> anyhow::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let mut how = OpenOptions::new();
                how.create(true);
                match self.is_longer {
                    true => how.append(true),
                    false => how.write(true).truncate(true),
                };
                how.open(&self.path).with_context(|| cannot_write(&self.path))?
            }
        };
        Ok(self.file.insert(file))
    }

    /// Adds lines to it.
    pub fn add(&mut self, lines: &str) -> anyhow::Result<()> {
        let written = self.file()?.write_all(lines.as_bytes());
        written.with_context(|| cannot_write(&self.path))
    }
}

/// The file to be written, and the positions that it has already.
pub fn out(args: &Args) -> anyhow::Result<(Out, HashSet<u64>)> {
    let path = &args.out;
    let is_read = |file: &FileArg| file != "-" && is_same(path, file.as_ref());
    ensure!(
        !args.files.iter().any(is_read),
        "{} is what is read, too",
        path.display()
    );
    Later::new(path, args.force || args.resume)?;
    let known = match args.resume && path.exists() && !is_special(path) {
        true => positions_of(path)?,
        false => HashSet::new(),
    };
    let out = Out {
        path: path.clone(),
        file: None,
        is_longer: args.resume || is_special(path),
    };
    Ok((out, known))
}

/// What stands for a position with its numbers of moves.
pub fn id(fen: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    fen.hash(&mut hasher);
    hasher.finish()
}

/// The positions of a file that this command has written. If it ends within a line, since the program was ended while it
/// wrote, that part is cut off.
fn positions_of(path: &Path) -> anyhow::Result<HashSet<u64>> {
    let told = || path.display().to_string();
    let file = input::open(path).with_context(told)?;
    let length = file.get_ref().metadata().with_context(told)?.len();
    let mut reader = BufReader::new(file);
    let (mut positions, mut bytes, mut end) = (HashSet::new(), Vec::new(), 0);
    loop {
        bytes.clear();
        input::read_line(&mut reader, &mut bytes, MAX_LINE).with_context(told)?;
        let Some(line) = bytes.strip_suffix(b"\n") else {
            break;
        };
        let position = std::str::from_utf8(line).ok().and_then(position_of);
        positions.insert(position.with_context(|| format!("{} is not a file of this command", told()))?);
        end += bytes.len() as u64;
    }
    if end < length {
        let file = OpenOptions::new().write(true).open(path);
        file.and_then(|file| file.set_len(end))
            .with_context(|| cannot_write(path))?;
    }
    Ok(positions)
}

/// What stands for the position of a line that this command has written.
fn position_of(line: &str) -> Option<u64> {
    let parts: Vec<&str> = line.split('|').collect();
    (parts.len() == 3).then(|| id(parts[0].trim()))
}
