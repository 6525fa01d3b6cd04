//! Drawish material (scale factors).

use super::{Decl, Group, Kind, Shape, Topic, Unit};

const SHARE: Decl = Decl {
    kind: Kind::Values(Shape::One, Unit::Share),
    groups: &[Group::Drawish],
    topic: Topic::Drawishness,
    ..Decl::DEFAULT
};

/// Maximum number of pawns of a side.
const MOST_PAWNS: usize = 8;

section!(
    "drawish",
    "Drawish material",
    "The percentage of its advantage that the side ahead loses because of the material on the board, for \
        each stage; usually [0, ...], for the endgame alone. Percentages that apply are added up, and the \
        sum is at least -100 (the advantage doubles) and at most 100 (nothing is left). The rest is \
        truncated towards zero.",
    slot(OPPOSITE_BISHOPS) = Decl {
        name: "opposite_bishops",
        meaning: "Bishops of opposite colours and nothing else.",
        definition: "If each side has one bishop, on squares of different colours, and no other piece beside \
            king and pawns.",
        example: "[0, 50]",
        phrase: "each side has one bishop, on squares of different colours, and no other piece but king and \
            pawns",
        ..SHARE
    },
    slot(OPPOSITE_BISHOPS_WITH_PIECES) = Decl {
        name: "opposite_bishops_with_pieces",
        meaning: "Bishops of opposite colours with other pieces.",
        definition: "If each side has one bishop, on squares of different colours, and there are other \
            pieces.",
        example: "[0, 10]",
        phrase: "each side has one bishop, on squares of different colours, and there are other pieces",
        ..SHARE
    },
    slot(NO_PAWNS) = Decl {
        name: "no_pawns",
        meaning: "A small lead without pawns.",
        definition: "If the side ahead has no pawns and its pieces are worth at most 3 points more than the \
            opponent's, with 3 for a knight or bishop, 5 for a rook and 9 for a queen; and `cannot_mate` \
            does not apply.",
        example: "[0, 75]",
        phrase: "the correction for a small lead without pawns is worth {value} to {side}",
        ..SHARE
    },
    slot(CANNOT_MATE) = Decl {
        name: "cannot_mate",
        meaning: "Insufficient mating material.",
        definition: "If the side ahead has no pawns, no rook and no queen, and at most one minor piece or \
            just two knights.",
        example: "[100, 100]",
        phrase: "the correction for too little material to mate is worth {value} to {side}",
        ..SHARE
    },
    slot(WRONG_ROOK_PAWN) = Decl {
        name: "wrong_rook_pawn",
        meaning: "Rook pawns whose corner the defender holds.",
        definition: "If the side ahead has pawns, all on the a-file or all on the h-file, no piece but \
            bishops, none of them on the colour of the corner where the pawns promote, and the opposing king \
            is in that corner or touches it.",
        example: "[0, 95]",
        phrase: "the correction for rook pawns of the wrong corner is worth {value} to {side}",
        ..SHARE
    },
    slot(ROOK_ENDING_ONE_FLANK) = Decl {
        name: "rook_ending_one_flank",
        meaning: "A rook ending on one flank.",
        definition: "If each side has one rook and no other piece, all pawns stand on the files a to d or \
            all on e to h, and the side ahead has at most one pawn more.",
        example: "[0, 40]",
        phrase: "the correction for a rook ending on one flank is worth {value} to {side}",
        ..SHARE
    },
    slot(BY_PAWN_COUNT) = Decl {
        name: "by_pawn_count",
        kind: Kind::Values(Shape::ByCount { last: MOST_PAWNS }, Unit::Share),
        meaning: "The number of pawns to win with.",
        definition: "By the number of pawns of the side ahead, more than 8 as 8.",
        example: "[[0, 30], [0, 20], [0, 10], 0, 0, 0, 0, 0, 0]",
        phrase: "the correction for the number of pawns of the side ahead is worth {value} to {side}",
        ..SHARE
    },
);
