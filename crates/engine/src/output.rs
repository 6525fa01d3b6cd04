//! Writes files whole or not at all.

#[cfg(not(target_family = "wasm"))]
mod replace;
#[cfg(target_family = "wasm")]
#[path = "output/replace_wasm.rs"]
mod replace;

use std::fs;
use std::io;
use std::path::Path;

#[cfg(not(target_family = "wasm"))]
pub use replace::temporary;
pub use replace::{resolved, write_whole_if};

/// Returns `true` if the path exists and is neither file nor folder, such as a pipe or a device. It is written to, not
/// replaced.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Writes a temporary file in the same folder and renames it, so that readers see the old text or the new one. A symbolic
/// link stays; its target is replaced.
///
/// # Errors
/// If it exists and `force` is not set, or cannot be written; then nothing has changed.
pub fn write_whole(path: &Path, contents: &[u8], force: bool) -> io::Result<()> {
    write_whole_if(path, contents, force, || true).map(drop)
}

/// Returns the folder of a path; `.` if it names none.
pub fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}
