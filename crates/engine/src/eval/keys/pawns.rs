//! Pawn structure.

use super::pieces;
use super::{Decl, Group, Opt, Shape};

section!(
    "pawns",
    "Pawns",
    "Pawn structure. For passed pawns see `passed_pawns`.",
    slot(DOUBLED) = Decl::score(
        Group::PawnStructure,
        "doubled",
        Shape::One,
        "A pawn with another own pawn behind it.",
        "Once for each own pawn that stands ahead of at least one other own pawn on its file: a file \
         with k pawns counts k - 1.",
        "[-10, -20]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} doubled, with another {side} pawn behind on the same file",
        "own.doubled",
    ),
    slot(DOUBLED_EACH) = Decl::score(
        Group::PawnStructure,
        "doubled_each",
        Shape::One,
        "A pawn that shares its file with another own pawn.",
        "Once for each of the own pawns of a file that has two or more: a pair counts 2, a triple \
         3.",
        "-12",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} doubled",
        "own.pawns & (front_span(own, own.pawns) | rear_span(own, own.pawns))",
    ),
    slot(ISOLATED) = Decl::score(
        Group::PawnStructure,
        "isolated",
        Shape::ByFile,
        "A pawn without own pawns on the files beside it.",
        "For each own pawn with no own pawn, on any rank, on either neighbouring file; by its file.",
        "[-12, -14, -16, -20]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} isolated",
        "own.isolated",
    ),
    slot(BACKWARD) = Decl::score(
        Group::PawnStructure,
        "backward",
        Shape::One,
        "A pawn that has fallen behind and cannot safely advance.",
        "Once for each own pawn that is backward as `backward_when` says.",
        "[-13, -10]",
    )
    .also(Group::PawnAdvances)
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} backward",
        "own.backward",
    ),
    choice(BACKWARD_WHEN) = Decl::choice(
        "backward_when",
        &[
            Opt {
                name: "no neighbour beside or behind",
                meaning: "An opposing pawn attacks the square in front of it, and no own pawn on a neighbouring file is \
         level with it or behind it. What stands in front does not matter.",
            },
            Opt {
                name: "front square empty and unguarded",
                meaning: "The square in front of it is empty, an opposing pawn attacks that square, and no own pawn on a \
         neighbouring file stands level with it to guard it.",
            },
        ],
        "Which pawns are backward.",
        "\"front square empty and unguarded\"",
    ),
    slot(SUPPORTED) = Decl::score(
        Group::PawnStructure,
        "supported",
        Shape::BySquare,
        "A pawn that an own pawn guards.",
        "For each own pawn attacked by an own pawn, by its square as the owner sees it.",
        "[12, 8]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} guarded by a pawn",
        "own.chain",
    ),
    slot(ATTACKS_CENTRE) = Decl::score(
        Group::PawnStructure,
        "attacks_centre",
        Shape::One,
        "A pawn that attacks the centre.",
        "Once for each own pawn that attacks at least one of d4, e4, d5, e5.",
        "8",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {attacks|attack} d4, e4, d5 or e5",
        "own.pawns & pawn_attacks(their, centre)",
    ),
    slot(MOBILITY) = Decl::score(
        Group::PawnStructure,
        "mobility",
        Shape::One,
        "Room for the pawns to move.",
        "Once for each square on the board that an own pawn attacks (whatever stands there, once for \
         each of the two directions), for each own pawn with an empty square ahead, and for each on \
         its starting rank with two empty squares ahead.",
        "[9, 12]",
    )
    .also(Group::PawnAdvances)
    .phrase("the mobility of {side}'s pawns (steps forward and squares they attack) is {n}"),
    slot(ADVANCE) = Decl::score(
        Group::Psqt,
        "advance",
        Shape::ByRank,
        "The advance of a pawn.",
        "For each own pawn, by its rank counted from the owner's first.",
        "{ step = 1 }",
    )
    .phrase("the ranks of {side}'s pawns are worth {value}"),
    slot(CENTRE_DISTANCE) = pieces::CENTRE_DISTANCE
    .phrase("how near {side}'s pawns stand to the centre is worth {value}"),
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = pieces::OWN_KING_DISTANCE
    .phrase("how near {side}'s pawns stand to the own king is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = pieces::ENEMY_KING_DISTANCE
    .phrase("how near {side}'s pawns stand to {opponent}'s king is worth {value}"),
    choice(KING_METRIC) = pieces::KING_METRIC,
    slot(PHALANX) = Decl::score(
        Group::PawnConnections,
        "phalanx",
        Shape::ByRank,
        "A pawn with an own pawn beside it.",
        "For each own pawn with an own pawn on the same rank of a neighbouring file, by its rank.",
        "[0, 2, 5, 10, 20, 40, 80, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {has|have} a {side} pawn beside {it|them} on the same rank",
        "own.phalanx",
    ),
    slot(CONNECTED_UNOPPOSED) = Decl::score(
        Group::PawnConnections,
        "connected_unopposed",
        Shape::ByRank,
        "A connected pawn with no opposing pawn in front of it.",
        "For each own pawn that an own pawn guards or stands beside on its rank, with no opposing pawn \
         ahead of it on its file; by its rank.",
        "[0, 2, 4, 8, 12, 20, 30, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} connected, with no {opponent} pawn ahead on the same file",
        "(own.phalanx | own.chain) - front_span(their, their.pawns)",
    ),
    slot(LEVER) = Decl::score(
        Group::PawnConnections,
        "lever",
        Shape::ByRank,
        "A pawn that attacks an opposing pawn.",
        "For each own pawn that attacks at least one opposing pawn, by its rank.",
        "[0, 0, 0, 5, 10, 20, 0, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {attacks|attack} a {opponent} pawn",
        "own.pawns & pawn_attacks(their, their.pawns)",
    ),
    slot(BLOCKED) = Decl::score(
        Group::PawnConnections,
        "blocked",
        Shape::ByRank,
        "A pawn that an opposing pawn stops.",
        "For each own pawn with an opposing pawn on the square in front of it, by its rank.",
        "[0, 0, 0, 0, -5, -10, 0, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} blocked by a {opponent} pawn",
        "own.pawns & south(their.pawns)",
    ),
    slot(WEAK_UNOPPOSED) = Decl::score(
        Group::PawnConnections,
        "weak_unopposed",
        Shape::One,
        "A weak pawn on a file where heavy pieces can get at it.",
        "Once for each own pawn with no opposing pawn ahead of it on its file that is isolated, or that \
         has no own pawn level with it or behind it on a neighbouring file while an opposing pawn \
         attacks the square in front of it.",
        "[-10, -20]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} weak (isolated or backward), with no {opponent} pawn ahead on the same file",
        "(own.isolated | own.backward) - front_span(their, their.pawns)",
    ),
    slot(WEAK_LEVER) = Decl::score(
        Group::PawnConnections,
        "weak_lever",
        Shape::One,
        "A pawn that two opposing pawns attack and none guards.",
        "Once for each own pawn that opposing pawns attack from both sides and no own pawn guards.",
        "[0, -40]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} attacked by two {opponent} pawns and guarded by no pawn",
        "own.pawns & south(east(their.pawns)) & south(west(their.pawns)) - own.pawn_attacks",
    ),
    slot(DOUBLED_ISOLATED) = Decl::score(
        Group::PawnConnections,
        "doubled_isolated",
        Shape::One,
        "A doubled pawn that is isolated too.",
        "Once for each isolated own pawn that stands ahead of another own pawn on its file.",
        "[-10, -30]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} doubled and isolated",
        "own.doubled & own.isolated",
    ),
    slot(ISLANDS) = Decl::score(
        Group::PawnConnections,
        "islands",
        Shape::One,
        "A further pawn island.",
        "Once for each group of neighbouring files with own pawns beyond the first group.",
        "[-3, -8]",
    )
    .phrase("{side}'s pawns are split by {n} {gap|gaps}")
);
