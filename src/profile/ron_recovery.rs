//! RON text that can be read to its end: what the parser stops at is changed in a copy of the same length, so that places
//! in the copy are places in the file, and the text is read again.

use std::ops::Range;

/// A field of a table or an entry of a list.
pub(super) struct Item {
    /// From behind the bracket or comma before it to the comma or bracket behind it.
    span: Range<usize>,
    /// Whether it is an entry of a list.
    is_entry: bool,
    /// Whether the key of a field stands before the place, and no `:` behind it.
    pub lacks_colon: bool,
    /// The key of the field with those that it stands under; for an entry that of the list.
    pub path: String,
}

/// Changes the text so that the parser gets past the place at which it stopped: a wrong sign becomes the right one, a
/// missing sign is put in, else the whole item goes. Whether there was anything to change.
pub(super) fn mend(text: &mut String, at: usize, item: Option<&Item>, missing: Option<char>) -> bool {
    let before = text[..at].trim_end().len();
    let rest = &text[at..];
    let line = rest.find('\n').unwrap_or(rest.len());
    let (span, instead) = match rest.chars().next() {
        Some('=') if missing.is_some() => (at..at + 1, ':'),
        Some(';') if missing.is_some() => (at..at + 1, ','),
        Some('#') => (at..at + line, ' '),
        Some(_) if before < at && text.is_char_boundary(before + 1) && missing.is_some() => {
            (before..before + 1, missing.unwrap_or(' '))
        }
        _ => match item {
            Some(item) if item.is_entry => {
                let entry = &text[item.span.clone()];
                let start = item.span.start + entry.len() - entry.trim_start().len();
                blank(text, item.span.clone());
                // A list keeps its length.
                if start < item.span.end {
                    text.replace_range(start..=start, "0");
                }
                return !item.span.is_empty();
            }
            Some(item) => {
                let has_comma = text[item.span.end..].starts_with(',');
                let span = item.span.start..item.span.end + usize::from(has_comma);
                blank(text, span.clone());
                return !span.is_empty();
            }
            None => return false,
        },
    };
    blank(text, span.clone());
    text.replace_range(span.start..=span.start, &instead.to_string());
    true
}

/// Replaces a range by spaces; ends of lines stay.
pub(super) fn blank(text: &mut String, span: Range<usize>) {
    let blanks: String = text[span.clone()]
        .bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();
    text.replace_range(span, &blanks);
}

/// The innermost item at a place; `None` if it is in no bracket or brackets do not match.
pub(super) fn item_at(text: &str, at: usize) -> Option<Item> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut found: Option<(usize, Item)> = None;
    let mut next = 0;
    while next < text.len() {
        let start = next;
        let sign = text[start..].chars().next()?;
        next += token_len(&text[start..]);
        if found.is_none() && next > at && !sign.is_whitespace() {
            let &(bracket, begin) = open.last()?;
            let item = Item {
                span: begin..begin,
                is_entry: bracket == '[',
                lacks_colon: bracket != '[' && !text[begin..at].contains(':'),
                path: path(text, &open),
            };
            found = Some((open.len(), item));
        }
        let is_close = matches!(sign, ')' | ']' | '}');
        if let Some((depth, item)) = &mut found
            && *depth == open.len()
            && (is_close || sign == ',')
        {
            item.span.end = start;
            let fits = !is_close || open.last().is_some_and(|(bracket, _)| closes(*bracket, sign));
            return found.filter(|_| fits).map(|(_, item)| item);
        }
        match sign {
            '(' | '[' | '{' => open.push((sign, next)),
            ',' => {
                if let Some((_, begin)) = open.last_mut() {
                    *begin = next;
                }
            }
            _ if is_close => {
                open.pop().filter(|(bracket, _)| closes(*bracket, sign))?;
            }
            _ => {}
        }
    }
    None
}

fn closes(bracket: char, sign: char) -> bool {
    matches!((bracket, sign), ('(', ')') | ('[', ']') | ('{', '}'))
}

/// The keys of the fields that begin behind some brackets and commas.
fn path(text: &str, open: &[(char, usize)]) -> String {
    let key = |&(_, begin): &(char, usize)| {
        let rest = text[begin..].trim_start().trim_start_matches('"');
        let is_of_key = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        rest[..rest.find(|c| !is_of_key(c)).unwrap_or(rest.len())].to_owned()
    };
    let tables = open.iter().filter(|(bracket, _)| *bracket != '[');
    tables.map(key).collect::<Vec<_>>().join(".")
}

/// The length of a text, a comment or a character at the beginning of some RON.
fn token_len(rest: &str) -> usize {
    let until = |from: usize, end: &str| {
        rest[from..]
            .find(end)
            .map_or(rest.len(), |at| from + at + end.len())
    };
    let hashes = rest
        .strip_prefix('r')
        .map_or(0, |r| r.len() - r.trim_start_matches('#').len());
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        until(2, "*/")
    } else if rest.starts_with('"') {
        text_len(rest)
    } else if rest.starts_with('r') && rest[1 + hashes..].starts_with('"') {
        until(2 + hashes, &format!("\"{}", "#".repeat(hashes)))
    } else {
        rest.chars().next().map_or(0, char::len_utf8)
    }
}

/// The length of a text in quotes, with them.
pub(super) fn text_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// What is wrong with a number that its type cannot hold, such as `300u8`, and the number without its type.
pub(super) fn beyond_type(word: &str) -> Option<(String, &str)> {
    let at = word.rfind(['u', 'i'])?;
    let (number, kind) = word.split_at(at);
    let bits: u32 = kind[1..]
        .parse()
        .ok()
        .filter(|bits| [8, 16, 32, 64, 128].contains(bits))?;
    let most = u128::MAX >> (128 - bits);
    let bounds = match kind.starts_with('u') {
        true => format!("0 to {most}"),
        false => format!("-{} to {}", most / 2 + 1, most / 2),
    };
    Some((
        format!("{number} is out of bounds for the type `{kind}`; allowed are {bounds}"),
        number,
    ))
}
