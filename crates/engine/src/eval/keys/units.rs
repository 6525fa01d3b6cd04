//! The unit of the numbers of a profile.

use super::{Decl, Kind, MAX_SCORE};

/// Maximum number of decimals of a score.
const MAX_DECIMALS: u32 = 1;

section!(
    "units",
    "Units",
    "A profile may be written in any unit. The search and the GUI need the value of a pawn in it.",
    number(PAWN) = Decl {
        name: "pawn",
        kind: Kind::Number { default: 0.0, min: 1.0, max: MAX_SCORE as f64, whole: true, words: &[] },
        meaning: "The value of one pawn, for the margins of the search.",
        definition: "Absent: the mean of a pawn's own value and square over ranks 2 to 7 and both stages.",
        example: "100",
        ..Decl::DEFAULT
    },
    number(DISPLAY) = Decl {
        name: "display",
        kind: Kind::Number { default: 0.0, min: 0.01, max: MAX_SCORE as f64, whole: false, words: &[] },
        meaning: "The lead that is shown as 1.00: with it, the player in front wins half of the games.",
        definition: "With half of the material on the board; with more of it less is enough, with less of it more is needed. \
            Only what people and GUIs see is in this unit: the search and its moves do not depend on it. Absent: a share of \
            the values of the pieces.",
        example: "150",
        ..Decl::DEFAULT
    },
    number(DECIMALS) = Decl {
        name: "decimals",
        kind: Kind::Number { default: 0.0, min: 0.0, max: MAX_DECIMALS as f64, whole: true, words: &[] },
        meaning: "The decimals of scores: 0 for whole numbers, 1 for tenths.",
        definition: "With 1, a score may be 12.5, sums are computed in tenths (a linear blend of the stages \
            is a whole number), and no score may exceed 10000. A profile that extends this one has it too.",
        example: "1",
        ..Decl::DEFAULT
    },
);
