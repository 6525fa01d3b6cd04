//! Knights.

use super::pieces;
use super::{Decl, Group, Opt, Shape};

section!(
    "knights",
    "Knights",
    "Placement of knights.",
    slot(SUPPORTED) = Decl::score(
        Group::Knights,
        "supported",
        Shape::One,
        "A knight that an own pawn guards.",
        "Once for each own knight attacked by an own pawn.",
        "[7, 3]",
    ),
    slot(OUTPOST) = Decl::score(
        Group::Knights,
        "outpost",
        Shape::BySquare,
        "A supported knight that no opposing pawn can drive away.",
        "For each own knight attacked by an own pawn, with no opposing pawn ahead of it on a \
         neighbouring file; by its square as the owner sees it.",
        "[20, 10]",
    ),
    choice(OUTPOSTS_PER_FILE) = Decl::choice(
        "outposts_per_file",
        &[
            Opt { name: "every knight", meaning: "Each supported knight can stand on an outpost." },
            Opt {
                name: "one, nearest rank 1",
                meaning: "Of several supported knights of a side on one file only the one nearest White's first rank \
         is looked at, for both colours.",
            },
        ],
        "How many supported knights on one file are looked at.",
        "\"one, nearest rank 1\"",
    ),
    slot(OUTPOST_REACHABLE) = pieces::OUTPOST_REACHABLE,
    slot(BEHIND_PAWN) = pieces::BEHIND_PAWN,
    slot(PINNED) = pieces::PINNED,
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE,
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE,
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE,
    choice(KING_METRIC) = pieces::KING_METRIC
);
