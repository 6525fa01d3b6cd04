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
    )
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {stands|stand} on the file of a queen",
        "own.rooks & files(own.queens | their.queens)",
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
    )
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {is|are} shut in between the own king and the edge, with at most three squares to go to",
        "where(p in own.rooks & files(own.pawns), if(file(own.king) > 4, file(p) > file(own.king), file(p) < file(own.king)) and size(attacks(p) - own.all) <= 3)",
    ),
    slot(TRAPPED_WITHOUT_CASTLING) = Decl::score(
        Group::Rooks,
        "trapped_without_castling",
        Shape::One,
        "A rook that its own king shuts in when that king can no longer castle.",
        "Once more for each trapped rook of a side without castling rights.",
        "[-25, -10]",
    )
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {is|are} shut in between the own king and the edge, with at most three squares to go to, and {side} cannot castle any more",
        "where(p in own.rooks & files(own.pawns), if(file(own.king) > 4, file(p) > file(own.king), file(p) < file(own.king)) and size(attacks(p) - own.all) <= 3 and not own.can_castle)",
    ),
    slot(PINNED) = pieces::PINNED
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {is|are} pinned to the king",
        "own.rooks & own.pinned",
    ),
    slot(OPEN_FILE) = pieces::OPEN_FILE
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {stands|stand} on an open file",
        "own.rooks & open_files",
    ),
    slot(SEMI_OPEN_FILE) = pieces::SEMI_OPEN_FILE
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {stands|stand} on a half-open file",
        "where(p in own.rooks & own.half_open, size(files(p) & their.pawns) == 1)",
    ),
    choice(SEMI_OPEN_WHEN) = pieces::SEMI_OPEN_WHEN,
    slot(SEVENTH_RANK) = pieces::SEVENTH_RANK
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {stands|stand} on {side}'s seventh rank",
        "own.rooks & a7..h7",
    ),
    slot(OWN_PAWN_ON_FILE) = pieces::OWN_PAWN_ON_FILE
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {shares|share} a file with an own pawn",
        "own.rooks & files(own.pawns)",
    ),
    slot(XRAY_ON_KING) = pieces::XRAY_ON_KING
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {is|are} in line with {opponent}'s king, with one piece between them",
        "where(p in own.rooks & rook_moves(their.king, nowhere), size(between(p, their.king) & occupied) == 1)",
    ),
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE
    .phrase("how near {side}'s rooks stand to the centre is worth {value}"),
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE
    .phrase("how near {side}'s rooks stand to the own king is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE
    .phrase("how near {side}'s rooks stand to {opponent}'s king is worth {value}"),
    choice(KING_METRIC) = pieces::KING_METRIC
);
