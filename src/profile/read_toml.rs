//! TOML text to a tree.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};
use toml_parser::lexer::TokenKind;

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Table, Value};
use super::source::{Place, Source};

/// How deep lists and inline tables may nest, and how many parts a key may have. What the parser builds is
/// freed by recursion, so that both must be bounded before it starts.
const DEEPEST: usize = 16;

/// Reads all that can be read; syntax errors and duplicate keys go to `faults`.
pub(super) fn read(source: &Arc<Source>, faults: &mut Faults) -> Table {
    let unclosed = match scan(source) {
        Ok(unclosed) => unclosed,
        Err(fault) => {
            faults.add(|| fault);
            return Table::default();
        }
    };
    let (tree, errors) = DeTable::parse_recoverable(&source.text);
    // The parser takes all that follows an open bracket for entries of a list and finds an error in every word.
    let end = unclosed.as_ref().map_or(usize::MAX, |span| span.start);
    for error in &errors {
        if error.span().is_none_or(|span| span.start < end) {
            faults.add(|| syntax_fault(source, error));
        }
    }
    if let Some(span) = unclosed {
        faults.add(|| not_closed(source, span));
    }
    table(source, tree.get_ref())
}

/// Looks at brackets and dots: an error if they go too deep, else the first bracket that is never closed.
fn scan(source: &Arc<Source>) -> Result<Option<Range<usize>>, Diagnostic> {
    let mut open: Vec<(TokenKind, Range<usize>)> = Vec::new();
    let mut unclosed = None;
    let mut dots = 0;
    // Whether nothing but a key has been seen on the line.
    let mut is_key = true;
    for token in toml_parser::Source::new(&source.text).lex() {
        let span = token.span().start()..token.span().end();
        match token.kind() {
            kind @ (TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket) => {
                open.push((kind, span.clone()));
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                open.pop();
            }
            TokenKind::Dot => dots += 1,
            TokenKind::Equals | TokenKind::Comma | TokenKind::Newline => dots = 0,
            _ => {}
        }
        // A line `key = ...` cannot be inside a list.
        let in_list = open.last().is_some_and(|o| o.0 == TokenKind::LeftSquareBracket);
        if token.kind() == TokenKind::Equals && is_key && in_list && unclosed.is_none() {
            unclosed = open.first().map(|o| o.1.clone());
        }
        is_key = match token.kind() {
            TokenKind::Newline => true,
            TokenKind::Atom | TokenKind::Dot | TokenKind::Whitespace => is_key,
            TokenKind::BasicString | TokenKind::LiteralString => is_key,
            _ => false,
        };
        if open.len() > DEEPEST {
            return Err(match unclosed {
                Some(first) => not_closed(source, first),
                None => Diagnostic::error(Place::at(source, span), TOO_DEEP),
            });
        }
        if dots > DEEPEST {
            let message = format!("a key has more than {DEEPEST} parts");
            return Err(Diagnostic::error(Place::at(source, span), message));
        }
    }
    Ok(unclosed.or(open.into_iter().next().map(|o| o.1)))
}

fn not_closed(source: &Arc<Source>, bracket: Range<usize>) -> Diagnostic {
    let message = format!("this `{}` is not closed", &source.text[bracket.clone()]);
    Diagnostic::error(Place::at(source, bracket), message)
}

/// What is said of brackets in brackets in brackets.
pub(super) const TOO_DEEP: &str = "lists and tables are nested too deep";

fn syntax_fault(source: &Arc<Source>, error: &toml::de::Error) -> Diagnostic {
    let Some(span) = error.span() else {
        return Diagnostic::error(Place::file(source), error.message());
    };
    let place = Place::at(source, span.clone());
    if error.message() != "duplicate key" {
        return Diagnostic::error(place, error.message());
    }
    let key = source.text.get(span).unwrap_or_default();
    Diagnostic::error(place, format!("duplicate key {}", quoted(key)))
        .hint("remove one of the two")
        .key(key)
}

fn table(source: &Arc<Source>, tree: &DeTable<'_>) -> Table {
    let mut fields: Vec<Field> = tree
        .iter()
        .map(|(key, value)| Field {
            key: key.get_ref().to_string(),
            place: Place::at(source, key.span()),
            node: node(source, value),
        })
        .collect();
    // The parser sorts by name.
    fields.sort_by_key(|f| f.place.span.as_ref().map(|s| s.start));
    Table(fields)
}

fn node(source: &Arc<Source>, value: &Spanned<DeValue<'_>>) -> Node {
    let place = Place::at(source, value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(n) => integer(n),
        DeValue::Float(n) => Value::Float(n.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(b) => Value::Bool(*b),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(list) => Value::List(list.iter().map(|v| node(source, v)).collect()),
        DeValue::Table(inner) => Value::Table(table(source, inner)),
    };
    Node { value, place }
}

fn integer(n: &DeInteger<'_>) -> Value {
    match i64::from_str_radix(n.as_str(), n.radix()) {
        Ok(n) => Value::Int(n),
        Err(_) => Value::Float(n.as_str().parse().unwrap_or(f64::INFINITY)),
    }
}
