//! Queens.

use super::pieces;
use super::{Decl, Group, Topic};

const TERM: Decl = Decl { topic: Topic::Pieces, ..Decl::DEFAULT };

section!(
    "queens",
    "Queens",
    "Placement of queens.",
    slot(EXPOSED) = Decl {
        name: "exposed",
        groups: &[Group::ExposedQueen],
        meaning: "A queen that an opposing bishop or rook looks at through one piece.",
        definition: "Once for each own queen on a line with an opposing bishop or rook that moves along it \
            and exactly one piece, of any colour, between them.",
        example: "[-40, -15]",
        phrase: "{side}'s {queen|queens} on {squares} {is|are} in line with a {opponent} bishop or rook, \
            with one piece between them",
        squares: "where(q in own.queens, any(p in bishop_moves(q, nowhere) & their.bishops | rook_moves(q, \
            nowhere) & their.rooks, size(between(q, p) & occupied) == 1))",
        ..TERM
    },
    slot(PINNED) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {is|are} pinned to the king",
        squares: "own.queens & own.pinned",
        ..pieces::PINNED
    },
    slot(OPEN_FILE) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {stands|stand} on an open file",
        squares: "own.queens & open_files",
        ..pieces::OPEN_FILE
    },
    slot(SEMI_OPEN_FILE) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {stands|stand} on a half-open file",
        squares: "where(p in own.queens & own.half_open, size(files(p) & their.pawns) == 1)",
        ..pieces::SEMI_OPEN_FILE
    },
    choice(SEMI_OPEN_WHEN) = pieces::SEMI_OPEN_WHEN,
    slot(SEVENTH_RANK) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {stands|stand} on {side}'s seventh rank",
        squares: "own.queens & a7..h7",
        ..pieces::SEVENTH_RANK
    },
    slot(OWN_PAWN_ON_FILE) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {shares|share} a file with an own pawn",
        squares: "own.queens & files(own.pawns)",
        ..pieces::OWN_PAWN_ON_FILE
    },
    slot(XRAY_ON_KING) = Decl {
        phrase: "{side}'s {queen|queens} on {squares} {is|are} in line with {opponent}'s king, with one \
            piece between them",
        squares: "where(p in own.queens & queen_moves(their.king, nowhere), size(between(p, their.king) & \
            occupied) == 1)",
        ..pieces::XRAY_ON_KING
    },
    slot(CENTRE_DISTANCE) = Decl {
        phrase: "how near {side}'s queens stand to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s queens stand to the own king is worth {value}",
        ..pieces::OWN_KING_DISTANCE
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s queens stand to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC
);
