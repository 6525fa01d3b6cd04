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
    )
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {is|are} guarded by a pawn",
        "own.knights & own.pawn_attacks",
    ),
    slot(OUTPOST) = Decl::score(
        Group::Knights,
        "outpost",
        Shape::BySquare,
        "A supported knight that no opposing pawn can drive away.",
        "For each own knight attacked by an own pawn, with no opposing pawn ahead of it on a \
         neighbouring file; by its square as the owner sees it.",
        "[20, 10]",
    )
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {is|are} on {an outpost|outposts} (guarded by a pawn, no {opponent} pawn ahead on the files beside {it|them})",
        "own.knights & own.pawn_attacks - their.attack_span",
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
    slot(OUTPOST_REACHABLE) = pieces::OUTPOST_REACHABLE
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {has|have} an outpost within reach",
        "where(p in own.knights - own.outposts, any(attacks(p) & own.outposts - own.all))",
    ),
    slot(BEHIND_PAWN) = pieces::BEHIND_PAWN
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {has|have} a pawn right in front of {it|them}",
        "own.knights & south(own.pawns | their.pawns)",
    ),
    slot(PINNED) = pieces::PINNED
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {is|are} pinned to the king",
        "own.knights & own.pinned",
    ),
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE
    .phrase("how near {side}'s knights stand to the centre is worth {value}"),
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE
    .phrase("how near {side}'s knights stand to the own king is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE
    .phrase("how near {side}'s knights stand to {opponent}'s king is worth {value}"),
    choice(KING_METRIC) = pieces::KING_METRIC
);
