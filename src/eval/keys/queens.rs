//! Queens.

use super::pieces;
use super::{Decl, Group, Shape};

section!(
    "queens",
    "Queens",
    "Placement of queens.",
    slot(EXPOSED) = Decl::score(
        Group::ExposedQueen,
        "exposed",
        Shape::One,
        "A queen that an opposing bishop or rook looks at through one piece.",
        "Once for each own queen on a line with an opposing bishop or rook that moves along it and \
         exactly one piece, of any colour, between them.",
        "[-40, -15]",
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
