//! Formats a profile in TOML: one blank line between sections, tables of numbers in columns,
//! comments aligned. No value changes, and no key or section moves. `toml_edit` keeps a layout but cannot align columns.
//!
//! It works on parser events rather than on a tree, which keeps the order of everything, and parses its own result
//! again before returning it.

mod layout;
mod lines;

use std::sync::Arc;

use toml_parser::lexer::TokenKind;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::{Node, Table, Value};
use super::read;
use super::source::{Format, Location, Source};

/// Returns the formatted text.
///
/// # Errors
/// If it is not TOML: its syntax errors. The meaning of the profile is not checked.
pub fn reformat(source: &Arc<Source>) -> Result<String, Vec<Diagnostic>> {
    if source.format != Format::Toml {
        let message = "only TOML can be formatted: a RON file would lose its comments";
        let hint = "`temper profile convert FILE --to toml` writes it as TOML, without its comments";
        return Err(vec![Diagnostic::error(Location::file(source), message).hint(hint)]);
    }
    let before = tree(source)?;
    let text = layout::write(&lines::read(&source.text), line_end(&source.text));
    let written = Source::from_bytes(&source.file, Format::Toml, text.into_bytes());
    let written = written.map_err(|diagnostic| vec![diagnostic])?;
    let is_same = tree(&written).is_ok_and(|after| same_table(&before, &after));
    if !is_same || comments(&source.text) != comments(&written.text) {
        let message = "this file cannot be formatted without changing what it says; it is left as it is";
        return Err(vec![Diagnostic::error(Location::file(source), message)]);
    }
    Ok(written.text.clone())
}

fn tree(source: &Arc<Source>) -> Result<Table, Vec<Diagnostic>> {
    let mut diagnostics = Diagnostics::default();
    let tree = read(source, &mut diagnostics);
    if diagnostics.is_empty() { Ok(tree) } else { Err(diagnostics.into_sorted()) }
}

/// Returns the line end of the first line.
fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

fn comments(text: &str) -> Vec<&str> {
    toml_parser::Source::new(text)
        .lex()
        .filter(|token| token.kind() == TokenKind::Comment)
        .map(|token| text[token.span().start()..token.span().end()].trim_end())
        .collect()
}

fn same_table(a: &Table, b: &Table) -> bool {
    let same =
        |(x, y): (&super::node::Field, &super::node::Field)| x.key == y.key && same_node(&x.node, &y.node);
    a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(same)
}

fn same_node(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Table(a), Value::Table(b)) => same_table(a, b),
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_node(a, b))
        }
        // NaN equals NaN here.
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    }
}
