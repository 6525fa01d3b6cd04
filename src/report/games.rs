//! A line for each game.

use serde::Serialize;

use super::evaluation::own_scores;
use super::steps::movers;
use super::{Letter, rounded};
use crate::arena::{Played, Verdict};

/// What any report tells of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameFacts {
    /// Its number in the match, from 1.
    pub game: usize,
    /// Number of the pair, and of the game in it, as the PGN tag `Round` has it.
    pub round: String,
    /// The number of its opening in the suite, from 1.
    pub opening: usize,
    /// Result and reason.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Half-moves, those of the opening included.
    pub plies: usize,
    /// Half-moves of the opening.
    pub opening_plies: usize,
}

/// A game of two in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameLine {
    /// What any report tells.
    #[serde(flatten)]
    pub facts: GameFacts,
    /// Who had White.
    pub white: Letter,
    /// What A did.
    pub a: Effort,
    /// What B did.
    pub b: Effort,
}

/// What a contender did in a game; the means are `None` if it made no move, or told no score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Effort {
    /// Mean of its own scores, each within ±1000; centipawns.
    pub mean_cp: Option<f64>,
    /// Mean depth of its searches, in plies.
    pub mean_depth: Option<f64>,
    /// Nodes of all its searches.
    pub nodes: u64,
    /// The time they took.
    pub seconds: f64,
}

impl GameFacts {
    /// Those of a game.
    pub fn new(played: &Played) -> Self {
        let record = &played.record;
        Self {
            game: played.slot.game + 1,
            round: played.slot.round(),
            opening: played.slot.opening + 1,
            verdict: record.verdict,
            plies: record.moves.len(),
            opening_plies: record.opening_plies(),
        }
    }
}

impl GameLine {
    /// That of a game.
    pub fn new(played: &Played) -> Self {
        let [a, b] = Letter::BOTH.map(|letter| Effort::new(played, letter));
        Self {
            facts: GameFacts::new(played),
            white: Letter::of(played.slot.players[0]),
            a,
            b,
        }
    }
}

impl Effort {
    fn new(played: &Played, letter: Letter) -> Self {
        let all = movers(played).zip(&played.record.thoughts);
        let own: Vec<_> = all.filter(|(mover, _)| *mover == letter).collect();
        let scores: Vec<_> = own_scores(played, letter).flatten().collect();
        let mean = |sum: f64, count: usize| (count > 0).then(|| rounded(sum / count as f64, 1));
        Self {
            mean_cp: mean(scores.iter().copied().map(f64::from).sum(), scores.len()),
            mean_depth: mean(
                own.iter().map(|(_, thought)| f64::from(thought.depth)).sum(),
                own.len(),
            ),
            nodes: own.iter().map(|(_, thought)| thought.nodes).sum(),
            seconds: rounded(own.iter().map(|(_, thought)| thought.time.as_secs_f64()).sum(), 3),
        }
    }
}
