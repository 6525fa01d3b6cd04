//! TOML text that can be parsed to its end: a list left open would swallow the rest of the file, and at a line
//! without `=` the parser stops.
//!
//! A line that can only be a heading or `key = value` ends whatever is open before it. Closing brackets are
//! added there to a copy of the text, lines that are neither are blanked out in it, and places in the copy lead
//! back to the file.

use std::ops::Range;
use std::sync::Arc;

use toml_parser::lexer::{Token, TokenKind};

use super::diagnostic::Diagnostic;
use super::source::{Place, Source};

/// How deep lists and inline tables may nest, and how many parts a key may have. What the parser builds is
/// freed by recursion, so that both must be bounded before it starts.
const DEEPEST: usize = 16;

/// What is said of brackets in brackets in brackets.
pub(super) const TOO_DEEP: &str = "lists and tables are nested too deep";

/// A line on which a heading or a key may start, outside any bracket.
#[derive(Debug, Clone)]
struct Line {
    start: usize,
    /// The name in the heading that the line is or stands under; empty before the first.
    section: Range<usize>,
    /// The key; empty for a heading and for what is no key.
    key: Range<usize>,
}

/// The result.
pub(super) struct Mended {
    /// The text with all brackets closed.
    pub text: String,
    /// The brackets that the file leaves open, the outermost of each value.
    pub unclosed: Vec<Range<usize>>,
    /// The lines outside any bracket that are neither headings nor `key = value`.
    pub stray: Vec<Range<usize>>,
    /// From each of the brackets to where it was closed.
    lost: Vec<Range<usize>>,
    /// Where in the file brackets were added, in order.
    added: Vec<(usize, char)>,
    lines: Vec<Line>,
}

impl Mended {
    /// Leads a span of the text back to the file.
    pub fn original(&self, span: Range<usize>) -> Range<usize> {
        let back = |offset: usize| {
            let (mut low, mut high) = (0, self.added.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                if self.added[middle].0 + middle < offset {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            offset - low
        };
        back(span.start)..back(span.end)
    }

    /// Whether a place of the file lies in a value that was left open.
    pub fn is_lost(&self, offset: usize) -> bool {
        let next = self.lost.partition_point(|l| l.start <= offset);
        next > 0 && offset <= self.lost[next - 1].end
    }

    /// Where a path is said first from a place on: by a heading or a key on a line of its own.
    pub fn first(
        &self,
        from: usize,
        is_path: impl Fn(&Range<usize>, &Range<usize>) -> bool,
    ) -> Option<usize> {
        let mut lines = self.lines.iter().filter(|line| line.start >= from);
        let line = lines.find(|line| is_path(&line.section, &line.key));
        line.map(|line| line.start)
    }

    /// The heading `[[name]]` before the line of a place: where it stands, and its name.
    pub fn list_heading(&self, text: &str, offset: usize) -> Option<(usize, Range<usize>)> {
        let next = self.lines.partition_point(|line| line.start <= offset);
        let before = self.lines[..next.saturating_sub(1)].iter().rev();
        let mut headings = before.filter(|line| text[line.start..].starts_with("[["));
        headings.next().map(|line| (line.start, line.section.clone()))
    }

    /// Section and key, in the words of the file, at or before a place; either may be empty.
    pub fn key_at(&self, offset: usize) -> (Range<usize>, Range<usize>) {
        let next = self.lines.partition_point(|l| l.start <= offset);
        match next.checked_sub(1).map(|i| &self.lines[i]) {
            Some(line) => (line.section.clone(), line.key.clone()),
            None => (0..0, 0..0),
        }
    }
}

/// Reads the text bracket by bracket.
///
/// # Errors
/// When brackets or keys go too deep.
pub(super) fn mend(source: &Arc<Source>) -> Result<Mended, Diagnostic> {
    let tokens = toml_parser::Source::new(&source.text).lex().into_vec();
    let mut mender = Mender {
        text: &source.text,
        tokens,
        open: Vec::new(),
        in_heading: false,
        in_stray: false,
        last: None,
        section: 0..0,
        mended: Mended {
            text: String::new(),
            unclosed: Vec::new(),
            stray: Vec::new(),
            lost: Vec::new(),
            added: Vec::new(),
            lines: Vec::new(),
        },
    };
    match mender.run() {
        Ok(()) => Ok(mender.finish()),
        Err((message, span)) => Err(Diagnostic::error(Place::at(source, span), message)),
    }
}

/// What the beginning of a line can be.
enum Start {
    /// `[name]`, perhaps without its end.
    Heading(Range<usize>),
    /// `key =`
    Pair(Range<usize>),
    /// Anything else, with the word that it starts with.
    Other(Range<usize>),
}

struct Mender<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    open: Vec<(TokenKind, Range<usize>)>,
    in_heading: bool,
    in_stray: bool,
    /// The last token that is neither blank nor comment.
    last: Option<Token>,
    section: Range<usize>,
    mended: Mended,
}

fn span_of(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

impl Mender<'_> {
    fn run(&mut self) -> Result<(), (String, Range<usize>)> {
        let mut dots = 0;
        let mut is_start = true;
        for i in 0..self.tokens.len() {
            let token = self.tokens[i];
            let span = span_of(&token);
            let kind = token.kind();
            match kind {
                TokenKind::Whitespace | TokenKind::Comment => continue,
                TokenKind::Newline => {
                    if self.in_heading {
                        self.close();
                        self.in_heading = false;
                    }
                    dots = 0;
                    is_start = true;
                    self.in_stray = false;
                    continue;
                }
                TokenKind::Eof => break,
                _ => {}
            }
            if is_start {
                self.start_line(i);
            }
            is_start = false;
            if self.in_stray {
                if let Some(stray) = self.mended.stray.last_mut() {
                    stray.end = span.end;
                }
                continue;
            }
            match kind {
                TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                    self.open.push((kind, span.clone()));
                }
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                    self.open.pop();
                }
                TokenKind::Dot => dots += 1,
                TokenKind::Equals | TokenKind::Comma => dots = 0,
                _ => {}
            }
            self.last = Some(token);
            if self.open.len() > DEEPEST {
                return Err((TOO_DEEP.to_owned(), span));
            }
            if dots > DEEPEST {
                return Err((format!("a key has more than {DEEPEST} parts"), span));
            }
        }
        self.close();
        Ok(())
    }

    /// Closes what the line that starts with a token cannot be in, and notes the line.
    fn start_line(&mut self, first: usize) {
        let start = self.start(first);
        let in_list = self
            .open
            .last()
            .is_some_and(|o| o.0 == TokenKind::LeftSquareBracket);
        let goes_on = self
            .last
            .is_some_and(|t| matches!(t.kind(), TokenKind::Comma | TokenKind::LeftCurlyBracket));
        match &start {
            Start::Heading(_) => self.close(),
            Start::Pair(_) if in_list || !goes_on => self.close(),
            _ => {}
        }
        if !self.open.is_empty() {
            return;
        }
        let offset = span_of(&self.tokens[first]).start;
        let key = match start {
            Start::Heading(name) => {
                self.section = name;
                self.in_heading = true;
                0..0
            }
            Start::Pair(key) => key,
            Start::Other(key) => {
                self.in_stray = true;
                self.mended.stray.push(offset..offset);
                key
            }
        };
        self.mended.lines.push(Line {
            start: offset,
            section: self.section.clone(),
            key,
        });
    }

    fn start(&self, first: usize) -> Start {
        let brackets = self.tokens[first..]
            .iter()
            .take(2)
            .take_while(|t| t.kind() == TokenKind::LeftSquareBracket)
            .count();
        let mut next = first + brackets;
        let words = next;
        let mut end = span_of(&self.tokens[next]).start;
        let begin = end;
        // Words and dots take turns.
        let mut is_key = true;
        let mut wants_word = true;
        while let Some(token) = self.tokens.get(next) {
            let is_word = match token.kind() {
                TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => true,
                TokenKind::Dot => false,
                TokenKind::Whitespace => {
                    next += 1;
                    continue;
                }
                _ => break,
            };
            is_key &= is_word == wants_word;
            wants_word = !is_word;
            end = span_of(token).end;
            next += 1;
        }
        is_key &= !wants_word;
        let key = begin..end;
        let after = self.tokens.get(next).map(Token::kind);
        if brackets == 0 {
            return match after {
                Some(TokenKind::Equals) if is_key => Start::Pair(key),
                _ => Start::Other(self.word(words)),
            };
        }
        if self.open.is_empty() {
            return Start::Heading(key);
        }
        let ends_line = |kind| matches!(kind, TokenKind::Newline | TokenKind::Comment | TokenKind::Eof);
        let behind = self.tokens[next..]
            .iter()
            .map(Token::kind)
            .find(|k| !matches!(k, TokenKind::RightSquareBracket | TokenKind::Whitespace));
        if behind.is_none_or(ends_line) && self.is_name(&key) {
            Start::Heading(key)
        } else {
            Start::Other(0..0)
        }
    }

    /// The word that starts at a token, without what cannot be in a key.
    fn word(&self, at: usize) -> Range<usize> {
        let mut span = span_of(&self.tokens[at]);
        if self.tokens[at].kind() == TokenKind::Atom && self.is_name(&span) {
            let in_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            let word = self.text[span.clone()].split(|c| !in_key(c)).next();
            span.end = span.start + word.map_or(0, str::len);
            span
        } else {
            0..0
        }
    }

    /// Whether words could be the name of a key rather than a value.
    fn is_name(&self, words: &Range<usize>) -> bool {
        let words = &self.text[words.clone()];
        words.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !["true", "false", "inf", "nan"].contains(&words)
    }

    /// Adds what is missing after the last word.
    fn close(&mut self) {
        let Some((_, first)) = self.open.first() else {
            return;
        };
        let first = first.clone();
        let end = self.last.map_or(first.end, |t| t.span().end());
        self.mended.lost.push(first.start..end);
        self.mended.unclosed.push(first);
        while let Some((kind, _)) = self.open.pop() {
            let bracket = match kind {
                TokenKind::LeftSquareBracket => ']',
                _ => '}',
            };
            self.mended.added.push((end, bracket));
        }
    }

    fn finish(mut self) -> Mended {
        let mut blanked = String::with_capacity(self.text.len());
        for stray in &self.mended.stray {
            blanked += &self.text[blanked.len()..stray.start];
            blanked.extend(std::iter::repeat_n(' ', stray.len()));
        }
        blanked += &self.text[blanked.len()..];
        let mut text = String::with_capacity(blanked.len() + self.mended.added.len());
        let mut copied = 0;
        for &(at, bracket) in &self.mended.added {
            text += &blanked[copied..at];
            text.push(bracket);
            copied = at;
        }
        self.mended.text = text + &blanked[copied..];
        self.mended
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Format;
    use super::*;

    fn mended(text: &str) -> Mended {
        mend(&Source::new("x.toml", Format::Toml, text)).unwrap()
    }

    #[test]
    fn open_brackets_end_before_the_next_key_or_heading() {
        for (text, closed) in [
            ("a = [1, 2 # x\nb = 5\n", "a = [1, 2] # x\nb = 5\n"),
            ("a = [[1,\n2\n[c.d]\nb = [5]", "a = [[1,\n2]]\n[c.d]\nb = [5]"),
            ("[c\na = 1", "[c]\na = 1"),
            ("a 1 [\nb = 2\n) # x", "     \nb = 2\n  # x"),
            ("[[c]\na = { x = 1\nb = 2", "[[c]]\na = { x = 1}\nb = 2"),
            (
                "a = [\n[1, 2],\n[3]\n[d # x\nb = {",
                "a = [\n[1, 2],\n[3]]\n[d] # x\nb = {}",
            ),
        ] {
            let result = mended(text);
            assert_eq!(result.text, closed);
            let kept = |at: usize| !result.stray.iter().any(|s| s.contains(&at));
            for (offset, c) in text
                .char_indices()
                .filter(|&(at, c)| c.is_alphanumeric() && kept(at))
            {
                let span = (0..closed.len())
                    .filter(|&at| result.original(at..at).start == offset)
                    .find(|&at| closed[at..].starts_with(c));
                assert!(span.is_some(), "{text:?} at {offset}");
            }
        }
    }

    #[test]
    fn what_is_closed_stays_as_it_is() {
        for text in [
            "a = [\n  [1, 2],\n  [3] # x\n]\nb = { c = 1,\n d = { e = 2 } }",
            "[a.\"b\"]\nx = ['''\nb = [''', \"]\"]",
            "a = [\n[nan]\n]",
        ] {
            let result = mended(text);
            assert_eq!(result.text, text);
            assert!(result.unclosed.is_empty());
        }
    }
}
