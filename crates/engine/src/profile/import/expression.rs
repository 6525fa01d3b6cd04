//! Values of groups in brackets, and of arithmetic such as `-5 * 2` or `PAWN + 10`.

use std::collections::HashMap;

use super::tokens::Token;

/// What a group in brackets contains.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Number(f64),
    List(Vec<Item>),
    /// Neither: a string, or a name whose number the file does not contain.
    Unknown,
}

/// An element of a list, or a list of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its key or the name of its variable, otherwise what a comment calls it; empty if nothing names it.
    pub name: String,
    /// Line of its first number.
    pub line: u32,
    pub value: Value,
}

/// A token or a group within brackets.
#[derive(Debug)]
pub enum Element<'a> {
    Token(Token<'a>, u32),
    Group(Group),
}

/// A group in brackets.
#[derive(Debug)]
pub struct Group {
    /// Its opening bracket.
    pub open: u8,
    /// First and last line.
    pub lines: [u32; 2],
    /// Its elements; `None` for code.
    pub items: Option<Vec<Item>>,
    /// Number of numbers in it, at any depth.
    pub numbers: usize,
    /// Words of a group without numbers: an index such as `[PAWN]`.
    pub words: String,
}

impl Element<'_> {
    pub fn is_sign(&self, signs: &[&str]) -> bool {
        matches!(self, Element::Token(Token::Sign(sign), _) if signs.contains(sign))
    }

    /// Last line of it.
    pub fn last_line(&self) -> u32 {
        match self {
            Element::Token(_, line) => *line,
            Element::Group(group) => group.lines[1],
        }
    }
}

/// Evaluates arithmetic of numbers, constants of the file, and numbers in round brackets. Returns `None` for anything
/// else.
pub fn evaluate(elements: &[Element<'_>], constants: &HashMap<&str, f64>) -> Option<f64> {
    let mut sum = 0.0;
    let mut product: Option<f64> = None;
    let (mut sign, mut factor_sign) = (1.0, 1.0);
    // The operator that waits for its right operand.
    let mut operator = Some("");
    let mut rest = elements.iter().peekable();
    while let Some(element) = rest.next() {
        let operand = match element {
            Element::Token(Token::Comment(_), _) => continue,
            Element::Token(Token::Number(n), _) => *n,
            // A conversion: `5 as i32`.
            Element::Token(Token::Word("as"), _) if operator.is_none() => {
                rest.next();
                continue;
            }
            Element::Token(Token::Word(word), _) => match (constants.get(word), rest.peek()) {
                (Some(n), _) => *n,
                // A constructor: `V(5)`.
                (None, Some(Element::Group(group))) if group.open == b'(' => {
                    rest.next();
                    single(group)?
                }
                _ => return None,
            },
            Element::Group(group) if group.open == b'(' => match single(group) {
                Some(n) => n,
                // A conversion: `(int)5`.
                None if group.numbers == 0 && rest.peek().is_some() => continue,
                None => return None,
            },
            Element::Token(Token::Sign(text), _) => {
                match (*text, operator) {
                    ("-", Some(_)) => factor_sign = -factor_sign,
                    ("+", Some(_)) => {}
                    ("+" | "-", None) => {
                        sum += sign * product.take()?;
                        sign = if *text == "-" { -1.0 } else { 1.0 };
                        operator = Some("");
                    }
                    ("*" | "/" | "<<", None) => operator = Some(text),
                    _ => return None,
                }
                continue;
            }
            _ => return None,
        };
        let operand = factor_sign * operand;
        product = Some(match (operator.take()?, product) {
            ("*", Some(product)) => product * operand,
            // As in C, a quotient of whole numbers is whole.
            ("/", Some(product)) if operand != 0.0 && product.fract() == 0.0 && operand.fract() == 0.0 => {
                (product / operand).trunc()
            }
            ("/", Some(product)) if operand != 0.0 => product / operand,
            ("<<", Some(product)) if (0.0..31.0).contains(&operand) => product * operand.exp2(),
            ("", None) => operand,
            _ => return None,
        });
        factor_sign = 1.0;
    }
    if operator.is_some() {
        return None;
    }
    Some(sum + sign * product?)
}

/// The number of a group that contains only one.
fn single(group: &Group) -> Option<f64> {
    match group.items.as_deref() {
        Some([Item { value: Value::Number(n), .. }]) => Some(*n),
        _ => None,
    }
}
