//! RON text to a tree.
//!
//! The crate tells line and column only of what it cannot read. But it lends keys and texts as slices of the
//! file, and a slice's address says where in the file it lies; a value is looked for behind its key, and an
//! entry of a list has the place of the list.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use ron::error::SpannedError;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::diagnostic::{Diagnostic, Faults, again, quoted};
use super::mend::TOO_DEEP;
use super::node::{EMPTY_BRACKETS, Field, Node, Table, Value};
use super::ron_recovery::{self, text_len};
use super::source::{Place, Source, offset};

/// How deep the reader may recurse; it takes two or three steps for each pair of brackets.
const RECURSION: usize = 48;

/// What a whole file looks like.
const WHOLE: &str = "a profile in RON is ( name: \"...\", ... )";

/// At most this many syntax errors of a file are looked for.
const MOST_ERRORS: usize = 20;

/// Reads all that can be read; syntax errors and duplicate keys go to `faults`.
pub(super) fn read(source: &Arc<Source>, faults: &mut Faults) -> Table {
    let mut text = source.text.clone();
    for number in 1..=MOST_ERRORS {
        match read_text(source, &text) {
            Ok((table, duplicates)) => {
                faults.append(duplicates);
                return table;
            }
            Err(error) => {
                let Some(fault) = recover(source, &mut text, &error, number < MOST_ERRORS) else {
                    continue;
                };
                let is_last = fault.is_last;
                faults.add(|| fault.diagnostic);
                if is_last {
                    break;
                }
            }
        }
    }
    Table::default()
}

/// Reads a copy of the source of the same length, up to the first syntax error; the tree and the keys that are there
/// twice.
fn read_text(source: &Arc<Source>, text: &str) -> Result<(Table, Faults), Stop> {
    let reader = Reader {
        source,
        text,
        duplicates: RefCell::default(),
    };
    let whole = Place::at(source, 0..0);
    let options = ron::Options::default().with_recursion_limit(RECURSION);
    let seed = ValueAt {
        reader: &reader,
        place: &whole,
        path: "",
    };
    let node = options.from_str_seed(text, seed).map_err(Stop::Syntax)?;
    match node.value {
        Value::Table(table) => Ok((table, reader.duplicates.into_inner())),
        _ => Err(Stop::NoTable(node)),
    }
}

/// Why a text was not read to its end.
enum Stop {
    Syntax(SpannedError),
    /// It is something else than a table.
    NoTable(Node),
}

/// What is wrong where the reader stopped.
struct Stopped {
    diagnostic: Diagnostic,
    /// Whether the text could not be changed so that the rest of it can be read.
    is_last: bool,
}

/// What is wrong where the reader stopped; the text is changed so that it can be read on. `None` if that is reported of
/// the value once it has been read, as it is only if the text `is_read_again`.
fn recover(source: &Arc<Source>, text: &mut String, stop: &Stop, is_read_again: bool) -> Option<Stopped> {
    let error = match stop {
        Stop::Syntax(error) => error,
        Stop::NoTable(other) => {
            let message = format!("a profile is a table of keys, found {}", other.found());
            return Some(Stopped {
                diagnostic: Diagnostic::error(other.place.clone(), message).hint(WHOLE),
                is_last: true,
            });
        }
    };
    let [start, end] = [error.span.start, error.span.end].map(|at| offset(text, at.line, at.col));
    let end = end.max(start);
    let place = Place::at(source, start..end);
    let last = |diagnostic| {
        Some(Stopped {
            diagnostic,
            is_last: true,
        })
    };
    let item = ron_recovery::item_at(text, start);
    let key = |fault: Diagnostic| match &item {
        Some(item) if !item.path.is_empty() => fault.key(item.path.as_str()),
        _ => fault,
    };
    match &error.code {
        ron::Error::ExceededRecursionLimit => last(Diagnostic::error(place, TOO_DEEP)),
        ron::Error::TrailingCharacters => {
            last(Diagnostic::error(place, "something follows the end of the profile").hint(WHOLE))
        }
        ron::Error::IntegerOutOfBounds if is_read_again && start + 4 <= end => {
            let word = text[start..end].to_owned();
            let path = item.as_ref().map_or("", |item| item.path.as_str());
            if let Some((message, number)) = ron_recovery::beyond_type(&word) {
                ron_recovery::blank(text, start + number.len()..end);
                let fault = Diagnostic::error(place, format!("{}: {message}", quoted(path)));
                let hint = format!("write the number without its type: {number}");
                return Some(Stopped {
                    diagnostic: key(fault.hint(hint)),
                    is_last: false,
                });
            }
            // Any other number that is out of bounds for its key.
            ron_recovery::blank(text, start..end);
            text.replace_range(start..start + 4, "9e99");
            None
        }
        code => {
            let rest = text[start..].trim_start().to_owned();
            let lacks_colon = item.as_ref().is_some_and(|item| item.lacks_colon);
            let code = match code {
                // What has no `:` behind its first word the parser takes for a list in round brackets.
                ron::Error::ExpectedComma if lacks_colon => &ron::Error::ExpectedMapColon,
                code => code,
            };
            let fault = key(Diagnostic::error(place, syntax_message(code)));
            let missing = match code {
                ron::Error::ExpectedComma => Some(','),
                ron::Error::ExpectedMapColon => Some(':'),
                _ => None,
            };
            let is_last = !ron_recovery::mend(text, start, item.as_ref(), missing);
            Some(Stopped {
                diagnostic: match syntax_hint(code, &rest) {
                    Some(hint) => fault.hint(hint),
                    None => fault,
                },
                is_last,
            })
        }
    }
}

/// What is wrong with what stands where the reader stopped.
fn syntax_message(code: &ron::Error) -> String {
    match code {
        ron::Error::ExpectedMapColon => "expected `:` after the key".to_owned(),
        ron::Error::ExpectedComma => "expected a comma or the closing bracket".to_owned(),
        ron::Error::ExpectedIdentifier => "expected a key or the closing bracket".to_owned(),
        ron::Error::Eof => "the file ends before all brackets are closed".to_owned(),
        code => {
            let text = code.to_string();
            let mut rest = text.chars();
            let first = rest.next().map(|c| c.to_ascii_lowercase());
            first.into_iter().chain(rest).collect()
        }
    }
}

/// What to write instead of what stands where the reader stopped.
fn syntax_hint(code: &ron::Error, rest: &str) -> Option<&'static str> {
    match rest.chars().next()? {
        '=' => Some("in RON a key and its value are joined by `:`"),
        '#' => Some("comments start with `//`"),
        '"' if matches!(code, ron::Error::ExpectedIdentifier) => {
            Some("keys have no quotes in ( ), but in { }")
        }
        ';' => Some("write `,` after a value"),
        _ => None,
    }
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    /// What is read: the text of the source, or a copy of the same length.
    text: &'a str,
    duplicates: RefCell<Faults>,
}

impl Reader<'_> {
    /// Where a slice of the text lies in it; none for text that was made from escapes.
    fn span(&self, part: &str) -> Option<Range<usize>> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start + part.len();
        (end <= self.text.len()).then_some(start..end)
    }

    /// A text's span with the quotes around it.
    fn with_quotes(&self, span: Range<usize>) -> Range<usize> {
        let text = self.text;
        let has_both = text[..span.start].ends_with('"') && text[span.end..].starts_with('"');
        match has_both {
            true => span.start - 1..span.end + 1,
            false => span,
        }
    }

    fn is_empty_brackets(&self, place: &Place) -> bool {
        let start = place.span.as_ref().map_or(0, |span| span.start);
        let inner = self.text[start..].strip_prefix('(');
        inner.is_some_and(|rest| rest.trim_start().starts_with(')'))
    }

    /// Where the value of a key stands: a word or number, a text in plain quotes, else its first character.
    /// None if a comment is in between.
    fn value_after(&self, key: &Range<usize>) -> Option<Range<usize>> {
        let rest = &self.text[key.end..];
        let value = rest.strip_prefix('"').unwrap_or(rest).trim_start();
        let value = value.strip_prefix(':')?.trim_start();
        let start = self.text.len() - value.len();
        // As it was written.
        let value = &self.source.text[start..];
        let len = match value.chars().next()? {
            '/' => return None,
            '(' | '[' | '{' => 1,
            '"' => text_len(value),
            _ => value
                .find(|c: char| c.is_whitespace() || ",()[]{}:\"".contains(c))
                .unwrap_or(value.len()),
        };
        Some(start..start + len)
    }
}

/// Reads one value, which stands at `place` unless it turns out better.
#[derive(Clone, Copy)]
struct ValueAt<'r, 'p> {
    reader: &'r Reader<'r>,
    place: &'p Place,
    /// Its full key.
    path: &'p str,
}

impl ValueAt<'_, '_> {
    fn node<E>(self, value: Value) -> Result<Node, E> {
        Ok(Node {
            value,
            place: self.place.clone(),
        })
    }
}

impl<'de> DeserializeSeed<'de> for ValueAt<'_, '_> {
    type Value = Node;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueAt<'_, '_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, text, list or table")
    }

    fn visit_bool<E>(self, b: bool) -> Result<Node, E> {
        self.node(Value::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Node, E> {
        self.node(Value::Int(n))
    }

    fn visit_u64<E>(self, n: u64) -> Result<Node, E> {
        self.node(i64::try_from(n).map_or(Value::Float(n as f64), Value::Int))
    }

    fn visit_f64<E>(self, n: f64) -> Result<Node, E> {
        self.node(Value::Float(n))
    }

    /// Through text, since `1.1` as a single-precision number is not 1.1 as a double.
    fn visit_f32<E>(self, n: f32) -> Result<Node, E> {
        self.node(Value::Float(n.to_string().parse().unwrap_or(f64::NAN)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        self.node(Value::text(text))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node, E> {
        let place = match self.reader.span(text) {
            Some(span) => Place::at(self.reader.source, self.reader.with_quotes(span)),
            None => self.place.clone(),
        };
        let value = Value::text(text);
        Ok(Node { value, place })
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<Node, E> {
        self.node(Value::Other("a byte string"))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        let name = match self.reader.is_empty_brackets(self.place) {
            true => EMPTY_BRACKETS,
            false => "a word without quotes",
        };
        self.node(Value::Other(name))
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        self.node(Value::Other("None"))
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element_seed(self)? {
            nodes.push(node);
        }
        self.node(Value::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields: Vec<Field> = Vec::new();
        while let Some(key) = map.next_key_seed(Key(self.reader))? {
            let place = key
                .span
                .map_or(self.place.clone(), |s| Place::at(self.reader.source, s));
            let path = match self.path {
                "" => key.text.clone(),
                outer => format!("{outer}.{}", key.text),
            };
            let value_place = match place.span.as_ref().and_then(|key| self.reader.value_after(key)) {
                Some(span) => Place::at(self.reader.source, span),
                None => place.clone(),
            };
            let node = map.next_value_seed(ValueAt {
                reader: self.reader,
                place: &value_place,
                path: &path,
            })?;
            fields.push(Field {
                key: key.text,
                place,
                node,
            });
        }
        self.drop_duplicates(&mut fields);
        self.node(Value::Table(Table(fields)))
    }
}

impl ValueAt<'_, '_> {
    /// Of several fields with one key keeps the first, and says so.
    fn drop_duplicates(self, fields: &mut Vec<Field>) {
        let mut seen: HashMap<String, Place> = HashMap::new();
        let mut faults = self.reader.duplicates.borrow_mut();
        fields.retain(|field| {
            let Some(first) = seen.get(&field.key) else {
                seen.insert(field.key.clone(), field.place.clone());
                return true;
            };
            faults.add(|| {
                let path = match self.path {
                    "" => field.key.clone(),
                    outer => format!("{outer}.{}", field.key),
                };
                again(field.place.clone(), &path, Some(first))
            });
            false
        });
    }
}

/// Reads a key.
struct Key<'a>(&'a Reader<'a>);

struct KeyText {
    text: String,
    span: Option<Range<usize>>,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = KeyText;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<KeyText, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Key<'_> {
    type Value = KeyText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<KeyText, E> {
        Ok(KeyText {
            text: text.to_owned(),
            span: None,
        })
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<KeyText, E> {
        Ok(KeyText {
            text: text.to_owned(),
            span: self.0.span(text),
        })
    }
}
