//! Output files: written whole or not at all, and an existing file is replaced only with `--force`.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use temperament_engine::locked;
use temperament_engine::output::{folder, is_special, temporary, write_whole, write_whole_if};
use temperament_engine::profile::save::{self, SaveError};
use temperament_engine::profile::{Library, Profile};

/// Writes a file; replaces an existing one only with `force`.
///
/// # Errors
/// If it exists and `force` is not set, or cannot be written; then nothing has changed.
pub(super) fn save(path: &Path, contents: impl AsRef<[u8]>, force: bool) -> anyhow::Result<()> {
    check_can_create(path, force)?;
    write_whole(path, contents.as_ref(), force).or_else(|error| refuse(path, error))
}

/// Writes the text of a profile, and returns it loaded; replaces an existing file only with `force`.
///
/// # Errors
/// Those of [`save`], and if the text cannot be loaded; then nothing has changed.
pub(super) fn save_profile(
    library: &Library,
    path: &Path,
    text: &str,
    force: bool,
) -> anyhow::Result<Profile> {
    check_can_create(path, force)?;
    save::save(library, path, text, force).or_else(|error| match error {
        SaveError::Io(error) => refuse(path, error),
        invalid @ SaveError::Invalid(_) => Err(invalid.into()),
    })
}

fn refuse<T>(path: &Path, error: io::Error) -> anyhow::Result<T> {
    if error.kind() == io::ErrorKind::AlreadyExists {
        bail!("{}", exists(path));
    }
    Err(error).with_context(|| cannot_write(path))
}

/// Replaces a file by a text that was made from it, if `is_unchanged` finds the file as it was.
///
/// # Errors
/// If another program has changed the file, or it cannot be written; then it stays as it is.
pub(super) fn replace(
    path: &Path,
    contents: impl AsRef<[u8]>,
    is_unchanged: impl FnOnce() -> bool,
) -> anyhow::Result<()> {
    let written = write_whole_if(path, contents.as_ref(), true, is_unchanged);
    let is_written = written.with_context(|| cannot_write(path))?;
    ensure!(is_written, "{} stays as it is: another program has changed it meanwhile", path.display());
    Ok(())
}

/// A file to be written at the end of a long run. Creating this checks that it can be.
#[derive(Debug)]
pub(super) struct PendingFile {
    path: PathBuf,
    force: bool,
}

impl PendingFile {
    /// Checks that a file can be written.
    ///
    /// # Errors
    /// If it exists and `force` is not set, or its folder is not writable.
    pub fn new(path: &Path, force: bool) -> anyhow::Result<Self> {
        check_can_create(path, force)?;
        if !is_special(path) {
            temporary(path).with_context(|| cannot_write(path))?;
        }
        Ok(Self { path: path.to_owned(), force })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// See [`save`].
    pub fn write(&self, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
        save(&self.path, contents, self.force)
    }

    /// Writes the file as a profile.
    ///
    /// # Errors
    /// See [`save_profile`].
    pub fn write_profile(&self, library: &Library, text: &str) -> anyhow::Result<Profile> {
        save_profile(library, &self.path, text, self.force)
    }
}

/// Refuses a folder, and an existing file without `force`. Devices and pipes are accepted.
///
/// # Errors
/// See above.
pub(super) fn check_can_create(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "{} is a folder", path.display());
    ensure!(force || !path.exists() || is_special(path), "{}", exists(path));
    Ok(())
}

/// Refuses command lines that name a file twice, unless both options only read it. Each file comes with its option.
///
/// # Errors
/// See above.
pub(super) fn check_distinct(
    read: &[(&str, &Path)],
    written: &[(&str, Option<&Path>)],
) -> anyhow::Result<()> {
    let mut named = read.to_vec();
    for &(option, path) in written {
        let Some(path) = path else { continue };
        for (other, before) in &named {
            ensure!(!is_same(before, path), "{other} and {option} name the same file");
        }
        named.push((option, path));
    }
    Ok(())
}

/// Returns `true` if two paths lead to one file, which need not exist yet. Devices and pipes can have several
/// writers.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    let absolute = |path: &Path| {
        path.canonicalize()
            .or_else(|_| {
                Ok::<_, io::Error>(folder(path).canonicalize()?.join(path.file_name().unwrap_or_default()))
            })
            .unwrap_or_else(|_| path.to_owned())
    };
    !is_special(a) && absolute(a) == absolute(b)
}

pub(super) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn exists(path: &Path) -> String {
    format!("{} exists; --force overwrites it", path.display())
}

/// A file to which games are appended while they are played, locked against other processes.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Creates the file; replaces an existing one only with `force`.
    pub fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        check_can_create(path, force)?;
        match locked::create(path, force || is_special(path)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!("{}", exists(path)),
            opened => Ok(Self { file: opened.with_context(|| cannot_write(path))?, path: path.to_owned() }),
        }
    }

    /// Appends games in one write.
    pub fn add(&mut self, games: impl Iterator<Item = String>) -> anyhow::Result<()> {
        let text: String = games.collect();
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| cannot_write(&self.path))
    }
}
