//! The game phase: how middlegame and endgame become one number.

use super::{Decl, Kind, MAX_SCORE, Opt};

const WEIGHT: Decl = Decl {
    kind: Kind::Number { default: 0.0, min: 0.0, max: 10_000.0, whole: true, words: &[] },
    meaning: "The phase weight of a {piece}, of either side.",
    ..Decl::DEFAULT
};

section!(
    "phase",
    "Phase",
    "How the middlegame and the endgame sum of the evaluation are blended into one number.",
    choice(MODEL) = Decl {
        name: "model",
        kind: Kind::Choice(&[
            Opt { name: "none", meaning: "One stage: middlegame numbers only." },
            Opt {
                name: "linear",
                meaning: "Blended in proportion to a weighted count of the pieces, between `endgame_until` \
                    and `middlegame_from`.",
            },
            Opt {
                name: "simplified",
                meaning: "Switched, as the Simplified Evaluation Function has it: endgame when each side has \
                    no queen, or one queen, no rook and at most one minor piece.",
            },
            Opt {
                name: "material",
                meaning: "Switched: endgame when the `material` values (middlegame) of all pieces of both \
                    sides sum to less than `endgame_below`.",
            },
        ]),
        meaning: "How the stage of the game is decided.",
        example: "\"linear\"",
        ..Decl::DEFAULT
    },
    number(WEIGHTS_PAWN) = Decl { name: "weights.pawn", example: "0", ..WEIGHT },
    number(WEIGHTS_KNIGHT) = Decl { name: "weights.knight", example: "500", ..WEIGHT },
    number(WEIGHTS_BISHOP) = Decl { name: "weights.bishop", example: "510", ..WEIGHT },
    number(WEIGHTS_ROOK) = Decl { name: "weights.rook", example: "650", ..WEIGHT },
    number(WEIGHTS_QUEEN) = Decl { name: "weights.queen", example: "1500", ..WEIGHT },
    number(MIDDLEGAME_FROM) = Decl {
        name: "middlegame_from",
        kind: Kind::Number { default: 1.0, min: 1.0, max: 1_000_000.0, whole: true, words: &[] },
        meaning: "Linear: at this phase sum and above, middlegame numbers alone count.",
        example: "9100",
        ..Decl::DEFAULT
    },
    number(ENDGAME_UNTIL) = Decl {
        name: "endgame_until",
        kind: Kind::Number { default: 0.0, min: 0.0, max: 1_000_000.0, whole: true, words: &[] },
        meaning: "Linear: at this phase sum and below, endgame numbers alone count.",
        example: "2350",
        ..Decl::DEFAULT
    },
    number(SCALE) = Decl {
        name: "scale",
        kind: Kind::Number { default: 1.0, min: 1.0, max: 65_536.0, whole: false, words: &[] },
        meaning: "Linear: the phase is a number from 0 (endgame) to this (middlegame).",
        example: "128",
        ..Decl::DEFAULT
    },
    number(ENDGAME_DIVISOR) = Decl {
        name: "endgame_divisor",
        kind: Kind::Number { default: 1.0, min: 0.01, max: 100.0, whole: false, words: &[] },
        meaning: "Linear: the endgame sum is divided by this and truncated towards zero before it is \
            blended.",
        example: "1.5",
        ..Decl::DEFAULT
    },
    number(ENDGAME_BELOW) = Decl {
        name: "endgame_below",
        kind: Kind::Number {
            default: 0.0,
            min: 0.0,
            max: 100.0 * MAX_SCORE as f64,
            whole: false,
            words: &[]
        },
        meaning: "Material: the sum of material below which it is an endgame.",
        example: "1500",
        ..Decl::DEFAULT
    },
    choice(ARITHMETIC) = Decl {
        name: "arithmetic",
        kind: Kind::Choice(&[
            Opt { name: "integer", meaning: "Exact whole-number arithmetic; rounded once, at the end." },
            Opt {
                name: "double",
                meaning: "Double-precision floating point: phase = (sum - endgame_until) * scale / \
                    (middlegame_from - endgame_until), result = (mg * phase + eg * (scale - phase)) / scale, \
                    in this order.",
            },
        ]),
        meaning: "Linear: how the blend is computed.",
        example: "\"double\"",
        ..Decl::DEFAULT
    },
    choice(ROUNDING) = Decl {
        name: "rounding",
        kind: Kind::Choice(&[
            Opt { name: "towards zero", meaning: "The fraction is cut off." },
            Opt { name: "nearest", meaning: "To the nearest whole number, halves away from zero." },
        ]),
        meaning: "Linear: how the blend is rounded.",
        example: "\"nearest\"",
        ..Decl::DEFAULT
    },
);
