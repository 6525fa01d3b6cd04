//! Knights.

use super::pieces;
use super::{Decl, Group, Kind, Opt, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::Pieces, ..Decl::DEFAULT };

section!(
    "knights",
    "Knights",
    "Placement of knights.",
    slot(SUPPORTED) = Decl {
        name: "supported",
        groups: &[Group::Knights],
        meaning: "A knight that an own pawn guards.",
        definition: "Once for each own knight attacked by an own pawn.",
        example: "[7, 3]",
        phrase: "{side}'s {knight|knights} on {squares} {is|are} guarded by a pawn",
        squares: "own.knights & own.pawn_attacks",
        ..TERM
    },
    slot(OUTPOST) = Decl {
        name: "outpost",
        kind: Kind::score(Shape::BySquare),
        groups: &[Group::Knights],
        meaning: "A supported knight that no opposing pawn can drive away.",
        definition: "For each own knight attacked by an own pawn, with no opposing pawn ahead of it on a \
            neighbouring file; by its square as the owner sees it.",
        example: "[20, 10]",
        phrase: "{side}'s {knight|knights} on {squares} {is|are} on {an outpost|outposts} (guarded by a \
            pawn, no {opponent} pawn ahead on the files beside {it|them})",
        squares: "own.knights & own.pawn_attacks - their.attack_span",
        ..TERM
    },
    choice(OUTPOSTS_PER_FILE) = Decl {
        name: "outposts_per_file",
        kind: Kind::Choice(&[
            Opt { name: "every knight", meaning: "Each supported knight can stand on an outpost." },
            Opt {
                name: "one, nearest rank 1",
                meaning: "Of several supported knights of a side on one file only the one nearest White's \
                    first rank is looked at, for both colours.",
            },
        ]),
        meaning: "How many supported knights on one file are looked at.",
        example: "\"one, nearest rank 1\"",
        ..Decl::DEFAULT
    },
    slot(OUTPOST_REACHABLE) = Decl {
        phrase: "{side}'s {knight|knights} on {squares} {has|have} an outpost within reach",
        squares: "where(p in own.knights - own.outposts, any(attacks(p) & own.outposts - own.all))",
        ..pieces::OUTPOST_REACHABLE
    },
    slot(BEHIND_PAWN) = Decl {
        phrase: "{side}'s {knight|knights} on {squares} {has|have} a pawn right in front of {it|them}",
        squares: "own.knights & south(own.pawns | their.pawns)",
        ..pieces::BEHIND_PAWN
    },
    slot(PINNED) = Decl {
        phrase: "{side}'s {knight|knights} on {squares} {is|are} pinned to the king",
        squares: "own.knights & own.pinned",
        ..pieces::PINNED
    },
    slot(CENTRE_DISTANCE) = Decl {
        phrase: "how near {side}'s knights stand to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s knights stand to the own king is worth {value}",
        ..pieces::OWN_KING_DISTANCE
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        phrase: "how near {side}'s knights stand to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC
);
