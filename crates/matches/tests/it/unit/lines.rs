//! Tests of `lines`.

use temperament_matches::lines::*;

#[test]
fn lines_end_in_either_way_and_may_hold_anything() {
    let mut input: &[u8] = b"uci\r\n\xff\xfego\n\nlast";
    let mut lines = Vec::new();
    while let Some(line) = next_line(&mut input, MAX_LINE).unwrap() {
        lines.push(line);
    }
    assert_eq!(lines, ["uci", "\u{fffd}\u{fffd}go", "", "last"]);
}

#[test]
fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
    let text = format!("{}\nisready\n", "x".repeat(3 << 20));
    let mut input = text.as_bytes();
    assert_eq!(next_line(&mut input, MAX_LINE).unwrap().map(|l| l.len()), Some(1 << 20));
    assert_eq!(next_line(&mut input, MAX_LINE).unwrap().as_deref(), Some("isready"));
    assert_eq!(next_line(&mut input, MAX_LINE).unwrap(), None);
}
