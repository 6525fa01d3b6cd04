//! The names of pieces in the texts of keys, filled in at compile time.
//!
//! Keys of several pieces are declared by one function or constant, so their texts have a placeholder for the name.

use super::table::same_text;

/// The names of the pieces, as keys have them.
const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The placeholders of a text: the first and the second piece of a key.
const PLACEHOLDERS: [&str; 2] = ["{piece}", "{other}"];

/// The pieces that a key is about; empty texts if there are none. They are the piece of a section of one piece
/// (`knights`, `king`), else those that the last part of the name contains (`by_minor.rook`, `against.bishop_pawn`).
pub const fn pieces_of(section: &'static str, name: &'static str) -> [&'static str; 2] {
    let singular = match section.as_bytes() {
        [singular @ .., b's'] => text(singular),
        _ => section,
    };
    let of_section = piece(singular);
    if !of_section.is_empty() {
        return [of_section, ""];
    }
    let mut found = [""; 2];
    let (mut rest, mut n) = (name.as_bytes(), 0);
    while !rest.is_empty() {
        let (word, end, after) = split_word(rest);
        let named = piece(text(word));
        if end == b'.' {
            (found, n) = ([""; 2], 0);
        } else if !named.is_empty() && n < found.len() {
            found[n] = named;
            n += 1;
        }
        rest = after;
    }
    found
}

/// The name of a piece if a word is one, else an empty text.
const fn piece(word: &str) -> &'static str {
    let mut i = 0;
    while i < PIECES.len() {
        if same_text(PIECES[i], word) {
            return PIECES[i];
        }
        i += 1;
    }
    ""
}

/// The first word of a name, the `_` or `.` behind it (0 at the end), and the rest.
const fn split_word(name: &[u8]) -> (&[u8], u8, &[u8]) {
    let mut i = 0;
    while i < name.len() && name[i] != b'_' && name[i] != b'.' {
        i += 1;
    }
    let (word, rest) = name.split_at(i);
    match rest {
        [end, rest @ ..] => (word, *end, rest),
        [] => (word, 0, rest),
    }
}

/// The length of a text with the names filled in.
pub const fn filled_len(text: &str, pieces: [&str; 2]) -> usize {
    let (bytes, mut at, mut len) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        let (word, step) = next(bytes, at, pieces);
        len += word.len();
        at += step;
    }
    len
}

/// A text with the names filled in; `N` is its [`filled_len`].
pub const fn fill<const N: usize>(text: &str, pieces: [&str; 2]) -> [u8; N] {
    let (bytes, mut at, mut filled, mut len) = (text.as_bytes(), 0, [0; N], 0);
    while at < bytes.len() {
        let (word, step) = next(bytes, at, pieces);
        let mut i = 0;
        while i < word.len() {
            filled[len] = word[i];
            len += 1;
            i += 1;
        }
        at += step;
    }
    filled
}

/// What a text becomes from a position on, a byte or a name, and how many of its bytes that is.
const fn next<'a>(bytes: &'a [u8], at: usize, pieces: [&'a str; 2]) -> (&'a [u8], usize) {
    let (_, rest) = bytes.split_at(at);
    let mut i = 0;
    while i < PLACEHOLDERS.len() {
        if starts_with(rest, PLACEHOLDERS[i].as_bytes()) {
            assert!(!pieces[i].is_empty(), "the key names no piece that its text could name");
            return (pieces[i].as_bytes(), PLACEHOLDERS[i].len());
        }
        i += 1;
    }
    (rest.split_at(1).0, 1)
}

const fn starts_with(bytes: &[u8], start: &[u8]) -> bool {
    let mut i = 0;
    while i < start.len() {
        if i >= bytes.len() || bytes[i] != start[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Bytes as text.
pub const fn text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("texts of keys are UTF-8"),
    }
}
