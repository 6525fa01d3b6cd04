//! Winning chances (initiative).

use super::{Decl, Group, Shape};

const fn chance(
    name: &'static str,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl::score(Group::Winnable, name, Shape::One, meaning, definition, example)
}

section!(
    "winnable",
    "Winning chances",
    "Initiative: what makes an advantage easier or harder to win, for either side. The values that apply are \
         added up; for each stage the side that is ahead in the sum of all other terms gets the \
         result, but a sum never moves past zero.",
    slot(ALWAYS) =
        chance("always", "A constant for every position.", "Counted once, in every position.", "[0, -60]",)
            .phrase("the correction for the constant part is worth {value} to {side}"),
    slot(PASSED_PAWN) = chance(
        "passed_pawn",
        "A passed pawn on the board.",
        "Once for each passed pawn of either side.",
        "[0, 8]",
    )
    .phrase("the correction for the number of passed pawns is worth {value} to {side}"),
    slot(PAWN) = chance("pawn", "A pawn on the board.", "Once for each pawn of either side.", "[0, 8]",)
        .phrase("the correction for the number of pawns on the board is worth {value} to {side}"),
    slot(BOTH_FLANKS) = chance(
        "both_flanks",
        "Pawns on both flanks.",
        "Once if there are pawns, of any colour, both on the files a to d and e to h.",
        "[0, 15]",
    )
    .phrase("the correction for pawns on both flanks is worth {value} to {side}"),
    slot(OUTFLANKING) = chance(
        "outflanking",
        "Kings that stand apart in files more than in ranks.",
        "The difference of the kings' files less the difference of their ranks; may be negative.",
        "[0, 6]",
    )
    .phrase("the correction for how far the kings stand apart is worth {value} to {side}"),
    slot(INFILTRATION) = chance(
        "infiltration",
        "A king in the opponent's half.",
        "Once if either king stands beyond its owner's fourth rank.",
        "[0, 15]",
    )
    .phrase("the correction for a king in the opponent's half is worth {value} to {side}"),
    slot(PAWN_ENDING) = chance(
        "pawn_ending",
        "Nothing but kings and pawns.",
        "Once if there are no other pieces on the board.",
        "[0, 35]",
    )
    .phrase("the correction for a pawn ending is worth {value} to {side}"),
    slot(FORTRESS) = chance(
        "fortress",
        "A blocked position without a way in.",
        "Once if no pawn is passed, the pawns do not stand on both flanks, and the kings' files \
         differ by less than their ranks.",
        "[0, -30]",
    )
    .phrase("the correction for a position without a way in is worth {value} to {side}")
);
