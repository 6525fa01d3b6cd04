//! The section `book`: lines of moves, which must be legal.

use crate::board::Color;
use crate::book::BookLine;
use crate::profile::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::node::{Node, Value};
use crate::profile::source::Location;

/// The side of the lines that a key gives.
pub(in crate::profile) fn side_of(key: &str) -> Option<Color> {
    match key {
        "book.white" => Some(Color::White),
        "book.black" => Some(Color::Black),
        _ => None,
    }
}

/// The key of the file.
pub(in crate::profile) const FILE: &str = "book.file";

/// The book as written in a profile.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::profile) struct BookSource {
    /// Lines for White and for Black.
    pub lines: [Vec<String>; 2],
    /// Path of a file in Polyglot's format, relative to the folder of the profile that gives it.
    pub file: Option<String>,
}

/// Reads the lines of one side. Reports every mistake.
pub(in crate::profile) fn read_lines(
    key: &str,
    node: &Node,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<String>> {
    let diagnostic =
        |location: &Location, message: String| Diagnostic::error(location.clone(), message).key(key);
    let Value::List(list) = &node.value else {
        let message = format!("`{key}` takes a list of lines such as [\"e4 e5 f4\"], found {}", node.found());
        let hint = match node.value {
            Value::Text(_) => Some("write the line in [ ]".to_owned()),
            _ => node.quote_hint(),
        };
        diagnostics.add(|| diagnostic(&node.location, message).maybe_hint(hint));
        return None;
    };
    let mut lines = Vec::new();
    for node in list {
        let parsed = match &node.value {
            Value::Text(text) => BookLine::parse(text).map(|_| text).map_err(|error| error.to_string()),
            _ => Err(format!("a line is a string in quotes, found {}", node.found())),
        };
        match parsed {
            Ok(text) => lines.push(text.clone()),
            Err(message) => {
                diagnostics.add(|| diagnostic(&node.location, message).maybe_hint(node.quote_hint()))
            }
        }
    }
    (lines.len() == list.len()).then_some(lines)
}
