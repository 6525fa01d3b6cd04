//! Reports: of a match as JSON ([`Document`]) and HTML ([`page::page`]), of a tournament as JSON ([`Tournament`]), of a
//! tuning run as HTML ([`tuning::page`]), of reviewed games as HTML ([`review::page`]), of an
//! evaluation as HTML ([`position::page`]).
//!
//! The HTML is made from the document alone and embeds it. `docs/matches.md` describes each JSON field.

#[doc(hidden)]
pub mod board;
mod document;
#[doc(hidden)]
pub mod evaluation;
pub mod events;
mod games;
pub mod markup;
mod metadata;
#[doc(hidden)]
pub mod notable_games;
pub mod page;
pub mod position;
pub mod review;
mod tournament;
pub mod tuning;

pub use document::Document;
pub use metadata::{Program, RunInfo, State};
use temperament_engine::engine::Score;
pub use tournament::{Standing, Standings, Tournament};

/// Index of the first player, and of the second, from whose side results are counted.
const A: usize = 0;
const B: usize = 1;

/// Clamp for scores that are averaged or compared, and the score of a mate; centipawns.
const WON: i32 = 1000;

/// The two players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Letter {
    A,
    B,
}

impl Letter {
    pub const BOTH: [Letter; 2] = [Letter::A, Letter::B];

    pub fn of(contender: usize) -> Self {
        if contender == A { Letter::A } else { Letter::B }
    }

    fn other(self) -> Self {
        match self {
            Letter::A => Letter::B,
            Letter::B => Letter::A,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Letter::A => "a",
            Letter::B => "b",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Letter::A => "A",
            Letter::B => "B",
        }
    }
}

/// Rounds to `decimals` places: more would only make files longer.
fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10f64.powi(decimals);
    (value * unit).round() / unit + 0.0
}

/// Clamps a score to ±[`WON`] centipawns; mates are at the ends of this range.
fn bounded(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-WON, WON),
        Score::Mate(moves) if moves > 0 => WON,
        Score::Mate(_) => -WON,
    }
}
