//! Changes of RON.

use std::ops::Range;

use super::{EditError, NewValue, ValueText};
use crate::profile::custom_terms::VALUES;
use crate::profile::diagnostic::Diagnostics;
use crate::profile::keys::TERM;
use crate::profile::node::{Field, Node, Table, Value};
use crate::profile::read_ron;
use crate::profile::ron_lexer::{Kind, token_at};
use crate::profile::source::Source;

fn unfit(message: &str) -> EditError {
    EditError::Unfit(message.to_owned())
}

fn tree(source: &Source) -> Table {
    // Read without errors before.
    let copy = Source::new(source.file.as_str(), source.format, source.text.as_str());
    read_ron::read(&copy, &mut Diagnostics::default())
}

/// Sets a key: replaces its value, or adds it before the first field of its table.
pub fn set(source: &Source, new: &NewValue<'_>) -> Result<String, EditError> {
    let ValueText::Whole(text) = &new.text else {
        return Err(unfit("RON has no stages apart"));
    };
    let tree = tree(source);
    match new.term {
        None => set_in(source, &tree, &new.path, text),
        Some(name) => {
            let term = term(&tree, name).ok_or_else(|| unfit("the term is inherited; edit the text"))?;
            let key = VALUES.into_iter().find(|key| term.get(key).is_some()).unwrap_or(new.path[0]);
            set_in(source, term, &[key], text)
        }
    }
}

fn term<'t>(tree: &'t Table, name: &str) -> Option<&'t Table> {
    let Value::List(terms) = &tree.get(TERM)?.value else {
        return None;
    };
    terms.iter().find_map(|term| match &term.value {
        Value::Table(table) if table.get("name").is_some_and(|n| n.value == Value::text(name)) => Some(table),
        _ => None,
    })
}

fn field<'t>(table: &'t Table, key: &str) -> Option<&'t Field> {
    table.0.iter().find(|field| field.key == key)
}

fn set_in(source: &Source, table: &Table, path: &[&str], text: &str) -> Result<String, EditError> {
    let [step, rest @ ..] = path else {
        return Err(unfit("the path is empty"));
    };
    match field(table, step) {
        Some(field) if rest.is_empty() => {
            let span = span(source, &field.node).ok_or_else(|| unfit("the value has no place"))?;
            Ok(spliced(source, span.clone(), &indented(text, column(source, span.start))))
        }
        Some(Field { node: Node { value: Value::Table(inner), .. }, .. }) if !inner.0.is_empty() => {
            set_in(source, inner, rest, text)
        }
        Some(field) => {
            let span = span(source, &field.node).ok_or_else(|| unfit("the value has no place"))?;
            Ok(spliced(source, span, &format!("({})", nested(rest, text))))
        }
        None => {
            let first = table.0.first().and_then(|field| field.location.span.clone());
            let at = first.ok_or_else(|| unfit("the table is empty"))?.start;
            let indent = column(source, at);
            let new = format!("{},\n{}", indented(&nested(path, text), indent), " ".repeat(indent));
            Ok(spliced(source, at..at, &new))
        }
    }
}

/// A value below some steps: `a: (b: value)`.
fn nested(path: &[&str], text: &str) -> String {
    match path {
        [] => text.to_owned(),
        [last] => format!("{last}: {text}"),
        [step, rest @ ..] => format!("{step}: ({})", nested(rest, text)),
    }
}

/// Removes a key with its comma.
pub fn remove(source: &Source, path: &[&str]) -> Result<String, EditError> {
    let tree = tree(source);
    let mut table = &tree;
    let absent = || unfit("the file does not set this key");
    let (last, steps) = path.split_last().ok_or_else(absent)?;
    for step in steps {
        match field(table, step).map(|field| &field.node.value) {
            Some(Value::Table(inner)) => table = inner,
            _ => return Err(absent()),
        }
    }
    let field = field(table, last).ok_or_else(absent)?;
    let start = field.location.span.clone().ok_or_else(absent)?.start;
    let end = span(source, &field.node).ok_or_else(absent)?.end;
    let comma = token_at(&source.text, end);
    let end = if comma.kind == Kind::Sign(',') { comma.span.end } else { end };
    // A line of its own goes with it.
    let line = source.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = &source.text[end..];
    let is_alone = source.text[line..start].trim().is_empty() && rest.starts_with('\n');
    let range = if is_alone { line..end + 1 } else { start..end };
    Ok(spliced(source, range, ""))
}

/// The whole text of a value, to its closing bracket.
fn span(source: &Source, node: &Node) -> Option<Range<usize>> {
    let first = node.location.span.clone()?;
    let mut token = token_at(&source.text, first.start);
    let mut depth = 0;
    loop {
        match token.kind {
            Kind::Sign('(' | '[' | '{') => depth += 1,
            Kind::Sign(')' | ']' | '}') => depth -= 1,
            Kind::End | Kind::Unclosed(_) => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(first.start..token.span.end.max(first.end));
        }
        token = token_at(&source.text, token.span.end);
    }
}

/// Number of characters before an offset in its line.
fn column(source: &Source, at: usize) -> usize {
    let line = source.text[..at].rfind('\n').map_or(0, |at| at + 1);
    let indent = source.text[line..].chars().take_while(|c| *c == ' ').count();
    indent.min(at - line)
}

/// Indents all lines but the first.
fn indented(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{}", " ".repeat(by)))
}

fn spliced(source: &Source, range: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &source.text[..range.start], &source.text[range.end..])
}
