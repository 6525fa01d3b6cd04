//! The PGN file of a match.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::cli::files::{cannot_write, check_free, is_special};

/// A file to which games are added.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Creates a file, in place of one that exists only if forced.
    pub fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        let mut how = OpenOptions::new();
        how.write(true);
        check_free(path, force)?;
        let opened = match force || is_special(path) {
            true => how.create(true).truncate(true).open(path),
            false => how.create_new(true).open(path),
        };
        match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{} exists; --force overwrites it", path.display())
            }
            opened => Ok(Self {
                file: opened.with_context(|| cannot_write(path))?,
                path: path.to_owned(),
            }),
        }
    }

    /// Adds games, all of them at once.
    pub fn add(&mut self, games: impl Iterator<Item = String>) -> anyhow::Result<()> {
        let text: String = games.collect();
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| cannot_write(&self.path))
    }
}
