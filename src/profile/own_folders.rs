//! The folders whose files messages may quote.
//!
//! A profile of a stranger can extend any file by its path, or be a link to one: a file that is no profile, with secrets
//! in it. Of files outside these folders messages say where a fault is and of which kind, not what stands there.

use std::path::{Component, Path, PathBuf};

/// Folders with all folders in them, but for hidden ones.
#[derive(Debug, Clone)]
pub struct OwnFolders(Vec<PathBuf>);

impl OwnFolders {
    /// The given folders, but for those that a relative path reaches through a link: links can be part of a checkout
    /// from somebody else.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Self {
        let folders = folders.into_iter().filter(|folder| !is_behind_link(folder));
        Self(folders.map(canonical).collect())
    }

    /// The folder of one file.
    pub fn of(file: &Path) -> Self {
        Self::new([folder_of(file)])
    }

    /// Whether a file is in one of them, once all links are followed.
    pub fn has(&self, file: &Path) -> bool {
        let file = canonical(file);
        let is_shown = |rest: &Path| !folder_of(rest).components().any(is_hidden);
        self.0
            .iter()
            .any(|folder| file.strip_prefix(folder).is_ok_and(is_shown))
    }
}

/// Whether a relative path goes through a symbolic link.
fn is_behind_link(path: &Path) -> bool {
    path.is_relative() && path.ancestors().any(Path::is_symlink)
}

fn is_hidden(component: Component<'_>) -> bool {
    component.as_os_str().as_encoded_bytes().starts_with(b".")
}

/// The folder that a file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// The path of a file or folder without links, or as it is if there is none.
pub(super) fn canonical(path: &Path) -> PathBuf {
    let named = match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    };
    named.canonicalize().unwrap_or_else(|_| path.to_owned())
}
