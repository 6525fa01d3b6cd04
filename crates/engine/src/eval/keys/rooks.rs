//! Rooks.

use super::pieces;
use super::{Decl, Group, Topic};

const TERM: Decl = Decl { topic: Topic::Pieces, ..Decl::DEFAULT };

section!(
    "rooks",
    "Rooks",
    "Placement of rooks.",
    slot(ON_QUEEN_FILE) = Decl {
        name: "on_queen_file",
        groups: &[Group::Rooks],
        meaning: "A rook on the file of a queen.",
        definition: "Once for each own rook with a queen of either colour on its file, through any pieces.",
        example: "[6, 10]",
        phrase: "{side}'s {rook|rooks} on {squares} {stands|stand} on the file of a queen",
        squares: "own.rooks & files(own.queens | their.queens)",
        ..TERM
    },
    slot(TRAPPED) = Decl {
        name: "trapped",
        groups: &[Group::Rooks],
        meaning: "A rook that its own king shuts in.",
        definition: "Once for each own rook on a file with an own pawn that attacks at most three squares \
            without an own piece, and that stands between its king and the nearer edge: king and rook both \
            on the files e to h with the rook to the right, or both on a to d with the rook to the left.",
        example: "[-25, -10]",
        phrase: "{side}'s {rook|rooks} on {squares} {is|are} shut in between the own king and the edge, with \
            at most three squares to go to",
        squares: "where(p in own.rooks & files(own.pawns), if(file(own.king) > 4, file(p) > file(own.king), \
            file(p) < file(own.king)) and size(attacks(p) - own.all) <= 3)",
        ..TERM
    },
    slot(TRAPPED_WITHOUT_CASTLING) = Decl {
        name: "trapped_without_castling",
        groups: &[Group::Rooks],
        meaning: "A rook that its own king shuts in when that king can no longer castle.",
        definition: "Once more for each trapped rook of a side without castling rights.",
        example: "[-25, -10]",
        phrase: "{side}'s {rook|rooks} on {squares} {is|are} shut in between the own king and the edge, with \
            at most three squares to go to, and {side} cannot castle any more",
        squares: "where(p in own.rooks & files(own.pawns), if(file(own.king) > 4, file(p) > file(own.king), \
            file(p) < file(own.king)) and size(attacks(p) - own.all) <= 3 and not own.can_castle)",
        ..TERM
    },
    slot(PINNED) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {is|are} pinned to the king",
        squares: "own.rooks & own.pinned",
        ..pieces::PINNED
    },
    slot(OPEN_FILE) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {stands|stand} on an open file",
        squares: "own.rooks & open_files",
        ..pieces::OPEN_FILE
    },
    slot(SEMI_OPEN_FILE) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {stands|stand} on a half-open file",
        squares: "where(p in own.rooks & own.half_open, size(files(p) & their.pawns) == 1)",
        ..pieces::SEMI_OPEN_FILE
    },
    choice(SEMI_OPEN_WHEN) = pieces::SEMI_OPEN_WHEN,
    slot(SEVENTH_RANK) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {stands|stand} on {side}'s seventh rank",
        squares: "own.rooks & a7..h7",
        ..pieces::SEVENTH_RANK
    },
    slot(OWN_PAWN_ON_FILE) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {shares|share} a file with an own pawn",
        squares: "own.rooks & files(own.pawns)",
        ..pieces::OWN_PAWN_ON_FILE
    },
    slot(XRAY_ON_KING) = Decl {
        phrase: "{side}'s {rook|rooks} on {squares} {is|are} in line with {opponent}'s king, with one piece \
            between them",
        squares: "where(p in own.rooks & rook_moves(their.king, nowhere), size(between(p, their.king) & \
            occupied) == 1)",
        ..pieces::XRAY_ON_KING
    },
    slot(CENTRE_DISTANCE) = Decl {
        phrase: "how near {side}'s rooks stand to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s rooks stand to the own king is worth {value}",
        ..pieces::OWN_KING_DISTANCE
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s rooks stand to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC
);
