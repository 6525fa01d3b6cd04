//! Tests of the modules of `arena`.

mod adjudication;
mod casual;
mod external;
mod openings;
mod pgn;
mod pgn_reader;
mod play;
mod runner;
mod schedule;
mod termination;
mod time_control;

use temperament_engine::board::{Game, Position, notation};

/// The game after some moves.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for mv in moves.split_whitespace() {
        assert!(game.play(notation::parse_any(game.position(), mv).unwrap()));
    }
    game
}
