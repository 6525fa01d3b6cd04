//! The value of a draw (contempt).

use super::{Decl, Kind, MAX_SCORE};

section!(
    "draw",
    "Draw",
    "Contempt: the value of a draw for the engine. The search uses it; the evaluation does not.",
    number(VALUE) = Decl {
        name: "value",
        kind: Kind::Number {
            default: 0.0,
            min: -(MAX_SCORE as f64),
            max: MAX_SCORE as f64,
            whole: true,
            words: &[("win", f64::INFINITY), ("loss", f64::NEG_INFINITY)],
        },
        meaning: "The value of a drawn position from the engine's own point of view, whichever side is to \
            move in it.",
        definition: "Positive: draws are sought. Negative: they are avoided. `\"win\"`: as good as a win, \
            short of mate; `\"loss\"`: as bad as a loss. `inf` and `-inf` say the same.",
        example: "-20",
        ..Decl::DEFAULT
    },
);
