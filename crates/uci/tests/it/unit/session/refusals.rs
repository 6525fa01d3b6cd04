//! Tests of `session::refusals`.

use temperament_uci::session::refusals::*;

#[test]
fn a_long_reason_is_cut_and_others_are_counted() {
    let text = reason("Tweak", &["é".repeat(5000), "x".to_owned(), "y".to_owned()]);
    assert!(text.starts_with("Tweak refused: é"), "{text}");
    assert!(text.ends_with("é... (and 2 more errors)"), "{text}");
    assert!(text.chars().count() < 500);
}
