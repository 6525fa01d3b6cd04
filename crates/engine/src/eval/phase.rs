//! The game phase: blends the middlegame and the endgame score.

use crate::board::{COLORS, Color, PIECES, Piece, Position};

use super::keys::Choice;
use super::keys::{self, phase as key};
use super::score::S;
use super::values::Values;

const LINEAR: Choice = key::MODEL.option("linear");
const SIMPLIFIED: Choice = key::MODEL.option("simplified");
const MATERIAL: Choice = key::MODEL.option("material");
const DOUBLE: Choice = key::ARITHMETIC.option("double");
const NEAREST: Choice = key::ROUNDING.option("nearest");
const WEIGHTS: [usize; 5] =
    [key::WEIGHTS_PAWN, key::WEIGHTS_KNIGHT, key::WEIGHTS_BISHOP, key::WEIGHTS_ROOK, key::WEIGHTS_QUEEN];

/// The phase model of a compiled profile.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// One stage: the middlegame number.
    None,
    /// A blend in proportion to a weighted count of pieces.
    Linear(Linear),
    /// A switch by the rule of the Simplified Evaluation Function.
    Simplified,
    /// A switch by material: piece values by kind, and the sum below which it is an endgame.
    Material {
        /// Middlegame values of the six kinds.
        values: [i32; 6],
        /// Endgame when the sum over both sides is below this.
        below: i32,
    },
}

/// The numbers of a linear blend.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    /// Weight of one piece by kind, pawn to queen.
    weights: [i32; 5],
    middlegame_from: i32,
    endgame_until: i32,
    scale: f64,
    endgame_divisor: f64,
    /// Steps per unit: the blend is a whole number of units.
    resolution: i32,
    double: bool,
    nearest: bool,
}

/// A blend with all its steps, for explanation.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Blend {
    /// The phase sum or the material sum that decided the stage; 0 if there is none.
    pub sum: i32,
    /// The phase: from 0 (endgame) to `scale` (middlegame).
    pub phase: f64,
    /// Maximum phase.
    pub scale: f64,
    /// The middlegame number that is blended.
    pub mg: i32,
    /// The endgame number that is blended, after division.
    pub eg: i32,
    /// The blended evaluation, in steps of the profile, from the point of view of the blended sums.
    pub result: i32,
}

impl Phase {
    /// Compiles the section `phase` of a profile.
    pub(super) fn new(values: &Values) -> Self {
        let whole = |index: usize| values.numbers[index] as i32;
        if values.is(LINEAR) {
            Self::Linear(Linear {
                weights: WEIGHTS.map(whole),
                middlegame_from: whole(key::MIDDLEGAME_FROM),
                endgame_until: whole(key::ENDGAME_UNTIL),
                scale: values.numbers[key::SCALE],
                endgame_divisor: values.numbers[key::ENDGAME_DIVISOR],
                resolution: values.resolution(),
                double: values.is(DOUBLE),
                nearest: values.is(NEAREST),
            })
        } else if values.is(SIMPLIFIED) {
            Self::Simplified
        } else if values.is(MATERIAL) {
            let value = |slot: &keys::Slot| values.scores[slot.offset][0];
            Self::Material {
                values: keys::material::BY_PIECE.each_ref().map(value),
                below: (values.numbers[key::ENDGAME_BELOW] * f64::from(values.resolution())).round() as i32,
            }
        } else {
            Self::None
        }
    }

    /// The share of the endgame score that reaches the result; 1 if undivided.
    pub fn endgame_divisor(&self) -> f64 {
        if let Self::Linear(linear) = self { linear.endgame_divisor } else { 1.0 }
    }

    /// Blends the sums of a position, from the same point of view.
    #[inline(always)]
    pub fn blend(&self, position: &Position, total: S) -> i32 {
        self.blend_weighed(position, self.weigh(position), total)
    }

    /// The weighted count of pieces of a linear blend; 0 for other models.
    #[inline(always)]
    pub fn weigh(&self, position: &Position) -> i32 {
        match self {
            Self::Linear(linear) => linear.sum(position),
            _ => 0,
        }
    }

    /// The same as [`Phase::blend`], for a position with known weight.
    #[inline(always)]
    pub fn blend_weighed(&self, position: &Position, weight: i32, total: S) -> i32 {
        match self {
            Self::Linear(linear) => linear.blend(weight, total),
            _ if self.is_endgame(position) => total.eg(),
            _ => total.mg(),
        }
    }

    /// Returns `true` if a switching model (any but linear) uses the endgame score.
    fn is_endgame(&self, position: &Position) -> bool {
        match self {
            Self::None | Self::Linear(_) => false,
            Self::Simplified => COLORS.into_iter().all(|color| is_reduced(position, color)),
            Self::Material { values, below } => material_sum(values, position) < *below,
        }
    }

    /// The blend with its steps.
    pub fn explain(&self, position: &Position, total: S) -> Blend {
        let result = self.blend(position, total);
        let (mg, eg) = (total.mg(), total.eg());
        match self {
            Self::Linear(linear) => {
                let sum = linear.sum(position);
                let eg = linear.divided(eg);
                Blend { sum, phase: linear.phase(sum), scale: linear.scale, mg, eg, result }
            }
            switch => {
                let sum = match switch {
                    Self::Material { values, .. } => material_sum(values, position),
                    _ => 0,
                };
                let phase = if self.is_endgame(position) { 0.0 } else { 1.0 };
                Blend { sum, phase, scale: 1.0, mg, eg, result }
            }
        }
    }
}

impl Linear {
    #[inline(always)]
    fn sum(&self, position: &Position) -> i32 {
        let mut sum = 0;
        for (&weight, piece) in self.weights.iter().zip(PIECES) {
            sum += weight * position.pieces(piece).len() as i32;
        }
        sum
    }

    #[inline(always)]
    fn clamped(&self, sum: i32) -> i32 {
        sum.clamp(self.endgame_until, self.middlegame_from) - self.endgame_until
    }

    #[inline(always)]
    fn range(&self) -> i32 {
        self.middlegame_from - self.endgame_until
    }

    #[inline(always)]
    fn phase(&self, sum: i32) -> f64 {
        f64::from(self.clamped(sum)) * self.scale / f64::from(self.range())
    }

    #[inline(always)]
    fn divided(&self, eg: i32) -> i32 {
        // Division in doubles with truncation equals exact arithmetic: sums stay far below 2^52.
        if self.endgame_divisor == 1.0 { eg } else { (f64::from(eg) / self.endgame_divisor) as i32 }
    }

    #[inline(always)]
    fn blend(&self, sum: i32, total: S) -> i32 {
        let (mg, eg) = (total.mg(), self.divided(total.eg()));
        if self.double {
            let phase = self.phase(sum);
            let blended = (f64::from(mg) * phase + f64::from(eg) * (self.scale - phase)) / self.scale;
            let units = blended / f64::from(self.resolution);
            return self.resolution * if self.nearest { units.round() as i32 } else { units as i32 };
        }
        let (n, range) = (i64::from(self.clamped(sum)), i64::from(self.range()));
        let blended = i64::from(mg) * n + i64::from(eg) * (range - n);
        let unit = range * i64::from(self.resolution);
        let half = if self.nearest { unit * blended.signum() } else { 0 };
        self.resolution * ((2 * blended + half) / (2 * unit)) as i32
    }
}

fn material_sum(values: &[i32; 6], position: &Position) -> i32 {
    values.iter().zip(PIECES).map(|(value, piece)| value * position.pieces(piece).len() as i32).sum()
}

/// The Simplified Evaluation Function's test: no queen, or one queen, no rook and at most one minor piece.
fn is_reduced(position: &Position, color: Color) -> bool {
    let count = |piece| position.colored(color, piece).len();
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    match count(Piece::Queen) {
        0 => true,
        1 => count(Piece::Rook) == 0 && minors <= 1,
        _ => false,
    }
}
