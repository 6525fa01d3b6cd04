//! Bishops.

use super::pieces;
use super::{Decl, Group, Kind, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::Pieces, ..Decl::DEFAULT };

section!(
    "bishops",
    "Bishops",
    "Placement of bishops.",
    slot(ADJACENT_OWN_PAWNS) = Decl {
        name: "adjacent_own_pawns",
        kind: Kind::score(Shape::ByCount { last: 4 }),
        groups: &[Group::Bishops],
        meaning: "A bishop and the own pawns diagonally beside it.",
        definition: "For each own bishop, by the number of own pawns on the (up to four) squares diagonally \
            adjacent.",
        example: "[10, 5, 0, -10, -30]",
        phrase: "{side}'s bishops have {n} own {pawn|pawns} diagonally beside them",
        ..TERM
    },
    slot(XRAY_ON_KING) = Decl {
        phrase: "{side}'s {bishop|bishops} on {squares} {is|are} in line with {opponent}'s king, with one \
            piece between them",
        squares: "where(p in own.bishops & bishop_moves(their.king, nowhere), size(between(p, their.king) & \
            occupied) == 1)",
        ..pieces::XRAY_ON_KING
    },
    slot(OUTPOST_REACHABLE) = Decl {
        phrase: "{side}'s {bishop|bishops} on {squares} {has|have} an outpost within reach",
        squares: "where(p in own.bishops - own.outposts, any(attacks(p) & own.outposts - own.all))",
        ..pieces::OUTPOST_REACHABLE
    },
    slot(BEHIND_PAWN) = Decl {
        phrase: "{side}'s {bishop|bishops} on {squares} {has|have} a pawn right in front of {it|them}",
        squares: "own.bishops & south(own.pawns | their.pawns)",
        ..pieces::BEHIND_PAWN
    },
    slot(PINNED) = Decl {
        phrase: "{side}'s {bishop|bishops} on {squares} {is|are} pinned to the king",
        squares: "own.bishops & own.pinned",
        ..pieces::PINNED
    },
    slot(CENTRE_DISTANCE) = Decl {
        phrase: "how near {side}'s bishops stand to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s bishops stand to the own king is worth {value}",
        ..pieces::OWN_KING_DISTANCE
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s bishops stand to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC,
    slot(OUTPOST) = Decl {
        name: "outpost",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::Outposts],
        meaning: "A supported bishop that no opposing pawn can drive away.",
        definition: "For each own bishop that an own pawn guards, with no opposing pawn ahead of it on a \
            neighbouring file; by its rank.",
        example: "[0, 0, 0, 15, 20, 20, 0, 0]",
        phrase: "{side}'s {bishop|bishops} on {squares} {is|are} on {an outpost|outposts} (guarded by a \
            pawn, no {opponent} pawn ahead on the files beside {it|them})",
        squares: "own.bishops & own.pawn_attacks - their.attack_span",
        ..TERM
    },
    slot(OWN_PAWNS_ON_COLOUR) = Decl {
        name: "own_pawns_on_colour",
        groups: &[Group::BishopQuality],
        meaning: "A pawn on squares of the own bishop's colour.",
        definition: "For each own bishop, once for each own pawn on a square of its colour.",
        example: "[-2, -5]",
        phrase: "{side}'s bishops are on the colour of {n} own {pawn|pawns}, counted for each bishop",
        ..TERM
    },
    slot(OWN_PAWNS_ON_COLOUR_CLOSED) = Decl {
        name: "own_pawns_on_colour_closed",
        groups: &[Group::BishopQuality],
        meaning: "A pawn on squares of the own bishop's colour where the centre is closed.",
        definition: "For each own bishop, the number of own pawns on squares of its colour times the number \
            of own pawns on the files c to f with a piece of either colour on the square in front.",
        example: "[-2, -2]",
        phrase: "the own pawns on the colour of {side}'s bishops behind a blocked centre are worth {value}",
        ..TERM
    },
    slot(LONG_DIAGONAL) = Decl {
        name: "long_diagonal",
        groups: &[Group::BishopQuality],
        meaning: "A bishop that looks across the centre.",
        definition: "Once for each own bishop that attacks, if pawns alone stand in its way, at least two of \
            d4, e4, d5, e5.",
        example: "[25, 0]",
        phrase: "{side}'s {bishop|bishops} on {squares} {looks|look} along a long diagonal at two squares of \
            the centre",
        squares: "where(p in own.bishops, size(bishop_moves(p, own.pawns | their.pawns) & centre) >= 2)",
        ..TERM
    },
    slot(TRAPPED) = Decl {
        name: "trapped",
        groups: &[Group::BishopQuality],
        meaning: "A bishop shut in at the edge.",
        definition: "Once for each own bishop on a7 or h7 (as the owner sees it) with an opposing pawn on b6 \
            or g6, or on a6 or h6 with an opposing pawn on b5 or g5.",
        example: "[-80, -80]",
        phrase: "{side}'s {bishop|bishops} on {squares} {is|are} shut in at the edge by a {opponent} pawn",
        squares: "own.bishops & (a6..a7 & west(north(their.pawns)) | h6..h7 & east(north(their.pawns)))",
        ..TERM
    },
);
