//! Random openings: random moves from the initial position.

use super::Suite;
use temperament_engine::board::{Game, Position};
use temperament_engine::random::SplitMix64;

/// Maximum number of attempts for each opening.
const TRIES: usize = 1_000;

impl Suite {
    /// Creates `count` openings of `plies` random half-moves each that are not over, not in check, and satisfy
    /// `is_good`. The same seed gives the same openings on every machine. There may be fewer if `is_good` rejects
    /// almost all.
    pub fn random(count: usize, plies: usize, seed: u64, is_good: impl Fn(&Position) -> bool) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut openings = Vec::new();
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
        Self { openings, is_chess960: false, notes: Vec::new() }
    }
}

/// Returns the final position of a random walk; `None` if the game ends earlier.
fn walked(plies: usize, random: &mut SplitMix64) -> Option<Position> {
    let mut position = Position::startpos();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let last = moves.len().checked_sub(1)?;
        position.play(moves[random.up_to(last)]);
    }
    Some(position)
}
