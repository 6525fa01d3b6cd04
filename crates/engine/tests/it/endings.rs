//! Profiles with `king.mop_up` mate a lone king.

use std::sync::Arc;

use temperament_engine::board::{Ending, Game, Position};
use temperament_engine::engine::{Engine, Limits};
use temperament_engine::profile::Library;

/// Nodes per move; a few milliseconds.
const NODES: u64 = 10_000;

/// Endings with a well-placed lone king. Profiles without `king.mop_up` draw some of them.
const ENDINGS: [&str; 5] = [
    "8/8/8/8/6Q1/7K/8/k7 w - - 0 1",
    "8/5R2/8/4k3/8/5K2/8/8 w - - 0 1",
    "5K2/8/8/8/8/8/4R3/k7 w - - 0 1",
    "8/3k4/8/8/8/1K6/8/B2B4 w - - 0 1",
    "7B/8/2N5/8/2k5/8/8/4K3 w - - 0 1",
];

/// Plays a game of the engine against itself and returns how it ends.
fn play(engine: &mut Engine, fen: &str) -> Ending {
    let mut game = Game::new(Position::from_fen(fen).expect(fen));
    engine.clear();
    loop {
        if let Some(ending) = game.ending() {
            return ending;
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let best = engine.search(&game, limits, |_| {}).best;
        assert!(game.play(best.expect("a best move")), "{fen}");
    }
}

#[test]
fn a_lone_king_is_mated_within_fifty_moves() {
    let library = Library::new(Vec::new());
    for name in ["temperament", "attacker", "defender", "grabber", "wanderer"] {
        let (profile, _) = library.load(name).unwrap_or_else(|e| panic!("{e}"));
        let mut engine = Engine::new(Arc::new(profile.compile()), 4);
        for fen in ENDINGS {
            let ending = play(&mut engine, fen);
            assert_eq!(ending, Ending::Checkmate, "{name}: {fen}");
        }
    }
}
