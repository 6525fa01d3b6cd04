//! What a file says before anyone asks what it means: numbers, texts, lists and tables with their places.
//! Both formats are read into this tree, so that everything after it knows only one.

use super::source::{Format, Place};

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it stands; where the format does not tell, the place of its key.
    pub place: Place,
}

/// What a file can say.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Any other number, and whole numbers too large for 64 bits.
    Float(f64),
    /// Text in quotes.
    Text(String),
    /// True or false.
    Bool(bool),
    /// Values in order.
    List(Vec<Node>),
    /// Keys with values.
    Table(Table),
    /// Something that no profile needs, by its name.
    Other(&'static str),
}

impl Value {
    /// A text in quotes. An end of a line within it is one character, however the file ends its lines.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.replace("\r\n", "\n"))
    }
}

/// What `()` is called, which in RON may be an empty table or nothing at all.
pub(super) const EMPTY_BRACKETS: &str = "empty brackets";

/// Keys with values, in the order of the file, no key twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table(pub Vec<Field>);

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The key, one step of a path.
    pub key: String,
    /// Where the key stands.
    pub place: Place,
    /// The value.
    pub node: Node,
}

/// Whether a list has lists and nothing else.
pub(super) fn is_of_lists(list: &[Node]) -> bool {
    !list.is_empty() && list.iter().all(|n| matches!(n.value, Value::List(_)))
}

impl Table {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|f| f.key == key).map(|f| &f.node)
    }
}

impl Node {
    /// What it is, in words for a message.
    pub fn found(&self) -> String {
        match &self.value {
            Value::Int(n) => self.as_written().unwrap_or_else(|| n.to_string()),
            // With its point, so that 12.0 is not taken for 12.
            Value::Float(n) => self.as_written().unwrap_or_else(|| format!("{n:?}")),
            Value::Text(_) => "a text".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::List(list) if is_of_lists(list) => format!("a list of {} lists", list.len()),
            Value::List(list) => format!("a list of {}", list.len()),
            Value::Table(table) if table.0.is_empty() => "an empty table".to_owned(),
            Value::Table(_) => "a table".to_owned(),
            Value::Other(name) => (*name).to_owned(),
        }
    }

    /// Whether this is a table of RON with nothing in it, which its parser takes for a list or for nothing: `()`.
    pub(super) fn is_empty_struct(&self) -> bool {
        match &self.value {
            Value::List(list) => list.is_empty() && self.place.source.format == Format::Ron,
            value => *value == Value::Other(EMPTY_BRACKETS),
        }
    }

    /// A number in the words of the file, where the place is that of the number.
    fn as_written(&self) -> Option<String> {
        const LONGEST: usize = 30;
        let text = self.place.source.text.get(self.place.span.clone()?)?;
        let digits = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            || ["inf", "nan"].contains(&&*digits);
        (is_number && text.is_ascii()).then(|| match text.get(..LONGEST) {
            Some(part) if part.len() < text.len() => format!("{part}..."),
            _ => text.to_owned(),
        })
    }

    /// A number that was put in quotes.
    pub fn quoted_number(&self) -> Option<f64> {
        match &self.value {
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// What to do about a text that should be a number.
    pub fn unquote_hint(&self) -> Option<String> {
        let n = self.quoted_number().filter(|n| n.is_finite())?;
        Some(format!("remove the quotes: write {n}"))
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
