//! Locates a part of a string in its file, where quotes and escapes move it.

use std::ops::Range;

use super::super::node::Named;
use super::super::source::{Format, Location};

/// Returns the location of a part of a string, or of the whole string if its notation is not recognised.
pub(super) fn part(named: &Named, span: &Range<usize>) -> Location {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::source::Source;

    fn found(format: Format, raw: &str, text: &str, wanted: &str) -> String {
        let source = Source::new("x", format, raw);
        let at = text.find(wanted).unwrap();
        let named = Named { text: text.to_owned(), location: Location::at(&source, 0..raw.len()) };
        let location = part(&named, &(at..at + wanted.len()));
        source.text[location.span.unwrap()].to_owned()
    }

    #[test]
    fn a_part_is_found_behind_quotes_and_escapes() {
        for (format, raw, text, wanted) in [
            (Format::Toml, r#""a & bb""#, "a & bb", "bb"),
            (Format::Toml, "'a & bb'", "a & bb", "bb"),
            (Format::Toml, "\"\"\"\na\n & bb\"\"\"", "a\n & bb", "bb"),
            (Format::Toml, "'''\r\na & bb'''", "a & bb", "bb"),
            (Format::Toml, "'''a\r\n\r\n & bb'''", "a\n\n & bb", "bb"),
            (Format::Ron, "\"a\r\n & bb\"", "a\n & bb", "bb"),
            (Format::Toml, "\"\"\"a \\\n    & \\t bb\"\"\"", "a & \t bb", "bb"),
            (Format::Toml, r#""\u00e4 & bb""#, "ä & bb", "bb"),
            (Format::Ron, r#""a\n\u{e4} & bb""#, "a\nä & bb", "bb"),
        ] {
            assert_eq!(found(format, raw, text, wanted), wanted, "{raw}");
        }
        // What is not recognised gets the location of the whole.
        assert_eq!(found(Format::Toml, r#""a""#, "b & c", "c"), r#""a""#);
    }
}
