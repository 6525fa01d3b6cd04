//! The game phase: how the middlegame and the endgame number become one.

use crate::board::{COLORS, Color, PIECES, Piece, Position};

use super::score::S;
use super::values::Values;
use super::vocabulary::{Choice, Decl, Kind, MAX_SCORE, Opt, Section, choice, number};

const fn setting(
    name: &'static str,
    default: f64,
    (min, max): (f64, f64),
    whole: bool,
    meaning: &'static str,
    example: &'static str,
) -> Decl {
    let kind = Kind::Number {
        default,
        min,
        max,
        whole,
        words: &[],
    };
    Decl {
        name,
        kind,
        meaning,
        definition: "",
        example,
    }
}

const fn weight(name: &'static str, example: &'static str) -> Decl {
    setting(
        name,
        0.0,
        (0.0, 10_000.0),
        true,
        "What one piece of this kind, of either side, adds to the phase sum.",
        example,
    )
}

/// The section of the phase.
pub const SECTION: Section = Section {
    name: "phase",
    title: "Phase",
    meaning: "How the middlegame and the endgame number of the whole evaluation become one.",
    decls: &[
        Decl::choice(
            "model",
            &[
                Opt {
                    name: "none",
                    meaning: "One stage: middlegame numbers only.",
                },
                Opt {
                    name: "linear",
                    meaning: "Blended in proportion to a weighted count of the pieces, between `endgame_until` and \
                              `middlegame_from`.",
                },
                Opt {
                    name: "simplified",
                    meaning: "Switched, as the Simplified Evaluation Function has it: endgame when each side has no \
                              queen, or one queen, no rook and at most one minor piece.",
                },
                Opt {
                    name: "material",
                    meaning: "Switched: endgame when the `material` values (middlegame) of all pieces of both sides \
                              sum to less than `endgame_below`.",
                },
            ],
            "How the stage of the game is decided.",
            "\"linear\"",
        ),
        weight("weights.pawn", "0"),
        weight("weights.knight", "500"),
        weight("weights.bishop", "510"),
        weight("weights.rook", "650"),
        weight("weights.queen", "1500"),
        setting(
            "middlegame_from",
            1.0,
            (1.0, 1_000_000.0),
            true,
            "Linear: at this phase sum and above, middlegame numbers alone count.",
            "9100",
        ),
        setting(
            "endgame_until",
            0.0,
            (0.0, 1_000_000.0),
            true,
            "Linear: at this phase sum and below, endgame numbers alone count.",
            "2350",
        ),
        setting(
            "scale",
            1.0,
            (1.0, 65_536.0),
            false,
            "Linear: the phase is a number from 0 (endgame) to this (middlegame).",
            "128",
        ),
        setting(
            "endgame_divisor",
            1.0,
            (0.01, 100.0),
            false,
            "Linear: the endgame sum is divided by this and truncated towards zero before it is blended.",
            "1.5",
        ),
        setting(
            "endgame_below",
            0.0,
            (0.0, 100.0 * MAX_SCORE as f64),
            true,
            "Material: the sum of material below which it is an endgame.",
            "1500",
        ),
        Decl::choice(
            "arithmetic",
            &[
                Opt {
                    name: "integer",
                    meaning: "Exact whole-number arithmetic; rounded once, at the end.",
                },
                Opt {
                    name: "double",
                    meaning: "Double-precision floating point: phase = (sum - endgame_until) * scale / \
                              (middlegame_from - endgame_until), result = (mg * phase + eg * (scale - phase)) / scale, \
                              in this order.",
                },
            ],
            "Linear: how the blend is computed.",
            "\"double\"",
        ),
        Decl::choice(
            "rounding",
            &[
                Opt {
                    name: "towards zero",
                    meaning: "The fraction is cut off.",
                },
                Opt {
                    name: "nearest",
                    meaning: "To the nearest whole number, halves away from zero.",
                },
            ],
            "Linear: how the blend is rounded.",
            "\"nearest\"",
        ),
    ],
};

const LINEAR: Choice = choice("phase.model", "linear");
const SIMPLIFIED: Choice = choice("phase.model", "simplified");
const MATERIAL: Choice = choice("phase.model", "material");
const DOUBLE: Choice = choice("phase.arithmetic", "double");
const NEAREST: Choice = choice("phase.rounding", "nearest");
const WEIGHTS: [usize; 5] = [
    number("phase.weights.pawn"),
    number("phase.weights.knight"),
    number("phase.weights.bishop"),
    number("phase.weights.rook"),
    number("phase.weights.queen"),
];
const MIDDLEGAME_FROM: usize = number("phase.middlegame_from");
const ENDGAME_UNTIL: usize = number("phase.endgame_until");
const SCALE: usize = number("phase.scale");
const ENDGAME_DIVISOR: usize = number("phase.endgame_divisor");
const ENDGAME_BELOW: usize = number("phase.endgame_below");

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
    double: bool,
    nearest: bool,
}

/// A blend with all its steps, for explanation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blend {
    /// What decided the stage: the weighted count or the sum of material; 0 where there is no such number.
    pub sum: i32,
    /// The phase: from 0 (endgame) to `scale` (middlegame).
    pub phase: f64,
    /// The largest phase.
    pub scale: f64,
    /// The middlegame number that is blended.
    pub mg: i32,
    /// The endgame number that is blended, after division.
    pub eg: i32,
    /// The result.
    pub result: i32,
}

impl Phase {
    /// Compiles the section `phase` of a profile.
    pub(super) fn new(values: &Values) -> Self {
        let whole = |index: usize| values.numbers[index] as i32;
        if values.is(LINEAR) {
            Self::Linear(Linear {
                weights: WEIGHTS.map(whole),
                middlegame_from: whole(MIDDLEGAME_FROM),
                endgame_until: whole(ENDGAME_UNTIL),
                scale: values.numbers[SCALE],
                endgame_divisor: values.numbers[ENDGAME_DIVISOR],
                double: values.is(DOUBLE),
                nearest: values.is(NEAREST),
            })
        } else if values.is(SIMPLIFIED) {
            Self::Simplified
        } else if values.is(MATERIAL) {
            let value = |slot: &super::vocabulary::Slot| values.scores[slot.offset][0];
            Self::Material {
                values: super::material::VALUES.each_ref().map(value),
                below: whole(ENDGAME_BELOW),
            }
        } else {
            Self::None
        }
    }

    /// The share of an endgame number that reaches the result, undivided being 1.
    pub fn endgame_divisor(&self) -> f64 {
        if let Self::Linear(linear) = self {
            linear.endgame_divisor
        } else {
            1.0
        }
    }

    /// Turns the sums of a position into one number, from the same point of view.
    #[inline(always)]
    pub fn blend(&self, position: &Position, total: S) -> i32 {
        self.blend_weighed(position, self.weigh(position), total)
    }

    /// The weighted count of pieces of a linear blend; 0 for a model that has none.
    #[inline(always)]
    pub fn weigh(&self, position: &Position) -> i32 {
        match self {
            Self::Linear(linear) => linear.sum(position),
            _ => 0,
        }
    }

    /// [`Phase::blend`] of a position that has been weighed.
    #[inline(always)]
    pub fn blend_weighed(&self, position: &Position, weight: i32, total: S) -> i32 {
        match self {
            Self::Linear(linear) => linear.blend(weight, total),
            _ if self.is_endgame(position) => total.eg(),
            _ => total.mg(),
        }
    }

    /// Whether a model that switches (any but linear) takes the endgame number.
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
                Blend {
                    sum,
                    phase: linear.phase(sum),
                    scale: linear.scale,
                    mg,
                    eg,
                    result,
                }
            }
            switch => {
                let sum = match switch {
                    Self::Material { values, .. } => material_sum(values, position),
                    _ => 0,
                };
                let phase = if self.is_endgame(position) { 0.0 } else { 1.0 };
                Blend {
                    sum,
                    phase,
                    scale: 1.0,
                    mg,
                    eg,
                    result,
                }
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
        // A division in doubles and a cut are the same as exact arithmetic: sums stay far below 2^52.
        if self.endgame_divisor == 1.0 {
            eg
        } else {
            (f64::from(eg) / self.endgame_divisor) as i32
        }
    }

    #[inline(always)]
    fn blend(&self, sum: i32, total: S) -> i32 {
        let (mg, eg) = (total.mg(), self.divided(total.eg()));
        if self.double {
            let phase = self.phase(sum);
            let blended = (f64::from(mg) * phase + f64::from(eg) * (self.scale - phase)) / self.scale;
            return if self.nearest {
                blended.round() as i32
            } else {
                blended as i32
            };
        }
        let (n, range) = (i64::from(self.clamped(sum)), i64::from(self.range()));
        let blended = i64::from(mg) * n + i64::from(eg) * (range - n);
        let half = if self.nearest { range * blended.signum() } else { 0 };
        ((2 * blended + half) / (2 * range)) as i32
    }
}

fn material_sum(values: &[i32; 6], position: &Position) -> i32 {
    values
        .iter()
        .zip(PIECES)
        .map(|(value, piece)| value * position.pieces(piece).len() as i32)
        .sum()
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
