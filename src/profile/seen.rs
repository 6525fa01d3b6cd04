//! What the loading of a profile looked at on the disk, so that one can tell later whether it would find the same.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::own_folders::OwnFolders;
use super::source::{Format, Source};

/// What was at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Nothing.
    Nothing,
    /// A file with nothing but white space in it, as one that is just being written.
    Blank,
    /// A file with a text of this hash.
    Content(u64),
    /// Something that could not be read.
    Unreadable,
}

impl Found {
    fn new(path: &Path, read: &Result<(Format, Vec<u8>), Diagnostic>) -> Self {
        match read {
            Ok((_, bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => Self::Blank,
            Ok((_, bytes)) => {
                let mut hasher = DefaultHasher::new();
                bytes.hash(&mut hasher);
                Self::Content(hasher.finish())
            }
            Err(_) if path.exists() => Self::Unreadable,
            Err(_) => Self::Nothing,
        }
    }

    /// Editors that save by removing or emptying a file first leave it so for a moment.
    fn may_be_a_save_under_way(self) -> bool {
        matches!(self, Self::Nothing | Self::Blank)
    }
}

/// Every path that a loading looked at, whether or not there was a file, and what it found there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen(Vec<(PathBuf, Found)>);

impl Seen {
    /// Reads a file and notes what was in it; messages may quote it if it is in one of these folders.
    ///
    /// # Errors
    /// As those of [`Source::read`].
    pub fn read(&mut self, path: &Path, own: &OwnFolders) -> Result<Arc<Source>, Diagnostic> {
        let read = Source::bytes(path);
        self.0.push((path.to_owned(), Found::new(path, &read)));
        let (format, bytes) = read?;
        Source::of_file(path, format, bytes, own)
    }

    /// Notes that there was no file.
    pub fn missed(&mut self, path: &Path) {
        self.0.push((path.to_owned(), Found::Nothing));
    }

    /// Whether the same would be found now. Two looks with the same result tell that in between, at one moment at
    /// least, all files were as they were read.
    pub fn is_unchanged(&self) -> bool {
        let again = |path: &Path| Found::new(path, &Source::bytes(path));
        self.0.iter().all(|(path, found)| again(path) == *found)
    }

    /// Whether a file that had a text before is gone or blank now.
    pub fn has_lost(&self, before: &Self) -> bool {
        let had_text = |path: &PathBuf| {
            let earlier = before.0.iter().find(|(p, _)| p == path);
            earlier.is_some_and(|(_, found)| matches!(found, Found::Content(_)))
        };
        self.0
            .iter()
            .any(|(path, found)| found.may_be_a_save_under_way() && had_text(path))
    }

    /// The paths, in the order in which they were looked at.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, _)| path.as_path())
    }
}
