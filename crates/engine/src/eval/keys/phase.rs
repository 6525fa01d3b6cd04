//! The game phase: how middlegame and endgame become one number.

use super::{Decl, Kind, MAX_SCORE, Opt};

const fn setting(
    name: &'static str,
    default: f64,
    (min, max): (f64, f64),
    whole: bool,
    meaning: &'static str,
    example: &'static str,
) -> Decl {
    let kind = Kind::Number { default, min, max, whole, words: &[] };
    Decl::setting(name, kind, meaning, "", example)
}

const fn weight(name: &'static str, example: &'static str) -> Decl {
    setting(name, 0.0, (0.0, 10_000.0), true, "The phase weight of a {piece}, of either side.", example)
}

section!(
    "phase",
    "Phase",
    "How the middlegame and the endgame sum of the evaluation are blended into one number.",
    choice(MODEL) = Decl::choice(
        "model",
        &[
            Opt { name: "none", meaning: "One stage: middlegame numbers only." },
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
                meaning: "Switched: endgame when the `material` values (middlegame) of all pieces of both sides sum \
         to less than `endgame_below`.",
            },
        ],
        "How the stage of the game is decided.",
        "\"linear\"",
    ),
    number(WEIGHTS_PAWN) = weight("weights.pawn", "0"),
    number(WEIGHTS_KNIGHT) = weight("weights.knight", "500"),
    number(WEIGHTS_BISHOP) = weight("weights.bishop", "510"),
    number(WEIGHTS_ROOK) = weight("weights.rook", "650"),
    number(WEIGHTS_QUEEN) = weight("weights.queen", "1500"),
    number(MIDDLEGAME_FROM) = setting(
        "middlegame_from",
        1.0,
        (1.0, 1_000_000.0),
        true,
        "Linear: at this phase sum and above, middlegame numbers alone count.",
        "9100",
    ),
    number(ENDGAME_UNTIL) = setting(
        "endgame_until",
        0.0,
        (0.0, 1_000_000.0),
        true,
        "Linear: at this phase sum and below, endgame numbers alone count.",
        "2350",
    ),
    number(SCALE) = setting(
        "scale",
        1.0,
        (1.0, 65_536.0),
        false,
        "Linear: the phase is a number from 0 (endgame) to this (middlegame).",
        "128",
    ),
    number(ENDGAME_DIVISOR) = setting(
        "endgame_divisor",
        1.0,
        (0.01, 100.0),
        false,
        "Linear: the endgame sum is divided by this and truncated towards zero before it is \
         blended.",
        "1.5",
    ),
    number(ENDGAME_BELOW) = setting(
        "endgame_below",
        0.0,
        (0.0, 100.0 * MAX_SCORE as f64),
        false,
        "Material: the sum of material below which it is an endgame.",
        "1500",
    ),
    choice(ARITHMETIC) = Decl::choice(
        "arithmetic",
        &[
            Opt { name: "integer", meaning: "Exact whole-number arithmetic; rounded once, at the end." },
            Opt {
                name: "double",
                meaning: "Double-precision floating point: phase = (sum - endgame_until) * scale / (middlegame_from - \
         endgame_until), result = (mg * phase + eg * (scale - phase)) / scale, in this order.",
            },
        ],
        "Linear: how the blend is computed.",
        "\"double\"",
    ),
    choice(ROUNDING) = Decl::choice(
        "rounding",
        &[
            Opt { name: "towards zero", meaning: "The fraction is cut off." },
            Opt { name: "nearest", meaning: "To the nearest whole number, halves away from zero." },
        ],
        "Linear: how the blend is rounded.",
        "\"nearest\"",
    )
);
