//! Tests of `arena::openings::random`.

use temperament_engine::board::Color;
use temperament_engine::board::Game;
use temperament_matches::arena::openings::Suite;

#[test]
fn the_same_seed_gives_the_same_openings() {
    let suite = |seed| Suite::random(20, 7, seed, |_| true);
    assert_eq!(suite(3).id(), suite(3).id());
    assert_ne!(suite(3).id(), suite(4).id());
    let suite = suite(3);
    assert_eq!(suite.openings().len(), 20);
    let is_black =
        |game: &Game| game.position().stm() == Color::Black && game.position().fullmove_number() == 4;
    assert!(suite.openings().iter().all(is_black));
    assert!(Suite::random(2, 4, 1, |_| false).openings().is_empty());
}
