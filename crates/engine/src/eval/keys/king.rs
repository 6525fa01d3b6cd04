//! The king: shield, shelter, storm, flank.

use super::pieces;
use super::{Decl, DisplayRow, Group, Kind, MAX_SCORE, Opt, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::KingSafety, ..Decl::DEFAULT };

/// Away from the edge, as the last king must be driven there.
const EDGE_EXAMPLE: &str = "[
    [-30, -20, -20, -20, -20, -20, -20, -30],  # rank 8
    [-20,   0,   0,   0,   0,   0,   0, -20],
    [-20,   0,  10,  10,  10,  10,   0, -20],
    [-20,   0,  10,  20,  20,  10,   0, -20],
    [-20,   0,  10,  20,  20,  10,   0, -20],
    [-20,   0,  10,  10,  10,  10,   0, -20],
    [-20,   0,   0,   0,   0,   0,   0, -20],
    [-30, -20, -20, -20, -20, -20, -20, -30],  # rank 1
]";

const SHELTER: Decl = Decl {
    kind: Kind::score(Shape::ByRank),
    groups: &[Group::Shelter],
    display: DisplayRow::KingShelter,
    definition: "For each of the king's file and its neighbours (on the edge: the three nearest) that is one \
        of these two, by the rank of the own pawn nearest the owner's first rank that is not behind the \
        king; entry 1 if there is none.",
    example: "[-10, 30, 20, -5, -10, -5, -15, 0]",
    ..TERM
};

const STORM: Decl = Decl {
    kind: Kind::score(Shape::ByRank),
    groups: &[Group::Shelter],
    display: DisplayRow::KingShelter,
    definition: "For each of the king's file and its neighbours (on the edge: the three nearest) that is one \
        of these two, by the rank (as the king's owner counts) of the opposing pawn nearest the owner's \
        first rank that is not behind the king; entry 1 if there is none. A pawn that an own pawn stands \
        before is counted in `storm.blocked` instead.",
    example: "[0, 0, -40, -25, -10, 0, 0, 0]",
    ..TERM
};

section!(
    "king",
    "King",
    "Pawn shelter, castling and placement of the king. For attacks on it see `king_attack`.",
    slot(SHIELD_MISSING) = Decl {
        name: "shield_missing",
        kind: Kind::score(Shape::ByCount { last: 3 }),
        groups: &[Group::Shield],
        meaning: "Files beside the king without an own pawn in front of it.",
        definition: "By the number of shield files without an own pawn on their shield squares. Shield files \
            are the king's and its neighbours (on the edge: the three nearest); shield squares the two ranks \
            ahead of the king on them. Counted once for each side, also for 0; a king on its last rank has \
            no shield files.",
        example: "[5, -24, -40, -60]",
        phrase: "{n} of the files at {side}'s king {has|have} no own pawn on the two ranks ahead of the king",
        ..TERM
    },
    slot(SHIELD_OPEN) = Decl {
        name: "shield_open",
        kind: Kind::score(Shape::ByCount { last: 3 }),
        groups: &[Group::Shield],
        meaning: "Files beside the king without an own pawn in front of it or an opposing pawn further on.",
        definition: "By the number of shield files that are missing a pawn and have no opposing pawn ahead \
            of the king either. Counted once for each side, also for 0.",
        example: "[2, -1, -49, -74]",
        phrase: "{n} of the files at {side}'s king {has|have} neither an own pawn just ahead of the king nor \
            a {opponent} pawn further on",
        ..TERM
    },
    choice(SHIELD_AT_MOVE_ZERO) = Decl {
        name: "shield_at_move_zero",
        kind: Kind::Choice(&[
            Opt { name: "as ever", meaning: "A FEN's full-move number does not matter." },
            Opt { name: "full", meaning: "With full-move number 0 in the FEN every shield counts as full." },
        ]),
        meaning: "The effect of full-move number 0 in a FEN on the shield.",
        example: "\"full\"",
        ..Decl::DEFAULT
    },
    slot(CASTLED) = Decl {
        name: "castled",
        groups: &[Group::Castled],
        topic: Topic::King,
        display: DisplayRow::Placement,
        meaning: "A king that has castled.",
        definition: "Once for a side without castling rights whose king stands on its first rank, either on \
            the g- or h-file with no own rook to its right on that rank, or on the a-, b- or c-file with \
            none to its left.",
        example: "20",
        phrase: "{side}'s king stands as after castling",
        ..TERM
    },
    slot(NO_ADJACENT_PAWN) = Decl {
        name: "no_adjacent_pawn",
        groups: &[Group::Shield],
        meaning: "A king without an own pawn beside it.",
        definition: "Once for a side with no own pawn on the (up to eight) squares that touch its king.",
        example: "-16",
        phrase: "no {side} pawn stands beside {side}'s king",
        ..TERM
    },
    slot(EDGE) = Decl {
        name: "edge",
        kind: Kind::score(Shape::BySquare),
        groups: &[Group::KingEdge],
        topic: Topic::King,
        meaning: "The square of a king when a side has little material left.",
        definition: "By each king's square, for both kings, when the sum of values and squares of either \
            side's pieces (its middlegame part) is below `edge_below`.",
        example: EDGE_EXAMPLE,
        phrase: "the square of {side}'s king is worth {value} with so little material",
        ..TERM
    },
    number(EDGE_BELOW) = Decl {
        name: "edge_below",
        kind: Kind::Number {
            default: 0.0,
            min: -(MAX_SCORE as f64),
            max: 10.0 * MAX_SCORE as f64,
            whole: false,
            words: &[],
        },
        meaning: "When `edge` counts: a side's values and squares sum to less than this.",
        definition: "Compared with the sum of `material`, `psqt`, `centre_distance` and `pawns.advance`, \
            king included.",
        example: "300",
        ..Decl::DEFAULT
    },
    slot(MOP_UP_EDGE) = Decl {
        name: "mop_up.edge",
        kind: Kind::score(Shape::ByDistance { first: 0, last: 6, enough: 6 }),
        groups: &[Group::KingEdge],
        topic: Topic::King,
        meaning: "Driving a lone king to the edge.",
        definition: "If the opponent has nothing but its king and own pieces can mate it anywhere on the \
            edge (a queen, a rook, or bishops on both square colours): by the distance of that king to the \
            nearest of d4, e4, d5, e5 in rook steps.",
        example: "{ step = 40 }",
        phrase: "the distance of {opponent}'s lone king from the centre is worth {value} to {side}",
        ..TERM
    },
    slot(MOP_UP_CORNER) = Decl {
        name: "mop_up.corner",
        kind: Kind::score(Shape::ByDistance { first: 0, last: 7, enough: 7 }),
        groups: &[Group::KingEdge],
        topic: Topic::King,
        meaning: "Driving a lone king to a corner in which bishop and knight can mate it.",
        definition: "If the opponent has nothing but its king and own pieces can mate it only with bishop \
            and knight: by how far that king is from the long diagonal without squares of the bishop's \
            colour, from 0 on it to 7 in the two corners that the bishop can attack.",
        example: "{ step = 60 }",
        phrase: "the distance of {opponent}'s lone king from the corners where bishop and knight can mate it \
            is worth {value} to {side}",
        ..TERM
    },
    slot(MOP_UP_KINGS) = Decl {
        name: "mop_up.kings",
        kind: Kind::score(Shape::ByDistance { first: 0, last: 14, enough: 14 }),
        groups: &[Group::KingEdge],
        topic: Topic::King,
        meaning: "Bringing the king close to a lone king that is to be mated.",
        definition: "If `mop_up.edge` or `mop_up.corner` counts: by the distance of the two kings in rook \
            steps (entries 0 and 1 are never read).",
        example: "{ start = 224, step = -16 }",
        phrase: "the distance of {side}'s king from {opponent}'s lone king is worth {value}",
        ..TERM
    },
    slot(CENTRE_DISTANCE) = Decl {
        topic: Topic::King,
        phrase: "how near {side}'s king stands to the centre is worth {value}",
        ..pieces::CENTRE_DISTANCE
    },
    choice(CENTRE_METRIC) = pieces::CENTRE_METRIC,
    slot(OWN_KING_DISTANCE) = Decl { topic: Topic::King, ..pieces::OWN_KING_DISTANCE },
    slot(ENEMY_KING_DISTANCE) = Decl {
        topic: Topic::King,
        phrase: "how near {side}'s king stands to {opponent}'s king is worth {value}",
        ..pieces::ENEMY_KING_DISTANCE
    },
    choice(KING_METRIC) = pieces::KING_METRIC,
    slot(SHELTER_ROOK_FILE) = Decl {
        name: "shelter.rook_file",
        meaning: "The pawn shelter of the king on the a- or h-file.",
        phrase: "{side}'s pawn shelter on the a- or h-file near the king is worth {value}",
        ..SHELTER
    },
    slot(SHELTER_KNIGHT_FILE) = Decl {
        name: "shelter.knight_file",
        meaning: "The pawn shelter of the king on the b- or g-file.",
        phrase: "{side}'s pawn shelter on the b- or g-file near the king is worth {value}",
        ..SHELTER
    },
    slot(SHELTER_BISHOP_FILE) = Decl {
        name: "shelter.bishop_file",
        meaning: "The pawn shelter of the king on the c- or f-file.",
        phrase: "{side}'s pawn shelter on the c- or f-file near the king is worth {value}",
        ..SHELTER
    },
    slot(SHELTER_CENTRE_FILE) = Decl {
        name: "shelter.centre_file",
        meaning: "The pawn shelter of the king on the d- or e-file.",
        phrase: "{side}'s pawn shelter on the d- or e-file near the king is worth {value}",
        ..SHELTER
    },
    slot(STORM_ROOK_FILE) = Decl {
        name: "storm.rook_file",
        meaning: "An opposing pawn on the a- or h-file that storms the king.",
        phrase: "{opponent}'s pawn storm on the a- or h-file near {side}'s king is worth {value} to {side}",
        ..STORM
    },
    slot(STORM_KNIGHT_FILE) = Decl {
        name: "storm.knight_file",
        meaning: "An opposing pawn on the b- or g-file that storms the king.",
        phrase: "{opponent}'s pawn storm on the b- or g-file near {side}'s king is worth {value} to {side}",
        ..STORM
    },
    slot(STORM_BISHOP_FILE) = Decl {
        name: "storm.bishop_file",
        meaning: "An opposing pawn on the c- or f-file that storms the king.",
        phrase: "{opponent}'s pawn storm on the c- or f-file near {side}'s king is worth {value} to {side}",
        ..STORM
    },
    slot(STORM_CENTRE_FILE) = Decl {
        name: "storm.centre_file",
        meaning: "An opposing pawn on the d- or e-file that storms the king.",
        phrase: "{opponent}'s pawn storm on the d- or e-file near {side}'s king is worth {value} to {side}",
        ..STORM
    },
    slot(STORM_BLOCKED) = Decl {
        name: "storm.blocked",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::Shelter],
        display: DisplayRow::KingShelter,
        meaning: "An opposing pawn before the king that an own pawn stops.",
        definition: "For each of the three files at the king (as for `shelter`), by the rank of that \
            opposing pawn, if the own pawn that gives shelter stands on the square in front of it.",
        example: "[0, 0, -30, 5, 5, 0, 0, 0]",
        phrase: "{opponent}'s pawns near {side}'s king that own pawns block are worth {value} to {side}",
        ..TERM
    },
    slot(PAWNLESS_FLANK) = Decl {
        name: "pawnless_flank",
        groups: &[Group::Shelter],
        meaning: "A king on a flank without pawns.",
        definition: "Once for a side with no pawn of either colour on the files a to d if its king stands on \
            a to c, e to h if on f to h, c to f if on d or e.",
        example: "[-15, -80]",
        phrase: "no pawn stands on the files around {side}'s king",
        ..TERM
    },
    slot(FLANK_ATTACKED) = Decl {
        name: "flank_attacked",
        groups: &[Group::KingFlank],
        meaning: "A square of the king's flank that the opponent attacks.",
        definition: "For each square that the opponent attacks, twice if it does so twice, on the king's \
            flank (as for `pawnless_flank`) and the owner's ranks 1 to 5.",
        example: "[-6, 0]",
        phrase: "{opponent} attacks {n} {square|squares} on the flank of {side}'s king (twice attacked \
            counts twice)",
        ..TERM
    },
    slot(FLANK_GUARDED) = Decl {
        name: "flank_guarded",
        groups: &[Group::KingFlank],
        meaning: "A square of the king's flank that its own side attacks.",
        definition: "For each square of the area of `flank_attacked` that the king's side attacks.",
        example: "[3, 0]",
        phrase: "{side} attacks {n} {square|squares} on the flank of its own king",
        ..TERM
    },
);
