//! Tests of `report::board`.

use temperament_coaching::report::board::{board, shared};
use temperament_engine::board::START_FEN;

#[test]
fn a_board_has_all_squares_and_marks_the_move() {
    let svg = board(START_FEN, Some("e7e8q"), "start").into_string();
    let (white, black) =
        svg.split_once("<g class=\"white\">").unwrap().1.split_once("<g class=\"black\">").unwrap();
    assert_eq!([white, black].map(|men| men.matches("<use ").count()), [16, 16]);
    assert!(black.contains("<use href=\"#r\" x=\"0\" y=\"0\""));
    assert!(white.contains("<use href=\"#k\" x=\"4\" y=\"7\""));
    // What all boards share is on the page once.
    for id in ["squares", "names", "k"] {
        assert!(svg.contains(&format!("href=\"#{id}\"")), "{id}");
        assert_eq!(shared().into_string().matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(svg.len() < 2500, "{}", svg.len());
    assert!(
        svg.contains("<rect class=\"last\" x=\"4\" y=\"1\"")
            && svg.contains("<rect class=\"last\" x=\"4\" y=\"0\"")
    );
    assert!(board(START_FEN, None, "").into_string().contains("x=\"-9\""));
}
