//! In what the two profiles differ.

use crate::chart::escape;
use crate::report::Document;
use crate::report::markup::counted;

/// The section.
pub fn changes(document: &Document) -> String {
    let [a, b] = [0, 1].map(|number| escape(&document.contenders[number].player.name));
    match &document.changes {
        None => "<p>One of the two plays with no profile of this program, or its profile is no longer the one that played.</p>\n".to_owned(),
        Some(changes) if changes.is_empty() => "<p>Nothing: they evaluate alike.</p>\n".to_owned(),
        Some(changes) => format!(
            "<p>From <span class=\"a\">{a}</span> to <span class=\"b\">{b}</span>, {}:</p>\n<details{}><summary>Key by \
             key</summary>\n<pre>{}</pre></details>\n",
            counted(changes.len() as u64, "difference"),
            if changes.len() <= SHORT {
                " open=\"open\""
            } else {
                ""
            },
            escape(document.changes_text.trim())
        ),
    }
}

/// So many differences are shown at once.
const SHORT: usize = 12;
