//! Rooks.

use super::pieces;
use super::{Decl, Group, Shape};

section!(
    "rooks",
    "Rooks",
    "Placement of rooks.",
    slot(ON_QUEEN_FILE) = Decl::score(
        Group::Rooks,
        "on_queen_file",
        Shape::One,
        "A rook on the file of a queen.",
        "Once for each own rook with a queen of either colour on its file, through any pieces.",
        "[6, 10]",
    ),
    slot(TRAPPED) = Decl::score(
        Group::Rooks,
        "trapped",
        Shape::One,
        "A rook that its own king shuts in.",
        "Once for each own rook on a file with an own pawn that attacks at most three squares \
         without an own piece, and that stands between its king and the nearer edge: king and rook \
         both on the files e to h with the rook to the right, or both on a to d with the rook to the \
         left.",
        "[-25, -10]",
    ),
    slot(TRAPPED_WITHOUT_CASTLING) = Decl::score(
        Group::Rooks,
        "trapped_without_castling",
        Shape::One,
        "Such a rook when the king can no longer castle.",
        "Once more for each trapped rook of a side without castling rights.",
        "[-25, -10]",
    ),
    slot(PINNED) = pieces::PINNED,
    slot(OPEN_FILE) = pieces::OPEN_FILE,
    slot(SEMI_OPEN_FILE) = pieces::SEMI_OPEN_FILE,
    choice(SEMI_OPEN_WHEN) = pieces::SEMI_OPEN_WHEN,
    slot(SEVENTH_RANK) = pieces::SEVENTH_RANK,
    slot(OWN_PAWN_ON_FILE) = pieces::OWN_PAWN_ON_FILE,
    slot(XRAY_ON_KING) = pieces::XRAY_ON_KING,
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE,
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE,
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE,
    choice(KING_METRIC) = pieces::KING_METRIC
);
