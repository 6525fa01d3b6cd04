//! Replaces files on a file system that other programs use too.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::{folder, is_special};
use crate::locked::lock_folder;

/// End of the names of temporary files.
const SUFFIX: &str = ".tmp";
/// A temporary file that has not been written to for this time is left over from a process that was killed.
const STALE_AFTER: Duration = Duration::from_secs(600);

/// Returns an absolute path with all links resolved.
///
/// # Errors
/// If there is no such file or folder.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Writes a file like [`write_whole`](super::write_whole) if `is_due` returns `true`. Meanwhile no other process of the program replaces a file
/// of this folder, so `is_due` can check that nobody has changed the file. Returns whether it was written.
///
/// # Errors
/// See [`write_whole`](super::write_whole).
pub fn write_whole_if(
    path: &Path,
    contents: &[u8],
    force: bool,
    is_due: impl FnOnce() -> bool,
) -> io::Result<bool> {
    if is_special(path) {
        OpenOptions::new().write(true).open(path)?.write_all(contents)?;
        return Ok(true);
    }
    let target = if path.exists() { path.canonicalize()? } else { path.to_owned() };
    remove_stale(&target);
    let mut file = temporary(&target)?;
    if let Ok(metadata) = fs::metadata(&target) {
        let permissions = metadata.permissions();
        if permissions.readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        file.as_file().set_permissions(permissions)?;
    }
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    let _guard = lock_folder(folder(&target))?;
    if !is_due() {
        return Ok(false);
    }
    let persisted = if force { file.persist(&target) } else { file.persist_noclobber(&target) };
    persisted.map(|_| true).map_err(io::Error::from)
}

/// Creates a new file in the folder of `target`, deleted when dropped.
///
/// # Errors
/// If the folder does not exist or is not writable.
pub fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    // An error of `tempfile` names the temporary file, which says nothing to a user.
    fs::metadata(folder(target))?;
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    // The permissions of any other new file: the system takes the umask away from them.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(target))
}

/// The name of a temporary file is this, random characters, and [`SUFFIX`].
fn prefix(target: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".temper-");
    prefix
}

/// Deletes the temporary files of earlier writes to `target` that were killed. Nobody has written to these for some time.
fn remove_stale(target: &Path) {
    let prefix = prefix(target);
    let is_ours = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(SUFFIX.as_bytes())
    };
    let is_stale = |file: &DirEntry| {
        let metadata = file.metadata().ok().filter(Metadata::is_file);
        let written = metadata.and_then(|metadata| metadata.modified().ok());
        written.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > STALE_AFTER)
    };
    let files = fs::read_dir(folder(target)).into_iter().flatten().flatten();
    for file in files.filter(|file| is_ours(&file.file_name()) && is_stale(file)) {
        // Another process may have deleted it, and it does no harm.
        let _ = fs::remove_file(file.path());
    }
}
