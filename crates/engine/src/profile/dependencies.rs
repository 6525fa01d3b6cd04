//! Reads profile files and records every path that loading accessed, to detect later changes on disk.

use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::source::{Format, Location, MAX_BYTES, Source};
use super::trusted_folders::{TrustedFolders, canonical, folder_of};
use crate::book::{Book, BookReader};
use crate::input;

/// Maximum size of an opening book, in bytes.
const MAX_BOOK_BYTES: u64 = 256 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// No file.
    Nothing,
    /// A file with only white space, such as one that is just being written.
    Blank,
    /// A file whose content has this hash.
    Content(u64),
    /// A file that could not be read.
    Unreadable,
}

impl Found {
    fn new(path: &Path, read: Option<&[u8]>) -> Self {
        read.map_or_else(
            || Self::without_content(path),
            |bytes| {
                let mut content = Content::default();
                content.add(bytes);
                content.found()
            },
        )
    }

    fn without_content(path: &Path) -> Self {
        if path.exists() { Self::Unreadable } else { Self::Nothing }
    }

    /// Returns `true` for states that some editors leave for a moment: they save by removing or emptying the file
    /// first.
    fn may_be_a_save_under_way(self) -> bool {
        matches!(self, Self::Nothing | Self::Blank)
    }
}

/// Content of a file that is read in pieces.
struct Content {
    hasher: DefaultHasher,
    is_blank: bool,
}

impl Default for Content {
    fn default() -> Self {
        Self { hasher: DefaultHasher::new(), is_blank: true }
    }
}

impl Content {
    fn add(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.is_blank &= bytes.iter().all(u8::is_ascii_whitespace);
    }

    fn found(&self) -> Found {
        if self.is_blank { Found::Blank } else { Found::Content(self.hasher.finish()) }
    }
}

fn bytes_of(read: &Result<(Format, Vec<u8>), Diagnostic>) -> Option<&[u8]> {
    read.as_ref().ok().map(|(_, bytes)| &**bytes)
}

/// Every path accessed by loading, including missing files, and its state at that time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dependencies {
    found: Vec<(PathBuf, Found)>,
    /// The only folders whose files are read; all files if `None`.
    only: Option<TrustedFolders>,
}

impl Dependencies {
    /// Reads only files in these folders from now on, with all links resolved.
    pub(super) fn confine_to(&mut self, folders: TrustedFolders) {
        self.only = Some(folders);
    }

    /// Refuses a file outside the folders that may be read. The file system is not asked about names of other machines.
    fn check_inside(&self, path: &Path) -> io::Result<()> {
        match &self.only {
            Some(only) if is_on_network(path) || !only.has(path) && !is_missing_in(only, path) => {
                Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is outside the profile folders"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the bytes of a profile.
    fn bytes(&self, path: &Path) -> Result<(Format, Vec<u8>), Diagnostic> {
        let refused = |error| refuse(&path.display().to_string(), &cannot_read(&error));
        self.check_inside(path).map_err(refused)?;
        Source::bytes(path)
    }

    /// Reads an opening book, and returns its state too.
    fn book(&self, path: &Path, mut use_piece: impl FnMut(&[u8])) -> (io::Result<()>, Found) {
        let mut content = Content::default();
        let read = self.check_inside(path).and_then(|()| {
            input::read_pieces(path, MAX_BOOK_BYTES, |piece| {
                content.add(piece);
                use_piece(piece);
            })
        });
        let found = if read.is_ok() { content.found() } else { Found::without_content(path) };
        (read, found)
    }

    /// Reads a file and records its state. Messages may quote it if it is in one of these folders.
    ///
    /// # Errors
    /// See [`Source::read`].
    pub fn read(&mut self, path: &Path, own: &TrustedFolders) -> Result<Arc<Source>, Diagnostic> {
        let read = self.bytes(path);
        self.found.push((path.to_owned(), Found::new(path, bytes_of(&read))));
        let (format, bytes) = read?;
        Source::of_file(path, format, bytes, own)
    }

    /// Reads an opening book and records its state.
    ///
    /// # Errors
    /// If it cannot be read, or is larger than [`MAX_BOOK_BYTES`], or not a book.
    pub fn read_book(&mut self, path: &Path) -> io::Result<Book> {
        let mut reader = BookReader::default();
        let (read, found) = self.book(path, |piece| reader.add(piece));
        self.found.push((path.to_owned(), found));
        read?;
        reader.finish().map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Records that a file does not exist.
    pub fn missed(&mut self, path: &Path) {
        self.found.push((path.to_owned(), Found::Nothing));
    }

    /// Returns `true` if all paths still have the recorded state. If two recordings agree, then at one moment in
    /// between all files had the content that was read.
    pub fn is_unchanged(&self) -> bool {
        let again = |path: &Path| match Format::of(path) {
            Some(_) => Found::new(path, bytes_of(&self.bytes(path))),
            None => self.book(path, |_| {}).1,
        };
        self.found.iter().all(|(path, found)| again(path) == *found)
    }

    /// Returns `true` if a file that had content in `before` is missing or blank now.
    pub fn has_lost(&self, before: &Self) -> bool {
        let had_text = |path: &PathBuf| {
            let earlier = before.found.iter().find(|(p, _)| p == path);
            earlier.is_some_and(|(_, found)| matches!(found, Found::Content(_)))
        };
        self.found.iter().any(|(path, found)| found.may_be_a_save_under_way() && had_text(path))
    }

    /// The paths, in order of access.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.found.iter().map(|(path, _)| path.as_path())
    }
}

impl Source {
    /// Reads a file of at most [`MAX_BYTES`]; of a larger one no more than that is read. Messages may quote it if it
    /// is in one of these folders.
    ///
    /// # Errors
    /// If its name ends neither in `.toml` nor in `.ron`, or it cannot be read, is too large or not text.
    pub fn read(path: &Path, own: &TrustedFolders) -> Result<Arc<Self>, Diagnostic> {
        let (format, bytes) = Self::bytes(path)?;
        Self::of_file(path, format, bytes, own)
    }

    /// Creates a source from the bytes of a file.
    pub(super) fn of_file(
        path: &Path,
        format: Format,
        bytes: Vec<u8>,
        own: &TrustedFolders,
    ) -> Result<Arc<Self>, Diagnostic> {
        Self::decode(&path.display().to_string(), format, bytes, !own.has(path))
    }

    /// Returns the unchecked bytes of a file, and the format that its extension selects.
    ///
    /// # Errors
    /// See [`Source::read`]; the contents are not checked.
    pub(super) fn bytes(path: &Path) -> Result<(Format, Vec<u8>), Diagnostic> {
        let file = path.display().to_string();
        if path.is_dir() {
            return Err(refuse(&file, "this is a folder, not a profile"));
        }
        let Some(format) = Format::of(path) else {
            let refused = refuse(&file, "the name of the file ends in neither .toml nor .ron");
            // Some editors add .txt, and some systems do not show it.
            let is_appended = path.extension().is_some_and(|end| end == "txt")
                && path.file_stem().is_some_and(|stem| Format::of(Path::new(stem)).is_some());
            return Err(if is_appended { refused.hint("rename it without .txt") } else { refused });
        };
        let bytes = read_bytes(path).map_err(|message| refuse(&file, &message))?;
        Ok((format, bytes))
    }

    /// Creates a source from bytes that do not come from a file.
    ///
    /// # Errors
    /// If they are too many, not text, or blank.
    pub fn from_bytes(file: &str, format: Format, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostic> {
        Self::decode(file, format, bytes, false)
    }

    fn decode(file: &str, format: Format, bytes: Vec<u8>, is_foreign: bool) -> Result<Arc<Self>, Diagnostic> {
        const UTF8: &str = "save it as UTF-8";
        if bytes.len() > MAX_BYTES {
            return Err(refuse(file, &too_large(bytes.len() as u64)));
        }
        let bytes = from_utf16(&bytes).map_or(bytes, String::into_bytes);
        if bytes.contains(&0) {
            return Err(refuse(file, "this is not a text file").hint(UTF8));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let source = Self::from_text(file.to_owned(), format, text, is_foreign);
                let fault = not_utf8(&source, error.as_bytes(), error.utf8_error());
                return Err(fault.hint(UTF8).without_contents());
            }
        };
        let text = input::without_marks(&text).to_owned();
        if text.trim().is_empty() {
            let hint = "a profile needs at least a `name`";
            return Err(refuse(file, "the file is empty").hint(hint));
        }
        Ok(Self::from_text(file.to_owned(), format, text, is_foreign))
    }
}

/// Decodes UTF-16 with a byte order mark, as `>` in the PowerShell of Windows writes it; `None` for anything else.
fn from_utf16(bytes: &[u8]) -> Option<String> {
    let decode: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let pairs = bytes.chunks_exact(2);
    let units: Vec<u16> = pairs.clone().map(|pair| decode([pair[0], pair[1]])).collect();
    if pairs.remainder().is_empty() { String::from_utf16(&units).ok() } else { None }
}

fn refuse(file: &str, message: &str) -> Diagnostic {
    // Without text to show; the format does not matter then.
    let source = Source::new(file, Format::Toml, "");
    Diagnostic::error(Location::file(&source), message)
}

/// Diagnostic at the first invalid byte; the text up to it is that of the file.
fn not_utf8(source: &Arc<Source>, bytes: &[u8], error: Utf8Error) -> Diagnostic {
    let at = error.valid_up_to();
    let message = format!("this is not text in UTF-8: the byte 0x{:02x}", bytes[at]);
    Diagnostic::error(Location::at(source, at..at + char::REPLACEMENT_CHARACTER.len_utf8()), message)
}

fn too_large(bytes: u64) -> String {
    format!("the file is too large ({bytes} bytes): a profile may have {MAX_BYTES} bytes at most")
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    input::read(path, MAX_BYTES as u64).map_err(|error| cannot_read(&error))
}

fn cannot_read(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "the file cannot be read: it does not exist".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    }
}

/// Returns `true` for a name of a file on another machine or of a device: `\\server\share`, `//server/share`.
fn is_on_network(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    matches!(bytes, [b'\\' | b'/', b'\\' | b'/', ..])
}

/// Returns `true` if a file does not exist and would be in one of these folders.
fn is_missing_in(folders: &TrustedFolders, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    folders.has(&canonical(folder_of(path)).join(name)) && path.symlink_metadata().is_err()
}
