//! Passed pawns and their paths.

use super::{Decl, DisplayRow, Group, Kind, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::PassedPawns, ..Decl::DEFAULT };

const PATH: Decl = Decl {
    kind: Kind::score(Shape::ByRank),
    groups: &[Group::PassedPaths],
    example: "[0, 0, 0, [2, 5], [5, 12], [10, 30], [20, 60], 0]",
    ..TERM
};

const BLOCKER: Decl = Decl {
    groups: &[Group::PassedPaths],
    display: DisplayRow::PassedPawns,
    meaning: "An opposing {piece} that blocks a passed pawn.",
    definition: "Once for each own passed pawn with an opposing {piece} on the square in front of it.",
    example: "[-10, -30]",
    ..TERM
};

section!(
    "passed_pawns",
    "Passed pawns",
    "A pawn is passed when no opposing pawn stands ahead of it on its own file or a neighbouring one. Own \
        pawns ahead do not matter.",
    slot(BY_RANK) = Decl {
        name: "by_rank",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PassedPawns],
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn, by its rank.",
        definition: "For each own passed pawn, by its rank counted from the owner's first.",
        example: "[0, 5, 10, 20, 40, 70, 120, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is|are} passed",
        squares: "own.passed",
        ..TERM
    },
    slot(BY_FILE) = Decl {
        name: "by_file",
        kind: Kind::score(Shape::ByFile),
        groups: &[Group::PassedRelations],
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn, by its file.",
        definition: "For each own passed pawn, by its file.",
        example: "[0, -4, -8, -12]",
        phrase: "the files of {side}'s passed pawns are worth {value}",
        ..TERM
    },
    slot(CONNECTED) = Decl {
        name: "connected",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PassedRelations],
        display: DisplayRow::PassedPawns,
        meaning: "A connected passed pawn.",
        definition: "For each own passed pawn with an own passed pawn on a neighbouring file, on the same \
            rank or the one ahead or behind; by rank.",
        example: "[0, 0, 2, 5, 10, 25, 50, 0]",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} connected with another passed pawn",
        squares: "own.passed & beside(own.passed | north(own.passed) | south(own.passed))",
        ..TERM
    },
    slot(CANDIDATE) = Decl {
        name: "candidate",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PassedRelations],
        meaning: "A pawn that may become passed.",
        definition: "For each own pawn that is not passed, with no opposing pawn ahead on its file, and with \
            at least as many own pawns level with it or behind it on the neighbouring files as there are \
            opposing pawns ahead of it on them; by rank.",
        example: "[0, 0, 2, 5, 10, 25, 0, 0]",
        phrase: "{side}'s {pawn|pawns} on {squares} {is a candidate|are candidates} to become passed",
        squares: "own.candidate",
        ..TERM
    },
    slot(FREE_BY_RANK) = Decl {
        name: "free_by_rank",
        kind: Kind::score(Shape::ByRank),
        groups: &[Group::PassedControl],
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn that nothing stops.",
        definition: "For each own passed pawn that is not weak and that has no square ahead on its file \
            which the opponent attacks or occupies and no own piece guards; by rank.",
        example: "[0, 0, 5, 10, 30, 60, 100, 0]",
        phrase: "{side} guards every square ahead of {side}'s passed {pawn|pawns} on {squares} that \
            {opponent} attacks or occupies",
        squares: "where(p in own.passed - own.weak, none(front_span(own, p) & (their.attacked | their.all) - \
            own.attacked))",
        ..TERM
    },
    slot(WEAK) = Decl {
        name: "weak",
        groups: &[Group::PassedControl],
        meaning: "A passed pawn that is attacked and not guarded.",
        definition: "Once for each own passed pawn attacked by any opposing piece and by no own piece.",
        example: "[-8, -20]",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} attacked and not guarded",
        squares: "own.passed & own.weak",
        ..TERM
    },
    slot(OWN_HEAVY_BEHIND) = Decl {
        name: "own_heavy_behind",
        groups: &[Group::PassedPieces],
        meaning: "A rook or queen that supports a passed pawn from behind.",
        definition: "For each own rook or queen anywhere behind an own passed pawn on its file, through any \
            pieces: once for each such piece, not for each pawn.",
        example: "[10, 20]",
        phrase: "{side}'s {pieces} {stands|stand} behind an own passed pawn",
        squares: "own.majors & rear_span(own, own.passed)",
        ..TERM
    },
    slot(ENEMY_HEAVY_BEHIND) = Decl {
        name: "enemy_heavy_behind",
        groups: &[Group::PassedPieces],
        meaning: "An opposing rook or queen that holds a passed pawn from behind.",
        definition: "For each opposing rook or queen anywhere behind an own passed pawn on its file, through \
            any pieces: once for each such piece, not for each pawn.",
        example: "[0, -50]",
        phrase: "{opponent}'s {pieces} {stands|stand} behind a passed pawn of {side}",
        squares: "their.majors & rear_span(own, own.passed)",
        ..TERM
    },
    slot(OWN_KING_DISTANCE) = Decl {
        name: "own_king_distance",
        kind: Kind::score(Shape::ByDistance { first: 1, last: 7, enough: 7 }),
        groups: &[Group::PassedKings],
        display: DisplayRow::KingsAndPassedPawns,
        meaning: "How near the own king is to a passed pawn.",
        definition: "For each own passed pawn, by the king moves between it and its own king.",
        example: "[[0, 20], [0, 10], 0, 0, 0, 0, 0]",
        phrase: "how near {side}'s king stands to {side}'s passed pawns is worth {value}",
        ..TERM
    },
    slot(ENEMY_KING_DISTANCE) = Decl {
        name: "enemy_king_distance",
        kind: Kind::score(Shape::ByDistance { first: 1, last: 7, enough: 7 }),
        groups: &[Group::PassedKings],
        display: DisplayRow::KingsAndPassedPawns,
        meaning: "How far the opposing king is from a passed pawn.",
        definition: "For each own passed pawn, by the king moves between it and the opposing king.",
        example: "{ start = [0, -40], step = [0, 12] }",
        phrase: "how far {opponent}'s king stands from {side}'s passed pawns is worth {value} to {side}",
        ..TERM
    },
    slot(KING_DISTANCE_DIFFERENCE) = Decl {
        name: "king_distance_difference",
        kind: Kind::score(Shape::ByDistance { first: -6, last: 6, enough: 6 }),
        groups: &[Group::PassedKings],
        display: DisplayRow::KingsAndPassedPawns,
        meaning: "Which king is nearer to a passed pawn.",
        definition: "For each own passed pawn, by the distance to its own king less the distance to the \
            opposing king.",
        example: "{ step = [0, -5] }",
        phrase: "how far both kings stand from {side}'s passed pawns is worth {value}",
        ..TERM
    },
    slot(BLOCKED) = Decl {
        name: "blocked",
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn with an opposing piece in front of it.",
        definition: "For each own passed pawn with any opposing piece on the square in front of it, by rank.",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} piece",
        squares: "own.passed & south(their.all)",
        ..PATH
    },
    slot(BLOCKER_KNIGHT) = Decl {
        name: "blocker.knight",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} knight",
        squares: "own.passed & south(their.knights)",
        ..BLOCKER
    },
    slot(BLOCKER_BISHOP) = Decl {
        name: "blocker.bishop",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} bishop",
        squares: "own.passed & south(their.bishops)",
        ..BLOCKER
    },
    slot(BLOCKER_ROOK) = Decl {
        name: "blocker.rook",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} rook",
        squares: "own.passed & south(their.rooks)",
        ..BLOCKER
    },
    slot(BLOCKER_QUEEN) = Decl {
        name: "blocker.queen",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} queen",
        squares: "own.passed & south(their.queens)",
        ..BLOCKER
    },
    slot(BLOCKER_KING) = Decl {
        name: "blocker.king",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} king",
        squares: "own.passed & south(their.king)",
        ..BLOCKER
    },
    slot(NEXT_SQUARE_SAFE) = Decl {
        name: "next_square_safe",
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn that can step forward safely.",
        definition: "For each own passed pawn whose square in front is empty and not attacked by the \
            opponent, by rank.",
        phrase: "the square in front of {side}'s passed {pawn|pawns} on {squares} is empty and not attacked \
            by {opponent}",
        squares: "own.passed & south(empty - their.attacked)",
        ..PATH
    },
    slot(NEXT_SQUARE_GUARDED) = Decl {
        name: "next_square_guarded",
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn whose next square is guarded.",
        definition: "For each own passed pawn whose square in front an own piece or pawn attacks, by rank.",
        phrase: "{side} attacks the square in front of {side}'s passed {pawn|pawns} on {squares}",
        squares: "own.passed & south(own.attacked)",
        ..PATH
    },
    slot(PATH_FREE) = Decl {
        name: "path_free",
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn with nothing in its way.",
        definition: "For each own passed pawn with no piece of either colour ahead on its file, by rank.",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {has|have} no piece ahead on the file",
        squares: "own.passed - rear_span(own, occupied)",
        ..PATH
    },
    slot(PATH_SAFE) = Decl {
        name: "path_safe",
        display: DisplayRow::PassedPawns,
        meaning: "A passed pawn whose way is not attacked.",
        definition: "For each own passed pawn with no square ahead on its file that the opponent attacks, by \
            rank.",
        phrase: "{opponent} attacks no square ahead of {side}'s passed {pawn|pawns} on {squares}",
        squares: "own.passed - rear_span(own, their.attacked)",
        ..PATH
    },
    slot(KING_AHEAD) = Decl {
        name: "king_ahead",
        groups: &[Group::PassedPaths],
        display: DisplayRow::PassedPawns,
        meaning: "A king that leads its passed pawn.",
        definition: "Once for each own passed pawn with the own king ahead of it, on its file or a \
            neighbouring one.",
        example: "[0, 20]",
        phrase: "{side}'s passed {pawn|pawns} on {squares} {has|have} the own king ahead on the same or a \
            neighbouring file",
        squares: "own.passed & rear_span(own, widen(own.king))",
        ..TERM
    },
    slot(UNSTOPPABLE) = Decl {
        name: "unstoppable",
        meaning: "A passed pawn that no king can catch.",
        definition: "For each own passed pawn with no piece of either colour ahead on its file, when the \
            opponent has no piece but its king and that king is outside the square: its distance to the \
            promotion square, less one if the opponent is to move, is more than the pawn's steps (a double \
            step from its second rank counts as one). By rank.",
        phrase: "{opponent}'s king cannot catch {side}'s passed {pawn|pawns} on {squares}",
        squares: "where(p in if(none(their.pieces), own.passed - rear_span(own, occupied), nowhere), \
            least(goal in files(p) & a8..h8, distance(their.king, goal)) > min(8 - rank(p), 5) + \
            their.to_move)",
        ..PATH
    },
);
