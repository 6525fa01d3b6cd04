//! Bishops.

use super::pieces;
use super::{Decl, Group, Shape};

section!(
    "bishops",
    "Bishops",
    "Placement of bishops.",
    slot(ADJACENT_OWN_PAWNS) = Decl::score(
        Group::Bishops,
        "adjacent_own_pawns",
        Shape::ByCount { last: 4 },
        "A bishop and the own pawns diagonally beside it.",
        "For each own bishop, by the number of own pawns on the (up to four) squares diagonally \
         adjacent.",
        "[10, 5, 0, -10, -30]",
    )
    .phrase("{side}'s bishops have {n} own {pawn|pawns} diagonally beside them"),
    slot(XRAY_ON_KING) = pieces::XRAY_ON_KING
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {is|are} in line with {opponent}'s king, with one piece between them",
        "where(p in own.bishops & bishop_moves(their.king, nowhere), size(between(p, their.king) & occupied) == 1)",
    ),
    slot(OUTPOST_REACHABLE) = pieces::OUTPOST_REACHABLE
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {has|have} an outpost within reach",
        "where(p in own.bishops - own.outposts, any(attacks(p) & own.outposts - own.all))",
    ),
    slot(BEHIND_PAWN) = pieces::BEHIND_PAWN
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {has|have} a pawn right in front of {it|them}",
        "own.bishops & south(own.pawns | their.pawns)",
    ),
    slot(PINNED) = pieces::PINNED
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {is|are} pinned to the king",
        "own.bishops & own.pinned",
    ),
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE
    .phrase("how near {side}'s bishops stand to the centre is worth {value}"),
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE
    .phrase("how near {side}'s bishops stand to the own king is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE
    .phrase("how near {side}'s bishops stand to {opponent}'s king is worth {value}"),
    choice(KING_METRIC) = pieces::KING_METRIC,
    slot(OUTPOST) = Decl::score(
        Group::Outposts,
        "outpost",
        Shape::ByRank,
        "A supported bishop that no opposing pawn can drive away.",
        "For each own bishop that an own pawn guards, with no opposing pawn ahead of it on a \
         neighbouring file; by its rank.",
        "[0, 0, 0, 15, 20, 20, 0, 0]",
    )
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {is|are} on {an outpost|outposts} (guarded by a pawn, no {opponent} pawn ahead on the files beside {it|them})",
        "own.bishops & own.pawn_attacks - their.attack_span",
    ),
    slot(OWN_PAWNS_ON_COLOUR) = Decl::score(
        Group::BishopQuality,
        "own_pawns_on_colour",
        Shape::One,
        "A pawn on squares of the own bishop's colour.",
        "For each own bishop, once for each own pawn on a square of its colour.",
        "[-2, -5]",
    )
    .phrase("{side}'s bishops are on the colour of {n} own {pawn|pawns}, counted for each bishop"),
    slot(OWN_PAWNS_ON_COLOUR_CLOSED) = Decl::score(
        Group::BishopQuality,
        "own_pawns_on_colour_closed",
        Shape::One,
        "A pawn on squares of the own bishop's colour where the centre is closed.",
        "For each own bishop, the number of own pawns on squares of its colour times the number of \
         own pawns on the files c to f with a piece of either colour on the square in front.",
        "[-2, -2]",
    )
    .phrase("the own pawns on the colour of {side}'s bishops behind a blocked centre are worth {value}"),
    slot(LONG_DIAGONAL) = Decl::score(
        Group::BishopQuality,
        "long_diagonal",
        Shape::One,
        "A bishop that looks across the centre.",
        "Once for each own bishop that attacks, if pawns alone stand in its way, at least two of d4, \
         e4, d5, e5.",
        "[25, 0]",
    )
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {looks|look} along a long diagonal at two squares of the centre",
        "where(p in own.bishops, size(bishop_moves(p, own.pawns | their.pawns) & centre) >= 2)",
    ),
    slot(TRAPPED) = Decl::score(
        Group::BishopQuality,
        "trapped",
        Shape::One,
        "A bishop shut in at the edge.",
        "Once for each own bishop on a7 or h7 (as the owner sees it) with an opposing pawn on b6 or g6, \
         or on a6 or h6 with an opposing pawn on b5 or g5.",
        "[-80, -80]",
    )
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {is|are} shut in at the edge by a {opponent} pawn",
        "own.bishops & (a6..a7 & west(north(their.pawns)) | h6..h7 & east(north(their.pawns)))",
    )
);
