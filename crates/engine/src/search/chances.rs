//! Win, draw and loss chances of a score, and winning chances among people.
//!
//! A logistic model fitted to games of the engine with itself (docs/lab/wdl.md has the data and the quality of the fit).
//! It has the form of Stockfish's `win_rate_model`: how much a lead is worth depends on the material left.

use crate::board::Position;
use crate::eval::display::material;

use super::info::Score;

/// Spread of the model with material [`MIDDLE`]: the pawns that multiply the odds of a win by e.
const SPREAD: f64 = 1.07;
/// Increase of the spread per pawn of material of both sides.
const SPREAD_PER_PAWN: f64 = 0.019;
const MIDDLE: f64 = 50.0;

/// Slope of the winning chances among people, per centipawn: fitted by Lichess to games of players rated 2300
/// (<https://lichess.org/page/accuracy>).
const PEOPLE_SLOPE: f64 = 0.003_682_08;

/// Returns the winning chances among people of the side whose score this is, in percent: the points that it makes of 100 games,
/// a draw as half a win. People convert fewer leads than engines; [`Chances`] has the engine's own.
pub fn winning_chances(score: Score, root: &Position) -> f64 {
    match score {
        _ if score.is_extreme_draw() || root.is_insufficient_material() => 50.0,
        Score::Centipawns(cp) => 100.0 / (1.0 + (-PEOPLE_SLOPE * f64::from(cp)).exp()),
        Score::Mate(moves) if moves > 0 => 100.0,
        Score::Mate(_) => 0.0,
    }
}

/// The chances of the side whose score it was; their sum is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Chances {
    const WON: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    const DRAWN: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    const LOST: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// Returns the chances with a score of a search from `root`, or of an evaluation as on the screen
    /// ([`crate::eval::Weights::shown`]). A draw is certain if the profile treats it as a win or loss, or if the material
    /// is insufficient.
    pub fn new(score: Score, root: &Position) -> Self {
        match score {
            _ if score.is_extreme_draw() || root.is_insufficient_material() => Self::DRAWN,
            Score::Centipawns(cp) => Self::of_pawns(f64::from(cp) / 100.0, root),
            Score::Mate(moves) if moves > 0 => Self::WON,
            Score::Mate(_) => Self::LOST,
        }
    }

    /// Returns the chances of the side to move in a position without legal moves.
    pub fn of_result(root: &Position) -> Self {
        if root.in_check() { Self::LOST } else { Self::DRAWN }
    }

    /// Returns the chances of a side that is ahead by this many pawns of the screen.
    fn of_pawns(pawns: f64, root: &Position) -> Self {
        let spread = SPREAD + SPREAD_PER_PAWN * (f64::from(material(root)) - MIDDLE);
        let chance = |lead: f64| 1.0 / (1.0 + ((1.0 - lead) / spread).exp());
        let (win, loss) = (chance(pawns), chance(-pawns));
        Self { win, draw: 1.0 - win - loss, loss }
    }

    /// Returns win, draw and loss in permille, with the sum 1000.
    pub fn permille(self) -> [u32; 3] {
        let [win, loss] = [self.win, self.loss].map(|chance| (1000.0 * chance).round() as u32);
        [win, 1000_u32.saturating_sub(win + loss), loss]
    }
}
