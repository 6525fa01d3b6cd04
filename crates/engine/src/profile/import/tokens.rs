//! Splits source text into tokens. One set of rules serves C, C++, Rust, Java, JavaScript, Python and JSON: what a rule
//! gets wrong in one of them does not occur in tables of numbers.

/// A token of source text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token<'a> {
    Word(&'a str),
    Number(f64),
    /// Contents of a string or character literal.
    Text(&'a str),
    /// Contents of a comment, one line of it.
    Comment(&'a str),
    /// Operator or punctuation, of one or two characters.
    Sign(&'a str),
}

/// Operators that must not be read as two signs.
const PAIRS: [&str; 16] =
    ["::", "=>", "->", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<", ">>"];
/// Directives of the C preprocessor whose lines are skipped.
const DIRECTIVES: [&str; 12] = [
    "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma", "undef", "error", "line", "region",
];
/// Maximum length of a string in single quotes: a longer one is a lifetime of Rust, or prose.
const LONGEST_QUOTED: usize = 40;

/// Reads tokens from the start of a text to its end.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Line of the next character, from 1.
    pub line: u32,
    /// True between the value of a `#define` and the end of its line.
    is_in_define: bool,
    /// True before the first token of a line.
    is_line_start: bool,
    /// Token that follows the one returned last.
    pending: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, is_in_define: false, is_line_start: true, pending: None }
    }

    /// Returns the next token and the line that it begins on.
    pub fn next(&mut self) -> Option<(Token<'a>, u32)> {
        if let Some(token) = self.pending.take() {
            return Some((token, self.line));
        }
        loop {
            let line = self.line;
            let byte = self.peek(0)?;
            let was_line_start = self.is_line_start;
            self.is_line_start = byte == b'\n' || (was_line_start && byte.is_ascii_whitespace());
            let token = match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    if std::mem::take(&mut self.is_in_define) {
                        return Some((Token::Sign(";"), line));
                    }
                    continue;
                }
                b'\\' if self.rest()[1..].trim_start_matches([' ', '\r']).starts_with('\n') => {
                    self.at += 1 + self.rest().find('\n').unwrap_or(0);
                    self.line += 1;
                    continue;
                }
                _ if byte.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                b'/' if self.peek(1) == Some(b'/') => {
                    Some(Token::Comment(self.take_line().trim_matches(['/', ' '])))
                }
                b'/' if self.peek(1) == Some(b'*') => Some(self.block_comment()),
                b'#' => self.hash(was_line_start),
                b'"' | b'\'' => self.quoted(byte),
                _ if is_digit(byte) || (byte == b'.' && self.peek(1).is_some_and(is_digit)) => {
                    Some(Token::Number(self.number()))
                }
                _ if is_word(byte) => Some(Token::Word(self.take_while(is_word))),
                _ => Some(self.sign()),
            };
            if let Some(token) = token {
                return Some((token, line));
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Takes bytes while they have a property that all bytes of non-ASCII characters share.
    fn take_while(&mut self, is_meant: fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().take_while(|&byte| is_meant(byte)).count();
        self.at += length;
        &rest[..length]
    }

    /// Takes the rest of the line, without its end.
    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim()
    }

    /// Takes a comment of several lines; returns its first one.
    fn block_comment(&mut self) -> Token<'a> {
        let rest = self.rest();
        let length = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
        let comment = &rest[..length];
        self.at += length;
        self.line += comment.bytes().filter(|&byte| byte == b'\n').count() as u32;
        Token::Comment(comment.trim_matches(['/', '*', ' ']).lines().next().unwrap_or_default().trim())
    }

    /// `#` starts a directive of C, an attribute of Rust, or a comment of Python. A definition becomes
    /// `NAME = VALUE ;`.
    fn hash(&mut self, is_line_start: bool) -> Option<Token<'a>> {
        let rest = self.rest()[1..].trim_start_matches([' ', '\t']);
        let word = &rest[..rest.bytes().take_while(|&byte| is_word(byte)).count()];
        if rest.starts_with(['[', '!']) {
            self.at += 1;
            return None;
        }
        if !is_line_start || (word != "define" && !DIRECTIVES.contains(&word)) {
            return Some(Token::Comment(self.take_line().trim_matches(['#', ' '])));
        }
        if word == "define" {
            self.at = self.text.len() - rest.len() + word.len();
            self.take_while(|byte| byte == b' ' || byte == b'\t');
            let name = self.take_while(is_word);
            // A macro with parameters defines no number.
            if !name.is_empty() && self.peek(0) != Some(b'(') {
                self.is_in_define = true;
                self.pending = Some(Token::Sign("="));
                return Some(Token::Word(name));
            }
        }
        while self.take_line().ends_with('\\') {
            self.at += 1;
            self.line += 1;
        }
        None
    }

    /// Takes a string. A quote without an end on its line is skipped.
    fn quoted(&mut self, quote: u8) -> Option<Token<'a>> {
        let rest = self.rest();
        let triple = if quote == b'"' { "\"\"\"" } else { "'''" };
        if rest.starts_with(triple) {
            let length = rest[3..].find(triple).map_or(rest.len(), |end| end + 6);
            self.at += length;
            self.line += rest[..length].bytes().filter(|&byte| byte == b'\n').count() as u32;
            return None;
        }
        let most = if quote == b'"' { rest.len() } else { LONGEST_QUOTED.min(rest.len()) };
        let mut end = 1;
        while end < most {
            match rest.as_bytes()[end] {
                b'\\' => end += 2,
                b'\n' => break,
                byte if byte == quote => {
                    let content = &rest[1..end];
                    let is_plain = |c: char| c.is_alphanumeric() || " _-.".contains(c);
                    if quote == b'"' || content.starts_with('\\') || content.chars().all(is_plain) {
                        self.at += end + 1;
                        return Some(Token::Text(content));
                    }
                    break;
                }
                _ => end += 1,
            }
        }
        self.at += 1;
        None
    }

    /// Takes a number with its suffix, such as `0x1F`, `1_000` or `2.5f`, without a sign.
    fn number(&mut self) -> f64 {
        let rest = self.rest();
        for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)] {
            if let Some(digits) = rest.strip_prefix(prefix) {
                let length =
                    digits.bytes().take_while(|&byte| (byte as char).is_digit(radix) || byte == b'_');
                let length = length.count();
                self.at += prefix.len() + length;
                self.take_while(is_word);
                let digits = digits[..length].replace('_', "");
                return i64::from_str_radix(&digits, radix).map_or(f64::NAN, |n| n as f64);
            }
        }
        let mut digits = String::new();
        let mut has_point = false;
        while let Some(byte) = self.peek(0) {
            let next = self.peek(1);
            match byte {
                b'0'..=b'9' => digits.push(byte.into()),
                b'_' => {}
                b'\'' if next.is_some_and(is_digit) => {}
                // Not the first of two points, nor that of a method.
                b'.' if !has_point
                    && !next.is_some_and(|next| next == b'.' || next.is_ascii_alphabetic()) =>
                {
                    has_point = true;
                    digits.push('.');
                }
                b'e' | b'E' if next.is_some_and(|next| is_digit(next) || matches!(next, b'-' | b'+')) => {
                    digits.push('e');
                    digits.push(next.unwrap_or_default().into());
                    self.at += 1;
                }
                _ => break,
            }
            self.at += 1;
        }
        self.take_while(is_word);
        digits.parse().unwrap_or(f64::NAN)
    }

    fn sign(&mut self) -> Token<'a> {
        let rest = self.rest();
        let length = match PAIRS.iter().find(|pair| rest.starts_with(**pair)) {
            Some(pair) => pair.len(),
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        self.at += length;
        Token::Sign(&rest[..length])
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// Letters of other alphabets are parts of words.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
