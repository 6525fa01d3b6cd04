//! Diagnostics: errors and warnings with location, message and hint.

use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::source::Location;
use crate::escape;

pub use crate::escape::one_line;

/// Severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The profile is unusable.
    Error,
    /// The profile is usable, but something in it is probably unintended.
    Warning,
}

impl Severity {
    /// The word in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// An error or warning. `Display` prints one line, `file:line:column: error: message (hint)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Location in a file.
    pub location: Location,
    /// The full key concerned, if any.
    pub key: Option<String>,
    /// The problem, in one line.
    pub message: String,
    /// A suggestion, in one line.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Creates an error.
    #[doc(hidden)]
    pub fn error(location: Location, message: impl AsRef<str>) -> Self {
        Self {
            severity: Severity::Error,
            location,
            key: None,
            message: one_line(message.as_ref()),
            hint: None,
        }
    }

    /// Creates a warning.
    #[doc(hidden)]
    pub fn warning(location: Location, message: impl AsRef<str>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(location, message) }
    }

    /// Adds a suggestion.
    #[doc(hidden)]
    pub fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(one_line(hint.as_ref()));
        self
    }

    /// Adds a suggestion if there is one.
    pub(super) fn maybe_hint(self, hint: Option<impl AsRef<str>>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// Adds the key concerned.
    #[doc(hidden)]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    pub fn file(&self) -> &str {
        &self.location.source.file
    }

    /// The line, from 1; `None` if the diagnostic concerns the whole file.
    pub fn line(&self) -> Option<usize> {
        self.location.line_column().map(|(line, _)| line)
    }

    /// The column, from 1, in characters.
    pub fn column(&self) -> Option<usize> {
        self.location.line_column().map(|(_, column)| column)
    }

    /// Reduces the diagnostic of a file that messages must not quote to its location and kind.
    pub(super) fn without_contents(self) -> Self {
        if !self.location.source.is_foreign {
            return self;
        }
        let kind = KINDS.iter().find(|(begin, _)| self.message.starts_with(begin));
        Self {
            message: kind.map_or(OTHER_KIND, |(_, kind)| kind).to_owned(),
            hint: Some(FOREIGN.to_owned()),
            key: None,
            ..self
        }
    }

    /// Renders several lines: message, excerpt with a caret, hint.
    pub fn render(&self, style: Style) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let source = &self.location.source;
        let file = one_line(&source.file);
        let title = level.primary_title(self.message.as_str());
        let mut group = match &self.location.span {
            Some(span) => {
                let (line, column) = self.location.line_column().unwrap_or((1, 1));
                let place = Origin::path(&file).line(line).char_column(column);
                let [shown, marked] = source.excerpt(span);
                let caret = marked.start - shown.start..marked.end - shown.start;
                let is_from_start = source.line_around(span.start).start == shown.start;
                let snippet = Snippet::source(&source.text[shown])
                    .line_start(line)
                    .annotation(AnnotationKind::Primary.span(caret));
                match (source.is_foreign, is_from_start) {
                    (true, _) => title.element(place),
                    (false, true) => title.element(snippet.path(&file)),
                    // The renderer counts columns from the start of the excerpt.
                    (false, false) => title.element(place).element(snippet),
                }
            }
            None => title.element(Origin::path(&file)),
        };
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        // Keeps the excerpt readable; the renderer itself replaces other control characters, and colours its lines.
        let is_kept = |c: char| !escape::is_unprintable(c) || matches!(c, '\n' | '\t' | '\u{1b}');
        let replace = |c: char| {
            if is_kept(c) { c } else { char::REPLACEMENT_CHARACTER }
        };
        renderer.render(&[group]).chars().map(replace).collect()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", one_line(self.file()))?;
        if let Some((line, column)) = self.location.line_column() {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}: {}", self.severity.word(), self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// Prefixes of messages with their kind. The rest of a message may quote the file.
const KINDS: [(&str, &str); 8] = [
    (SYNTAX, SYNTAX),
    (OTHER_KIND, OTHER_KIND),
    ("unknown key", "unknown key"),
    ("unknown section", "unknown section"),
    ("duplicate key", "duplicate key"),
    ("`name` is missing", "`name` is missing"),
    ("this is not text in UTF-8", "this is not text in UTF-8"),
    ("this is not a text file", "this is not a text file"),
];

/// Kind of all other diagnostics.
const OTHER_KIND: &str = "invalid key or value";

/// Kind of all errors because of which a file is not TOML or RON.
const SYNTAX: &str = "syntax error";

/// Explains why a message quotes nothing.
const FOREIGN: &str =
    "its text is not shown, since the file is outside the folders of this profile; check it by its own path";

/// Rendering style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// With terminal escape sequences.
    Coloured,
}

/// Reports a duplicate key.
pub(super) fn again(second: Location, key: &str, first: Option<&Location>) -> Diagnostic {
    let line = first.and_then(Location::line_column).map(|(line, _)| line);
    let hint = match line {
        Some(line) => format!("the first is in line {line}; remove one of the two"),
        None => "remove one of the two".to_owned(),
    };
    Diagnostic::error(second, format!("duplicate key {}", quoted(key))).hint(hint).key(key)
}

/// Quotes text of a file for a message: in backticks, with limited length.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}...`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// Collects the diagnostics of a file, up to a limit that is still readable.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    unlisted: usize,
}

impl Diagnostics {
    const LISTED: usize = 100;

    /// Adds a diagnostic. The closure is not called beyond the limit: finding the nearest name for each of 100,000
    /// unknown keys would take minutes.
    pub fn add(&mut self, fault: impl FnOnce() -> Diagnostic) {
        if self.list.len() < Self::LISTED {
            self.list.push(fault());
        } else {
            self.unlisted += 1;
        }
    }

    /// Number of diagnostics, unlisted ones included.
    pub fn count(&self) -> usize {
        self.list.len() + self.unlisted
    }

    /// Removes listed diagnostics that do not satisfy a condition.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Turns diagnostics of files that messages must not quote into plain syntax errors.
    pub fn call_syntax_errors(&mut self) {
        for fault in self.list.iter_mut().filter(|fault| fault.location.source.is_foreign) {
            SYNTAX.clone_into(&mut fault.message);
        }
    }

    /// Adds all diagnostics of another list.
    pub fn append(&mut self, other: Self) {
        self.unlisted += other.unlisted;
        for fault in other.list {
            self.add(|| fault);
        }
    }

    /// Returns the list by location, without text that must not be quoted; a last entry gives the number of unlisted
    /// ones.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list = self.list.into_iter().map(Diagnostic::without_contents).collect();
        let start = |d: &Diagnostic| d.location.span.as_ref().map(|s| s.start);
        self.list.sort_by(|a, b| a.file().cmp(b.file()).then(start(a).cmp(&start(b))));
        if let Some(last) = self.list.last()
            && self.unlisted > 0
        {
            let location = Location::file(&last.location.source);
            let message = format!("{} more faults are not listed", self.unlisted);
            self.list.push(Diagnostic::error(location, message));
        }
        self.list
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.unlisted == 0
    }

    /// Start lines of the listed diagnostics.
    pub fn lines(&self) -> Vec<usize> {
        self.list.iter().filter_map(Diagnostic::line).collect()
    }
}
