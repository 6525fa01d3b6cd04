//! Splits TOML into lines, at the top and within brackets.

use toml_parser::parser::{Event, EventKind, parse_document};

/// A line, or several if one of its values spans several; without items and comment a blank one.
#[derive(Debug, Default)]
pub(super) struct SourceLine {
    /// At the top, a heading or a key with its value.
    pub items: Vec<Item>,
    /// The comment at its end.
    pub comment: Option<String>,
}

impl SourceLine {
    pub fn is_blank(&self) -> bool {
        self.items.is_empty() && self.comment.is_none()
    }

    /// Returns `true` for a comment on a line of its own.
    pub fn is_comment(&self) -> bool {
        self.items.is_empty() && self.comment.is_some()
    }

    /// Returns `true` for a heading, if the line is at the top.
    pub fn is_heading(&self) -> bool {
        self.items.iter().any(|item| item.key.is_none())
    }

    /// Returns `true` for a key with its value, if the line is at the top.
    pub fn is_pair(&self) -> bool {
        self.items.iter().any(|item| item.key.is_some())
    }
}

/// A value, with its key where it has one.
#[derive(Debug)]
pub(super) struct Item {
    /// The key as written, without blanks.
    pub key: Option<String>,
    pub value: Value,
}

/// A value as it is written.
#[derive(Debug)]
pub(super) enum Value {
    /// A number, string or boolean; or a heading.
    Scalar(String),
    /// A list or an inline table.
    Group(Group),
}

/// The contents of brackets, or of the file.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// True for braces.
    pub is_table: bool,
    /// True if it has direct line breaks.
    pub is_broken: bool,
    /// A comment after the opening bracket.
    pub comment: Option<String>,
    /// Its lines; a single one if it is not broken.
    pub lines: Vec<SourceLine>,
    /// True if a comma follows the last item.
    pub has_last_comma: bool,
}

/// Reads valid TOML.
pub(super) fn read(text: &str) -> Vec<SourceLine> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    parse_document(&tokens, &mut events, &mut ());
    let mut reader = Reader { text, events: events.into_iter() };
    reader.group(Group { is_broken: true, ..Group::default() }).lines
}

struct Reader<'a> {
    text: &'a str,
    events: std::vec::IntoIter<Event>,
}

impl Reader<'_> {
    fn text(&self, event: &Event) -> String {
        let span = event.span();
        self.text[span.start()..span.end()].trim_end().to_owned()
    }

    /// Reads a group to its closing bracket, or the file to its end.
    fn group(&mut self, mut group: Group) -> Group {
        let mut line = SourceLine::default();
        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::ArrayClose | EventKind::InlineTableClose => break,
                EventKind::Newline => {
                    let line = std::mem::take(&mut line);
                    // The opening bracket ends its line.
                    if group.is_broken || !line.is_blank() {
                        group.lines.push(line);
                    }
                    group.is_broken = true;
                }
                EventKind::Comment if group.is_broken || !line.items.is_empty() => {
                    line.comment = Some(self.text(&event));
                }
                EventKind::Comment => group.comment = Some(self.text(&event)),
                EventKind::ValueSep => group.has_last_comma = true,
                EventKind::Whitespace => {}
                _ => {
                    line.items.push(self.item(&event));
                    group.has_last_comma = false;
                }
            }
        }
        if !line.is_blank() {
            group.lines.push(line);
        }
        group
    }

    /// Reads an item that begins with an event.
    fn item(&mut self, first: &Event) -> Item {
        let key = match first.kind() {
            EventKind::SimpleKey => Some(self.key(first)),
            _ => None,
        };
        let begin = if key.is_some() { self.events.next() } else { None };
        let begin = begin.as_ref().unwrap_or(first);
        let value = match begin.kind() {
            EventKind::ArrayOpen => Value::Group(self.group(Group::default())),
            EventKind::InlineTableOpen => {
                Value::Group(self.group(Group { is_table: true, ..Group::default() }))
            }
            EventKind::StdTableOpen => Value::Scalar(format!("[{}]", self.key(begin))),
            EventKind::ArrayTableOpen => Value::Scalar(format!("[[{}]]", self.key(begin))),
            _ => Value::Scalar(self.text(begin)),
        };
        Item { key, value }
    }

    /// Reads a key up to the `=` or the bracket behind it. The first event is its first part or the bracket before it.
    fn key(&mut self, first: &Event) -> String {
        let mut key = String::new();
        if first.kind() == EventKind::SimpleKey {
            key += &self.text(first);
        }
        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::SimpleKey => key += &self.text(&event),
                EventKind::KeySep => key.push('.'),
                EventKind::KeyValSep | EventKind::StdTableClose | EventKind::ArrayTableClose => break,
                _ => {}
            }
        }
        // Blanks before the value.
        let rest = self.events.as_slice();
        let blanks = rest.iter().take_while(|event| event.kind() == EventKind::Whitespace).count();
        self.events.by_ref().take(blanks).for_each(drop);
        key
    }
}
