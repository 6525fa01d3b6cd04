//! Space.

use super::{Decl, Group, Kind, Shape, Topic};

/// Maximum number of pieces with its own entry.
const MOST_PIECES: usize = 16;

const ROOM: Decl = Decl {
    kind: Kind::score(Shape::ByCount { last: MOST_PIECES }),
    groups: &[Group::Space],
    topic: Topic::Space,
    example: "{ start = [-4, 0], step = [1, 0] }",
    ..Decl::DEFAULT
};

section!(
    "space",
    "Space",
    "Room in the own half of the centre, by the number of pieces that share it. After Stockfish 11, which \
        squares the number of pieces where this has a table.",
    slot(SAFE_SQUARES) = Decl {
        name: "safe_squares",
        meaning: "A safe square in the own half of the centre.",
        definition: "For each square of the files c to f on the owner's ranks 2 to 4 that holds no own pawn \
            and that no opposing pawn attacks; by the number of own pieces and pawns, king included.",
        phrase: "{side}'s space is worth {value}",
        ..ROOM
    },
    slot(BEHIND_PAWNS) = Decl {
        name: "behind_pawns",
        meaning: "A safe square behind an own pawn in the own half of the centre.",
        definition: "For each square of `safe_squares` that is one to three ranks behind an own pawn on its \
            file and that the opponent does not attack at all; by the same number.",
        phrase: "{side}'s space behind the pawns is worth {value}",
        ..ROOM
    },
);
