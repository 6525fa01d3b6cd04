//! Splits TOML into lines: blank, comment, heading, or `key = value`.

use toml_parser::parser::{Event, EventKind, parse_document};

/// A line, or several if its value spans several.
#[derive(Debug)]
pub(super) enum Line {
    Blank,
    /// A comment on a line of its own.
    Comment(String),
    /// `[name]` and what follows it.
    Heading(String, Option<String>),
    /// A key with its value, and the comment after it.
    Pair(Item, Option<String>),
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
    /// A number, string or boolean.
    Scalar(String),
    /// A list or an inline table.
    Group(Group),
}

/// The contents of brackets.
#[derive(Debug)]
pub(super) struct Group {
    /// True for braces.
    pub is_table: bool,
    /// True if it has direct line breaks.
    pub is_broken: bool,
    /// A comment after the opening bracket.
    pub comment: Option<String>,
    /// Its lines; a single one if it is not broken.
    pub lines: Vec<GroupLine>,
    /// True if a comma follows the last item.
    pub has_last_comma: bool,
}

/// A line in brackets.
#[derive(Debug)]
pub(super) enum GroupLine {
    Blank,
    /// A comment on a line of its own.
    Comment(String),
    /// Items, and a comment after them.
    Items(Vec<Item>, Option<String>),
}

/// Reads valid TOML.
pub(super) fn read(text: &str) -> Vec<Line> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    parse_document(&tokens, &mut events, &mut ());
    let mut reader = Reader { text, events: events.into_iter() };
    reader.document()
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

    fn document(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        // True if the current line is not empty.
        let mut is_started = false;
        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::Newline => {
                    if !is_started {
                        lines.push(Line::Blank);
                    }
                    is_started = false;
                }
                EventKind::Comment => {
                    let text = self.text(&event);
                    match lines.last_mut().filter(|_| is_started) {
                        Some(Line::Heading(_, comment) | Line::Pair(_, comment)) => *comment = Some(text),
                        _ => lines.push(Line::Comment(text)),
                    }
                    is_started = true;
                }
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    lines.push(self.heading(event.kind() == EventKind::ArrayTableOpen));
                    is_started = true;
                }
                EventKind::SimpleKey => {
                    lines.push(Line::Pair(self.pair(&event), None));
                    is_started = true;
                }
                _ => {}
            }
        }
        lines
    }

    fn heading(&mut self, is_array: bool) -> Line {
        let mut name = String::new();
        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::SimpleKey => name += &self.text(&event),
                EventKind::KeySep => name.push('.'),
                EventKind::StdTableClose | EventKind::ArrayTableClose => break,
                _ => {}
            }
        }
        let text = if is_array { format!("[[{name}]]") } else { format!("[{name}]") };
        Line::Heading(text, None)
    }

    /// Reads the rest of a key, whose first part has been read, and its value.
    fn pair(&mut self, first: &Event) -> Item {
        let mut key = self.text(first);
        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::SimpleKey => key += &self.text(&event),
                EventKind::KeySep => key.push('.'),
                EventKind::Whitespace | EventKind::KeyValSep => {}
                _ => {
                    let value = self.value(&event);
                    return Item { key: Some(key), value };
                }
            }
        }
        let value = Value::Scalar(String::new());
        Item { key: Some(key), value }
    }

    fn value(&mut self, first: &Event) -> Value {
        match first.kind() {
            EventKind::ArrayOpen => Value::Group(self.group(false)),
            EventKind::InlineTableOpen => Value::Group(self.group(true)),
            _ => Value::Scalar(self.text(first)),
        }
    }

    fn group(&mut self, is_table: bool) -> Group {
        let mut group =
            Group { is_table, is_broken: false, comment: None, lines: Vec::new(), has_last_comma: false };
        let mut line = GroupLine::Blank;
        while let Some(event) = self.events.next() {
            let item = match event.kind() {
                EventKind::ArrayClose | EventKind::InlineTableClose => break,
                EventKind::Newline => {
                    // Items on the line of the opening bracket are not a line of their own.
                    let is_first = !group.is_broken;
                    let line = std::mem::replace(&mut line, GroupLine::Blank);
                    if !(is_first && matches!(line, GroupLine::Blank)) {
                        group.lines.push(line);
                    }
                    group.is_broken = true;
                    continue;
                }
                EventKind::Comment => {
                    let text = self.text(&event);
                    match &mut line {
                        GroupLine::Items(_, comment) => *comment = Some(text),
                        _ if group.is_broken => line = GroupLine::Comment(text),
                        _ => group.comment = Some(text),
                    }
                    continue;
                }
                EventKind::ValueSep => {
                    group.has_last_comma = true;
                    continue;
                }
                EventKind::SimpleKey => self.pair(&event),
                EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    Item { key: None, value: self.value(&event) }
                }
                _ => continue,
            };
            group.has_last_comma = false;
            match &mut line {
                GroupLine::Items(items, _) => items.push(item),
                _ => line = GroupLine::Items(vec![item], None),
            }
        }
        if !matches!(line, GroupLine::Blank) {
            group.lines.push(line);
        }
        group
    }
}
