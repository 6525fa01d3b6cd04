//! Explains TOML syntax errors: common mistakes, with the key and the correct notation. Other errors keep the message
//! of the parser.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, quoted};
use super::keys;
use super::source::{Location, Source};

/// Typographic quotes that word processors insert for straight ones.
const CURLY: [char; 5] = ['“', '”', '„', '‘', '’'];

/// Quotes around strings of several lines.
const MULTI_LINE_QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// Returns the opening quotes of a string of several lines that is not closed, if the rest of a text begins with one.
pub(super) fn unclosed_string(text: &str, value: usize) -> Option<Range<usize>> {
    let rest = text[value..].trim_start_matches(['=', ' ', '\t']);
    let quotes = MULTI_LINE_QUOTES.into_iter().find(|quotes| rest.starts_with(quotes))?;
    let start = text.len() - rest.len();
    (!rest[quotes.len()..].contains(quotes)).then_some(start..start + quotes.len())
}

/// Reports a file in another language.
pub(super) fn other_language(source: &Arc<Source>) -> Option<Diagnostic> {
    let start = source.text.len() - source.text.trim_start().len();
    let (language, hint) = match source.text[start..].chars().next()? {
        '{' => ("JSON", "in TOML a profile has lines `key = value` under headings `[section]`"),
        '(' => ("RON", "the name of a profile in RON ends in .ron"),
        _ => return None,
    };
    let message = format!("this looks like {language}, not TOML");
    Some(Diagnostic::error(Location::at(source, start..start + 1), message).hint(hint))
}

/// A syntax error with its context.
pub(super) struct Mistake<'a> {
    location: Location,
    path: Option<String>,
    /// The key, if it is on the line of the error.
    key: Option<&'a str>,
    /// The rest of the line after the key, or the whole line without a key.
    rest: &'a str,
    /// The unexpected part.
    word: &'a str,
}

impl<'a> Mistake<'a> {
    /// An error in the statement of a key, which may be empty.
    pub(super) fn new(
        source: &'a Arc<Source>,
        key: &Range<usize>,
        path: Option<String>,
        span: Range<usize>,
    ) -> Self {
        let text = source.text.as_str();
        let line = source.line_around(span.start);
        let is_on_line = !key.is_empty() && line.contains(&key.start);
        let rest = if is_on_line { key.end.min(line.end) } else { line.start };
        Self {
            key: is_on_line.then(|| &text[key.clone()]),
            path,
            rest: text[rest..line.end].trim(),
            word: text[span.clone()].trim(),
            location: Location::at(source, span),
        }
    }

    pub(super) fn explain(self, parser: &str) -> Diagnostic {
        let (message, hint) = self.message(parser);
        let message = match &self.path {
            // Two messages already contain the key.
            Some(path) if !message.contains(&quoted(path)) => format!("{}: {message}", quoted(path)),
            _ => message,
        };
        let mut diagnostic = Diagnostic::error(self.location, message);
        diagnostic.key = self.path;
        match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    fn message(&self, parser: &str) -> (String, Option<String>) {
        let plain = |message: &str| (message.to_owned(), None);
        let with_hint = |message: &str, hint: String| (message.to_owned(), Some(hint));
        let value = self.rest.strip_prefix('=').unwrap_or(self.rest).trim();
        let no_number = |word: &str| (format!("{} is not a number", quoted(&short(word))), None);
        if has_outside_quotes(self.rest, &["//", "/*"]) {
            return with_hint("TOML has no such comments", "comments start with `#`".to_owned());
        }
        if let Some(key) = self.key
            && !self.rest.contains('=')
        {
            let rest = self.rest.trim_start_matches([':', ' ']);
            if rest.is_empty() && keys::is_table(key) {
                return with_hint("this is not the heading of a section", format!("write [{key}]"));
            }
            let rest = if rest.is_empty() { "..." } else { rest };
            let hint = format!("write {key} = {}", short(&in_quotes(rest)));
            let is_value = rest.matches('[').count() == rest.matches(']').count();
            return ("there is no `=` after the key".to_owned(), is_value.then_some(hint));
        }
        if parser.starts_with("missing assignment") {
            return plain("there is no `=` after a key");
        }
        if self.key.is_some() && value.starts_with(CURLY) {
            let hint = format!("write {}", short(&in_quotes(value)));
            return with_hint("strings need straight quotes", hint);
        }
        if self.key.is_some() && value.starts_with('(') {
            let brackets = value.replace('(', "[").replace(')', "]");
            let hint = format!("pairs and lists are written in square brackets: {}", short(&brackets));
            return with_hint("TOML has no round brackets", hint);
        }
        if MULTI_LINE_QUOTES.contains(&self.word) {
            return with_hint("the string has no closing quotes", format!("write {} at its end", self.word));
        }
        let is_string =
            parser.starts_with("invalid basic string") || parser.starts_with("invalid literal string");
        if is_string
            && let Some(quote) = value.chars().next().filter(|c| ['"', '\''].contains(c))
            && value.matches(quote).count() == 1
        {
            return with_hint("the string has no closing quote", format!("write {quote} at its end"));
        }
        // The parser takes a word that begins with t or f for a boolean.
        let is_unquoted =
            parser.starts_with("string values must be quoted") || parser.starts_with("invalid boolean");
        let is_in_list = self.key.is_none() || value.starts_with('[');
        if is_unquoted && is_in_list && !self.word.is_empty() && self.word.chars().all(char::is_alphanumeric)
        {
            return no_number(self.word);
        }
        if is_unquoted
            && (is_in_list || value.starts_with('{'))
            && let Some((first, second)) = self.word.split_once(char::is_whitespace)
            && first.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
        {
            let hint = format!("write {first}, {}", short(second.trim()));
            return with_hint("a comma is missing", hint);
        }
        let has_more = is_unquoted && value.contains([' ', '\t', ';']);
        if self.key.is_some() && (has_more || parser.starts_with("unexpected key or value")) {
            let message = match &self.path {
                Some(path) => format!("something follows the value of {}", quoted(path)),
                None => "something follows the value".to_owned(),
            };
            let hint = if value.ends_with([',', ';']) {
                "nothing stands between one key and the next but a line break"
            } else {
                "a key has one value: a pair or list stands in [ ], a string in quotes"
            };
            return (message, Some(hint.to_owned()));
        }
        if parser.starts_with("missing value") || is_unquoted && value.is_empty() {
            return plain("there is no value after `=`");
        }
        if is_unquoted && value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return no_number(value);
        }
        if is_unquoted {
            let hint = format!("write it in quotes: \"{}\"", short(value));
            return ("strings need quotes".to_owned(), self.key.map(|_| hint));
        }
        plain(parser)
    }
}

/// Returns `true` if a line has one of some marks outside strings and comments.
fn has_outside_quotes(line: &str, marks: &[&str]) -> bool {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' => return false,
            None if marks.iter().any(|mark| line[at..].starts_with(mark)) => return true,
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
    }
    false
}

/// A word as a TOML string, without typographic quotes; anything else unchanged.
fn in_quotes(value: &str) -> String {
    if value.starts_with(|c: char| c.is_alphabetic() || CURLY.contains(&c)) {
        format!("\"{}\"", value.trim_matches(CURLY))
    } else {
        value.to_owned()
    }
}

/// A part of the file for a message.
fn short(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    match text.char_indices().nth(MAX_CHARS) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}
