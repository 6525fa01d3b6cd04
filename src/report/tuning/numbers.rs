//! The numbers of the file that have changed.

use std::fmt::Write as _;

use super::{Moved, Tuning, whole};
use crate::chart::escape;
use crate::report::markup::signed;
use crate::tune::FEW;

/// So many are shown at once.
const SHORT: usize = 20;

/// The section.
pub fn moved(tuning: &Tuning<'_>) -> String {
    if tuning.moved.is_empty() {
        return "<p>None: in whole numbers nothing has changed.</p>\n".to_owned();
    }
    let (most, rest) = tuning.moved.split_at(tuning.moved.len().min(SHORT));
    let mut out = String::new();
    if tuning.few > 0 {
        let _ = writeln!(
            out,
            "<p class=\"note\"><span class=\"few\"></span>marks what counts in fewer than {FEW} positions, here and below: it \
             is not to be trusted.</p>"
        );
    }
    out += &table(most);
    if !rest.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>The other {} that have changed</summary>\n{}</details>",
            rest.len(),
            table(rest)
        );
    }
    out
}

fn table(moved: &[Moved]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table class=\"moved\">\n<thead><tr><th>Number</th><th class=\"number\">Line</th>\
         <th class=\"number\">Before</th><th class=\"number\">After</th><th class=\"number\">Change</th>\
         <th class=\"number\">Positions</th></tr></thead>\n<tbody>\n",
    );
    for one in moved {
        let mark = if one.positions < FEW {
            "<span class=\"few\"></span>"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{mark}{}</td></tr>",
            breakable(&one.name),
            one.place.0,
            whole(f64::from(one.before)),
            whole(f64::from(one.after)),
            signed(f64::from(one.by()), 0),
            one.positions
        );
    }
    out + "</tbody>\n</table></div>\n"
}

/// A name that may go on in a new line behind its points and underscores.
fn breakable(name: &str) -> String {
    escape(name).replace('.', ".<wbr/>").replace('_', "_<wbr/>")
}
