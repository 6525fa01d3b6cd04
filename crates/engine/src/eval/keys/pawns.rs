//! Pawn structure.

use super::pieces;
use super::{Decl, DisplayRow, Group, Kind, Opt, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::Pawns, ..Decl::DEFAULT };

section!(
    "pawns",
    "Pawns",
    "Pawn structure. For passed pawns see `passed_pawns`.",
    slot(DOUBLED) = Decl {
        name: "doubled",
        groups: &[Group::PawnStructure],
        display: DisplayRow::WeakPawns,
        meaning: "A pawn with another own pawn behind it.",
        definition: "Once for each own pawn that stands ahead of at least one other own pawn on its file: a \
            file with k pawns counts k - 1.",
        example: "[-10, -20]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} doubled, with another {side} pawn behind on the \
            same file",
        squares: "own.doubled",
        ..TERM
    },
    slot(DOUBLED_EACH) = Decl {
        name: "doubled_each",
        groups: &[Group::PawnStructure],
        display: DisplayRow::WeakPawns,
        meaning: "A pawn that shares its file with another own pawn.",
        definition: "Once for each of the own pawns of a file that has two or more: a pair counts 2, a \
            triple 3.",
        example: "-12",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} doubled",
        squares: "own.pawns & (front_span(own, own.pawns) | rear_span(own, own.pawns))",
        ..TERM
    },
    slot(ISOLATED) = Decl {
        name: "isolated",
        kind: Kind::score(Shape::ByFile),
        groups: &[Group::PawnStructure],
        display: DisplayRow::WeakPawns,
        meaning: "A pawn without own pawns on the files beside it.",
        definition: "For each own pawn with no own pawn, on any rank, on either neighbouring file; by its \
            file.",
        example: "[-12, -14, -16, -20]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} isolated",
        squares: "own.isolated",
        ..TERM
    },
    slot(BACKWARD) = Decl {
        name: "backward",
        groups: &[Group::PawnStructure, Group::PawnAdvances],
        display: DisplayRow::WeakPawns,
        meaning: "A pawn that has fallen behind and cannot safely advance.",
        definition: "Once for each own pawn that is backward as `backward_when` says.",
        example: "[-13, -10]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} backward",
        squares: "own.backward",
        ..TERM
    },
    choice(BACKWARD_WHEN) = Decl {
        name: "backward_when",
        kind: Kind::Choice(&[
            Opt {
                name: "no neighbour beside or behind",
                meaning: "An opposing pawn attacks the square in front of it, and no own pawn on a \
                    neighbouring file is level with it or behind it. What stands in front does not matter.",
            },
            Opt {
                name: "front square empty and unguarded",
                meaning: "The square in front of it is empty, an opposing pawn attacks that square, and no \
                    own pawn on a neighbouring file stands level with it to guard it.",
            },
        ]),
        meaning: "Which pawns are backward.",
        example: "\"front square empty and unguarded\"",
        ..Decl::DEFAULT
    },
    slot(SUPPORTED) = Decl {
        name: "supported",
        kind: Kind::score(Shape::BySquare),
        groups: &[Group::PawnStructure],
        display: DisplayRow::SupportedPawns,
        meaning: "A pawn that an own pawn guards.",
        definition: "For each own pawn attacked by an own pawn, by its square as the owner sees it.",
        example: "[12, 8]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} guarded by a pawn",
        squares: "own.chain",
        ..TERM
    },
    slot(ATTACKS_CENTRE) = Decl {
        name: "attacks_centre",
        groups: &[Group::PawnStructure],
        meaning: "A pawn that attacks the centre.",
        definition: "Once for each own pawn that attacks at least one of d4, e4, d5, e5.",
        example: "8",
        phrase: "{side}'s {pawn|pawns} on {squares} {attacks|attack} d4, e4, d5 or e5",
        squares: "own.pawns & pawn_attacks(their, centre)",
        ..TERM
    },
    slot(MOBILITY) = Decl {
        name: "mobility",
        groups: &[Group::PawnStructure, Group::PawnAdvances],
        meaning: "Room for the pawns to move.",
        definition: "Once for each square on the board that an own pawn attacks (whatever stands there, once \
            for each of the two directions), for each own pawn with an empty square ahead, and for each on \
            its starting rank with two empty squares ahead.",
        example: "[9, 12]",
        phrase: "the mobility of {side}'s pawns (steps forward and squares they attack) is {n}",
        ..TERM
    },
    slot(ADVANCE) = Decl {
        name: "advance",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::Psqt],
        meaning: "The advance of a pawn.",
        definition: "For each own pawn, by its rank counted from the owner's first.",
        example: "{ step = 1 }",
        phrase: "the ranks of {side}'s pawns are worth {value}",
        ..TERM
    },
    slot(CENTRE_DISTANCE) = Decl {
        topic: Topic::Pawns,
        phrase: "how near {side}'s pawns stand to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl {
        topic: Topic::Pawns,
        phrase: "how near {side}'s pawns stand to the own king is worth {value}",
        ..pieces::OWN_KING_DISTANCE
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        topic: Topic::Pawns,
        phrase: "how near {side}'s pawns stand to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC,
    slot(PHALANX) = Decl {
        name: "phalanx",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PawnConnections],
        display: DisplayRow::SupportedPawns,
        meaning: "A pawn with an own pawn beside it.",
        definition: "For each own pawn with an own pawn on the same rank of a neighbouring file, by its \
            rank.",
        example: "[0, 2, 5, 10, 20, 40, 80, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {has|have} a {side} pawn beside {it|them} on the same \
            rank",
        squares: "own.phalanx",
        ..TERM
    },
    slot(CONNECTED_UNOPPOSED) = Decl {
        name: "connected_unopposed",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PawnConnections],
        display: DisplayRow::SupportedPawns,
        meaning: "A connected pawn with no opposing pawn in front of it.",
        definition: "For each own pawn that an own pawn guards or stands beside on its rank, with no \
            opposing pawn ahead of it on its file; by its rank.",
        example: "[0, 2, 4, 8, 12, 20, 30, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} connected, with no {opponent} pawn ahead on the \
            same file",
        squares: "(own.phalanx | own.chain) - front_span(their, their.pawns)",
        ..TERM
    },
    slot(LEVER) = Decl {
        name: "lever",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PawnConnections],
        meaning: "A pawn that attacks an opposing pawn.",
        definition: "For each own pawn that attacks at least one opposing pawn, by its rank.",
        example: "[0, 0, 0, 5, 10, 20, 0, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {attacks|attack} a {opponent} pawn",
        squares: "own.pawns & pawn_attacks(their, their.pawns)",
        ..TERM
    },
    slot(BLOCKED) = Decl {
        name: "blocked",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PawnConnections],
        meaning: "A pawn that an opposing pawn stops.",
        definition: "For each own pawn with an opposing pawn on the square in front of it, by its rank.",
        example: "[0, 0, 0, 0, -5, -10, 0, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} blocked by a {opponent} pawn",
        squares: "own.pawns & south(their.pawns)",
        ..TERM
    },
    slot(WEAK_UNOPPOSED) = Decl {
        name: "weak_unopposed",
        groups: &[Group::PawnConnections],
        display: DisplayRow::WeakPawns,
        meaning: "A weak pawn on a file where heavy pieces can get at it.",
        definition: "Once for each own pawn with no opposing pawn ahead of it on its file that is isolated, \
            or that has no own pawn level with it or behind it on a neighbouring file while an opposing pawn \
            attacks the square in front of it.",
        example: "[-10, -20]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} weak (isolated or backward), with no {opponent} \
            pawn ahead on the same file",
        squares: "(own.isolated | own.backward) - front_span(their, their.pawns)",
        ..TERM
    },
    slot(WEAK_LEVER) = Decl {
        name: "weak_lever",
        groups: &[Group::PawnConnections],
        meaning: "A pawn that two opposing pawns attack and none guards.",
        definition: "Once for each own pawn that opposing pawns attack from both sides and no own pawn \
            guards.",
        example: "[0, -40]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} attacked by two {opponent} pawns and guarded by \
            no pawn",
        squares: "own.pawns & south(east(their.pawns)) & south(west(their.pawns)) - own.pawn_attacks",
        ..TERM
    },
    slot(DOUBLED_ISOLATED) = Decl {
        name: "doubled_isolated",
        groups: &[Group::PawnConnections],
        display: DisplayRow::WeakPawns,
        meaning: "A doubled pawn that is isolated too.",
        definition: "Once for each isolated own pawn that stands ahead of another own pawn on its file.",
        example: "[-10, -30]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} doubled and isolated",
        squares: "own.doubled & own.isolated",
        ..TERM
    },
    slot(ISLANDS) = Decl {
        name: "islands",
        groups: &[Group::PawnConnections],
        meaning: "A further pawn island.",
        definition: "Once for each group of neighbouring files with own pawns beyond the first group.",
        example: "[-3, -8]",
        phrase: "{side}'s pawns are split by {n} {gap|gaps}",
        ..TERM
    },
);
