//! What is said of TOML that cannot be read: the parser's words, with the key and what to write instead.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, again, quoted};
use super::keys;
use super::mend::Mended;
use super::node::Table;
use super::source::{Place, Source};

/// The quotes that word processors make of straight ones.
const CURLY: [char; 5] = ['“', '”', '„', '‘', '’'];

/// A fault of the whole file: another language in it.
pub(super) fn other_language(source: &Arc<Source>) -> Option<Diagnostic> {
    let start = source.text.len() - source.text.trim_start().len();
    let (language, hint) = match source.text[start..].chars().next()? {
        '{' => (
            "JSON",
            "in TOML a profile has lines `key = value` under headings `[section]`",
        ),
        '(' => ("RON", "the name of a profile in RON ends in .ron"),
        _ => return None,
    };
    let message = format!("this looks like {language}, not TOML");
    Some(Diagnostic::error(Place::at(source, start..start + 1), message).hint(hint))
}

/// A bracket that is never closed.
pub(super) fn not_closed(source: &Arc<Source>, mended: &Mended, bracket: Range<usize>) -> Diagnostic {
    let (section, key) = mended.key_at(bracket.start);
    let sign = &source.text[bracket.clone()];
    let path = path(source, section, key.clone()).filter(|_| !key.is_empty());
    let message = match &path {
        Some(path) => format!("the `{sign}` of {} is not closed", quoted(path)),
        None => format!("this `{sign}` is not closed"),
    };
    Diagnostic {
        key: path,
        ..Diagnostic::error(Place::at(source, bracket), message)
    }
}

/// A key that the parser met before. `tree` has the first.
pub(super) fn duplicate(
    source: &Arc<Source>,
    mended: &Mended,
    tree: &Table,
    span: Range<usize>,
) -> Diagnostic {
    let (section, key) = mended.key_at(span.start);
    let wanted = if key.is_empty() || span.start < key.end {
        // In the key itself, or in a heading.
        let end = span.end.max(key.start);
        path(source, section, key.start..key.end.min(end))
    } else {
        // Within braces.
        path(source, section, key)
            .zip(source.text.get(span.clone()))
            .map(|(outer, inner)| format!("{outer}.{}", bare(inner)))
    };
    let wanted = wanted.unwrap_or_default();
    let path_of = |s: &Range<usize>, k: &Range<usize>| path(source, s.clone(), k.clone()).unwrap_or_default();
    let list = mended.list_heading(&source.text, span.start);
    let list = list.filter(|(_, name)| keys::is_under(&wanted, &bare(&source.text[name.clone()])));
    let from = list.as_ref().map_or(0, |(start, _)| *start);
    // Where the table was not begun by a heading, a dotted key has begun it: `mobility.knight` before [mobility].
    let begins = mended
        .first(from, |s, k| path_of(s, k) == wanted)
        .filter(|line| *line < source.line_around(span.start).start)
        .or_else(|| mended.first(from, |s, k| keys::is_under(&path_of(s, k), &wanted)));
    let first = match begins {
        Some(start) => Some(Place::at(source, start..start)),
        None => find(tree, &wanted).cloned(),
    };
    let wanted = match list {
        Some((start, section)) => of_element(source, mended, start, section, &wanted),
        None => wanted,
    };
    let second = Place::at(source, span);
    // Of two headings the tree may know only the second.
    let first = first.filter(|f| f.line_column() < second.line_column());
    again(second, &wanted, first.as_ref())
}

/// A path below the heading of a list, with the name of the table that begins there.
fn of_element(source: &Source, mended: &Mended, start: usize, section: Range<usize>, path: &str) -> String {
    let text = |span: &Range<usize>| bare(&source.text[span.clone()]);
    let is_name = |its: &Range<usize>, key: &Range<usize>| *its == section && text(key) == "name";
    let list = text(&section);
    let rest = path[list.len()..].trim_start_matches('.');
    let line = mended.first(start, is_name).map(|line| source.line_around(line));
    let name = line.and_then(|line| source.text[line].split_once('=').map(|(_, value)| value.trim()));
    match name.and_then(|value| value.get(1..)?.split(['"', '\'', '(']).next()) {
        Some(name) if !name.is_empty() => format!("{list}.{name}.{rest}"),
        _ => path.to_owned(),
    }
}

/// What else the parser does not understand.
pub(super) fn syntax(source: &Arc<Source>, mended: &Mended, span: Range<usize>, message: &str) -> Diagnostic {
    let (section, key) = mended.key_at(span.start);
    let line = source.line_around(span.start);
    let is_on_line = !key.is_empty() && line.contains(&key.start);
    let value = match is_on_line {
        true => &source.text[key.end.min(line.end)..line.end],
        false => &source.text[line.clone()],
    };
    let mut fault = Fault {
        key: source.text[key.clone()].to_owned(),
        path: path(source, section, key.clone()).filter(|_| !key.is_empty()),
        value: value.trim().to_owned(),
        has_key: is_on_line,
        word: source.text[span.clone()].trim().to_owned(),
    };
    let (message, hint) = fault.explain(message);
    let place = Place::at(source, span);
    let mut diagnostic = Diagnostic::error(place, message);
    diagnostic.key = fault.path.take();
    match hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

struct Fault {
    key: String,
    path: Option<String>,
    /// What follows the key on the line, or else the whole line.
    value: String,
    has_key: bool,
    /// What the parser stumbled over.
    word: String,
}

impl Fault {
    fn explain(&self, parser: &str) -> (String, Option<String>) {
        let name = self.path.as_deref().map(quoted);
        let about = |text: &str| match &name {
            Some(name) => format!("{name}: {text}"),
            None => text.to_owned(),
        };
        let value = self.value.strip_prefix('=').unwrap_or(&self.value).trim();
        if outside_quotes(&self.value, "//") || outside_quotes(&self.value, "/*") {
            return (
                about("this is no comment in TOML"),
                Some("comments start with `#`".into()),
            );
        }
        if self.has_key && !self.value.contains('=') {
            let rest = self.value.trim_start_matches([':', ' ']);
            let rest = if rest.is_empty() { "..." } else { rest };
            return (
                about("there is no `=` after the key"),
                Some(format!("write {} = {}", self.key, short(&in_quotes(rest)))),
            );
        }
        if parser.starts_with("missing assignment") {
            return (about("there is no `=` after a key"), None);
        }
        if self.has_key && value.starts_with(CURLY) {
            return (
                about("a text stands in straight quotes"),
                Some(format!("write {}", short(&in_quotes(value)))),
            );
        }
        if self.has_key && value.starts_with('(') {
            let brackets = value.replace('(', "[").replace(')', "]");
            let hint = format!(
                "pairs and lists are written in square brackets: {}",
                short(&brackets)
            );
            return (about("TOML has no round brackets"), Some(hint));
        }
        if parser.starts_with("invalid basic string") || parser.starts_with("invalid literal string") {
            let quote = value.chars().next().filter(|c| ['"', '\''].contains(c));
            if let Some(quote) = quote
                && value.matches(quote).count() == 1
            {
                return (
                    about("the text has no closing quote"),
                    Some(format!("write {quote} at its end")),
                );
            }
        }
        let is_word = parser.starts_with("string values must be quoted");
        let is_in_list = !self.has_key || value.starts_with('[');
        if is_word && is_in_list && self.word.chars().all(char::is_alphanumeric) && !self.word.is_empty() {
            return (
                about(&format!("{} is no number", quoted(&short(&self.word)))),
                None,
            );
        }
        let goes_on = is_word && value.contains([' ', '\t', ';']);
        if self.has_key && (goes_on || parser.starts_with("unexpected key or value")) {
            let message = match &name {
                Some(name) => format!("something follows the value of {name}"),
                None => "something follows the value".to_owned(),
            };
            let hint = match value.trim_end_matches([',', ';']) {
                shorter if shorter != value => "nothing stands between one key and the next but a line break",
                _ => "a key has one value: a pair or list stands in [ ], a text in quotes",
            };
            return (message, Some(hint.to_owned()));
        }
        if is_word && value.is_empty() {
            return (about("there is no value after `=`"), None);
        }
        if is_word && value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return (about(&format!("{} is no number", quoted(&short(value)))), None);
        }
        if is_word {
            let hint = format!("write it in quotes: \"{}\"", short(value));
            return (
                about("a text stands in quotes"),
                Some(hint).filter(|_| self.has_key),
            );
        }
        (about(parser), None)
    }
}

/// Whether a line has a mark that is not in a text.
fn outside_quotes(line: &str, mark: &str) -> bool {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' => return false,
            None if line[at..].starts_with(mark) => return true,
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
    }
    false
}

/// A word as a text in TOML, without the quotes of a word processor; anything else as it is.
fn in_quotes(value: &str) -> String {
    match value.starts_with(|c: char| c.is_alphabetic() || CURLY.contains(&c)) {
        true => format!("\"{}\"", value.trim_matches(CURLY)),
        false => value.to_owned(),
    }
}

/// A part of the file for a hint.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Section and key as one path.
fn path(source: &Source, section: Range<usize>, key: Range<usize>) -> Option<String> {
    let (section, key) = (source.text.get(section)?, source.text.get(key)?);
    match (bare(section), bare(key)) {
        (section, key) if section.is_empty() => Some(key),
        (section, key) if key.is_empty() => Some(section),
        (section, key) => Some(format!("{section}.{key}")),
    }
}

/// Keys without quotes and blanks.
fn bare(key: &str) -> String {
    key.chars()
        .filter(|c| !c.is_whitespace() && !['"', '\''].contains(c))
        .collect()
}

/// Where a path was said first.
fn find<'t>(tree: &'t Table, path: &str) -> Option<&'t Place> {
    tree.0.iter().find_map(|field| {
        let rest = path.strip_prefix(&field.key)?;
        match (rest.strip_prefix('.'), &field.node.value) {
            (Some(rest), super::node::Value::Table(inner)) => find(inner, rest),
            _ => rest.is_empty().then_some(&field.place),
        }
    })
}
