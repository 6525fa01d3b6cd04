//! Lexer for PGN that tracks line numbers.

/// First tag of a game; at the start of a line it is never part of a comment.
pub(super) const EVENT: &str = "[Event ";
/// The same after a line end.
const BEFORE_EVENT: &str = "\n[Event ";

/// An error with its line.
#[derive(Debug, PartialEq, Eq)]
pub struct LineError {
    /// Line number, from 1.
    pub line: usize,
    /// Message.
    pub message: String,
}

/// The remaining input.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    pub rest: &'a str,
    /// Length of the whole input in bytes.
    pub length: usize,
    /// Current line number, from 1.
    pub line: usize,
}

impl Lexer<'_> {
    /// Returns the offset of the remaining input.
    pub fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Takes the text before the first character that satisfies `is_end`.
    pub fn take(&mut self, is_end: impl Fn(char) -> bool) -> String {
        let (taken, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken.to_owned()
    }

    /// Takes the text before the first of some characters, or before the start of the next game.
    pub fn take_within_game(&mut self, ends: &str) -> String {
        let is_end = |&(at, c): &(usize, char)| {
            ends.contains(c) || (c == '\n' && self.rest[at..].starts_with(BEFORE_EVENT))
        };
        let end = self.rest.char_indices().find(is_end);
        let end = end.map_or(self.rest.len(), |(at, c)| at + usize::from(c == '\n'));
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken.to_owned()
    }

    /// Returns `true` if the next game begins here, or the text has ended.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with(EVENT)
    }

    /// Takes one character.
    pub fn take_one(&mut self) {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        self.line += usize::from(self.rest.starts_with('\n'));
        self.rest = &self.rest[length..];
    }

    pub fn fault(&self, message: impl Into<String>) -> LineError {
        LineError { line: self.line, message: message.into() }
    }

    /// Parses a tag; `None` if malformed.
    pub fn name_and_value(&mut self) -> Option<(String, String)> {
        self.take_one();
        let name = self.take(|c| c == '"' || c == ']' || c == '\n');
        if !self.rest.starts_with('"') {
            return None;
        }
        let mut value = String::new();
        loop {
            self.take_one();
            value += &self.take(|c| "\"\\\n".contains(c));
            match self.rest.chars().next() {
                Some('\\') => {
                    self.take_one();
                    value.extend(self.rest.chars().next());
                }
                Some('"') => break,
                _ => return None,
            }
        }
        self.take_one();
        self.take(|c| !" \t".contains(c));
        if !self.rest.starts_with(']') {
            return None;
        }
        self.take_one();
        Some((name.trim().to_owned(), value))
    }

    pub fn skip_comment(&mut self) -> Result<String, LineError> {
        let begun = self.line;
        self.take_one();
        let text = self.take_within_game("}");
        if self.is_at_end() {
            return Err(LineError { line: begun, message: "this comment is never closed".to_owned() });
        }
        self.take_one();
        Ok(text)
    }

    pub fn skip_variation(&mut self) -> Result<(), LineError> {
        let begun = self.line;
        let mut depth = 0_usize;
        loop {
            match self.rest.chars().next() {
                _ if self.is_at_end() => {
                    return Err(LineError {
                        line: begun,
                        message: "this variation is never closed".to_owned(),
                    });
                }
                Some('{') => drop(self.skip_comment()?),
                Some(';') => drop(self.take(|c| c == '\n')),
                Some('(') => {
                    depth += 1;
                    self.take_one();
                }
                Some(')') => {
                    depth -= 1;
                    self.take_one();
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => {
                    self.take_one();
                    if !self.is_at_end() {
                        self.take_within_game("{;()");
                    }
                }
            }
        }
    }
}
