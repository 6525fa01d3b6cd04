//! The text of one file and places in it.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::str::Utf8Error;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::own_folders::OwnFolders;
use crate::input;

/// The largest file that is read, in bytes. The fullest profile is a fiftieth of it.
pub const MAX_BYTES: usize = 1 << 20;

/// The two ways to write a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `key = value` lines under `[section]` headings.
    Toml,
    /// Nested `( key: value )`.
    Ron,
}

impl Format {
    /// Both formats; of two files that differ in nothing else the earlier is taken.
    pub const ALL: [Self; 2] = [Self::Toml, Self::Ron];

    /// The end of a file's name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Ron => "ron",
        }
    }

    /// The format that the end of a file's name stands for, in any case.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|f| f.extension().eq_ignore_ascii_case(extension))
    }
}

/// A file's text, kept with everything that came from it so that messages can show it.
#[derive(PartialEq, Eq)]
pub struct Source {
    /// The file as messages name it.
    pub file: String,
    /// The whole text; empty when it could not be read.
    pub text: String,
    /// How it is to be read.
    pub format: Format,
    /// Whether messages must not quote it: see [`OwnFolders`].
    pub is_foreign: bool,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.file, self.text.len())
    }
}

impl Source {
    /// Text that is at hand.
    pub fn new(file: impl Into<String>, format: Format, text: impl Into<String>) -> Arc<Self> {
        Self::from_text(file.into(), format, text.into(), false)
    }

    fn from_text(file: String, format: Format, text: String, is_foreign: bool) -> Arc<Self> {
        Arc::new(Self {
            file,
            text,
            format,
            is_foreign,
        })
    }

    /// Reads a file of at most [`MAX_BYTES`]; a larger one is refused without reading more than that. Messages may quote
    /// it if it is in one of these folders.
    ///
    /// # Errors
    /// When its name ends neither in `.toml` nor in `.ron`, or it cannot be read, is too large or not text.
    pub fn read(path: &Path, own: &OwnFolders) -> Result<Arc<Self>, Diagnostic> {
        let (format, bytes) = Self::bytes(path)?;
        Self::of_file(path, format, bytes, own)
    }

    /// Takes bytes for the text of a file.
    pub(super) fn of_file(
        path: &Path,
        format: Format,
        bytes: Vec<u8>,
        own: &OwnFolders,
    ) -> Result<Arc<Self>, Diagnostic> {
        Self::decode(&path.display().to_string(), format, bytes, !own.has(path))
    }

    /// The bytes of a file, whatever they are, and the format that its name stands for.
    ///
    /// # Errors
    /// As those of [`Source::read`], but for what is wrong with the bytes.
    pub(super) fn bytes(path: &Path) -> Result<(Format, Vec<u8>), Diagnostic> {
        let file = path.display().to_string();
        if path.is_dir() {
            return Err(refuse(&file, "this is a folder, not a profile"));
        }
        let Some(format) = Format::of(path) else {
            return Err(refuse(
                &file,
                "the name of the file ends in neither .toml nor .ron",
            ));
        };
        let bytes = read_bytes(path).map_err(|message| refuse(&file, &message))?;
        Ok((format, bytes))
    }

    /// Takes bytes for a text that is in no file.
    ///
    /// # Errors
    /// When they are too many, not text, or blank.
    pub fn from_bytes(file: &str, format: Format, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostic> {
        Self::decode(file, format, bytes, false)
    }

    fn decode(file: &str, format: Format, bytes: Vec<u8>, is_foreign: bool) -> Result<Arc<Self>, Diagnostic> {
        const UTF8: &str = "save it as UTF-8";
        if bytes.len() > MAX_BYTES {
            return Err(refuse(file, &too_large(bytes.len() as u64)));
        }
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
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        if text.trim().is_empty() {
            let hint = "a profile needs at least a `name`";
            return Err(refuse(file, "the file is empty").hint(hint));
        }
        Ok(Self::from_text(file.to_owned(), format, text, is_foreign))
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.floor(offset)];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }

    /// The part of a range that lies on its first line, within the text and between characters.
    pub(super) fn first_line_of(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.floor(range.start);
        let end = self.floor(range.end.max(start));
        let cut = self.text[start..end].find(['\n', '\r']);
        start..cut.map_or(end, |i| start + i)
    }

    /// The line around an offset, without its end.
    pub(super) fn line_around(&self, offset: usize) -> Range<usize> {
        let offset = self.floor(offset);
        let start = self.text[..offset].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[offset..].find(['\n', '\r']);
        start..end.map_or(self.text.len(), |i| offset + i)
    }

    /// Whether an offset is on the line of an earlier one.
    pub(super) fn is_same_line(&self, earlier: Option<usize>, offset: usize) -> bool {
        let between = earlier.and_then(|e| self.text.get(e..offset));
        between.is_some_and(|text| !text.contains('\n'))
    }

    /// The nearest boundary between characters at or before an offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

fn refuse(file: &str, message: &str) -> Diagnostic {
    // What could not be read has no text to show; the format does not matter then.
    let source = Source::new(file, Format::Toml, "");
    Diagnostic::error(Place::file(&source), message)
}

/// Up to the first bad byte the text is that of the file.
fn not_utf8(source: &Arc<Source>, bytes: &[u8], error: Utf8Error) -> Diagnostic {
    let at = error.valid_up_to();
    let message = format!("this is not text in UTF-8: the byte 0x{:02x}", bytes[at]);
    Diagnostic::error(
        Place::at(source, at..at + char::REPLACEMENT_CHARACTER.len_utf8()),
        message,
    )
}

fn too_large(bytes: u64) -> String {
    format!("the file is too large ({bytes} bytes): a profile may have {MAX_BYTES} bytes at most")
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => "the file cannot be read: it does not exist".to_owned(),
        _ => format!("the file cannot be read: {e}"),
    };
    input::read(path, MAX_BYTES as u64).map_err(cannot)
}

/// Where something was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// Bytes of its text; none for the file as a whole.
    pub span: Option<Range<usize>>,
}

impl Place {
    /// A file as a whole.
    pub fn file(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            span: None,
        }
    }

    /// A part of a file.
    pub fn at(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self {
            source: Arc::clone(source),
            span: Some(span),
        }
    }

    /// Line and column of its start, both from 1.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let span = self.span.as_ref()?;
        Some(self.source.line_column(span.start))
    }
}

/// The byte offset of a line and column, both from 1.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[start..];
    let skipped = rest.char_indices().nth(column.saturating_sub(1));
    start + skipped.map_or(rest.len(), |(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_offsets_lead_back() {
        let source = Source::new("x.toml", Format::Toml, "a = 1\r\nä = \"ö\" # é\nlast");
        for (at, _) in source.text.char_indices() {
            let (line, column) = source.line_column(at);
            assert_eq!(
                offset(&source.text, line, column),
                at,
                "line {line}, column {column}"
            );
        }
        assert_eq!(source.line_column(source.text.find('#').unwrap()), (2, 9));
        assert_eq!(source.line_column(usize::MAX), (3, 5));
    }

    #[test]
    fn a_file_over_the_limit_is_refused_by_its_size() {
        let folder = std::env::temp_dir().join(format!("temperament-size-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("huge.toml");
        // A sparse file: nothing is written, and nothing is read.
        std::fs::File::create(&path).unwrap().set_len(50 << 20).unwrap();
        let error = Source::read(&path, &OwnFolders::of(&path)).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(error.message.contains("52428800 bytes"), "{error}");
    }

    #[test]
    fn what_is_not_text_is_refused() {
        let message = |bytes: &[u8]| {
            let result = Source::from_bytes("x.ron", Format::Ron, bytes.to_vec());
            result.unwrap_err().message
        };
        assert_eq!(
            message(b"name = \xff"),
            "this is not text in UTF-8: the byte 0xff"
        );
        assert_eq!(message(b"n\0a\0m\0e\0"), "this is not a text file");
        assert_eq!(message(b" \r\n\t"), "the file is empty");
        let latin = b"name = \"x\"\nauthor = \"J\xf6rg\"".to_vec();
        let error = Source::from_bytes("x.toml", Format::Toml, latin).unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(2), Some(12)));
        assert_eq!(message("\u{feff}".as_bytes()), "the file is empty");
    }
}
