//! Reads TOML into a tree of values with their locations, and reports every mistake in one pass.
//!
//! The text is cut into statements (a heading, or `key = value`), and `toml_parser` parses each of them on its own. The
//! recovery of the crates `toml` and `toml_edit` is not enough: a list left open swallows the rest of the file, and
//! after a line without `=` nothing more is read. Cutting also bounds the nesting depth before anything recurses. A test
//! compares what is accepted with the crate `toml`.
//!
//! Two other readers of TOML stay, both for text that this one has accepted:
//! - [`super::edit`] changes a `toml_edit` document, which knows the white space and comments around each value. It is no
//!   reader for profiles: it refuses numbers that overflow, of which this one says between which bounds they must be.
//! - [`super::format`] needs comments and line breaks inside brackets, which statements do not have, and no values.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml_parser::ParseError;
use toml_parser::decoder::ScalarKind;
use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::{Event, EventKind, parse_document};

use super::diagnostic::{Diagnostic, Diagnostics, again, quoted};
use super::node::{Field, Node, Table, Value};
use super::source::{Location, Source};
use super::toml_mistakes::{Mistake, other_language, unclosed_string};
use super::toml_statements::{Kind, Statement, bare_item, range, statements};

/// Reads as much as possible; syntax errors and duplicate keys go to `diagnostics`.
pub fn read(source: &Arc<Source>, diagnostics: &mut Diagnostics) -> Table {
    if let Some(diagnostic) = other_language(source) {
        diagnostics.add(|| diagnostic);
        return Table::default();
    }
    read_text(source, &source.text, diagnostics)
}

/// Reads the value behind the `=` of a source whose key need not be TOML.
pub(super) fn read_value(
    source: &Arc<Source>,
    [key_end, equals]: [usize; 2],
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    // A key of the same length keeps all locations.
    let text = "_".repeat(key_end) + &" ".repeat(equals - key_end) + &source.text[equals..];
    let mut found = Diagnostics::default();
    let table = read_text(source, &text, &mut found);
    let is_sound = found.is_empty();
    diagnostics.append(found);
    table.0.into_iter().next().filter(|_| is_sound).map(|field| field.node)
}

/// Reads a text of the same length as that of `source`, which messages quote.
fn read_text(source: &Arc<Source>, text: &str, diagnostics: &mut Diagnostics) -> Table {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut reader = Reader {
        source,
        text: toml_parser::Source::new(text),
        diagnostics,
        root: Section::new(Origin::Heading, 0..0),
        heading: Vec::new(),
    };
    for statement in statements(text, &tokens) {
        reader.statement(&statement);
    }
    if reader.diagnostics.is_empty() {
        reader.check_blanks(&tokens);
    }
    let Reader { source, root, .. } = reader;
    root.into_table(source)
}

/// How a table was created, which decides what may add to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// By its own heading.
    Heading,
    /// By the heading of a table in it.
    Parent,
    /// By a dotted key.
    Dotted,
}

/// A table that is being read.
struct Section {
    origin: Origin,
    span: Range<usize>,
    items: Vec<Item>,
    /// Positions in `items` by key.
    index: HashMap<String, usize>,
}

struct Item {
    key: Key,
    content: Content,
}

enum Content {
    Value(Node),
    Table(Section),
    /// `[[key]]`, at least one.
    Tables(Vec<Section>),
}

#[derive(Clone)]
struct Key {
    name: String,
    span: Range<usize>,
}

/// A duplicate key.
type Conflict = Box<Diagnostic>;

impl Section {
    fn new(origin: Origin, span: Range<usize>) -> Self {
        Self { origin, span, items: Vec::new(), index: HashMap::new() }
    }

    fn push(&mut self, key: &Key, content: Content) -> usize {
        let at = self.items.len();
        self.index.insert(key.name.clone(), at);
        self.items.push(Item { key: key.clone(), content });
        at
    }

    /// Returns the table below this one that a path leads to, and creates missing ones. `path` is the path of this
    /// table.
    fn descend(&mut self, keys: &[Key], origin: Origin, path: &mut Path<'_>) -> Result<&mut Self, Conflict> {
        let mut section = self;
        for key in keys {
            path.push(&key.name);
            let at = match section.index.get(&key.name) {
                Some(at) => *at,
                None => {
                    let inner = Self::new(origin, key.span.clone());
                    section.push(key, Content::Table(inner))
                }
            };
            let Item { key: first, content } = &mut section.items[at];
            section = match content {
                Content::Table(inner) if origin != Origin::Dotted || inner.origin != Origin::Heading => inner,
                Content::Tables(list) if origin != Origin::Dotted => {
                    let last = list.len() - 1;
                    path.push_name_of(&list[last]);
                    &mut list[last]
                }
                _ => return Err(path.conflict(key, first)),
            };
        }
        Ok(section)
    }

    fn insert(&mut self, keys: &[Key], node: Node, path: &mut Path<'_>) -> Result<(), Conflict> {
        let Some((last, parents)) = keys.split_last() else {
            return Ok(());
        };
        let parent = self.descend(parents, Origin::Dotted, path)?;
        path.push(&last.name);
        match parent.index.get(&last.name) {
            Some(at) => Err(path.conflict(last, &parent.items[*at].key)),
            None => {
                parent.push(last, Content::Value(node));
                Ok(())
            }
        }
    }

    fn into_table(self, source: &Arc<Source>) -> Table {
        let node = |section: Self| Node {
            location: Location::at(source, section.span.clone()),
            value: Value::Table(section.into_table(source)),
        };
        let field = |item: Item| Field {
            key: item.key.name,
            location: Location::at(source, item.key.span),
            node: match item.content {
                Content::Value(node) => node,
                Content::Table(section) => node(section),
                Content::Tables(list) => Node {
                    location: Location::at(source, list[0].span.clone()),
                    value: Value::List(list.into_iter().map(node).collect()),
                },
            },
        };
        Table(self.items.into_iter().map(field).collect())
    }
}

/// Full name of a key for messages, in which a table of a list is identified by its `name`.
struct Path<'a> {
    source: &'a Arc<Source>,
    name: String,
}

impl<'a> Path<'a> {
    fn new(source: &'a Arc<Source>) -> Self {
        Self { source, name: String::new() }
    }

    fn push(&mut self, name: &str) {
        if !self.name.is_empty() {
            self.name.push('.');
        }
        self.name += name;
    }

    fn push_name_of(&mut self, section: &Section) {
        if let Some(at) = section.index.get("name")
            && let Content::Value(Node { value: Value::Text(name), .. }) = &section.items[*at].content
        {
            // Of a definition, without its parameters.
            self.push(name.split('(').next().unwrap_or_default());
        }
    }

    fn conflict(&self, second: &Key, first: &Key) -> Conflict {
        let [second, first] = [second, first].map(|key| Location::at(self.source, key.span.clone()));
        Box::new(again(second, &self.name, Some(&first)))
    }
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    text: toml_parser::Source<'a>,
    diagnostics: &'a mut Diagnostics,
    root: Section,
    /// The path of the last heading.
    heading: Vec<Key>,
}

/// Non-blank events of one statement.
type Events<'e> = std::iter::Peekable<std::slice::Iter<'e, Event>>;

impl Reader<'_> {
    fn statement(&mut self, statement: &Statement<'_>) {
        if let Some((span, message)) = &statement.too_deep {
            let location = Location::at(self.source, span.clone());
            self.diagnostics.add(|| Diagnostic::error(location, message));
            return;
        }
        let key = match &statement.kind {
            Kind::Heading => 0..0,
            Kind::Pair(key) => key.clone(),
            Kind::Other(word) => {
                let (first, last) = (statement.tokens[0].span(), statement.tokens.last());
                let span = first.start()..last.map_or(first, Token::span).end();
                self.report(word, span, None, "this is neither a heading nor `key = value`");
                return;
            }
        };
        let (mut events, mut errors) = (Vec::new(), Vec::new());
        parse_document(
            statement.tokens,
            &mut |event: Event| {
                let kind = event.kind();
                if !matches!(
                    kind,
                    EventKind::Whitespace | EventKind::Comment | EventKind::Newline | EventKind::Error
                ) {
                    events.push(event);
                }
            },
            &mut errors,
        );
        let mut events = events.iter().peekable();
        if let Kind::Heading = statement.kind {
            self.heading(&mut events, &mut errors);
        } else {
            let keys = self.keys(&mut events, &mut errors);
            events.next_if(|e| e.kind() == EventKind::KeyValSep);
            let node = self.value(&mut events, &mut errors);
            self.pair(&keys, node);
        }
        match &statement.unclosed {
            Some(bracket) => self.not_closed(&key, bracket.clone()),
            None => self.report_all(&key, statement.tokens, errors),
        }
    }

    /// Reports the first forbidden character in comments and line ends, most of which are between statements.
    fn check_blanks(&mut self, tokens: &[Token]) {
        let mut errors: Vec<ParseError> = Vec::new();
        for token in tokens {
            let Some(raw) = self.text.get(token) else { continue };
            let expected = match token.kind() {
                TokenKind::Comment => {
                    raw.decode_comment(&mut errors);
                    "printable characters"
                }
                TokenKind::Newline => {
                    raw.decode_newline(&mut errors);
                    "newline"
                }
                _ => continue,
            };
            if let Some(error) = errors.first() {
                let location = Location::at(self.source, range(error.unexpected().unwrap_or_default()));
                let message = format!("{}, expected {expected}", error.description());
                self.diagnostics.add(|| Diagnostic::error(location, message));
                return;
            }
        }
    }

    fn heading(&mut self, events: &mut Events<'_>, errors: &mut Vec<ParseError>) {
        let Some(open) = events.next() else { return };
        let keys = self.keys(events, errors);
        let close = events.next().map_or(open.span(), Event::span);
        let span = open.span().start()..close.end().max(open.span().end());
        let Some((last, parents)) = keys.split_last() else {
            return;
        };
        let is_list = open.kind() == EventKind::ArrayTableOpen;
        let mut path = Path::new(self.source);
        let found = self.root.descend(parents, Origin::Parent, &mut path);
        let conflict = found.and_then(|parent| begin_table(parent, last, is_list, span, &mut path)).err();
        if let Some(conflict) = conflict {
            self.diagnostics.add(|| *conflict);
        }
        self.heading = keys;
    }

    fn pair(&mut self, keys: &[Key], node: Option<Node>) {
        let Some(node) = node else { return };
        let mut path = Path::new(self.source);
        // A heading that conflicts with a value has been reported.
        let Ok(section) = self.root.descend(&self.heading, Origin::Parent, &mut path) else {
            return;
        };
        if let Err(conflict) = section.insert(keys, node, &mut path) {
            self.diagnostics.add(|| *conflict);
        }
    }

    fn keys(&self, events: &mut Events<'_>, errors: &mut Vec<ParseError>) -> Vec<Key> {
        let mut keys = Vec::new();
        while let Some(event) =
            events.next_if(|e| matches!(e.kind(), EventKind::SimpleKey | EventKind::KeySep))
        {
            if event.kind() == EventKind::SimpleKey
                && let Some(raw) = self.text.get(event)
            {
                let mut name = std::borrow::Cow::default();
                raw.decode_key(&mut name, errors);
                keys.push(Key { name: name.into_owned(), span: range(event.span()) });
            }
        }
        keys
    }

    fn value(&mut self, events: &mut Events<'_>, errors: &mut Vec<ParseError>) -> Option<Node> {
        let event = events.next()?;
        let mut span = range(event.span());
        let value = match event.kind() {
            EventKind::Scalar => self.scalar(event, errors)?,
            EventKind::ArrayOpen => {
                let mut list = Vec::new();
                while let Some(next) = events.peek() {
                    span.end = next.span().end();
                    match next.kind() {
                        EventKind::ArrayClose => break,
                        EventKind::ValueSep => drop(events.next()),
                        _ => list.extend(self.value(events, errors)),
                    }
                }
                events.next();
                Value::List(list)
            }
            EventKind::InlineTableOpen => {
                let mut section = Section::new(Origin::Dotted, span.clone());
                while let Some(next) = events.peek() {
                    span.end = next.span().end();
                    match next.kind() {
                        EventKind::InlineTableClose => break,
                        EventKind::SimpleKey => self.field(&mut section, events, errors),
                        // The rest of a field that has been reported.
                        EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                            self.value(events, errors);
                        }
                        _ => drop(events.next()),
                    }
                }
                events.next();
                Value::Table(section.into_table(self.source))
            }
            _ => return None,
        };
        let location = Location::at(self.source, span);
        Some(Node { value, location })
    }

    /// A key with its value in braces.
    fn field(&mut self, section: &mut Section, events: &mut Events<'_>, errors: &mut Vec<ParseError>) {
        let keys = self.keys(events, errors);
        if events.next_if(|e| e.kind() == EventKind::KeyValSep).is_none() {
            return;
        }
        if let Some(node) = self.value(events, errors)
            && let Err(conflict) = section.insert(&keys, node, &mut Path::new(self.source))
        {
            self.diagnostics.add(|| *conflict);
        }
    }

    fn scalar(&self, event: &Event, errors: &mut Vec<ParseError>) -> Option<Value> {
        let mut text = std::borrow::Cow::default();
        let kind = self.text.get(event)?.decode_scalar(&mut text, errors);
        Some(match kind {
            ScalarKind::String => Value::text(&text),
            ScalarKind::Boolean(b) => Value::Bool(b),
            ScalarKind::DateTime => Value::Other("a date"),
            ScalarKind::Float => Value::Float(text.parse().unwrap_or(f64::NAN)),
            ScalarKind::Integer(radix) => match i64::from_str_radix(&text, radix.value()) {
                Ok(n) => Value::Int(n),
                Err(_) => Value::Float(text.parse().unwrap_or(f64::NAN)),
            },
        })
    }

    fn not_closed(&mut self, key: &Range<usize>, bracket: Range<usize>) {
        let sign = &self.source.text[bracket.clone()];
        let path = self.path(key);
        let message = match &path {
            Some(path) => format!("the `{sign}` of {} is not closed", quoted(path)),
            None => format!("this `{sign}` is not closed"),
        };
        let location = Location::at(self.source, bracket);
        self.diagnostics.add(|| Diagnostic { key: path, ..Diagnostic::error(location, message) });
    }

    /// Reports the errors of one statement, at most one per line: the others follow from it.
    fn report_all(&mut self, key: &Range<usize>, tokens: &[Token], errors: Vec<ParseError>) {
        let span = |error: &ParseError| range(error.unexpected().or(error.context()).unwrap_or_default());
        let mut errors: Vec<_> = errors.iter().map(|error| (span(error), error)).collect();
        errors.sort_by_key(|(span, _)| span.start);
        let mut last = None;
        for (span, error) in errors {
            if !self.source.is_same_line(last, span.start) {
                last = Some(span.start);
                let item = bare_item(&self.source.text, tokens, span.start).filter(|_| !key.is_empty());
                self.report(key, span, item, error.description());
            }
        }
    }

    fn report(&mut self, key: &Range<usize>, span: Range<usize>, item: Option<&str>, message: &str) {
        let path = self.path(key);
        // The parser reports an open string at the end of the file.
        let span = unclosed_string(&self.source.text, key.end).unwrap_or(span);
        let mistake = Mistake::new(self.source, key, path, span, item);
        self.diagnostics.add(|| mistake.explain(message));
    }

    /// Full name of a key of the current section; `None` for an empty span.
    fn path(&self, key: &Range<usize>) -> Option<String> {
        let bare = |c: &char| !c.is_whitespace() && !['"', '\''].contains(c);
        let key: String = self.source.text[key.clone()].chars().filter(bare).collect();
        let heading = self.heading.iter().map(|key| key.name.as_str());
        let path = heading.chain([key.as_str()]).collect::<Vec<_>>().join(".");
        (!key.is_empty()).then_some(path)
    }
}

/// Begins the table of a heading in its parent table.
fn begin_table(
    parent: &mut Section,
    key: &Key,
    is_list: bool,
    span: Range<usize>,
    path: &mut Path<'_>,
) -> Result<(), Conflict> {
    path.push(&key.name);
    let table = Section::new(Origin::Heading, span);
    let Some(at) = parent.index.get(&key.name) else {
        let content = if is_list { Content::Tables(vec![table]) } else { Content::Table(table) };
        parent.push(key, content);
        return Ok(());
    };
    let item = &mut parent.items[*at];
    match &mut item.content {
        Content::Tables(list) if is_list => list.push(table),
        Content::Table(found) if !is_list && found.origin == Origin::Parent => {
            found.origin = Origin::Heading;
            found.span = table.span;
            item.key = key.clone();
        }
        _ => return Err(path.conflict(key, &item.key)),
    }
    Ok(())
}
