//! Lexer of the term language.

use std::ops::Range;

use super::error::{Error, error};
use super::source::MAX_TEXT;

/// Maximum number literal.
const MAX_NUMBER: i32 = 1_000_000;

/// A word or sign of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'t> {
    /// A name, a square or a word of the language.
    Word(&'t str),
    /// A whole number.
    Number(i32),
    /// Any other sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and its byte range.
pub type Spanned<'t> = (Token<'t>, Range<usize>);

/// Signs; longer ones before their prefixes.
const SIGNS: [&str; 20] =
    ["..", "==", "!=", "<=", ">=", "(", ")", ",", ".", ":", "&", "|", "^", "-", "~", "+", "*", "/", "%", "<"];
const GREATER: &str = ">";

/// Signs of other languages, with hints.
const FOREIGN: [(&str, &str); 7] = [
    ("&&", "write `and` between booleans, `&` between squares"),
    ("||", "write `or` between booleans, `|` between squares"),
    ("<<", "squares are moved with `north`, `south`, `east`, `west`"),
    (">>", "squares are moved with `north`, `south`, `east`, `west`"),
    ("!", "write `not` before a boolean and `~` before squares"),
    ("=", "equality is written `==`"),
    (";", "an expression has no statements; name its parts in `let`"),
];

/// Splits a string into tokens; the last one is [`Token::End`].
pub fn tokens(text: &str) -> Result<Vec<Spanned<'_>>, Error> {
    if text.len() > MAX_TEXT {
        let message = format!("the text is too long: {} bytes, at most {MAX_TEXT}", text.len());
        return Err(error(0..0, message).hint("give parts of it names in `let` or `[[define]]`"));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, len) = if first.is_ascii_alphabetic() || first == '_' {
            let len = length(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            (Token::Word(&rest[..len]), len)
        } else if first.is_ascii_digit() {
            let len = length(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            (Token::Number(number(&rest[..len], at)?), len)
        } else {
            let sign = sign(rest, at, first)?;
            (Token::Sign(sign), sign.len())
        };
        tokens.push((token, at..at + len));
        at += len;
    }
    tokens.push((Token::End, at..at));
    Ok(tokens)
}

fn length(text: &str, part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !part(c)).unwrap_or(text.len())
}

fn number(text: &str, at: usize) -> Result<i32, Error> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    if !digits {
        return Err(error(at..at + text.len(), format!("`{text}` is neither a whole number nor a name")));
    }
    match text.parse() {
        Ok(number) if number <= MAX_NUMBER => Ok(number),
        _ => Err(error(at..at + text.len(), format!("the number is too large: at most {MAX_NUMBER}"))),
    }
}

fn sign(rest: &str, at: usize, first: char) -> Result<&'static str, Error> {
    let here = |len: usize| at..at + len;
    let found = SIGNS.iter().chain([&GREATER]).find(|sign| rest.starts_with(**sign));
    let foreign = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign));
    match (found, foreign) {
        (Some(sign), Some((other, hint))) if other.len() > sign.len() => {
            Err(error(here(other.len()), format!("there is no `{other}`")).hint(*hint))
        }
        (Some(sign), _) => Ok(sign),
        (None, Some((other, hint))) => {
            Err(error(here(other.len()), format!("there is no `{other}`")).hint(*hint))
        }
        (None, None) => {
            let shown = first.escape_debug();
            Err(error(here(first.len_utf8()), format!("`{shown}` has no meaning here")))
        }
    }
}
