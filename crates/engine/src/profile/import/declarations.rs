//! Names of lists and constants, from what stands in front of them.

use super::expression::Element;
use super::tokens::Token;

/// Number of elements in front of a list that may belong to its declaration.
const MOST_BEFORE: usize = 48;

pub fn is_comment(element: &Element<'_>) -> bool {
    matches!(element, Element::Token(Token::Comment(_), _))
}

/// Returns `true` if an element may stand between `=` and a list: `new int[]`, `vec!`, `np.array`, `&`.
pub fn is_constructor(element: &Element<'_>) -> bool {
    match element {
        Element::Token(Token::Word(_), _) => true,
        Element::Token(Token::Sign(sign), _) => ["!", "&", "*", ".", "::", "<", ">"].contains(sign),
        Element::Token(..) => false,
        Element::Group(group) => group.open == b'[' && group.numbers <= 1,
    }
}

/// The words of some elements.
pub fn words(elements: &[Element<'_>]) -> String {
    let words = elements.iter().filter_map(|element| match element {
        Element::Token(Token::Word(word) | Token::Text(word), _) => Some(*word),
        _ => None,
    });
    words.take(MOST_BEFORE).collect::<Vec<_>>().join(" ")
}

/// The word of a constant: the last one before `=`, or before the type in `NAME: TYPE =`, on the same line.
pub fn last_word<'a>(before: &[Element<'a>]) -> Option<&'a str> {
    let line = before.last()?.last_line();
    let before = before.iter().rev().take(MOST_BEFORE).take_while(|element| element.last_line() == line);
    let before: Vec<_> = before.collect();
    let annotated = before.iter().position(|element| element.is_sign(&[":"])).map_or(0, |at| at + 1);
    before[annotated..].iter().find_map(|element| match element {
        Element::Token(Token::Word(word), _) => Some(*word),
        _ => None,
    })
}

/// Returns the name in front of a list or number, with the words of its indices: `pst[PAWN]` is `pst PAWN`.
pub fn name_before(before: &[Element<'_>]) -> String {
    let before = &before[before.len().saturating_sub(MOST_BEFORE)..];
    let before = &before[statement_start(before)..];
    let is_assignment = |element: &Element<'_>| element.is_sign(&["=", ":", "=>"]);
    let constructor =
        before.iter().rev().take_while(|element| is_constructor(element) || is_comment(element));
    let end = before.len() - constructor.count();
    let declared = match end.checked_sub(1) {
        Some(at) if is_assignment(&before[at]) => &before[..at],
        _ => before,
    };
    let annotated = declared.iter().rposition(|element| element.is_sign(&[":"])).filter(|&at| {
        let is_type = |element: &Element<'_>| match element {
            Element::Group(group) => group.numbers <= 1,
            _ => is_constructor(element) || is_comment(element) || element.is_sign(&[",", ">>"]),
        };
        declared[at + 1..].iter().all(is_type) && !is_access(&declared[..at])
    });
    let declared = &declared[..annotated.unwrap_or(declared.len())];
    let mut indices = Vec::new();
    for element in declared.iter().rev() {
        match element {
            Element::Group(group) if group.open == b'[' => {
                if !group.words.is_empty() && !is_size(&group.words) {
                    indices.push(group.words.as_str());
                }
            }
            // Go has the type behind the name.
            Element::Token(Token::Word(word), _) if is_type(word) => {}
            Element::Token(Token::Word(word) | Token::Text(word), _) => {
                indices.push(word);
                break;
            }
            Element::Token(Token::Sign("{" | "}"), _) | Element::Group(_) => break,
            Element::Token(..) => {}
        }
    }
    indices.reverse();
    indices.join(" ")
}

/// Index after the last comma or semicolon that is not in `<...>`.
fn statement_start(before: &[Element<'_>]) -> usize {
    let mut depth = 0;
    let is_end = |element: &Element<'_>| {
        match element {
            Element::Token(Token::Sign(">"), _) => depth += 1,
            Element::Token(Token::Sign(">>"), _) => depth += 2,
            Element::Token(Token::Sign("<"), _) => depth -= 1,
            _ => {}
        }
        element.is_sign(&[";"]) || (depth <= 0 && element.is_sign(&[","]))
    };
    before.iter().rposition(is_end).map_or(0, |at| at + 1)
}

/// Returns `true` for the type of a number.
fn is_type(word: &str) -> bool {
    let size = word.trim_start_matches('u').trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let kind = &word[..word.len() - size.len()];
    ["i", "int", "uint", "u", "float", "f", "short", "long", "double"].contains(&kind)
        && (word.len() > 2 || !size.is_empty())
        && ["", "8", "16", "32", "64"].contains(&size)
}

/// Returns `true` after `public` and the like, whose colon does not end a name.
fn is_access(before: &[Element<'_>]) -> bool {
    let access = ["public", "private", "protected", "default", "else"];
    matches!(before.last(), Some(Element::Token(Token::Word(word), _)) if access.contains(word))
}

/// Returns `true` if the words in `[...]` are a size or a type, not an index.
fn is_size(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    words.contains(' ')
        || ["nb", "num", "count", "size", "max", "squares"].iter().any(|size| words.contains(size))
}
