//! The opponent's moves.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::Played;
use crate::profiles::lock;
use crate::protocol::play::Reply;
use crate::protocol::{EventKind, Failure};
use crate::session::{Opponent, Session};
use temperament_engine::board::{Move, notation};
use temperament_engine::engine::{DEFAULT_HASH_MIB, Engine, Limits, Score};
use temperament_matches::arena::CancelToken;
use temperament_matches::arena::casual::clock::Clocks;

/// Time of a move in a game without clocks, as in `temper play`.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// On a clock, a limited level takes this part of its remaining time for a move on average, as people do. It would answer
/// at once, and its clock would never run.
const PACE: u32 = 60;
/// It takes no longer on average.
const LONGEST_PACE: Duration = Duration::from_secs(4);
/// A move from the book, or the only legal one, takes this part of that.
const QUICK_PACE: u32 = 4;
/// How often a waiting opponent looks whether it is cancelled.
const PACE_STEP: Duration = Duration::from_millis(50);

/// Starts the choice of a move, or of resignation unless the person plays on.
pub fn choose(
    session: &Session,
    stream: u64,
    played: Played,
    seed: u64,
    remaining: Option<[u64; 2]>,
    plays_on: bool,
) -> Result<(), Failure> {
    if played.over().is_some() {
        return Err(Failure::new("the game is over"));
    }
    if played.game.position().stm() == played.player {
        return Err(Failure::new("it is the player's move"));
    }
    let limits = match (played.control, remaining) {
        (Some(control), Some(remaining)) => {
            Clocks::at(control, remaining.map(Duration::from_millis)).limits()
        }
        _ => Limits::movetime(MOVE_TIME),
    };
    let opponent = Arc::clone(&session.opponent);
    session.start(stream, move |token, emitter| {
        // The search before has been stopped and returns the engine within milliseconds.
        let mut opponent = lock(&opponent);
        let profile = &played.loaded.sides;
        let opponent = opponent
            .get_or_insert_with(|| Opponent { engine: Engine::new(profile.clone(), DEFAULT_HASH_MIB), seed });
        opponent.prepare(&played, seed);
        let begun = Instant::now();
        let Some(Chosen { mv, score }) = opponent.choose(&played, &limits, token) else {
            return Ok(());
        };
        let is_book = score.is_none();
        let resigns = !plays_on && score.is_some_and(|score| opponent.engine.resigns(&played.game, score));
        let pace = remaining.map_or(Duration::ZERO, |remaining| pace(&played, remaining, seed, is_book));
        while begun.elapsed() < pace && !token.is_cancelled() {
            thread::sleep(PACE_STEP);
        }
        let position = played.game.position();
        emitter.send(EventKind::Reply(Reply {
            uci: notation::uci(position, mv, notation::is_chess960(played.game.start())),
            san: notation::san(position, mv),
            is_book,
            resigns,
            milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        }));
        Ok(())
    })?;
    Ok(())
}

/// How long the opponent takes for its move at least: between a third and one and a half of the average, at random.
fn pace(played: &Played, remaining: [u64; 2], seed: u64, is_book: bool) -> Duration {
    let Some(control) = played.control.filter(|_| played.elo().is_some()) else {
        return Duration::ZERO;
    };
    let position = played.game.position();
    let left = Duration::from_millis(remaining[position.stm() as usize]);
    let mean = (left / PACE + control.increment / 2).min(LONGEST_PACE);
    let is_quick = is_book || position.legal_moves().len() == 1;
    // Fibonacci hashing: seven bits that look random.
    let random = (seed ^ played.game.moves().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57;
    let mean = if is_quick { mean / QUICK_PACE } else { mean };
    mean * (33 + random as u32) / 100
}

/// A move of the opponent.
struct Chosen {
    mv: Move,
    /// `None` if it comes from the book.
    score: Option<Score>,
}

impl Opponent {
    fn prepare(&mut self, played: &Played, seed: u64) {
        if self.seed != seed {
            self.engine.clear();
            self.seed = seed;
        }
        self.engine.set_profile(played.loaded.sides.clone());
        self.engine.set_level(played.level);
        self.engine.set_own_book(true);
        self.engine.set_seed(seed);
    }

    /// `None` if cancelled.
    fn choose(&mut self, played: &Played, limits: &Limits, token: &CancelToken) -> Option<Chosen> {
        if let Some(mv) = self.engine.book_move(&played.game) {
            return Some(Chosen { mv, score: None });
        }
        let outcome = token.watch(|signals| self.engine.search_until(&played.game, limits, signals, |_| {}));
        let mv = outcome.best.filter(|_| !token.is_cancelled())?;
        Some(Chosen { mv, score: Some(outcome.score) })
    }
}
