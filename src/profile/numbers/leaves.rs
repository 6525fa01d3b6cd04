//! The whole numbers of a value, and where they stand in the text.

use std::ops::Range;

use crate::profile::node::{Field, Node, Value};

/// The whole numbers of a value, in order.
pub fn leaves(node: &Node, found: &mut Vec<i64>) {
    match &node.value {
        Value::Int(n) => found.push(*n),
        Value::List(list) => list.iter().for_each(|inner| leaves(inner, found)),
        Value::Table(table) => table.0.iter().for_each(|field| leaves(&field.node, found)),
        _ => {}
    }
}

/// Their places, where every entry has its own.
pub fn spans(node: &Node) -> Vec<Range<usize>> {
    match &node.value {
        Value::Int(_) => node.place.span.iter().cloned().collect(),
        Value::List(list) => list.iter().flat_map(spans).collect(),
        Value::Table(table) => table.0.iter().flat_map(|field| spans(&field.node)).collect(),
        _ => Vec::new(),
    }
}

/// The whole number that comes after so many others.
pub fn leaf_mut<'n>(node: &'n mut Node, before: &mut usize) -> Option<&'n mut Node> {
    if let Value::Int(_) = node.value {
        if *before == 0 {
            return Some(node);
        }
        *before -= 1;
        return None;
    }
    match &mut node.value {
        Value::List(list) => list.iter_mut().find_map(|inner| leaf_mut(inner, before)),
        Value::Table(table) => table
            .0
            .iter_mut()
            .find_map(|field| leaf_mut(&mut field.node, before)),
        _ => None,
    }
}

/// The next so many numbers behind a key of RON, whose reader does not tell their places: what is neither a comment nor a
/// word and begins like a number.
pub fn scan(text: &str, field: &Field, count: usize) -> Vec<Range<usize>> {
    let mut at = field.place.span.as_ref().map_or(text.len(), |span| span.end);
    let mut found = Vec::new();
    while found.len() < count
        && let Some(first) = text[at..].chars().next()
    {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_ascii_digit() || "+-".contains(first) {
            let digits = rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + 1);
            found.push(at..at + digits);
            digits
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        at += length;
    }
    found
}

/// The number that stands in a place.
pub fn parsed(text: &str, span: &Range<usize>) -> Option<i64> {
    let text = text.get(span.clone())?.replace('_', "");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    let radix = |prefix: &str, radix: u32| i64::from_str_radix(digits.strip_prefix(prefix)?, radix).ok();
    let value = radix("0x", 16)
        .or_else(|| radix("0o", 8))
        .or_else(|| radix("0b", 2));
    value.or_else(|| digits.parse().ok()).map(|n: i64| sign * n)
}
