//! When people resign.

use crate::board::Game;
use crate::random::{mix, unit};
use crate::search::{Score, winning_chances};

/// A player with lower winning chances than this, in percent, may resign.
const HOPELESS: f64 = 5.0;

/// How often a player of this rating resigns at a hopeless turn. Measured for players of 800 to 1600, about 3 to 11 %
/// (`docs/lab/people.md`); beyond, the line goes on.
const SHARE_AT: (f64, f64) = (900.0, 0.03);
/// What the share grows by with each rating point.
const SHARE_GROWTH: f64 = 0.08 / 600.0;

/// Keeps the draw apart from those of moves.
const SALT: u64 = 0x7265_7369_676e;

/// Returns `true` if the side to move has hardly any chances.
pub fn is_hopeless(game: &Game, score: Score) -> bool {
    winning_chances(score, game.position()) < HOPELESS
}

/// Draws whether a player of a rating resigns at a hopeless turn.
pub fn gives_up(elo: f64, game: &Game, seed: u64) -> bool {
    let (at, share) = SHARE_AT;
    let share = share + (elo - at) * SHARE_GROWTH;
    let turn = game.position().key() ^ game.moves().len() as u64;
    unit(mix(seed ^ SALT ^ mix(turn))) < share
}
