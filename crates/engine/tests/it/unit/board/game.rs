//! Tests of `board::game`.

use temperament_engine::board::Position;
use temperament_engine::board::game::*;

fn played(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for mv in moves.split_whitespace() {
        assert!(game.play(mv.parse().unwrap()), "{mv}");
    }
    game
}

#[test]
fn the_third_occurrence_draws() {
    let dance = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let mut game = played(temperament_engine::board::START_FEN, dance);
    assert_eq!(game.ending(), Some(Ending::Repetition));
    game.undo();
    assert_eq!(game.ending(), None);
}

#[test]
fn mate_comes_before_the_fifty_move_rule() {
    let mate = played("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a8");
    assert_eq!(mate.ending(), Some(Ending::Checkmate));
    let draw = played("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1b1");
    assert_eq!(draw.ending(), Some(Ending::FiftyMoves));
}

#[test]
fn stalemate_and_illegal_moves() {
    let mut game = played("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7");
    assert_eq!(game.ending(), Some(Ending::Stalemate));
    assert!(!game.play("h8h7".parse().unwrap()));
    assert_eq!(game.moves().len(), 1);
}
