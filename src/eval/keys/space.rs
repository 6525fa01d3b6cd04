//! Space.

use super::{Decl, Group, Shape};

/// The largest number of pieces that has an entry of its own.
const MOST_PIECES: usize = 16;

const fn space(name: &'static str, meaning: &'static str, definition: &'static str) -> Decl {
    Decl::score(
        Group::Space,
        name,
        Shape::ByCount { last: MOST_PIECES },
        meaning,
        definition,
        "{ start = [-4, 0], step = [1, 0] }",
    )
}

section!(
    "space",
    "Space",
    "Room in the own half of the centre, which is worth the more the more pieces must share it. \
         After Stockfish 11: its area is that of `safe_squares`; it squares the number of pieces, \
         here a table says it.",
    slot(SAFE_SQUARES) = space(
        "safe_squares",
        "A safe square in the own half of the centre.",
        "For each square of the files c to f on the owner's ranks 2 to 4 that holds no own pawn and \
         that no enemy pawn attacks; by the number of own pieces and pawns, king included.",
    ),
    slot(BEHIND_PAWNS) = space(
        "behind_pawns",
        "Such a square behind an own pawn.",
        "For each of these squares that is one to three ranks behind an own pawn on its file and \
         that the enemy does not attack at all; by the same number.",
    )
);
