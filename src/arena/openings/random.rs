//! Openings by chance: so many random moves from the initial position.

use super::Suite;
use super::order::random_up_to;
use crate::board::{Game, Position};

/// So many lines may be thrown away for one that is kept; who asks for the impossible gets fewer openings.
const TRIES: usize = 1_000;

impl Suite {
    /// So many openings of so many random half-moves each, none over and none in check, if `is_good` says so; the same
    /// seed gives the same ones on every machine. There are fewer if hardly any is good.
    pub fn random(count: usize, plies: usize, seed: u64, is_good: impl Fn(&Position) -> bool) -> Self {
        let mut random = seed;
        let mut openings = Vec::with_capacity(count);
        for _ in 0..count {
            let found = (0..TRIES).find_map(|_| {
                let position = walked(plies, &mut random)?;
                let opening = Game::new(position);
                let position = opening.position();
                let is_calm = opening.ending().is_none() && !position.in_check();
                (is_calm && is_good(position)).then_some(opening)
            });
            openings.extend(found);
        }
        Self {
            openings,
            is_chess960: false,
        }
    }
}

/// The end of a random walk; `None` if it ends before.
fn walked(plies: usize, random: &mut u64) -> Option<Position> {
    let mut position = Position::startpos();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let last = moves.len().checked_sub(1)?;
        position.play(moves[random_up_to(random, last)]);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

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
}
