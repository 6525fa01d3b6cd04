//! The file of labelled positions, and those that it has already.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::Args;
use crate::cli::files::{Later, cannot_write, is_same, is_special};

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
    let is_read = |file: &String| file != "-" && is_same(path, file.as_ref());
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
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    let position = |line: &str| {
        let parts: Vec<&str> = line.split('|').collect();
        (parts.len() == 3).then(|| id(parts[0].trim()))
    };
    let positions: Option<HashSet<u64>> = text[..end].lines().map(position).collect();
    let positions = positions.with_context(|| format!("{} is not a file of this command", path.display()))?;
    if end < text.len() {
        let file = OpenOptions::new().write(true).open(path);
        file.and_then(|file| file.set_len(end as u64))
            .with_context(|| cannot_write(path))?;
    }
    Ok(positions)
}
