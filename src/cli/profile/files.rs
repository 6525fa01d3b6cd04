//! Files that a command writes for a person: never half, and over another only if that is clearly meant.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Writes a file, over one that exists only if forced.
///
/// # Errors
/// When it exists and `force` is not set, or cannot be written; then nothing has changed.
pub(in crate::cli) fn save(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    if force && path.exists() {
        return replace(path, text);
    }
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists; --force overwrites it", path.display())
        }
        written => written.with_context(|| cannot_write(path)),
    }
}

/// Puts a new text in the place of a file: written beside it and renamed, so that whoever reads it sees the old
/// text or the new. What a symbolic link points to is replaced, not the link.
///
/// # Errors
/// When it cannot be written; the file is as it was then.
pub(in crate::cli) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let target = path.canonicalize().with_context(|| cannot_write(path))?;
    let beside = beside(&target);
    let written = write_beside(&target, &beside, text).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // Nothing more can be done about a file that cannot be removed either.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| cannot_write(path))
}

fn write_beside(target: &Path, beside: &Path, text: &str) -> io::Result<()> {
    let permissions = fs::metadata(target)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::set_permissions(beside, permissions)
}

/// A name in the same folder that nobody else uses.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
