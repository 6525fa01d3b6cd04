//! Tokens of RON, with their spans.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A bracket, a separator or any other character.
    Sign(char),
    /// A number or a name.
    Word,
    /// A string, byte string or character in quotes.
    String,
    /// An unterminated string or comment.
    Unclosed(&'static str),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

impl Default for Token {
    fn default() -> Self {
        Self { kind: Kind::Sign(' '), span: 0..0 }
    }
}

/// The first token at or after an offset, skipping blanks and comments.
pub(super) fn token_at(text: &str, offset: usize) -> Token {
    let mut at = offset;
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            match block_comment_len(rest) {
                Some(length) => at += length,
                None => return token(Kind::Unclosed("comment"), at, 2),
            }
        } else {
            break;
        }
    }
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else {
        return token(Kind::End, at, 0);
    };
    let hashes = rest.strip_prefix('r').map_or(0, |r| r.len() - r.trim_start_matches('#').len());
    if first == 'r' && rest[1 + hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        return match rest[2 + hashes..].find(&end) {
            Some(length) => token(Kind::String, at, 2 + hashes + length + end.len()),
            None => token(Kind::Unclosed("string"), at, 2 + hashes),
        };
    }
    let prefix = match first {
        '"' | '\'' => 0,
        'b' if rest[1..].starts_with('"') => 1,
        c if c.is_alphanumeric() || "_+-.".contains(c) => return token(Kind::Word, at, word_len(rest)),
        c => return token(Kind::Sign(c), at, c.len_utf8()),
    };
    match quoted_len(&rest[prefix..]) {
        Some(length) => token(Kind::String, at, prefix + length),
        None => token(Kind::Unclosed("string"), at, prefix + 1),
    }
}

fn token(kind: Kind, at: usize, length: usize) -> Token {
    Token { kind, span: at..at + length }
}

/// Length of a block comment; comments nest.
fn block_comment_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += match rest.find("*/")? {
            end if rest[..end].contains("/*") => {
                depth += 1;
                rest.find("/*")? + 2
            }
            end => {
                depth -= 1;
                end + 2
            }
        };
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Length of a string with its quotes.
fn quoted_len(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Length of a number or name.
fn word_len(text: &str) -> usize {
    let is_number = !text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut last = ' ';
    let ends = |c: char| {
        let is_exponent = is_number && "+-".contains(c) && "eE".contains(last);
        // Two signs make no number, but one mistake.
        let is_sign = is_number && "+-".contains(c) && "+-".contains(last);
        let goes_on =
            is_sign || c.is_alphanumeric() || c == '_' || is_number && c == '.' || is_exponent || last == ' ';
        last = c;
        !goes_on
    };
    text.find(ends).unwrap_or(text.len())
}
