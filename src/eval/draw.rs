//! What a draw is worth to the engine.

use super::vocabulary::{Decl, Kind, MAX_SCORE, Section, number};

/// The section of the draw value.
pub const SECTION: Section = Section {
    name: "draw",
    title: "Draw",
    meaning: "What a draw is worth to the engine that plays. The search uses it; the evaluation does not.",
    decls: &[Decl {
        name: "value",
        kind: Kind::Number {
            default: 0.0,
            min: -(MAX_SCORE as f64),
            max: MAX_SCORE as f64,
            whole: true,
            words: &[("win", f64::INFINITY), ("loss", f64::NEG_INFINITY)],
        },
        meaning: "The value of a drawn position from the engine's own point of view, whichever side is to move in it.",
        definition: "Positive: draws are sought. Negative: they are avoided. `\"win\"`: as good as a win, short of \
                     mate; `\"loss\"`: as bad as a loss. `inf` and `-inf` say the same.",
        example: "-20",
    }],
};

/// The value of a draw in the profile's units; infinite for as good as a win or as bad as a loss.
pub const VALUE: usize = number("draw.value");
