//! What the words between moves mean.

use crate::arena::termination::GameResult;
use temperament_engine::board::written::{self, is_dash};

/// A NAG without meaning: the word says nothing about the move that a reader needs.
const NO_NAG: u8 = 0;

/// Words after a move with their NAG. The first spelling of a NAG is its symbol. A check is seen on the board.
const WORDS: [(&str, u8); 61] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("\u{203c}", 3),
    ("??", 4),
    ("\u{2047}", 4),
    ("!?", 5),
    ("\u{2049}", 5),
    ("?!", 6),
    ("\u{2048}", 6),
    ("\u{25a1}", 7),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("+=", 14),
    ("+/=", 14),
    ("\u{2a71}", 15),
    ("=+", 15),
    ("=/+", 15),
    ("\u{b1}", 16),
    ("+/-", 16),
    ("+/\u{2212}", 16),
    ("\u{2213}", 17),
    ("-/+", 17),
    ("\u{2212}/+", 17),
    ("+\u{2212}", 18),
    ("+-", 18),
    ("+\u{2013}", 18),
    ("\u{2212}+", 19),
    ("-+", 19),
    ("\u{2013}+", 19),
    ("\u{2a00}", 22),
    ("\u{27f3}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    ("=/\u{221e}", 44),
    ("=\u{221e}", 44),
    ("\u{21c6}", 132),
    ("\u{2295}", 138),
    ("\u{2206}", 140),
    ("\u{25b3}", 140),
    ("\u{2313}", 142),
    ("N", 146),
    ("TN", 146),
    ("+", NO_NAG),
    ("++", NO_NAG),
    ("#", NO_NAG),
    ("\u{2020}", NO_NAG),
    ("\u{2021}", NO_NAG),
    ("ch", NO_NAG),
    ("ch.", NO_NAG),
    ("dbl", NO_NAG),
    ("dbl.", NO_NAG),
    ("dis", NO_NAG),
    ("dis.", NO_NAG),
    ("D", NO_NAG),
    ("mate", NO_NAG),
    ("Mate", NO_NAG),
    ("e.p.", NO_NAG),
    ("ep", NO_NAG),
    ("ep.", NO_NAG),
];

const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// What a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// The end of the game; `None` for `*`.
    Result(Option<GameResult>),
    /// A move by its form.
    Move,
    /// A move that passes.
    NullMove,
    /// Dots, or the number of a move.
    Number(Option<u32>),
    /// A remark on the last move.
    Nag(u8),
    /// A word that looks like a move in a notation that is not read: `Sf3`.
    UnreadMove,
    /// Any other word.
    Other,
    /// A punctuation mark.
    Punctuation,
}

pub(super) fn symbol(nag: u8) -> Option<&'static str> {
    let is_it = |&&(_, number): &&(&str, u8)| number == nag && nag != NO_NAG;
    WORDS.iter().find(is_it).map(|&(symbol, _)| symbol)
}

/// Returns what a text begins with, and its length in bytes. The text begins with neither a space nor a bracket.
pub(super) fn first(text: &str) -> (Word, usize) {
    if let Some((result, length)) = result(text) {
        return (Word::Result(result), length);
    }
    if let Some(null) = NULL_MOVES.iter().find(|&&null| starts_with_word(text, null)) {
        return (Word::NullMove, null.len());
    }
    if let Some((_, length)) = written::parse(text) {
        return (Word::Move, length);
    }
    if let Some(found) = number(text) {
        return found;
    }
    let longest =
        WORDS.iter().filter(|(word, _)| starts_with_word(text, word)).max_by_key(|(word, _)| word.len());
    if let Some(&(word, nag)) = longest {
        return (Word::Nag(nag), word.len());
    }
    let first = text.chars().next().unwrap_or(' ');
    if !first.is_alphanumeric() {
        return (Word::Punctuation, text.len() - text.trim_start_matches(first).len());
    }
    let is_end = |c: char| c.is_whitespace() || "{}()[];$.,!?".contains(c);
    let word = &text[..text.find(is_end).unwrap_or(text.len())];
    (if written::is_like_move(word) { Word::UnreadMove } else { Word::Other }, word.len())
}

/// Parses the result of a game at the start of a text, as the tag `Result` or the end of the moves has it: `1-0`, `1:0`, `1/2`.
pub(super) fn result(text: &str) -> Option<(Option<GameResult>, usize)> {
    if text.starts_with('*') {
        return Some((None, 1));
    }
    let half = |text: &'_ str| -> Option<usize> {
        ["1/2", "\u{bd}"].into_iter().find(|half| text.starts_with(half)).map(str::len)
    };
    let separator = |text: &str| text.chars().next().filter(|&c| is_dash(c) || c == ':').map(char::len_utf8);
    let (result, length) = if let Some(first) = half(text) {
        let second = separator(&text[first..]).and_then(|dash| Some(dash + half(&text[first + dash..])?));
        (GameResult::Draw, first + second.unwrap_or(0))
    } else {
        let dash = separator(text.get(1..)?)?;
        let result = match (text.as_bytes()[0], text.as_bytes().get(1 + dash)?) {
            (b'1', b'0') => GameResult::WhiteWins,
            (b'0', b'1') => GameResult::BlackWins,
            _ => return None,
        };
        (result, 2 + dash)
    };
    let after = text[length..].chars().next();
    after.is_none_or(|c| !(c.is_alphanumeric() || is_dash(c) || c == '/')).then_some((Some(result), length))
}

/// The number of a move, with or without dots, or dots alone.
fn number(text: &str) -> Option<(Word, usize)> {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches(['.', '\u{2026}']);
    let digits = &text[..text.len() - after_digits.len()];
    let length = text.len() - rest.len();
    (length > 0).then(|| (Word::Number(digits.parse().ok()), length))
}

/// Returns `true` if a text begins with a word and not with a longer one.
fn starts_with_word(text: &str, word: &str) -> bool {
    let Some(rest) = text.strip_prefix(word) else { return false };
    !(word.ends_with(is_dash) && rest.starts_with(is_dash)
        || word.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric))
}
