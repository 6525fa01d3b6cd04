//! Tests of `report::board`.

use temperament_coaching::report::board::board;
use temperament_engine::board::START_FEN;

#[test]
fn a_board_has_all_squares_and_marks_the_move() {
    let svg = board(START_FEN, Some("e7e8q"), "start").into_string();
    assert_eq!(svg.matches("<use ").count(), 64);
    assert!(svg.contains("<use href=\"#r\" class=\"black\" x=\"0\" y=\"0\""));
    assert!(svg.contains("<use href=\"#k\" class=\"white\" x=\"4\" y=\"7\""));
    assert!(
        svg.contains("<rect class=\"last\" x=\"4\" y=\"1\"")
            && svg.contains("<rect class=\"last\" x=\"4\" y=\"0\"")
    );
    assert!(board(START_FEN, None, "").into_string().contains("x=\"-9\""));
}
