//! Tests of `board::display`.

use temperament_engine::board::display::*;
use temperament_engine::board::{Color, Position, Square};

#[test]
fn a_set_is_marked_on_either_side_of_the_board() {
    let position = Position::from_fen(FEN).unwrap();
    let set = Square::A1.bitboard() | Square::B1.bitboard() | Square::E8.bitboard();
    for (bottom, first, last) in [
        (Color::White, " 8  .   .   .   .  [k]  .   .   .", " 1 [R]  *   .   .   K   .   .   ."),
        (Color::Black, " 1  .   .   .   K   .   .   *  [R]", " 8  .   .   .  [k]  .   .   .   ."),
    ] {
        let drawn = Diagram { bottom, unicode: false }.draw_set(&position, set);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!((lines[0], lines[7], lines.len()), (first, last, 9), "{drawn}");
    }
}

const FEN: &str = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1";

fn rows(bottom: Color, unicode: bool) -> Vec<String> {
    let drawn = Diagram { bottom, unicode }.draw(&Position::from_fen(FEN).unwrap());
    drawn.lines().map(|l| l.trim().to_owned()).collect()
}

#[test]
fn either_side_can_be_at_the_bottom() {
    let white = rows(Color::White, false);
    assert_eq!((white[0].as_str(), white[7].as_str()), ("8  . . . . k . . .", "1  R . . . K . . ."));
    assert_eq!(white[8], "a b c d e f g h");
    let black = rows(Color::Black, true);
    assert_eq!((black[0].as_str(), black[7].as_str()), ("1  . . . ♔ . . . ♖", "8  . . . ♚ . . . ."));
    assert_eq!(black[8], "h g f e d c b a");
}
