//! Words and numbers of a command line of the protocol.

/// Splits off the first word of a string; both parts are trimmed.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// Finds a string in a list of words, ignoring case.
pub(super) fn keyword(text: &str, words: &[&'static str]) -> Option<&'static str> {
    words.iter().copied().find(|w| w.eq_ignore_ascii_case(text))
}

/// Parses an integer. A number too large for 64 bits is saturated.
pub(super) fn number(name: &str, text: &str, notes: &mut Vec<String>) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        notes.push(format!("{name}: expected a whole number, found `{text}`"));
        return None;
    }
    let largest = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(largest))
}

/// Parses an integer of 0 or more.
pub(super) fn unsigned(name: &str, text: &str, notes: &mut Vec<String>) -> Option<u32> {
    let n = number(name, split_word(text).0, notes)?;
    if n < 0 {
        notes.push(format!("{name}: expected 0 or more, found `{n}`"));
        return None;
    }
    Some(u32::try_from(n).unwrap_or(u32::MAX))
}
