//! The files of the page. They are part of the program: no request reads a file.

use temperament_coaching::report::{board::PIECES, markup::PALETTE};

const PAGE: &str = include_str!("page/index.html");

/// Names, types and texts of all files but the page itself.
pub const FILES: &[(&str, &str, &str)] = &[
    ("palette.css", CSS, PALETTE),
    ("studio.css", CSS, include_str!("page/studio.css")),
    ("studio.js", SCRIPT, include_str!("page/studio.js")),
    ("server.js", SCRIPT, include_str!("page/server.js")),
    ("dom.js", SCRIPT, include_str!("page/dom.js")),
    ("drafts.js", SCRIPT, include_str!("page/drafts.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("champion.js", SCRIPT, include_str!("page/champion.js")),
    ("annotated.js", SCRIPT, include_str!("page/annotated.js")),
    ("position.js", SCRIPT, include_str!("page/position.js")),
    ("rows.js", SCRIPT, include_str!("page/rows.js")),
    ("setup.js", SCRIPT, include_str!("page/setup.js")),
    ("evaluation.js", SCRIPT, include_str!("page/evaluation.js")),
    ("heat.js", SCRIPT, include_str!("page/heat.js")),
    ("lines.js", SCRIPT, include_str!("page/lines.js")),
    ("look.js", SCRIPT, include_str!("page/look.js")),
    ("inputs.js", SCRIPT, include_str!("page/inputs.js")),
    ("fields.js", SCRIPT, include_str!("page/fields.js")),
    ("paint.js", SCRIPT, include_str!("page/paint.js")),
    ("curves.js", SCRIPT, include_str!("page/curves.js")),
    ("cards.js", SCRIPT, include_str!("page/cards.js")),
    ("conflict.js", SCRIPT, include_str!("page/conflict.js")),
    ("merge.js", SCRIPT, include_str!("page/merge.js")),
    ("new_term.js", SCRIPT, include_str!("page/new_term.js")),
    ("save_as.js", SCRIPT, include_str!("page/save_as.js")),
    ("source.js", SCRIPT, include_str!("page/source.js")),
    ("differences.js", SCRIPT, include_str!("page/differences.js")),
    ("edit.js", SCRIPT, include_str!("page/edit.js")),
    ("match.js", SCRIPT, include_str!("page/match.js")),
    ("followed.js", SCRIPT, include_str!("page/followed.js")),
    ("chart.js", SCRIPT, include_str!("page/chart.js")),
    ("compare.js", SCRIPT, include_str!("page/compare.js")),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("game_settings.js", SCRIPT, include_str!("page/game_settings.js")),
    ("game.js", SCRIPT, include_str!("page/game.js")),
    ("review.js", SCRIPT, include_str!("page/review.js")),
];

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Returns the page, which loads [`FILES`]. All views have the same one; its script reads the address.
pub fn html() -> String {
    PAGE.replacen("<!--pieces-->", PIECES, 1)
}
