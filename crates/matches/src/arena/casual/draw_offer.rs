//! Draw offers of a person.

use temperament_engine::board::Game;
use temperament_engine::engine::{DEFAULT_HASH_MIB, Engine, Level, Limits, Score};
use temperament_engine::eval::SidedWeights;

/// Nodes of the search that decides.
const NODES: u64 = 200_000;
/// Move number from which a level game is agreed drawn.
const EARLIEST_MOVE: u16 = 20;
/// The same for a level that errs like people: they play on for longer (`docs/lab/people.md`).
const EARLIEST_MOVE_OF_PEOPLE: u16 = 40;
/// A game is level if the engine is ahead by no more than this; centipawns.
const LEVEL_SCORE: i32 = 30;
/// If the engine is behind by this much, it accepts at any move; centipawns.
const BEHIND_SCORE: i32 = -150;

/// Returns whether the engine at a level accepts a draw, offered by the side to move. It searches at full strength, with the
/// profile's own value of a draw: a profile that avoids draws declines for longer.
pub fn accepts_draw(profile: &SidedWeights, level: Level, game: &Game) -> bool {
    let mut engine = Engine::new(profile.clone(), DEFAULT_HASH_MIB);
    engine.set_level(Level::Full);
    let outcome = engine.search(game, Limits::nodes(NODES), |_| {});
    let Score::Centipawns(of_person) = outcome.score else {
        return matches!(outcome.score, Score::Mate(moves) if moves > 0);
    };
    let ahead = -of_person;
    let is_person = level.people_elo(profile.of(!game.position().stm())).is_some();
    let earliest = if is_person { EARLIEST_MOVE_OF_PEOPLE } else { EARLIEST_MOVE };
    let is_level = ahead <= LEVEL_SCORE && game.position().fullmove_number() >= earliest;
    is_level || ahead <= BEHIND_SCORE
}
