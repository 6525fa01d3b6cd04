//! What is to be said of a match when it is over: as JSON ([`Document`]) and as a page ([`page::page`]); of a tournament
//! as JSON ([`Tournament`]); of a tuning as a page ([`tuning::page`]).
//!
//! A [`Collector`] hears each pair of a match that counts and keeps what the document needs, so that replaying the games
//! does not wait for the end. The page is made from the document alone and carries it. Each field is described in
//! `docs/matches.md`.

mod collector;
mod contender;
mod course;
mod document;
mod evaluation;
mod games;
mod head;
mod markup;
mod openings;
pub mod page;
mod standings;
mod steps;
mod telling;
mod tournament;
pub mod tuning;

pub use collector::Collector;
pub use document::Document;
pub use head::{Circumstances, Head, Openings, Program, State};
pub use standings::{Meeting, Standing, Standings};
pub use tournament::Tournament;

use crate::engine::Score;

/// The number of the first contender and of the second, whose results these are.
const A: usize = 0;
const B: usize = 1;

/// The score of a mate, and the largest one that counts as itself where scores are averaged or compared: a game that is
/// won needs no finer distinction. Centipawns.
const WON: i32 = 1000;

/// The two contenders by their letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Letter {
    /// The first.
    A,
    /// The second.
    B,
}

impl Letter {
    /// Both.
    pub const BOTH: [Letter; 2] = [Letter::A, Letter::B];

    fn of(contender: usize) -> Self {
        if contender == A { Letter::A } else { Letter::B }
    }

    fn other(self) -> Self {
        match self {
            Letter::A => Letter::B,
            Letter::B => Letter::A,
        }
    }

    /// Its class in the style sheet of the page.
    fn class(self) -> &'static str {
        match self {
            Letter::A => "a",
            Letter::B => "b",
        }
    }

    /// The letter.
    pub fn name(self) -> &'static str {
        match self {
            Letter::A => "A",
            Letter::B => "B",
        }
    }
}

/// A number with so many decimals: more would only make files longer.
fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10f64.powi(decimals);
    (value * unit).round() / unit + 0.0
}

/// A score within ±[`WON`]; a mate counts as the end of that range. Centipawns.
fn bounded(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-WON, WON),
        Score::Mate(moves) if moves > 0 => WON,
        Score::Mate(_) => -WON,
    }
}
