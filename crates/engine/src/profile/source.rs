//! The text of a file, and locations in it.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Maximum file size in bytes. The largest profile is a fiftieth of it.
pub const MAX_BYTES: usize = 1 << 20;

/// Bytes of a long line that an excerpt shows before and after what it marks.
const CONTEXT: usize = 200;

/// File format of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `key = value` lines under `[section]` headings.
    Toml,
    /// Nested `( key: value )`.
    Ron,
}

impl Format {
    /// Both formats; of two files that differ only in format, the earlier format is taken.
    pub const ALL: [Self; 2] = [Self::Toml, Self::Ron];

    /// File extension without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Ron => "ron",
        }
    }

    /// Returns the format that a file extension selects, in any case.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|f| f.extension().eq_ignore_ascii_case(extension))
    }
}

/// The text of a file, shared by everything that was read from it so that messages can quote it.
#[derive(PartialEq, Eq)]
pub struct Source {
    /// File name for messages.
    pub file: String,
    /// The whole text; empty if it could not be read.
    pub text: String,
    pub format: Format,
    /// True if messages must not quote it: see [`super::trusted_folders`].
    pub is_foreign: bool,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.file, self.text.len())
    }
}

impl Source {
    /// Creates a source from a string.
    pub fn new(file: impl Into<String>, format: Format, text: impl Into<String>) -> Arc<Self> {
        Self::from_text(file.into(), format, text.into(), false)
    }

    pub(super) fn from_text(file: String, format: Format, text: String, is_foreign: bool) -> Arc<Self> {
        Arc::new(Self { file, text, format, is_foreign })
    }

    /// Returns line and column of a byte offset, both from 1, columns in characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.floor(offset)];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }

    /// Returns the byte offset of a line and column, both from 1, columns in characters.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
        let rest = &self.text[start..];
        let end = rest.char_indices().nth(column.max(1) - 1);
        start + end.map_or(rest.len(), |(i, _)| i)
    }

    /// Returns the part of a range on its first line, within the text and at character boundaries.
    pub(super) fn first_line_of(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.floor(range.start);
        let end = self.floor(range.end.max(start));
        let cut = self.text[start..end].find(['\n', '\r']);
        start..cut.map_or(end, |i| start + i)
    }

    /// Returns the part of the line around a range that an excerpt shows, and the part of the range in it. Rendering a
    /// line takes time in proportion to its length.
    pub(super) fn excerpt(&self, range: &Range<usize>) -> [Range<usize>; 2] {
        let (line, marked) = (self.line_around(range.start), self.first_line_of(range));
        let start = self.floor(marked.start.saturating_sub(CONTEXT)).max(line.start);
        let end = self.floor(marked.start + CONTEXT).min(line.end);
        [start..end, marked.start..marked.end.min(end)]
    }

    /// Returns the line around an offset, without its line end.
    pub(super) fn line_around(&self, offset: usize) -> Range<usize> {
        let offset = self.floor(offset);
        let start = self.text[..offset].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[offset..].find(['\n', '\r']);
        start..end.map_or(self.text.len(), |i| offset + i)
    }

    /// Returns `true` if an offset is on the line of an earlier one.
    pub(super) fn is_same_line(&self, earlier: Option<usize>, offset: usize) -> bool {
        let between = earlier.and_then(|e| self.text.get(e..offset));
        between.is_some_and(|text| !text.contains('\n'))
    }

    /// Returns the last character boundary at or before an offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// A file, or a part of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub source: Arc<Source>,
    /// Byte range; `None` for the whole file.
    pub span: Option<Range<usize>>,
}

impl Location {
    pub fn file(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), span: None }
    }

    /// A part of a file.
    pub fn at(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self { source: Arc::clone(source), span: Some(span) }
    }

    /// Line and column of its start, both from 1.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let span = self.span.as_ref()?;
        Some(self.source.line_column(span.start))
    }
}

impl fmt::Display for Location {
    /// Prints `file:line`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line_column() {
            Some((line, _)) => write!(f, "{}:{line}", self.source.file),
            None => f.write_str(&self.source.file),
        }
    }
}
