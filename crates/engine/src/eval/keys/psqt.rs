//! Piece-square tables.

use super::{Decl, DisplayRow, Group, Kind, Opt, Shape, Slot, Topic};

/// A table in full, the same under every piece.
const EXAMPLE: &str = "[
    [ 0,  0,  0,  0,  0,  0,  0,  0],  # rank 8
    [ 0,  4,  4,  4,  4,  4,  4,  0],
    [ 0,  4,  8,  8,  8,  8,  4,  0],
    [ 0,  4,  8, 12, 12,  8,  4,  0],
    [ 0,  4,  8, 12, 12,  8,  4,  0],
    [ 0,  4,  8,  8,  8,  8,  4,  0],
    [ 0,  4,  4,  4,  4,  4,  4,  0],
    [ 0,  0,  0,  0,  0,  0,  0,  0],  # rank 1
]";

const TABLE: Decl = Decl {
    kind: Kind::score(Shape::BySquare),
    groups: &[Group::Psqt],
    topic: Topic::Pieces,
    display: DisplayRow::Placement,
    meaning: "The value of a {piece} on each square.",
    definition: "For each {piece}, by its square; Black reads the table as `mirror` says.",
    example: EXAMPLE,
    ..Decl::DEFAULT
};

section!(
    "psqt",
    "Piece-square tables",
    "Piece values by square. Rows are written as one sees the board: rank 8 on top, the a-file on the left.",
    choice(MIRROR) = Decl {
        name: "mirror",
        kind: Kind::Choice(&[
            Opt { name: "rank", meaning: "Black reads the table turned top to bottom; files stay." },
            Opt { name: "rank and file", meaning: "Black reads the table turned by half a circle." },
        ]),
        meaning: "How Black reads the tables.",
        example: "\"rank and file\"",
        ..Decl::DEFAULT
    },
    slot(PAWN) = Decl {
        name: "pawn",
        topic: Topic::Pawns,
        phrase: "the squares of {side}'s pawns are worth {value}",
        ..TABLE
    },
    slot(KNIGHT) =
        Decl { name: "knight", phrase: "the squares of {side}'s knights are worth {value}", ..TABLE },
    slot(BISHOP) =
        Decl { name: "bishop", phrase: "the squares of {side}'s bishops are worth {value}", ..TABLE },
    slot(ROOK) = Decl { name: "rook", phrase: "the squares of {side}'s rooks are worth {value}", ..TABLE },
    slot(QUEEN) = Decl { name: "queen", phrase: "the squares of {side}'s queens are worth {value}", ..TABLE },
    slot(KING) = Decl {
        name: "king",
        topic: Topic::King,
        phrase: "the square of {side}'s king is worth {value}",
        ..TABLE
    },
);

/// The tables by kind of piece.
pub const BY_PIECE: [Slot; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
