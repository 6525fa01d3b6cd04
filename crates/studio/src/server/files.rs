//! The files of the page. They are part of the program: no request reads a file.

use axum::body::Body;
use axum::http::{Response, header};

use temperament_coaching::report::{board::PIECES, markup::PALETTE};

/// All views have the same page; its script reads the address.
const VIEWS: &[&str] = &["", "look", "edit", "compare", "match", "play"];

const PAGE: &str = include_str!("../page/index.html");

/// Names, types and texts.
const FILES: &[(&str, &str, &str)] = &[
    ("palette.css", CSS, PALETTE),
    ("studio.css", CSS, include_str!("../page/studio.css")),
    ("studio.js", SCRIPT, include_str!("../page/studio.js")),
    ("server.js", SCRIPT, include_str!("../page/server.js")),
    ("dom.js", SCRIPT, include_str!("../page/dom.js")),
    ("drafts.js", SCRIPT, include_str!("../page/drafts.js")),
    ("board.js", SCRIPT, include_str!("../page/board.js")),
    ("champion.js", SCRIPT, include_str!("../page/champion.js")),
    ("annotated.js", SCRIPT, include_str!("../page/annotated.js")),
    ("position.js", SCRIPT, include_str!("../page/position.js")),
    ("rows.js", SCRIPT, include_str!("../page/rows.js")),
    ("setup.js", SCRIPT, include_str!("../page/setup.js")),
    ("evaluation.js", SCRIPT, include_str!("../page/evaluation.js")),
    ("heat.js", SCRIPT, include_str!("../page/heat.js")),
    ("lines.js", SCRIPT, include_str!("../page/lines.js")),
    ("look.js", SCRIPT, include_str!("../page/look.js")),
    ("inputs.js", SCRIPT, include_str!("../page/inputs.js")),
    ("fields.js", SCRIPT, include_str!("../page/fields.js")),
    ("paint.js", SCRIPT, include_str!("../page/paint.js")),
    ("curves.js", SCRIPT, include_str!("../page/curves.js")),
    ("cards.js", SCRIPT, include_str!("../page/cards.js")),
    ("conflict.js", SCRIPT, include_str!("../page/conflict.js")),
    ("merge.js", SCRIPT, include_str!("../page/merge.js")),
    ("new_term.js", SCRIPT, include_str!("../page/new_term.js")),
    ("save_as.js", SCRIPT, include_str!("../page/save_as.js")),
    ("source.js", SCRIPT, include_str!("../page/source.js")),
    ("differences.js", SCRIPT, include_str!("../page/differences.js")),
    ("edit.js", SCRIPT, include_str!("../page/edit.js")),
    ("match.js", SCRIPT, include_str!("../page/match.js")),
    ("followed.js", SCRIPT, include_str!("../page/followed.js")),
    ("chart.js", SCRIPT, include_str!("../page/chart.js")),
    ("compare.js", SCRIPT, include_str!("../page/compare.js")),
    ("play.js", SCRIPT, include_str!("../page/play.js")),
    ("game_settings.js", SCRIPT, include_str!("../page/game_settings.js")),
    ("game.js", SCRIPT, include_str!("../page/game.js")),
    ("review.js", SCRIPT, include_str!("../page/review.js")),
];

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

/// The page may load and call nothing but us, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Returns a file of the page by its path after the token.
pub(super) fn file(path: &str) -> Option<Response<Body>> {
    if VIEWS.contains(&path) {
        return Some(response(HTML, Body::from(PAGE.replacen("<!--pieces-->", PIECES, 1))));
    }
    let (_, kind, text) = FILES.iter().find(|(name, ..)| *name == path)?;
    Some(response(kind, Body::from(*text)))
}

/// Headers that every answer has.
pub(super) fn response(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    response
}

/// Bytes of all files of the page.
pub(super) fn bytes() -> usize {
    PAGE.len() + PIECES.len() + FILES.iter().map(|(.., text)| text.len()).sum::<usize>()
}
