//! Explains TOML syntax errors: common mistakes, with the key and the correct notation. Other errors keep the message
//! of the parser.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, quoted};
use super::keys::{self, Takes};
use super::number_mistakes::{corrected_sign, factor_hint, is_number};
use super::source::{Location, Source};

/// Typographic quotes that word processors insert for straight ones.
const CURLY: [char; 5] = ['“', '”', '„', '‘', '’'];

/// Quotes around strings of several lines.
const MULTI_LINE_QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// Starts of messages of the parser, which say what the text alone does not: a key in braces without `=`, and a second
/// value. Snapshots of the tests change if the parser does.
const NO_ASSIGNMENT: &str = "missing assignment";
const SECOND_VALUE: &str = "unexpected key or value";

const NO_BRACKETS: &str = "a list has no brackets";
const NO_QUOTES: &str = "strings need quotes";

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
    /// The value or list entry that has the error, if it begins with neither a quote nor a bracket.
    item: Option<&'a str>,
}

impl<'a> Mistake<'a> {
    /// An error in the statement of a key, which may be empty.
    pub(super) fn new(
        source: &'a Arc<Source>,
        key: &Range<usize>,
        path: Option<String>,
        span: Range<usize>,
        item: Option<&'a str>,
    ) -> Self {
        let text = source.text.as_str();
        let line = source.line_around(span.start);
        let is_on_line = !key.is_empty() && line.contains(&key.start);
        let rest = if is_on_line { key.end.min(line.end) } else { line.start };
        let rest = &text[rest..line.end];
        Self {
            key: is_on_line.then(|| &text[key.clone()]),
            path,
            item,
            rest: rest[..outside_quotes(rest, &["#"]).unwrap_or(rest.len())].trim(),
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

    fn message(&self, parser: &str) -> Explanation {
        // The first that recognises the mistake.
        let found = self
            .comment()
            .or_else(|| self.no_equals_sign())
            .or_else(|| self.list_in_braces())
            .or_else(|| parser.starts_with(NO_ASSIGNMENT).then(|| plain("there is no `=` after a key")))
            .or_else(|| self.curly_quotes())
            .or_else(|| self.round_brackets())
            .or_else(|| self.unclosed_quotes())
            .or_else(|| self.no_value())
            .or_else(|| self.list_without_brackets())
            .or_else(|| self.item.and_then(|item| self.bare(item)))
            .or_else(|| self.rest_of_value(parser));
        found.unwrap_or_else(|| plain(parser))
    }

    /// The value on the line, without `=`.
    fn value(&self) -> &'a str {
        self.rest.strip_prefix('=').unwrap_or(self.rest).trim()
    }

    /// What the key takes.
    fn takes(&self) -> Option<Takes> {
        self.path.as_deref().and_then(|path| keys::takes(path, self.value()))
    }

    fn comment(&self) -> Option<Explanation> {
        let hint = "comments start with `#`".to_owned();
        outside_quotes(self.rest, &["//", "/*"]).map(|_| with_hint("TOML has no such comments", hint))
    }

    fn no_equals_sign(&self) -> Option<Explanation> {
        let key = self.key.filter(|_| !self.rest.contains('='))?;
        let rest = self.rest.trim_start_matches([':', ' ']);
        if rest.is_empty() && keys::is_table(key) {
            return Some(with_hint("this is not the heading of a section", format!("write [{key}]")));
        }
        let takes = self.path.as_deref().and_then(|path| keys::takes(path, rest));
        let value = match rest {
            "" => "...".to_owned(),
            _ if takes == Some(Takes::Text) && !rest.starts_with(['"', '\'']) => format!("\"{rest}\""),
            _ => in_quotes(rest),
        };
        let hint = format!("write {key} = {}", short(&value));
        let is_value = rest.matches('[').count() == rest.matches(']').count();
        Some(("there is no `=` after the key".to_owned(), is_value.then_some(hint)))
    }

    fn list_in_braces(&self) -> Option<Explanation> {
        let value = self.value();
        let is_field = |part: &str| is_number(part.trim());
        let is_list =
            value.starts_with('{') && !value.contains('[') && value.split([',', '{', '}']).any(is_field);
        is_list.then(|| with_hint(NO_BRACKETS, "a pair or list stands in [ ]".to_owned()))
    }

    fn curly_quotes(&self) -> Option<Explanation> {
        let value = self.key.map(|_| self.value()).filter(|value| value.starts_with(CURLY))?;
        let hint = format!("write {}", short(&in_quotes(value)));
        Some(with_hint("strings need straight quotes", hint))
    }

    fn round_brackets(&self) -> Option<Explanation> {
        let value = self.key.map(|_| self.value()).filter(|value| value.starts_with('('))?;
        let brackets = value.replace('(', "[").replace(')', "]");
        let hint = format!("pairs and lists are written in square brackets: {}", short(&brackets));
        Some(with_hint("TOML has no round brackets", hint))
    }

    fn unclosed_quotes(&self) -> Option<Explanation> {
        if MULTI_LINE_QUOTES.contains(&self.word) {
            let hint = format!("write {} at its end", self.word);
            return Some(with_hint("the string has no closing quotes", hint));
        }
        let value = self.value();
        let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let is_open = value.matches(quote).count() == 1;
        is_open.then(|| with_hint("the string has no closing quote", format!("write {quote} at its end")))
    }

    fn no_value(&self) -> Option<Explanation> {
        let is_absent = self.key.is_some() && self.value().is_empty();
        is_absent.then(|| plain("there is no value after `=`"))
    }

    fn list_without_brackets(&self) -> Option<Explanation> {
        self.key?;
        let list = list_in(self.value(), self.takes())?;
        Some(with_hint(NO_BRACKETS, format!("write {}", short(&list))))
    }

    /// Explains a value or list entry without quotes and brackets; `None` if it consists of several.
    fn bare(&self, item: &str) -> Option<Explanation> {
        let (value, takes) = (self.value(), self.takes());
        let starts_number = item.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let is_inner = self.key.is_none() || value.starts_with(['[', '{']);
        if matches!(takes, Some(Takes::Text | Takes::Texts)) {
            return Some(with_hint(NO_QUOTES, format!("write it in quotes: \"{}\"", short(item))));
        }
        if let Some((message, number)) = corrected_sign(item) {
            return Some(with_hint(message, format!("write {}", short(&number))));
        }
        if let Some((first, second)) = item.split_once(char::is_whitespace) {
            let hint = format!("write {first}, {}", short(second.trim()));
            return (is_inner && starts_number).then(|| with_hint("a comma is missing", hint));
        }
        let is_word_of_list = is_inner && item.chars().all(char::is_alphanumeric);
        if starts_number || takes == Some(Takes::Number) || is_word_of_list {
            let hint = self.path.as_deref().and_then(|path| factor_hint(path, item));
            return (!item.contains(';'))
                .then(|| (format!("{} is not a number", quoted(&short(item))), hint));
        }
        let hint = self.key.map(|_| format!("write it in quotes: \"{}\"", short(item)));
        Some((NO_QUOTES.to_owned(), hint))
    }

    fn rest_of_value(&self, parser: &str) -> Option<Explanation> {
        self.key.filter(|_| self.item.is_some() || parser.starts_with(SECOND_VALUE))?;
        let message = match &self.path {
            Some(path) => format!("something follows the value of {}", quoted(path)),
            None => "something follows the value".to_owned(),
        };
        let hint = if self.value().ends_with([',', ';']) {
            "nothing stands between one key and the next but a line break"
        } else {
            "a key has one value: a pair or list stands in [ ], a string in quotes"
        };
        Some(with_hint(&message, hint.to_owned()))
    }
}

/// A message, and a suggestion if there is one.
type Explanation = (String, Option<String>);

fn plain(message: &str) -> Explanation {
    (message.to_owned(), None)
}

fn with_hint(message: &str, hint: String) -> Explanation {
    (message.to_owned(), Some(hint))
}

/// Returns a value that is a list without its brackets, in brackets: numbers, or strings if the key takes several.
fn list_in(value: &str, takes: Option<Takes>) -> Option<String> {
    let is_text = matches!(takes, Some(Takes::Text | Takes::Texts));
    let is_separator = |c: char| c == ',' || !is_text && (c == ';' || c.is_whitespace());
    let items: Vec<&str> = value.split(is_separator).map(str::trim).filter(|item| !item.is_empty()).collect();
    let is_string = |item: &&str| {
        item.len() > 1 && ['"', '\''].iter().any(|&quote| item.starts_with(quote) && item.ends_with(quote))
    };
    let are_numbers = !is_text && items.iter().all(|item| is_number(item));
    let are_strings = takes == Some(Takes::Texts) && items.iter().all(is_string);
    (items.len() > 1 && (are_numbers || are_strings)).then(|| format!("[{}]", items.join(", ")))
}

/// Returns the first of some marks outside strings.
fn outside_quotes(line: &str, marks: &[&str]) -> Option<usize> {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if marks.iter().any(|mark| line[at..].starts_with(mark)) => return Some(at),
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
    }
    None
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
