//! Faults and warnings: where, what, and what to do about it.

use std::fmt;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::source::{Place, Source};
use crate::escape;

pub use crate::escape::one_line;

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The profile cannot be used.
    Error,
    /// The profile works, but something in it is likely not meant.
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

/// One fault or warning. `Display` gives one line, `file:line:column: error: message (hint)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// The full key that it is about, if any.
    pub key: Option<String>,
    /// What is wrong; one line.
    pub message: String,
    /// What to do about it; one line.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(place: Place, message: impl AsRef<str>) -> Self {
        Self {
            severity: Severity::Error,
            place,
            key: None,
            message: one_line(message.as_ref()),
            hint: None,
        }
    }

    /// A warning.
    pub fn warning(place: Place, message: impl AsRef<str>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(place, message)
        }
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(one_line(hint.as_ref()));
        self
    }

    /// Adds the key that it is about.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.place.source.file
    }

    /// The line, from 1; none when it is about the file as a whole.
    pub fn line(&self) -> Option<usize> {
        self.place.line_column().map(|(line, _)| line)
    }

    /// The column, from 1, in characters.
    pub fn column(&self) -> Option<usize> {
        self.place.line_column().map(|(_, column)| column)
    }

    /// The same; of a file that messages must not quote only the place and the kind of the fault.
    pub(super) fn without_contents(self) -> Self {
        if !self.place.source.is_foreign {
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

    /// Several lines: the message, the place with an excerpt and a caret, the hint.
    pub fn render(&self, style: Style) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let source = &self.place.source;
        let file = one_line(&source.file);
        let title = level.primary_title(self.message.as_str());
        let mut group = match &self.place.span {
            Some(_) if source.is_foreign => {
                let (line, column) = self.place.line_column().unwrap_or((1, 1));
                let origin = Origin::path(&file).line(line).char_column(column);
                title.element(origin)
            }
            Some(span) => {
                let caret = AnnotationKind::Primary.span(source.first_line_of(span));
                let snippet = Snippet::source(&source.text).path(&file);
                title.element(snippet.annotation(caret))
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
        // What is left of the excerpt; the renderer itself replaces the other control characters, and colours its lines.
        let replace = |c: char| match escape::is_unprintable(c) && !matches!(c, '\n' | '\t' | '\u{1b}') {
            true => char::REPLACEMENT_CHARACTER,
            false => c,
        };
        renderer.render(&[group]).chars().map(replace).collect()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", one_line(self.file()))?;
        if let Some((line, column)) = self.place.line_column() {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}: {}", self.severity.word(), self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// How messages of a kind begin, and the kind. The rest of them may quote the file.
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

/// The kind of all others.
const OTHER_KIND: &str = "invalid key or value";

/// The kind of all faults for which a file is not TOML or RON.
const SYNTAX: &str = "syntax error";

/// Why a message quotes nothing.
const FOREIGN: &str =
    "its text is not shown, since the file is outside the folders of this profile; check it by its own path";

/// Whether a rendering is for a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With the escape sequences of a terminal.
    Coloured,
}

/// A key that is given a second time.
pub(super) fn again(second: Place, key: &str, first: Option<&Place>) -> Diagnostic {
    let line = first.and_then(Place::line_column).map(|(line, _)| line);
    let hint = match line {
        Some(line) => format!("the first is in line {line}; remove one of the two"),
        None => "remove one of the two".to_owned(),
    };
    Diagnostic::error(second, format!("duplicate key {}", quoted(key)))
        .hint(hint)
        .key(key)
}

/// Text of a file as a message quotes it: in backticks, not too long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}...`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// Collects the faults of a file, up to a number that a person would still read.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<Diagnostic>,
    unlisted: usize,
}

impl Faults {
    const LISTED: usize = 100;

    /// Adds a fault. The closure is not called when nobody would read it: finding the nearest name for
    /// each of 100,000 keys of a wrong file would take minutes.
    pub fn add(&mut self, fault: impl FnOnce() -> Diagnostic) {
        if self.list.len() < Self::LISTED {
            self.list.push(fault());
        } else {
            self.unlisted += 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len() + self.unlisted
    }

    /// Removes listed faults that do not satisfy a condition.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Makes all places those of another text of the same length.
    pub fn relocate(&mut self, source: &Arc<Source>) {
        for fault in &mut self.list {
            fault.place.source = Arc::clone(source);
        }
    }

    /// Takes the faults of files that messages must not quote for syntax errors.
    pub fn call_syntax_errors(&mut self) {
        for fault in self.list.iter_mut().filter(|fault| fault.place.source.is_foreign) {
            SYNTAX.clone_into(&mut fault.message);
        }
    }

    /// All of another list.
    pub fn append(&mut self, other: Self) {
        self.unlisted += other.unlisted;
        for fault in other.list {
            self.add(|| fault);
        }
    }

    /// The list, by place, without what must not be shown; after it the number of those left out.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list = self.list.into_iter().map(Diagnostic::without_contents).collect();
        let start = |d: &Diagnostic| d.place.span.as_ref().map(|s| s.start);
        self.list
            .sort_by(|a, b| a.file().cmp(b.file()).then(start(a).cmp(&start(b))));
        if let Some(last) = self.list.last()
            && self.unlisted > 0
        {
            let place = Place::file(&last.place.source);
            let message = format!("{} more faults are not listed", self.unlisted);
            self.list.push(Diagnostic::error(place, message));
        }
        self.list
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.unlisted == 0
    }

    /// The lines on which listed faults start.
    pub fn lines(&self) -> Vec<usize> {
        self.list.iter().filter_map(Diagnostic::line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Format;
    use super::*;

    #[test]
    fn a_key_with_line_breaks_stays_on_one_line() {
        let source = Source::new("a\nb.toml", Format::Toml, "x = 1");
        let text = "unknown key `x\r\nbestmove e2e4\u{1b}[2J`";
        let line = Diagnostic::error(Place::at(&source, 0..1), text)
            .hint("a\nb")
            .to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(
            line.starts_with(r"a\nb.toml:1:1: error: unknown key `x\r\nbestmove"),
            "{line}"
        );
    }

    #[test]
    fn faults_are_sorted_by_place_and_bounded() {
        let source = Source::new("x.toml", Format::Toml, "x".repeat(300));
        let mut faults = Faults::default();
        for i in (0..250).rev() {
            faults.add(|| Diagnostic::error(Place::at(&source, i..i + 1), i.to_string()));
        }
        let list = faults.into_sorted();
        assert_eq!(list.len(), 101);
        assert!(list[..100].is_sorted_by_key(|d| d.column()));
        assert_eq!(list[100].message, "150 more faults are not listed");
    }
}
