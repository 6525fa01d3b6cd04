//! The folders whose files messages may quote.
//!
//! An untrusted profile can extend any file by its path, or be a link to one: possibly a file with secrets that is
//! not a profile. For files outside these folders, messages give location and kind of an error but no contents.

use std::path::{Component, Path, PathBuf};

/// Folders with all subfolders that are not hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedFolders(Vec<PathBuf>);

impl TrustedFolders {
    /// Trusts the given folders, except those that a relative path reaches through a link: links can be part of a
    /// checkout from someone else.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Self {
        let folders = folders.into_iter().filter(|folder| !is_behind_link(folder));
        Self(folders.map(canonical).collect())
    }

    /// Trusts the folder of one file.
    pub fn of(file: &Path) -> Self {
        Self::new([folder_of(file)])
    }

    /// Returns `true` if a file is in one of them, with all links resolved.
    pub fn has(&self, file: &Path) -> bool {
        let file = canonical(file);
        let is_shown = |rest: &Path| !folder_of(rest).components().any(is_hidden);
        self.0.iter().any(|folder| file.strip_prefix(folder).is_ok_and(is_shown))
    }
}

/// Returns `true` if a relative path goes through a symbolic link.
fn is_behind_link(path: &Path) -> bool {
    path.is_relative() && path.ancestors().any(Path::is_symlink)
}

fn is_hidden(component: Component<'_>) -> bool {
    component.as_os_str().as_encoded_bytes().starts_with(b".")
}

pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Returns a path with links resolved, or unchanged if it does not exist.
pub(super) fn canonical(path: &Path) -> PathBuf {
    let named = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    named.canonicalize().unwrap_or_else(|_| path.to_owned())
}
