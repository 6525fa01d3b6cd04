//! The files of the page as responses.

use axum::body::Body;
use axum::http::{Response, header};

use crate::page::{FILES, html};

/// All views have the same page; its script reads the address.
const VIEWS: &[&str] = &["", "look", "edit", "compare", "match", "play"];

const HTML: &str = "text/html; charset=utf-8";

/// The page may load and call nothing but us, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Returns a file of the page by its path after the token.
pub(super) fn file(path: &str) -> Option<Response<Body>> {
    if VIEWS.contains(&path) {
        return Some(response(HTML, Body::from(html())));
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
    html().len() + FILES.iter().map(|(.., text)| text.len()).sum::<usize>()
}
