//! Piece-square tables.

use super::{Decl, Group, Opt, Shape, Slot};

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

const fn table(name: &'static str) -> Decl {
    Decl::score(
        Group::Psqt,
        name,
        Shape::BySquare,
        "The value of a {piece} on each square.",
        "For each {piece}, by its square; Black reads the table as `mirror` says.",
        EXAMPLE,
    )
}

section!(
    "psqt",
    "Piece-square tables",
    "Piece values by square. Rows are written as one sees the board: rank 8 \
         on top, the a-file on the left.",
    choice(MIRROR) = Decl::choice(
        "mirror",
        &[
            Opt { name: "rank", meaning: "Black reads the table turned top to bottom; files stay." },
            Opt { name: "rank and file", meaning: "Black reads the table turned by half a circle." },
        ],
        "How Black reads the tables.",
        "\"rank and file\"",
    ),
    slot(PAWN) = table("pawn").phrase("the squares of {side}'s pawns are worth {value}"),
    slot(KNIGHT) = table("knight").phrase("the squares of {side}'s knights are worth {value}"),
    slot(BISHOP) = table("bishop").phrase("the squares of {side}'s bishops are worth {value}"),
    slot(ROOK) = table("rook").phrase("the squares of {side}'s rooks are worth {value}"),
    slot(QUEEN) = table("queen").phrase("the squares of {side}'s queens are worth {value}"),
    slot(KING) = table("king").phrase("the square of {side}'s king is worth {value}")
);

/// The tables by kind of piece.
pub const BY_PIECE: [Slot; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
