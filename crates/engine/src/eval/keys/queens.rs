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
    )
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {is|are} in line with a {opponent} bishop or rook, with one piece between them",
        "where(q in own.queens, any(p in bishop_moves(q, nowhere) & their.bishops | rook_moves(q, nowhere) & their.rooks, size(between(q, p) & occupied) == 1))",
    ),
    slot(PINNED) = pieces::PINNED
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {is|are} pinned to the king",
        "own.queens & own.pinned",
    ),
    slot(OPEN_FILE) = pieces::OPEN_FILE
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {stands|stand} on an open file",
        "own.queens & open_files",
    ),
    slot(SEMI_OPEN_FILE) = pieces::SEMI_OPEN_FILE
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {stands|stand} on a half-open file",
        "where(p in own.queens & own.half_open, size(files(p) & their.pawns) == 1)",
    ),
    choice(SEMI_OPEN_WHEN) = pieces::SEMI_OPEN_WHEN,
    slot(SEVENTH_RANK) = pieces::SEVENTH_RANK
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {stands|stand} on {side}'s seventh rank",
        "own.queens & a7..h7",
    ),
    slot(OWN_PAWN_ON_FILE) = pieces::OWN_PAWN_ON_FILE
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {shares|share} a file with an own pawn",
        "own.queens & files(own.pawns)",
    ),
    slot(XRAY_ON_KING) = pieces::XRAY_ON_KING
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {is|are} in line with {opponent}'s king, with one piece between them",
        "where(p in own.queens & queen_moves(their.king, nowhere), size(between(p, their.king) & occupied) == 1)",
    ),
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE
    .phrase("how near {side}'s queens stand to the centre is worth {value}"),
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE
    .phrase("how near {side}'s queens stand to the own king is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE
    .phrase("how near {side}'s queens stand to {opponent}'s king is worth {value}"),
    choice(KING_METRIC) = pieces::KING_METRIC
);
