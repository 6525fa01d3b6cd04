//! Drawish material (scale factors).

use super::{Decl, Group, Shape, Unit};

const fn share(
    name: &'static str,
    shape: Shape,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl::values(Group::Drawish, name, shape, Unit::Share, meaning, definition, example)
}

/// Maximum number of pawns of a side.
const MOST_PAWNS: usize = 8;

section!(
    "drawish",
    "Drawish material",
    "The percentage of its advantage that the side ahead loses because of the material \
         on the board, for each stage; usually [0, ...], for the endgame alone. Percentages that apply are added \
         up, and the sum is at least -100 (the advantage doubles) and at most 100 (nothing is left). \
         The rest is truncated towards zero.",
    slot(OPPOSITE_BISHOPS) = share(
        "opposite_bishops",
        Shape::One,
        "Bishops of opposite colours and nothing else.",
        "If each side has one bishop, on squares of different colours, and no other piece beside \
         king and pawns.",
        "[0, 50]",
    )
    .phrase(
        "each side has one bishop, on squares of different colours, and no other piece but king and pawns"
    ),
    slot(OPPOSITE_BISHOPS_WITH_PIECES) = share(
        "opposite_bishops_with_pieces",
        Shape::One,
        "Bishops of opposite colours with other pieces.",
        "If each side has one bishop, on squares of different colours, and there are other pieces.",
        "[0, 10]",
    )
    .phrase("each side has one bishop, on squares of different colours, and there are other pieces"),
    slot(NO_PAWNS) = share(
        "no_pawns",
        Shape::One,
        "A small lead without pawns.",
        "If the side ahead has no pawns and its pieces are worth at most 3 points more than the \
         opponent's, with 3 for a knight or bishop, 5 for a rook and 9 for a queen; and `cannot_mate` \
         does not apply.",
        "[0, 75]",
    )
    .phrase("the correction for a small lead without pawns is worth {value} to {side}"),
    slot(CANNOT_MATE) = share(
        "cannot_mate",
        Shape::One,
        "Insufficient mating material.",
        "If the side ahead has no pawns, no rook and no queen, and at most one minor piece or just \
         two knights.",
        "[100, 100]",
    )
    .phrase("the correction for too little material to mate is worth {value} to {side}"),
    slot(WRONG_ROOK_PAWN) = share(
        "wrong_rook_pawn",
        Shape::One,
        "Rook pawns whose corner the defender holds.",
        "If the side ahead has pawns, all on the a-file or all on the h-file, no piece but bishops, \
         none of them on the colour of the corner where the pawns promote, and the opposing king is in \
         that corner or touches it.",
        "[0, 95]",
    )
    .phrase("the correction for rook pawns of the wrong corner is worth {value} to {side}"),
    slot(ROOK_ENDING_ONE_FLANK) = share(
        "rook_ending_one_flank",
        Shape::One,
        "A rook ending on one flank.",
        "If each side has one rook and no other piece, all pawns stand on the files a to d or all on \
         e to h, and the side ahead has at most one pawn more.",
        "[0, 40]",
    )
    .phrase("the correction for a rook ending on one flank is worth {value} to {side}"),
    slot(BY_PAWN_COUNT) = share(
        "by_pawn_count",
        Shape::ByCount { last: MOST_PAWNS },
        "The number of pawns to win with.",
        "By the number of pawns of the side ahead, more than 8 as 8.",
        "[[0, 30], [0, 20], [0, 10], 0, 0, 0, 0, 0, 0]",
    )
    .phrase("the correction for the number of pawns of the side ahead is worth {value} to {side}")
);
