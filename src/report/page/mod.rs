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
use super::markup::{BASE_STYLE, filled};
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
        "style" => format!("{BASE_STYLE}{}", STYLE.trim_end()),
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

/// JSON that may stand in a script element: nothing in it ends that, or begins a comment.
fn json_in_html(json: &str) -> String {
    // These three only occur within strings.
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
