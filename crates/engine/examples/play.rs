//! Plays a game between two profiles at the level of club players: `play [WHITE [BLACK]]`.

use std::env;
use std::error::Error;

use temperament_engine::{Color, Engine, Game, Level, Limits, Position, Profile, notation, random_seed};

/// The games of club players have rarely more half-moves.
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut name = || args.next().unwrap_or_else(|| "temperament".to_owned());
    let (white, black) = (name(), name());
    let game = play([&white, &black], random_seed(), LONGEST)?;
    println!("{}", notation::san_line(game.start(), game.moves()));
    match game.ending() {
        Some(ending) => println!("{ending:?}, {:?} to move", game.position().stm()),
        None => println!("unfinished"),
    }
    Ok(())
}

/// Plays a game between two profiles, White's first.
pub fn play(names: [&str; 2], seed: u64, longest: usize) -> Result<Game, Box<dyn Error>> {
    let mut engines = Vec::new();
    for name in names {
        let mut engine = Engine::new(&Profile::load(name)?, 1);
        engine.set_level(Level::Elo(1600));
        engine.set_own_book(true);
        engine.set_seed(seed);
        engines.push(engine);
    }
    let mut game = Game::new(Position::startpos());
    while game.ending().is_none() && game.moves().len() < longest {
        let engine = match game.position().stm() {
            Color::White => &mut engines[0],
            Color::Black => &mut engines[1],
        };
        let mv = engine.choose_move(&game, Limits::default()).ok_or("no legal move")?;
        assert!(game.play(mv), "the engine plays legal moves");
    }
    Ok(game)
}
