//! Splits EPD lines: the first four fields of a FEN, then operations such as `bm e4; id "a; b";`.
//!
//! An operation is an opcode and its operands, ended by `;`. An operand is a word or a string in double quotes, in which
//! `\"` and `\\` mean `"` and `\`. Lines in the wild also have the two counters of a FEN before the operations, and no
//! `;` at the end.

use std::borrow::Cow;

/// An operation of an EPD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation<'a> {
    /// Its name.
    pub opcode: &'a str,
    /// Words and strings; the strings without quotes.
    pub operands: Vec<Cow<'a, str>>,
    /// True if a `;` ends it.
    pub is_ended: bool,
}

impl<'a> Operation<'a> {
    /// Returns the first operand.
    pub fn operand(&self) -> Option<&str> {
        self.operands.first().map(Cow::as_ref)
    }
}

/// Splits a line after the fields of a FEN: four, then two counters if the first of them looks like one. Returns the fields,
/// which may be fewer, and the operations.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    let mut rest = line;
    for field in 0..6 {
        let is_counter = rest.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if field == 4 && !is_counter {
            break;
        }
        let ends = |c: char| c.is_ascii_whitespace() || c == ';';
        rest = rest.trim_start_matches(|c| !ends(c)).trim_ascii_start();
    }
    let (fields, operations) = line.split_at(line.len() - rest.len());
    (fields.trim_ascii_end(), operations)
}

/// Returns the operations of an EPD, the second part of [`split`]. Empty ones are left out.
pub fn operations(text: &str) -> impl Iterator<Item = Operation<'_>> {
    let mut tokens = Tokens::new(text);
    std::iter::from_fn(move || {
        let opcode = loop {
            match tokens.next()? {
                Token::Word(opcode) => break opcode,
                // Not an operation.
                Token::Quoted(_) | Token::End => {}
            }
        };
        let mut operation = Operation { opcode, operands: Vec::new(), is_ended: false };
        for token in tokens.by_ref() {
            match token {
                Token::Word(word) => operation.operands.push(word.into()),
                Token::Quoted(string) => operation.operands.push(string),
                Token::End => {
                    operation.is_ended = true;
                    break;
                }
            }
        }
        Some(operation)
    })
}

/// A token of the operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    Word(&'a str),
    /// The contents of a string.
    Quoted(Cow<'a, str>),
    /// `;`.
    End,
}

/// Iterator over tokens.
#[derive(Debug)]
pub struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Reads tokens from the start of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Returns the text after the last token.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Reads a string after its opening quote. One that is not closed ends with the text.
    fn string(&mut self) -> Cow<'a, str> {
        let text = self.rest;
        let mut is_escaped = false;
        let end = text.find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let inner = &text[..end.unwrap_or(text.len())];
        self.rest = &text[end.map_or(text.len(), |end| end + 1)..];
        if inner.contains('\\') { unescaped(inner).into() } else { inner.into() }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let text = self.rest.trim_ascii_start();
        if let Some(rest) = text.strip_prefix(';') {
            self.rest = rest;
            return Some(Token::End);
        }
        if let Some(rest) = text.strip_prefix('"') {
            self.rest = rest;
            return Some(Token::Quoted(self.string()));
        }
        let end = text.find(|c: char| c.is_ascii_whitespace() || c == ';').unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(Token::Word(word))
    }
}

/// Replaces `\"` and `\\`; other backslashes are ordinary characters, as in paths.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let escaped = letters.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(escaped.unwrap_or(c));
    }
    plain
}
