//! A match as one page that needs nothing else: no network, no font, no other file.
//!
//! Charts and boards are drawn here, so that the page can be read and printed without its script; that one only lets
//! the reader step through the games. Names come from files of strangers: whatever is not markup of this module goes
//! through [`crate::chart::escape`].

mod board;
mod changes;
mod figures;
mod openings;
mod stories;
mod style;
mod summary;

use super::Document;
use crate::chart::escape;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const PIECES: &str = include_str!("pieces.svg");

/// The page.
///
/// # Errors
/// If the document cannot be written as JSON.
pub fn page(document: &Document) -> Result<String, serde_json::Error> {
    let data = json_in_html(&serde_json::to_string(document)?);
    let heading = summary::heading(document);
    Ok(filled(TEMPLATE, |name| match name {
        "title" | "heading" => escape(&heading),
        "style" => STYLE.trim_end().to_owned(),
        "script" => SCRIPT.trim_end().to_owned(),
        "pieces" => PIECES.trim_end().to_owned(),
        "date" => escape(&document.head.date),
        "verdict" => summary::verdict(document),
        "tiles" => summary::tiles(document),
        "contenders" => summary::contenders(document),
        "figures" => figures::figures(document),
        "openings" => openings::openings(document),
        "fingerprint" => style::style(document),
        "stories" => stories::stories(document),
        "changes" => changes::changes(document),
        "played" => summary::played(document),
        "data" => data.clone(),
        _ => String::new(),
    }))
}

/// A template with its `{{names}}` replaced. What is put in is not looked at again.
fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        text += &value(name);
        text += rest;
    }
    text
}

/// JSON that may stand in a script element: nothing in it ends that, or begins a comment.
fn json_in_html(json: &str) -> String {
    // These three only occur within strings.
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// `one game`, `3 games`.
fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// A number with its sign, the true minus among them.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    match (is_zero, value < 0.0) {
        (true, _) => text,
        (_, true) => format!("\u{2212}{text}"),
        _ => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_a_template_is_no_template() {
        let text = filled("<p>{{a}} and {{b}}</p>", |name| match name {
            "a" => "{{b}}".to_owned(),
            _ => name.to_uppercase(),
        });
        assert_eq!(text, "<p>{{b}} and B</p>");
    }

    #[test]
    fn json_cannot_leave_its_element() {
        let json = serde_json::to_string("</script><!-- & ]]>").unwrap();
        let inside = json_in_html(&json);
        assert!(!inside.contains(['<', '>', '&']), "{inside}");
        assert_eq!(
            serde_json::from_str::<String>(&inside).unwrap(),
            "</script><!-- & ]]>"
        );
    }

    #[test]
    fn signs_are_those_of_what_is_shown() {
        assert_eq!(
            [12.34, -0.04, -7.0].map(|n| signed(n, 1)),
            ["+12.3", "0.0", "\u{2212}7.0"]
        );
    }
}
