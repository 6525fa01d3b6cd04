//! Syntax tree of a file: numbers, strings, lists and tables with their locations.
//! Both formats are read into this tree, so that everything after it knows only one.

use super::source::Location;

/// A value and its location.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub value: Value,
    pub location: Location,
}

/// A value of TOML or RON.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Any other number, including whole numbers that do not fit into 64 bits.
    Float(f64),
    /// Text in quotes.
    Text(String),
    /// True or false.
    Bool(bool),
    /// Values in order.
    List(Vec<Node>),
    /// Keys with values.
    Table(Table),
    /// A type that no profile uses, by name.
    Other(&'static str),
}

impl Value {
    /// Creates a string node. Line ends are normalised to `\n`.
    pub fn text(text: &str) -> Self {
        Self::Text(text.replace("\r\n", "\n"))
    }
}

/// Describes `()`, which in RON may be an empty table or the unit value.
pub(super) const EMPTY_BRACKETS: &str = "empty brackets";

/// Describes a name in RON that is no value.
pub(super) const BARE_WORD: &str = "a word without quotes";

/// Message for brackets that are nested too deep.
pub(super) const TOO_DEEP: &str = "lists and tables are nested too deep";

/// Keys with values, in file order, without duplicates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table(pub Vec<Field>);

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The key, one step of a path.
    pub key: String,
    pub location: Location,
    pub node: Node,
}

/// A string and its location.
#[derive(Debug, Clone)]
pub struct Named {
    pub text: String,
    /// Where it begins.
    pub location: Location,
}

/// Returns a word as a string of a file, cut if it is long.
pub(super) fn in_quotes(word: &str) -> String {
    const MAX_CHARS: usize = 40;
    match word.char_indices().nth(MAX_CHARS) {
        Some((cut, _)) => format!("\"{}...\"", &word[..cut]),
        None => format!("\"{word}\""),
    }
}

/// Returns `true` if all entries of a list are lists.
pub(super) fn is_of_lists(list: &[Node]) -> bool {
    !list.is_empty() && list.iter().all(|n| matches!(n.value, Value::List(_)))
}

impl Table {
    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|f| f.key == key).map(|f| &f.node)
    }
}

impl Node {
    /// Describes the value for a message.
    pub fn found(&self) -> String {
        match &self.value {
            Value::Int(n) => self.as_written().unwrap_or_else(|| n.to_string()),
            // With its decimal point, so that 12.0 is not mistaken for 12.
            Value::Float(n) => self.as_written().unwrap_or_else(|| format!("{n:?}")),
            Value::Text(_) => "a string".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::List(list) if is_of_lists(list) => format!("a list of {} lists", list.len()),
            Value::List(list) => format!("a list of {}", list.len()),
            Value::Table(table) if table.0.is_empty() => "an empty table".to_owned(),
            Value::Table(_) => "a table".to_owned(),
            Value::Other(name) => (*name).to_owned(),
        }
    }

    /// Returns `true` for `()` in RON, which its parser takes for an empty list or the unit value.
    pub(super) fn is_empty_struct(&self) -> bool {
        self.value == Value::Other(EMPTY_BRACKETS)
    }

    /// Returns a number as written in the file, if the location is that of the number.
    pub(super) fn as_written(&self) -> Option<String> {
        const LONGEST: usize = 30;
        let text = self.location.source.text.get(self.location.span.clone()?)?;
        let digits = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            || ["inf", "nan"].contains(&&*digits);
        (is_number && text.is_ascii()).then(|| match text.get(..LONGEST) {
            Some(part) if part.len() < text.len() => format!("{part}..."),
            _ => text.to_owned(),
        })
    }

    pub fn quoted_number(&self) -> Option<f64> {
        match &self.value {
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Suggestion for a string that should be a number.
    pub fn unquote_hint(&self) -> Option<String> {
        let n = self.quoted_number().filter(|n| n.is_finite())?;
        Some(format!("remove the quotes: write {n}"))
    }

    /// Returns a word, number or boolean as it is written without quotes.
    pub fn unquoted(&self) -> Option<&str> {
        let is_word = match &self.value {
            Value::Other(name) => *name == BARE_WORD,
            value => matches!(value, Value::Int(_) | Value::Float(_) | Value::Bool(_)),
        };
        self.location.source.text.get(self.location.span.clone()?).filter(|_| is_word)
    }

    /// Suggestion for a value that should be a string.
    pub fn quote_hint(&self) -> Option<String> {
        self.unquoted().map(|word| format!("write it in quotes: {}", in_quotes(word)))
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Int(n) => Some(n as f64),
            Value::Float(n) => Some(n),
            _ => None,
        }
    }
}
