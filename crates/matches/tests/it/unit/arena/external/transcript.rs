//! Tests of `arena::external::transcript`.

use temperament_matches::arena::external::transcript::*;

#[test]
fn the_last_lines_are_kept_and_harmless() {
    let mut transcript = Transcript::default();
    transcript.add(Direction::Error, "\u{1b}[2Jboom");
    for number in 0..3 * CAPACITY {
        transcript.add(Direction::Received, &format!("info depth {number} {}", "x".repeat(9999)));
    }
    transcript.add(Direction::Sent, "stop");
    let lines = transcript.lines();
    assert_eq!(lines.len(), CAPACITY + 1);
    assert!(lines[0].contains("< info depth 101 ") && lines[0].len() < MAX_CHARS + 20);
    assert!(lines[CAPACITY - 1].ends_with(" > stop"));
    assert!(lines[CAPACITY].ends_with(r" ! \u{1b}[2Jboom"));
}
