//! Playing strength.

use super::{Decl, Kind};

/// The lowest level; a player who moves at random is a little below.
pub const MIN_ELO: f64 = 600.0;
/// The highest level.
pub const MAX_ELO: f64 = 2800.0;
/// Maximum deviation of the noise, in centipawns.
const MAX_NOISE: f64 = 2000.0;

const fn number(default: f64, min: f64, max: f64, words: &'static [(&'static str, f64)]) -> Kind {
    Kind::Number { default, min, max, whole: true, words }
}

section!(
    "strength",
    "Strength",
    "How strongly the profile plays. The search uses it; the evaluation does not. `go infinite` searches at \
        full strength.",
    number(ELO) = Decl {
        name: "elo",
        kind: number(f64::INFINITY, MIN_ELO, MAX_ELO, &[("full", f64::INFINITY)]),
        meaning: "The level: a rating on the scale of the CCRL Blitz list.",
        definition: "A level limits the nodes of a move and adds noise to the evaluation; `docs/strength.md` \
            has the numbers. The UCI options `UCI_LimitStrength` and `UCI_Elo` override it.",
        example: "1500",
        ..Decl::DEFAULT
    },
    number(OFFSET) = Decl {
        name: "offset",
        kind: number(0.0, -1000.0, 1000.0, &[]),
        meaning: "Added to the level, for a profile that is weaker or stronger than the default one at the \
            same limits.",
        definition: "Measured in matches: the rating that the profile lacks at its level.",
        example: "80",
        ..Decl::DEFAULT
    },
    number(OFFSET_GROWTH) = Decl {
        name: "offset_growth",
        kind: number(0.0, -100.0, 100.0, &[]),
        meaning: "How much the offset grows with each 100 points of the level above 1200; below 1200 it \
            shrinks.",
        definition: "The deeper the search, the more knowledge counts: a simple profile lacks more at a high \
            level.",
        example: "30",
        ..Decl::DEFAULT
    },
    number(NODES) = Decl {
        name: "nodes",
        kind: number(f64::INFINITY, 1.0, 1e9, &[("unlimited", f64::INFINITY)]),
        meaning: "The maximum number of nodes of a move.",
        definition: "If there is a level too, the smaller number counts.",
        example: "5000",
        ..Decl::DEFAULT
    },
    number(NOISE) = Decl {
        name: "noise",
        kind: number(0.0, 0.0, MAX_NOISE, &[]),
        meaning: "The standard deviation of random errors of the evaluation, in centipawns.",
        definition: "The error of a position depends on the position and the game: it is the same each time \
            the search comes to it. If there is a level too, the larger number counts.",
        example: "50",
        ..Decl::DEFAULT
    },
);
