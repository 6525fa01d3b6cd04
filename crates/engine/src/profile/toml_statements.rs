//! Cuts TOML into statements: a heading, or `key = value`, each with all its lines.

use std::ops::Range;

use toml_parser::Span;
use toml_parser::lexer::{Token, TokenKind};

use super::node::TOO_DEEP;

/// Maximum nesting of lists and inline tables, and maximum number of dots in a key: trees are dropped recursively.
const MAX_DEPTH: usize = 16;

pub(super) fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}

/// The kind of a statement, with the span of its key.
pub enum Kind {
    /// `[key]` or `[[key]]`, possibly unterminated.
    Heading,
    /// `key = ...`
    Pair(Range<usize>),
    /// Anything else, with its first word if that could be a key.
    Other(Range<usize>),
}

pub struct Statement<'t> {
    pub kind: Kind,
    pub tokens: &'t [Token],
    /// Its outermost unclosed bracket, if any.
    pub unclosed: Option<Range<usize>>,
    /// Location and message if it nests too deep.
    pub too_deep: Option<(Range<usize>, String)>,
}

/// Splits tokens into statements. A statement ends with its line; that of a key continues while a bracket is open,
/// but not past a line that can only be a heading or `key = value`.
pub fn statements<'t>(text: &str, tokens: &'t [Token]) -> Vec<Statement<'t>> {
    let mut statements = Vec::new();
    let mut next = 0;
    while let Some(skipped) = tokens[next..].iter().position(|t| !is_blank(t.kind())) {
        let first = next + skipped;
        if tokens[first].kind() == TokenKind::Eof {
            break;
        }
        let mut statement =
            Statement { kind: kind_of(text, &tokens[first..]), tokens: &[], unclosed: None, too_deep: None };
        next = first + extent(text, &tokens[first..], &mut statement);
        statement.tokens = &tokens[first..next];
        statements.push(statement);
    }
    statements
}

fn is_blank(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment)
}

/// Number of tokens of the statement that begins with the first one.
fn extent(text: &str, tokens: &[Token], statement: &mut Statement<'_>) -> usize {
    let mut open: Vec<(TokenKind, Range<usize>)> = Vec::new();
    let mut dots = 0;
    let mut last = TokenKind::Newline;
    let mut is_line_start = false;
    let mut end = tokens.len();
    for (i, token) in tokens.iter().enumerate() {
        let kind = token.kind();
        match kind {
            TokenKind::Whitespace | TokenKind::Comment => continue,
            TokenKind::Newline => {
                if open.is_empty() || !matches!(statement.kind, Kind::Pair(_)) {
                    end = i;
                    break;
                }
                is_line_start = true;
                continue;
            }
            TokenKind::Eof => {
                end = i;
                break;
            }
            _ => {}
        }
        let in_list = open.last().is_some_and(|(open, _)| *open == TokenKind::LeftSquareBracket);
        if is_line_start && begins_statement(text, &tokens[i..], in_list, last) {
            end = i;
            break;
        }
        is_line_start = false;
        last = kind;
        match kind {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                open.push((kind, range(token.span())))
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => drop(open.pop()),
            TokenKind::Dot => dots += 1,
            TokenKind::Equals | TokenKind::Comma => dots = 0,
            _ => {}
        }
        if open.len() > MAX_DEPTH || dots > MAX_DEPTH {
            let message = if dots > MAX_DEPTH {
                format!("a key has more than {MAX_DEPTH} parts")
            } else {
                TOO_DEEP.to_owned()
            };
            statement.too_deep.get_or_insert((range(token.span()), message));
        }
    }
    statement.unclosed = open.into_iter().next().map(|(_, span)| span);
    end
}

/// Returns `true` if a line within brackets begins a statement: a heading alone on its line, or `key =` where no key
/// can be.
fn begins_statement(text: &str, line: &[Token], in_list: bool, last: TokenKind) -> bool {
    if line[0].kind() != TokenKind::LeftSquareBracket {
        let may_go_on = matches!(last, TokenKind::Comma | TokenKind::LeftCurlyBracket);
        return matches!(kind_of(text, line), Kind::Pair(_)) && (in_list || !may_go_on);
    }
    let brackets = 1 + usize::from(line.get(1).is_some_and(|t| t.kind() == TokenKind::LeftSquareBracket));
    let (key, length) = key_of(&line[brackets..]);
    let behind = line[brackets + length..]
        .iter()
        .map(Token::kind)
        .find(|k| !matches!(k, TokenKind::RightSquareBracket | TokenKind::Whitespace));
    let ends_line = |kind| matches!(kind, TokenKind::Newline | TokenKind::Comment | TokenKind::Eof);
    behind.is_none_or(ends_line) && key.is_some_and(|key| is_name(&text[key]))
}

fn kind_of(text: &str, tokens: &[Token]) -> Kind {
    if tokens[0].kind() == TokenKind::LeftSquareBracket {
        return Kind::Heading;
    }
    let (key, length) = key_of(tokens);
    if let Some(key) = key
        && tokens.get(length).is_some_and(|t| t.kind() == TokenKind::Equals)
    {
        return Kind::Pair(key);
    }
    Kind::Other(first_word(text, tokens))
}

/// Span of what could be a key at the start of some tokens, dotted or in quotes, even if other characters are glued to
/// it; empty if there is none.
fn first_word(text: &str, tokens: &[Token]) -> Range<usize> {
    let start = tokens[0].span().start();
    let mut end = start;
    for token in tokens {
        let span = range(token.span());
        match token.kind() {
            TokenKind::Atom => {
                let in_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                let word = &text[span.clone()];
                let length = word.find(|c| !in_key(c)).unwrap_or(word.len());
                if length > 0 && (end > start || is_name(word)) {
                    end = span.start + length;
                }
                if length < word.len() {
                    break;
                }
            }
            TokenKind::BasicString | TokenKind::LiteralString if text[span.end..].starts_with([':', '.']) => {
                end = span.end
            }
            TokenKind::Dot if end > start => {}
            _ => break,
        }
    }
    start..end
}

/// Returns the value or list entry around an offset if it begins with neither a quote nor a bracket.
pub(super) fn bare_item<'a>(text: &'a str, tokens: &[Token], offset: usize) -> Option<&'a str> {
    use TokenKind::{
        Comma, Comment, Equals, LeftSquareBracket, Newline, RightCurlyBracket, RightSquareBracket,
    };
    let at = tokens.iter().rposition(|t| t.span().start() <= offset)?;
    let ends = |kind| {
        matches!(
            kind,
            Comma | Comment | Equals | LeftSquareBracket | Newline | RightCurlyBracket | RightSquareBracket
        )
    };
    let is_begin = |t: &Token| matches!(t.kind(), Comma | Equals | LeftSquareBracket);
    if ends(tokens[at].kind()) {
        return None;
    }
    let before = tokens[..at].iter().rposition(|t| ends(t.kind()))?;
    let opened = tokens[..=before].iter().rev().find(|t| !is_blank(t.kind()));
    let item = tokens[before + 1..].iter().take_while(|t| !ends(t.kind()) && t.kind() != TokenKind::Eof);
    let mut item = item.filter(|t| !is_blank(t.kind()));
    let first = item.next().filter(|_| opened.is_some_and(is_begin))?;
    let last = item.last().unwrap_or(first);
    matches!(first.kind(), TokenKind::Atom | TokenKind::Dot)
        .then(|| &text[first.span().start()..last.span().end()])
}

/// Span of the key at the start of some tokens, if there is one, and the number of tokens that look like it.
fn key_of(tokens: &[Token]) -> (Option<Range<usize>>, usize) {
    let mut span: Option<Range<usize>> = None;
    let (mut is_key, mut wants_word) = (true, true);
    let mut length = 0;
    for token in tokens {
        let is_word = match token.kind() {
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => true,
            TokenKind::Dot => false,
            TokenKind::Whitespace => {
                length += 1;
                continue;
            }
            _ => break,
        };
        is_key &= is_word == wants_word;
        wants_word = !is_word;
        length += 1;
        let token = range(token.span());
        span = Some(span.map_or(token.start, |s| s.start)..token.end);
    }
    (span.filter(|_| is_key && !wants_word), length)
}

/// Returns `true` if words could be a key rather than a value.
fn is_name(words: &str) -> bool {
    words.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !["true", "false", "inf", "nan"].contains(&words)
}
