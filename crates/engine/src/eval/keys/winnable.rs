//! Winning chances (initiative).

use super::{Decl, DisplayRow, Group, Topic};

const CHANCE: Decl = Decl { groups: &[Group::Winnable], topic: Topic::Drawishness, ..Decl::DEFAULT };

section!(
    "winnable",
    "Winning chances",
    "Initiative: what makes an advantage easier or harder to win, for either side. The values that apply are \
        added up; for each stage the side that is ahead in the sum of all other terms gets the result, but a \
        sum never moves past zero.",
    slot(ALWAYS) = Decl {
        name: "always",
        display: DisplayRow::SingleLast,
        meaning: "A constant for every position.",
        definition: "Counted once, in every position.",
        example: "[0, -60]",
        phrase: "the correction for the constant part is worth {value} to {side}",
        ..CHANCE
    },
    slot(PASSED_PAWN) = Decl {
        name: "passed_pawn",
        meaning: "A passed pawn on the board.",
        definition: "Once for each passed pawn of either side.",
        example: "[0, 8]",
        phrase: "the correction for the number of passed pawns is worth {value} to {side}",
        ..CHANCE
    },
    slot(PAWN) = Decl {
        name: "pawn",
        meaning: "A pawn on the board.",
        definition: "Once for each pawn of either side.",
        example: "[0, 8]",
        phrase: "the correction for the number of pawns on the board is worth {value} to {side}",
        ..CHANCE
    },
    slot(BOTH_FLANKS) = Decl {
        name: "both_flanks",
        meaning: "Pawns on both flanks.",
        definition: "Once if there are pawns, of any colour, both on the files a to d and e to h.",
        example: "[0, 15]",
        phrase: "the correction for pawns on both flanks is worth {value} to {side}",
        ..CHANCE
    },
    slot(OUTFLANKING) = Decl {
        name: "outflanking",
        meaning: "Kings that stand apart in files more than in ranks.",
        definition: "The difference of the kings' files less the difference of their ranks; may be negative.",
        example: "[0, 6]",
        phrase: "the correction for how far the kings stand apart is worth {value} to {side}",
        ..CHANCE
    },
    slot(INFILTRATION) = Decl {
        name: "infiltration",
        meaning: "A king in the opponent's half.",
        definition: "Once if either king stands beyond its owner's fourth rank.",
        example: "[0, 15]",
        phrase: "the correction for a king in the opponent's half is worth {value} to {side}",
        ..CHANCE
    },
    slot(PAWN_ENDING) = Decl {
        name: "pawn_ending",
        meaning: "Nothing but kings and pawns.",
        definition: "Once if there are no other pieces on the board.",
        example: "[0, 35]",
        phrase: "the correction for a pawn ending is worth {value} to {side}",
        ..CHANCE
    },
    slot(FORTRESS) = Decl {
        name: "fortress",
        meaning: "A blocked position without a way in.",
        definition: "Once if no pawn is passed, the pawns do not stand on both flanks, and the kings' files \
            differ by less than their ranks.",
        example: "[0, -30]",
        phrase: "the correction for a position without a way in is worth {value} to {side}",
        ..CHANCE
    },
);
