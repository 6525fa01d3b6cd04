//! Reads RON into a tree of values with their locations, and reports every mistake in one pass.
//!
//! The crate `ron` stops at the first mistake and locates neither values nor list entries, so the structure is parsed here:
//! structs, maps, lists, tuples, `Some`, comments and `#![enable(...)]`. The crate decodes numbers and strings. After a
//! mistake, parsing continues with the next field or entry. Only brackets that do not match end it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde::de::IgnoredAny;

use super::diagnostic::{Diagnostic, Diagnostics, again, quoted};
use super::node::{BARE_WORD, EMPTY_BRACKETS, Field, Node, TOO_DEEP, Table, Value};
use super::number_mistakes::{corrected_sign, is_dash, is_number};
use super::ron_lexer::{Kind, Token, token_at};
use super::source::{Location, Source};

/// Maximum nesting of brackets: the parser is recursive.
const MAX_DEPTH: usize = 16;
/// Hint about the form of a file.
const WHOLE: &str = "a profile in RON is ( name: \"...\", ... )";
const EXPECTED_KEY: &str = "expected a key or the closing bracket";
const EXPECTED_COLON: &str = "expected `:` after the key";
const EXPECTED_COMMA: &str = "expected a comma or the closing bracket";

/// Reads as much as possible; syntax errors and duplicate keys go to `diagnostics`.
pub fn read(source: &Arc<Source>, diagnostics: &mut Diagnostics) -> Table {
    if let Some(error) = toml(source) {
        diagnostics.add(|| error);
        return Table::default();
    }
    let mut parser = Parser {
        source,
        text: &source.text,
        token: Token::default(),
        open: Vec::new(),
        path: Vec::new(),
        last_report: None,
        diagnostics,
    };
    parser.whole().unwrap_or_default()
}

/// Returns an error if a file begins like TOML: with a `#` comment or `key = `.
fn toml(source: &Arc<Source>) -> Option<Diagnostic> {
    const HINT: &str = "the name of a profile in TOML ends in .toml; comments in RON begin with //";
    let text = source.text.trim_start();
    let is_comment = text.starts_with('#') && !text.starts_with("#!");
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let after_word = text.trim_start_matches(is_word);
    let is_pair = after_word.len() < text.len() && after_word.trim_start_matches(' ').starts_with('=');
    let start = source.text.len() - text.len();
    (is_comment || is_pair).then(|| {
        let location = Location::at(source, start..start + 1);
        Diagnostic::error(location, "this looks like TOML, not RON").hint(HINT)
    })
}

/// Checks RON syntax with the crate `ron`, which reports only the first mistake.
pub(super) fn check(source: &Arc<Source>) -> Result<(), Diagnostic> {
    let checked: Result<IgnoredAny, _> = ron::from_str(&source.text);
    checked.map(|_| ()).map_err(|error| {
        let start = source.offset(error.span.start.line, error.span.start.col);
        Diagnostic::error(Location::at(source, start..start), error.code.to_string())
    })
}

/// The rest of the file cannot be read, which has been reported.
struct Stop;

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    token: Token,
    /// The open brackets: closing character and location of each.
    open: Vec<(char, Range<usize>)>,
    /// The path of the current key.
    path: Vec<String>,
    /// Offset of the last report; a second one at the same token is a follow-up error.
    last_report: Option<usize>,
    diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn whole(&mut self) -> Result<Table, Stop> {
        self.advance();
        while self.text[self.token.span.start..].starts_with("#!") {
            while !self.is_sign(']') && self.token.kind != Kind::End {
                self.advance();
            }
            self.advance();
        }
        let node = self.value()?;
        if self.token.kind != Kind::End {
            self.report("something follows the end of the profile", Some(WHOLE));
            return Err(Stop);
        }
        match node {
            Some(Node { value: Value::Table(table), .. }) => Ok(table),
            Some(other) => {
                let message = format!("a profile is a table of keys, found {}", other.found());
                self.diagnostics.add(|| Diagnostic::error(other.location, message).hint(WHOLE));
                Err(Stop)
            }
            None => Err(Stop),
        }
    }

    fn advance(&mut self) {
        self.token = token_at(self.text, self.token.span.end);
    }

    fn is_sign(&self, sign: char) -> bool {
        self.token.kind == Kind::Sign(sign)
    }

    fn word(&self) -> &str {
        &self.text[self.token.span.clone()]
    }

    fn location(&self, span: &Range<usize>) -> Location {
        Location::at(self.source, span.clone())
    }

    /// Reports a mistake at the next token.
    fn report(&mut self, message: &str, hint: Option<&str>) {
        if self.last_report.replace(self.token.span.start) == Some(self.token.span.start) {
            return;
        }
        let mut diagnostic = Diagnostic::error(self.location(&self.token.span), message);
        diagnostic.hint = hint.map(str::to_owned);
        diagnostic.key = Some(self.path.join(".")).filter(|path| !path.is_empty());
        self.diagnostics.add(|| diagnostic);
    }

    /// Skips the rest of a field or entry, with the comma after it.
    fn skip_item(&mut self) {
        let mut depth = 0;
        while self.token.kind != Kind::End {
            match self.token.kind {
                Kind::Sign('(' | '[' | '{') => depth += 1,
                Kind::Sign(')' | ']' | '}') if depth == 0 => return,
                Kind::Sign(')' | ']' | '}') => depth -= 1,
                Kind::Sign(',') if depth == 0 => return self.advance(),
                _ => {}
            }
            self.advance();
        }
    }

    /// Reads a value; `None` if it is missing, which has been reported.
    fn value(&mut self) -> Result<Option<Node>, Stop> {
        let span = self.token.span.clone();
        let location = self.location(&span);
        let value = match self.token.kind {
            Kind::Sign('(') => Some(self.round_brackets()?),
            Kind::Sign('[') => Some(Value::List(self.list(']')?)),
            Kind::Sign('{') => Some(Value::Table(self.fields('}')?)),
            Kind::Word => self.word_value()?,
            Kind::String => {
                let value = self.scalar();
                self.advance();
                value
            }
            Kind::Unclosed(_) | Kind::End => return Err(self.not_closed()),
            Kind::Sign(sign) if is_dash(sign) => self.wrong_sign()?,
            Kind::Sign(sign) => {
                self.report("expected a value", None);
                if !",)]}".contains(sign) {
                    self.skip_item();
                }
                None
            }
        };
        Ok(value.map(|value| Node { value, location }))
    }

    /// Opens a bracket, which is the next token.
    fn open(&mut self, close: char) -> Result<(), Stop> {
        if self.open.len() == MAX_DEPTH {
            self.report(TOO_DEEP, None);
            return Err(Stop);
        }
        self.open.push((close, self.token.span.clone()));
        self.advance();
        Ok(())
    }

    /// Closes the innermost bracket if the next token is its end.
    fn close(&mut self) -> Result<bool, Stop> {
        match (self.token.kind, self.open.last()) {
            (Kind::Sign(sign), Some((close, _))) if sign == *close => {
                self.open.pop();
                self.advance();
                Ok(true)
            }
            (Kind::Sign(sign @ (')' | ']' | '}')), Some((close, bracket))) => {
                let (line, _) = self.source.line_column(bracket.start);
                let message = format!("expected `{close}` for the bracket in line {line}, found `{sign}`");
                self.report(&message, None);
                Err(Stop)
            }
            (Kind::Unclosed(_) | Kind::End, _) => Err(self.not_closed()),
            _ => Ok(false),
        }
    }

    /// Reports the end of the file inside brackets, a string or a comment.
    fn not_closed(&mut self) -> Stop {
        match (self.token.kind, self.open.last()) {
            (Kind::Unclosed(what), _) => self.report(&format!("this {what} is not closed"), None),
            (_, Some((_, bracket))) => {
                let (line, _) = self.source.line_column(bracket.start);
                let hint = format!("the `{}` in line {line} is not closed", &self.text[bracket.clone()]);
                let end = self.text.trim_end().len();
                self.token.span = end..end;
                self.report("the file ends before all brackets are closed", Some(&hint));
            }
            (_, None) => self.report("expected a value", Some(WHOLE)),
        }
        Stop
    }

    fn round_brackets(&mut self) -> Result<Value, Stop> {
        let first = token_at(self.text, self.token.span.end);
        let next = token_at(self.text, first.span.end).kind;
        let is_struct = match first.kind {
            Kind::Sign('#') => true,
            Kind::Sign(')') => {
                self.open(')')?;
                self.close()?;
                return Ok(Value::Other(EMPTY_BRACKETS));
            }
            Kind::String => next == Kind::Sign(':'),
            Kind::Word => {
                let is_name = self.text[first.span].starts_with(|c: char| c.is_alphabetic() || c == '_');
                is_name && !matches!(next, Kind::Sign(',' | ')' | '('))
            }
            _ => false,
        };
        if is_struct { Ok(Value::Table(self.fields(')')?)) } else { Ok(Value::List(self.list(')')?)) }
    }

    fn list(&mut self, close: char) -> Result<Vec<Node>, Stop> {
        let mut nodes = Vec::new();
        self.open(close)?;
        while !self.close()? {
            if self.is_sign('#') {
                self.foreign_comment("expected a value or the closing bracket");
                continue;
            }
            let (location, is_comma) = (self.location(&self.token.span), self.is_sign(','));
            match self.value()? {
                Some(node) => nodes.push(node),
                // Keeps the intended number of entries.
                None if !is_comma => nodes.push(Node { value: Value::Int(0), location }),
                None => {}
            }
            self.separator();
        }
        Ok(nodes)
    }

    /// The fields of a struct in `( )`, whose keys are names, or of a map in `{ }`, whose keys are strings.
    fn fields(&mut self, close: char) -> Result<Table, Stop> {
        let mut fields = Vec::new();
        let mut seen: HashMap<String, Location> = HashMap::new();
        self.open(close)?;
        while !self.close()? {
            if self.is_sign('#') {
                self.foreign_comment(EXPECTED_KEY);
                continue;
            }
            if self.is_list_without_brackets(fields.last()) {
                continue;
            }
            let location = self.location(&self.token.span);
            let Some(key) = self.key(close == '}') else {
                self.skip_item();
                continue;
            };
            self.path.push(key.clone());
            self.colon();
            let node = self.value()?;
            if let Some(first) = seen.get(&key) {
                let diagnostic = again(location, &self.path.join("."), Some(first));
                self.diagnostics.add(|| diagnostic);
            } else {
                seen.insert(key.clone(), location.clone());
                fields.extend(node.map(|node| Field { key, location, node }));
            }
            self.path.pop();
            self.separator();
        }
        Ok(Table(fields))
    }

    /// Reports and skips numbers where a key should be, if the last value is a number too.
    fn is_list_without_brackets(&mut self, last: Option<&Field>) -> bool {
        let Some((last, first)) = last.and_then(|field| Some((field, field.node.number()?))) else {
            return false;
        };
        let mut numbers = vec![first.to_string()];
        let mut end = self.token.clone();
        while end.kind == Kind::Word && is_number(&self.text[end.span.clone()]) {
            numbers.push(self.text[end.span.clone()].to_owned());
            end = token_at(self.text, end.span.end);
            if end.kind == Kind::Sign(',') {
                end = token_at(self.text, end.span.end);
            }
        }
        if numbers.len() == 1 {
            return false;
        }
        self.path.push(last.key.clone());
        self.report("a list has no brackets", Some(&format!("write [{}]", numbers.join(", "))));
        self.path.pop();
        self.token = end;
        true
    }

    fn key(&mut self, is_map: bool) -> Option<String> {
        let key = match self.token.kind {
            Kind::Word => {
                if is_map {
                    self.report("expected a key in quotes", Some("keys have quotes in { }, but not in ( )"));
                }
                self.word().to_owned()
            }
            Kind::String => {
                if !is_map {
                    self.report(EXPECTED_KEY, Some("keys have no quotes in ( ), but in { }"));
                }
                match self.scalar()? {
                    Value::Text(key) => key,
                    _ => {
                        self.report(EXPECTED_KEY, None);
                        return None;
                    }
                }
            }
            _ => {
                self.report(EXPECTED_KEY, None);
                return None;
            }
        };
        self.advance();
        Some(key)
    }

    /// Reports a line that was meant as a comment.
    fn foreign_comment(&mut self, message: &str) {
        self.report(message, Some("comments start with `//`"));
        self.token.span.end = self.source.line_around(self.token.span.start).end;
        self.advance();
    }

    fn colon(&mut self) {
        match self.token.kind {
            Kind::Sign(':') => self.advance(),
            Kind::Sign('=') => {
                self.report(EXPECTED_COLON, Some("in RON a key and its value are joined by `:`"));
                self.advance();
            }
            _ => self.report(EXPECTED_COLON, None),
        }
    }

    /// Reads the comma between two items.
    fn separator(&mut self) {
        match self.token.kind {
            Kind::Sign(',') => self.advance(),
            Kind::Sign(';') => {
                self.report(EXPECTED_COMMA, Some("write `,` after a value"));
                self.advance();
            }
            // `close` reports mismatches of these.
            Kind::Sign(')' | ']' | '}') | Kind::Unclosed(_) | Kind::End => {}
            // Reported as a comment.
            Kind::Sign('#') => {}
            _ => self.report(EXPECTED_COMMA, None),
        }
    }

    /// Decodes the number, string or character at the next token with the crate `ron`.
    fn scalar(&mut self) -> Option<Value> {
        let word = self.word().to_owned();
        let error = match ron::from_str(&word) {
            Ok(ron::Value::Number(n)) => return Some(number(n)),
            Ok(ron::Value::String(string)) => return Some(Value::text(&string)),
            Ok(ron::Value::Char(c)) => return Some(Value::Text(c.to_string())),
            Ok(_) => return Some(Value::Other("a byte string")),
            Err(error) => error,
        };
        if self.token.kind == Kind::String {
            let column = error.span.start.col.saturating_sub(1);
            let found = word.char_indices().nth(column).filter(|_| error.span.start.line == 1);
            let start = self.token.span.start + found.map_or(0, |(at, _)| at);
            let whole = std::mem::replace(&mut self.token.span, start..start);
            self.report(&error.code.to_string().to_lowercase(), None);
            self.token.span = whole;
        } else if error.code != ron::Error::IntegerOutOfBounds {
            self.report(&format!("{} is not a number", quoted(&word)), None);
        } else if let Ok(n) = word.replace('_', "").parse() {
            return Some(Value::Float(n));
        } else {
            let path = quoted(&self.path.join("."));
            let message = format!("{path}: {} is out of bounds for its type", quoted(&word));
            self.report(&message, Some("write the number without its type"));
        }
        None
    }

    /// Reports a sign that does not belong to a number, and skips the number after it.
    fn wrong_sign(&mut self) -> Result<Option<Value>, Stop> {
        let after = token_at(self.text, self.token.span.end);
        let number = &self.text[self.token.span.start..after.span.end];
        match corrected_sign(number) {
            Some((message, number)) => {
                self.report(message, Some(&format!("write {number}")));
                self.advance();
            }
            None => self.report(&format!("{} is not a number", quoted(self.word())), None),
        }
        self.advance();
        Ok(None)
    }

    /// Reads a number, a boolean, `Some(...)`, or a named struct or tuple.
    fn word_value(&mut self) -> Result<Option<Value>, Stop> {
        let word = self.word().to_owned();
        if ["+", "-"].contains(&word.as_str()) {
            return self.wrong_sign();
        }
        let starts_number = |c: char| c.is_ascii_digit() || "+-.".contains(c);
        if word.starts_with(starts_number) || ["inf", "NaN"].contains(&word.as_str()) {
            let value = self.scalar();
            self.advance();
            return Ok(value);
        }
        self.advance();
        Ok(match word.as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "Some" if self.is_sign('(') => {
                let list = self.list(')')?;
                list.into_iter().next().map(|node| node.value)
            }
            _ if self.is_sign('(') => Some(self.round_brackets()?),
            "None" => Some(Value::Other("None")),
            _ => Some(Value::Other(BARE_WORD)),
        })
    }
}

/// Converts a number. Whole numbers that a double cannot hold exactly are out of bounds for every key.
fn number(n: ron::value::Number) -> Value {
    match n {
        // Via its text, since 1.1 in single precision is not 1.1 in double precision.
        ron::value::Number::F32(n) => Value::Float(n.get().to_string().parse().unwrap_or(f64::NAN)),
        ron::value::Number::F64(n) => Value::Float(n.get()),
        n => Value::Int(n.into_f64() as i64),
    }
}
