//! Finds the lists of numbers in source text, with their names.
//!
//! All brackets of the text form a tree, including those of functions. A group whose elements are numbers and lists is
//! a list; of any other group, the lists within it are kept, under the names of their variables.

use std::collections::HashMap;

use super::declarations::{is_comment, is_constructor, last_word, name_before, words};
use super::expression::{Element, Group, Item, Value, evaluate};
use super::names::meaning;
use super::tokens::{Token, Tokens};
use crate::profile::Stage;

/// Maximum depth of brackets.
const MAX_DEPTH: usize = 64;
/// Maximum number of elements of an expression that defines a constant.
const LONGEST_EXPRESSION: usize = 32;
/// Maximum length of a list in the short form of Rust, `[0; 64]`.
const LONGEST_REPEATED: f64 = 1024.0;
/// Lists with fewer numbers are of no interest.
const FEWEST_NUMBERS: usize = 5;
/// Maximum length of a comment that names a table, in bytes; a longer one is prose.
const LONGEST_LABEL: usize = 80;

/// Lists and constants of a text.
#[derive(Debug, Default)]
pub struct Found {
    /// The outermost lists, in file order.
    pub lists: Vec<Item>,
    /// Constants such as `PAWN_VALUE = 100`, in file order.
    pub constants: Vec<Item>,
}

/// Error: brackets are nested too deeply on this line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDeep(pub u32);

/// Reads a text.
///
/// # Errors
/// If brackets are nested more than [`MAX_DEPTH`] deep.
pub fn read(text: &str) -> Result<Found, TooDeep> {
    let mut reader = Reader::default();
    let mut tokens = Tokens::new(text);
    while let Some((token, line)) = tokens.next() {
        reader.take(token, line)?;
    }
    while reader.frames.len() > 1 {
        reader.close();
    }
    reader.end_part();
    let last = reader.frames.pop();
    reader.harvest(&last.map(|frame| frame.elements).unwrap_or_default());
    Ok(reader.found)
}

/// An open bracket.
struct Frame<'a> {
    open: u8,
    line: u32,
    elements: Vec<Element<'a>>,
    /// Index of the first element after the last comma.
    part: usize,
    /// Index of the last `=` in this part.
    assignment: Option<usize>,
    /// True after a semicolon: its groups have been kept.
    is_code: bool,
}

impl Frame<'_> {
    fn new(open: u8, line: u32) -> Self {
        Self { open, line, elements: Vec::new(), part: 0, assignment: None, is_code: false }
    }
}

#[derive(Default)]
struct Reader<'a> {
    frames: Vec<Frame<'a>>,
    constants: HashMap<&'a str, f64>,
    found: Found,
}

impl<'a> Reader<'a> {
    fn take(&mut self, token: Token<'a>, line: u32) -> Result<(), TooDeep> {
        let is_new_line = self.frame().elements.last().is_some_and(|last| last.last_line() < line);
        if is_new_line {
            self.define();
        }
        match token {
            Token::Sign(open @ ("(" | "[" | "{")) => {
                if self.frames.len() > MAX_DEPTH {
                    return Err(TooDeep(line));
                }
                self.frames.push(Frame::new(open.as_bytes()[0], line));
            }
            Token::Sign(close @ (")" | "]" | "}")) => self.close_to(close.as_bytes()[0], line),
            Token::Sign(";") if self.frame().open != b'[' => {
                self.end_part();
                let frame = self.frame();
                frame.is_code = true;
                let elements = std::mem::take(&mut frame.elements);
                frame.part = 0;
                self.harvest(&elements);
            }
            Token::Sign(",") => {
                self.end_part();
                let frame = self.frame();
                frame.elements.push(Element::Token(token, line));
                frame.part = frame.elements.len();
            }
            _ => {
                let frame = self.frame();
                if token == Token::Sign("=") {
                    frame.assignment = Some(frame.elements.len());
                }
                frame.elements.push(Element::Token(token, line));
            }
        }
        Ok(())
    }

    /// The innermost open bracket; the file itself is the outermost.
    fn frame(&mut self) -> &mut Frame<'a> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(0, 1));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn end_part(&mut self) {
        self.define();
        self.frame().assignment = None;
    }

    /// Notes the constant that the last elements define, if they do.
    fn define(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let Some(at) = frame.assignment else { return };
        let (before, after) = (&frame.elements[frame.part..at], &frame.elements[at + 1..]);
        if after.len() > LONGEST_EXPRESSION {
            return;
        }
        let line = after.first().map_or(frame.line, Element::last_line);
        let name = || name_before(before);
        if let Some(number) = evaluate(after, &self.constants) {
            self.found.constants.push(Item { name: name(), line, value: Value::Number(number) });
            if let Some(word) = last_word(before) {
                self.constants.entry(word).or_insert(number);
            }
        } else if let Some(pair) = pair(after) {
            let of_stage = |(stage, number): (&str, f64)| {
                let name = format!("{} {stage}", name());
                Item { name, line, value: Value::Number(number) }
            };
            self.found.constants.extend(Stage::NAMES.into_iter().zip(pair).map(of_stage));
        } else {
            return;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.assignment = None;
        }
    }

    /// Closes brackets up to the one that fits; a closing bracket that fits none is skipped.
    fn close_to(&mut self, close: u8, line: u32) {
        let open = match close {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let Some(at) = self.frames.iter().rposition(|frame| frame.open == open) else { return };
        while self.frames.len() > at {
            self.close();
        }
        if let Some(Element::Group(group)) = self.frame().elements.last_mut() {
            group.lines[1] = line;
        }
    }

    /// Closes the innermost bracket.
    fn close(&mut self) {
        self.end_part();
        let Some(frame) = self.frames.pop() else { return };
        let items = if frame.is_code { None } else { self.items(&frame) };
        if items.is_none() {
            self.harvest(&frame.elements);
        }
        let line = frame.elements.last().map_or(frame.line, Element::last_line);
        let numbers = items.as_deref().map_or(0, count);
        let words = if numbers == 0 && frame.open == b'[' { words(&frame.elements) } else { String::new() };
        let group = Group { open: frame.open, lines: [frame.line, line], items, numbers, words };
        self.frame().elements.push(Element::Group(group));
    }

    /// Returns the elements of a list; `None` if it is code.
    fn items(&self, frame: &Frame<'_>) -> Option<Vec<Item>> {
        if let Some(repeated) = self.repeated(frame) {
            return Some(repeated);
        }
        let mut items: Vec<Item> = Vec::new();
        let mut last_line = frame.line;
        let mut comments_of_list = "";
        for part in frame.elements.split(|element| element.is_sign(&[","])) {
            let mut label = "";
            for element in part {
                let Element::Token(Token::Comment(comment), line) = element else { continue };
                if comment.len() > LONGEST_LABEL || !meaning(comment).names_table() {
                    continue;
                }
                match items.last_mut() {
                    // Behind the previous element.
                    Some(previous) if *line == last_line => {
                        if previous.name.is_empty() {
                            (*comment).clone_into(&mut previous.name);
                        }
                    }
                    // Behind the opening bracket.
                    None if *line == frame.line => comments_of_list = comment,
                    _ => label = comment,
                }
            }
            if let Some(last) = part.iter().rfind(|element| !is_comment(element)) {
                last_line = last.last_line();
                items.push(self.item(part, label)?);
            }
        }
        // The pair of a map in C++: { PAWN, { ... } }.
        if let [key, list] = &mut items[..]
            && matches!((&key.value, &list.value), (Value::Unknown, Value::List(_)))
            && list.name.is_empty()
        {
            let name = words(&frame.elements);
            return Some(vec![Item {
                name,
                line: list.line,
                value: std::mem::replace(&mut list.value, Value::Unknown),
            }]);
        }
        // A comment on top of numbers names the list, one on top of lists the first of them.
        if let [first, rest @ ..] = &mut items[..]
            && comments_of_list.is_empty()
            && matches!(first.value, Value::Number(_))
            && rest.iter().all(|item| item.name.is_empty())
            && !first.name.is_empty()
        {
            let name = std::mem::take(&mut first.name);
            return Some(labelled(items, name));
        }
        if let [only] = &mut items[..]
            && only.name.is_empty()
        {
            comments_of_list.clone_into(&mut only.name);
        } else if !comments_of_list.is_empty() && items.iter().all(|item| item.name.is_empty()) {
            return Some(labelled(items, comments_of_list.to_owned()));
        }
        Some(items)
    }

    /// A list in the short form of Rust: `[value; count]`.
    fn repeated(&self, frame: &Frame<'_>) -> Option<Vec<Item>> {
        let at = frame.elements.iter().position(|element| element.is_sign(&[";"]))?;
        let count = evaluate(&frame.elements[at + 1..], &self.constants)?;
        let item = self.item(&frame.elements[..at], "")?;
        let is_number = matches!(item.value, Value::Number(_));
        let is_list = (1.0..=LONGEST_REPEATED).contains(&count) && is_number;
        is_list.then(|| vec![item; count as usize])
    }

    /// Returns an element of a list; `None` if it contains lists in a form that is not understood.
    fn item(&self, part: &[Element<'_>], label: &str) -> Option<Item> {
        let is_separator = |element: &Element<'_>| element.is_sign(&["=", ":", "=>"]);
        let at = part.iter().position(is_separator);
        let (mut name, value) = match at {
            Some(at) => (name_before(&part[..at]), &part[at + 1..]),
            None => (String::new(), part),
        };
        if name.is_empty() {
            label.clone_into(&mut name);
        }
        let line = value.iter().find(|element| !is_comment(element)).map_or(0, |element| match element {
            Element::Token(_, line) => *line,
            Element::Group(group) => group.lines[0],
        });
        if let Some(number) = evaluate(value, &self.constants) {
            return Some(Item { name, line, value: Value::Number(number) });
        }
        let mut value = value.iter().filter(|element| !is_comment(element));
        match value.next_back() {
            Some(Element::Group(Group { items: Some(items), numbers: 1.., .. }))
                if value.clone().all(is_constructor) =>
            {
                Some(Item { name, line, value: Value::List(items.clone()) })
            }
            last => {
                let has_lists = last.into_iter().chain(value).any(|element| {
                    matches!(element, Element::Group(Group { numbers: FEWEST_NUMBERS.., .. }))
                });
                (!has_lists).then_some(Item { name, line, value: Value::Unknown })
            }
        }
    }

    /// Keeps the lists among the elements of code.
    fn harvest(&mut self, elements: &[Element<'_>]) {
        for (i, element) in elements.iter().enumerate() {
            let Element::Group(Group { items: Some(items), numbers: FEWEST_NUMBERS.., lines, .. }) = element
            else {
                continue;
            };
            let name = name_before(&elements[..i]);
            let value = Value::List(items.clone());
            self.found.lists.push(Item { name, line: lines[0], value });
        }
    }
}

/// The numbers of a pair such as `S(82, 144)`.
fn pair(elements: &[Element<'_>]) -> Option<[f64; 2]> {
    let (last, before) = elements.split_last()?;
    let Element::Group(Group { items: Some(items), .. }) = last else { return None };
    match &items[..] {
        [Item { value: Value::Number(mg), .. }, Item { value: Value::Number(eg), .. }]
            if before.iter().all(is_constructor) =>
        {
            Some([*mg, *eg])
        }
        _ => None,
    }
}

/// Gives an unnamed list a name: it becomes the only element of a list.
fn labelled(items: Vec<Item>, name: String) -> Vec<Item> {
    let line = items.first().map_or(0, |item| item.line);
    vec![Item { name, line, value: Value::List(items) }]
}

/// Number of numbers in a list, at any depth.
fn count(items: &[Item]) -> usize {
    let of = |item: &Item| match &item.value {
        Value::Number(_) => 1,
        Value::List(items) => count(items),
        Value::Unknown => 0,
    };
    items.iter().map(of).sum()
}
