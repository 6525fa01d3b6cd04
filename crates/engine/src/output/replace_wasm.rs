//! Replaces files in WebAssembly, where the host gives the program a file system of its own: nobody reads or writes it
//! meanwhile.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Returns the path: the host resolves links, if it has any.
///
/// # Errors
/// If there is no such file or folder.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    fs::metadata(path).map(|_| path.to_owned())
}

/// Writes a file like [`write_whole`](super::write_whole) if `is_due` returns `true`. Returns whether it was written.
///
/// # Errors
/// See [`write_whole`](super::write_whole).
pub fn write_whole_if(
    path: &Path,
    contents: &[u8],
    force: bool,
    is_due: impl FnOnce() -> bool,
) -> io::Result<bool> {
    if !is_due() {
        return Ok(false);
    }
    let mut how = OpenOptions::new();
    how.write(true).create(force).create_new(!force).truncate(force).open(path)?.write_all(contents)?;
    Ok(true)
}
