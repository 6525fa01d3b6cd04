//! TOML text to a tree.

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
    if let Err(fault) = bound_depth(source) {
        faults.add(|| fault);
        return Table::default();
    }
    let (tree, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        faults.add(|| syntax_fault(source, error));
    }
    table(source, tree.get_ref())
}

fn bound_depth(source: &Arc<Source>) -> Result<(), Diagnostic> {
    let (mut brackets, mut dots) = (0_usize, 0_usize);
    for token in toml_parser::Source::new(&source.text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => brackets += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                brackets = brackets.saturating_sub(1);
            }
            TokenKind::Dot => dots += 1,
            TokenKind::Equals | TokenKind::Comma | TokenKind::Newline => dots = 0,
            _ => {}
        }
        let span = token.span().start()..token.span().end();
        if brackets > DEEPEST {
            return Err(Diagnostic::error(Place::at(source, span), TOO_DEEP));
        }
        if dots > DEEPEST {
            let message = format!("a key has more than {DEEPEST} parts");
            return Err(Diagnostic::error(Place::at(source, span), message));
        }
    }
    Ok(())
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
