//! Lexer for PGN that tracks line numbers.

use temperament_engine::board::written::is_invisible;

/// First tag of a game; at the start of a line it is never part of a comment.
const EVENT: &str = "[Event ";
/// The same after a line end.
const BEFORE_EVENT: &str = "\n[Event ";

/// An error with its line.
#[derive(Debug, PartialEq, Eq)]
pub struct LineError {
    pub line: usize,
    pub message: String,
}

/// A text and a place in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Offset of the remaining input in bytes.
    pub at: usize,
    /// Current line number, from 1.
    pub line: usize,
    /// True if only spaces precede the remaining input in its line.
    is_at_line_start: bool,
}

/// What stands in brackets.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Brackets<'a> {
    /// A tag: `[Name "value"]`.
    Tag {
        name: &'a str,
        value: String,
        /// True if quotes and backslashes follow the rules.
        is_strict: bool,
    },
    /// A name without a value in quotes, at the start of a line.
    Name(&'a str),
    /// Something else.
    Other,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer. `line` is the number of the first line.
    pub fn new(text: &'a str, line: usize) -> Self {
        Self { text, at: 0, line, is_at_line_start: true }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns `true` if the remaining input begins with a line.
    pub fn is_in_first_column(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    pub fn take_bytes(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        let is_space = |text: &str| text.chars().all(|c| c.is_whitespace() || is_invisible(c));
        self.at += length;
        self.line += taken.matches('\n').count();
        self.is_at_line_start = match taken.rsplit_once('\n') {
            Some((_, last)) => is_space(last),
            None => self.is_at_line_start && is_space(taken),
        };
        taken
    }

    /// Takes the text before the first character that satisfies `is_end`.
    pub fn take(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take_bytes(self.rest().find(is_end).unwrap_or(self.rest().len()))
    }

    pub fn take_one(&mut self) {
        self.take_bytes(self.peek().map_or(0, char::len_utf8));
    }

    /// Takes the text before the first of some characters, or before the start of the next game.
    fn take_within_game(&mut self, ends: &str) -> &'a str {
        let rest = self.rest();
        let is_end = |&(at, c): &(usize, char)| {
            ends.contains(c) || (c == '\n' && rest[at..].starts_with(BEFORE_EVENT))
        };
        let end = rest.char_indices().find(is_end);
        self.take_bytes(end.map_or(rest.len(), |(at, c)| at + usize::from(c == '\n')))
    }

    /// Returns `true` if the next game begins here, or the text has ended.
    fn is_at_end(&self) -> bool {
        self.rest().is_empty() || self.rest().starts_with(EVENT)
    }

    pub fn fault(&self, message: impl Into<String>) -> LineError {
        LineError { line: self.line, message: message.into() }
    }

    /// Takes a tag, or something else in brackets, which end with the line if they are not closed.
    pub fn brackets(&mut self) -> Brackets<'a> {
        let before = *self;
        self.take_one();
        self.take(|c| !" \t".contains(c));
        let name = self.take(|c| !(c.is_ascii_alphanumeric() || "_+#=:-".contains(c)));
        self.take(|c| !" \t".contains(c));
        if !name.is_empty()
            && let Some(value) = self.value()
        {
            return Brackets::Tag { name, value, is_strict: true };
        }
        *self = before;
        // Only at its start, so that no line is searched twice.
        if !name.is_empty() && self.is_at_line_start {
            let line = self.rest().split('\n').next().unwrap_or_default();
            if let Some(value) = loose_value(line) {
                self.take_bytes(line.len());
                return Brackets::Tag { name, value, is_strict: false };
            }
        }
        self.take(|c| c == ']' || c == '\n');
        if self.peek() == Some(']') {
            self.take_one();
        }
        if !name.is_empty() && before.is_at_line_start { Brackets::Name(name) } else { Brackets::Other }
    }

    /// Takes a value in quotes and the bracket after it.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        if self.peek() != Some('"') {
            return None;
        }
        loop {
            // A quote, or the character after a backslash.
            self.take_one();
            value += self.take(|c| "\"\\\n".contains(c));
            match self.peek() {
                Some('\\') => {
                    self.take_one();
                    value.extend(self.peek());
                }
                Some('"') => break,
                _ => return None,
            }
        }
        self.take_one();
        self.take(|c| !" \t".contains(c));
        let is_closed = self.peek() == Some(']');
        self.take_one();
        is_closed.then_some(value)
    }

    /// Takes a comment. Returns what is in its braces.
    pub fn skip_comment(&mut self) -> Result<&'a str, LineError> {
        let begun = *self;
        self.take_one();
        let mut nested = self.take_within_game("}").matches('{').count();
        if self.is_at_end() {
            return Err(begun.fault("this comment is never closed"));
        }
        self.take_one();
        // A brace in a comment is text, unless another comment would end before one begins.
        while nested > 0 {
            let mut after = *self;
            after.take_within_game("{}");
            if after.peek() != Some('}') {
                break;
            }
            after.take_one();
            *self = after;
            nested -= 1;
        }
        Ok(&self.text[begun.at + 1..self.at - 1])
    }

    pub fn skip_variation(&mut self) -> Result<(), LineError> {
        let begun = *self;
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                _ if self.is_at_end() => return Err(begun.fault("this variation is never closed")),
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

/// The value of a tag whose quotes or backslashes do not follow the rules: from its first quote to its last.
fn loose_value(line: &str) -> Option<String> {
    let line = line.trim_end();
    let inner = line.strip_suffix(']').unwrap_or(line).trim_end().strip_suffix('"')?;
    let (_, value) = inner.split_once('"')?;
    Some(value.replace("\\\"", "\"").replace(r"\\", r"\"))
}
