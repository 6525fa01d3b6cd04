//! Locates a part of a string in its file, where quotes and escapes move it.

use std::ops::Range;

use super::super::node::Named;
use super::super::source::{Format, Location};

/// Returns the location of a part of a string, or of the whole string if its notation is not recognised.
pub fn part(named: &Named, span: &Range<usize>) -> Location {
    let Location { source, span: whole } = &named.location;
    let found = whole.clone().and_then(|whole| {
        let raw = source.text.get(whole.clone())?;
        let (start, end) = ends(raw, source.format, &named.text, span)?;
        Some(Location::at(source, whole.start + start..whole.start + end))
    });
    found.unwrap_or_else(|| named.location.clone())
}

/// Returns start and end of a part of `text` in `raw`, its notation in the file.
fn ends(raw: &str, format: Format, text: &str, span: &Range<usize>) -> Option<(usize, usize)> {
    let quotes: &[&str] = match format {
        Format::Toml => &["\"\"\"", "'''", "\"", "'"],
        Format::Ron => &["\""],
    };
    quotes.iter().find_map(|quote| {
        let inner = raw.strip_prefix(quote)?.strip_suffix(quote)?;
        let is_long = quote.len() == 3;
        let begin = quote.len() + if is_long { newline(inner) } else { 0 };
        let inner = &raw[begin..raw.len() - quote.len()];
        let plain = (inner == text).then_some((span.start, span.end));
        let at = plain.or_else(|| escaped(inner, text, span))?;
        Some((begin + at.0, begin + at.1))
    })
}

/// Length of a line break at the start of a string.
fn newline(text: &str) -> usize {
    ["\r\n", "\n"].iter().find(|end| text.starts_with(**end)).map_or(0, |end| end.len())
}

/// The same for a string with escapes; `None` if `raw` does not decode to `text`.
fn escaped(raw: &str, text: &str, span: &Range<usize>) -> Option<(usize, usize)> {
    let (mut start, mut end) = (None, None);
    let (mut at, mut read) = (0, 0);
    loop {
        if read >= span.start {
            start.get_or_insert(at);
        }
        if read >= span.end {
            end.get_or_insert(at);
        }
        let rest = &raw[at..];
        let Some(first) = rest.chars().next() else {
            break;
        };
        if rest.starts_with("\r\n") && text.get(read..)?.starts_with('\n') {
            // Line ends are normalised to `\n` in `text`.
            at += 1;
            continue;
        }
        if first != '\\' {
            if !text.get(read..)?.starts_with(first) {
                return None;
            }
            at += first.len_utf8();
            read += first.len_utf8();
            continue;
        }
        let escape = rest[1..].chars().next()?;
        if escape.is_whitespace() {
            // An escaped line end and the white space after it are not part of `text`.
            at += 1 + rest[1..].len() - rest[1..].trim_start().len();
            continue;
        }
        let meant = text.get(read..)?.chars().next()?;
        at += escape_len(rest)?;
        read += meant.len_utf8();
    }
    (read == text.len()).then_some((start?, end?))
}

/// Length of an escape at the start of a string.
fn escape_len(text: &str) -> Option<usize> {
    let digits = match text[1..].chars().next()? {
        'u' if text[2..].starts_with('{') => return text.find('}').map(|end| end + 1),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    (text.len() >= 2 + digits).then_some(2 + digits)
}
