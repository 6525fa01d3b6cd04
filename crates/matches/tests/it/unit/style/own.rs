//! Tests of `style::own`.

use temperament_matches::style::own::*;

#[test]
fn titles_fit_and_keep_both_ends() {
    let longest = temperament_matches::style::MEASURES.iter().map(|measure| measure.title.len());
    assert_eq!(longest.max(), Some(WIDTH));
    let whole = "term.passed.king_distance12";
    assert_eq!(shortened(whole), whole);
    let longer = format!("term.{}{OF_B}", "a".repeat(64));
    let short = shortened(&longer);
    assert_eq!(short, "term.aaaaaaaa…aaaaaaaaa (B)");
    assert_eq!(short.chars().count(), WIDTH);
}
