//! Passed pawns and their paths.

use super::{Decl, Group, Shape};

const fn by_rank(name: &'static str, meaning: &'static str, definition: &'static str) -> Decl {
    Decl::score(
        Group::PassedPaths,
        name,
        Shape::ByRank,
        meaning,
        definition,
        "[0, 0, 0, [2, 5], [5, 12], [10, 30], [20, 60], 0]",
    )
}

const fn blocker(name: &'static str) -> Decl {
    Decl::score(
        Group::PassedPaths,
        name,
        Shape::One,
        "An opposing {piece} that blocks a passed pawn.",
        "Once for each own passed pawn with an opposing {piece} on the square in front of it.",
        "[-10, -30]",
    )
}

section!(
    "passed_pawns",
    "Passed pawns",
    "A pawn is passed when no opposing pawn stands ahead of it on its own file or a neighbouring \
         one. Own pawns ahead do not matter.",
    slot(BY_RANK) = Decl::score(
        Group::PassedPawns,
        "by_rank",
        Shape::ByRank,
        "A passed pawn, by its rank.",
        "For each own passed pawn, by its rank counted from the owner's first.",
        "[0, 5, 10, 20, 40, 70, 120, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is|are} passed",
        "own.passed",
    ),
    slot(BY_FILE) = Decl::score(
        Group::PassedRelations,
        "by_file",
        Shape::ByFile,
        "A passed pawn, by its file.",
        "For each own passed pawn, by its file.",
        "[0, -4, -8, -12]",
    )
    .phrase("the files of {side}'s passed pawns are worth {value}"),
    slot(CONNECTED) = Decl::score(
        Group::PassedRelations,
        "connected",
        Shape::ByRank,
        "A connected passed pawn.",
        "For each own passed pawn with an own passed pawn on a neighbouring file, on the same rank \
         or the one ahead or behind; by rank.",
        "[0, 0, 2, 5, 10, 25, 50, 0]",
    )
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} connected with another passed pawn",
        "own.passed & beside(own.passed | north(own.passed) | south(own.passed))",
    ),
    slot(CANDIDATE) = Decl::score(
        Group::PassedRelations,
        "candidate",
        Shape::ByRank,
        "A pawn that may become passed.",
        "For each own pawn that is not passed, with no opposing pawn ahead on its file, and with at \
         least as many own pawns level with it or behind it on the neighbouring files as there are \
         opposing pawns ahead of it on them; by rank.",
        "[0, 0, 2, 5, 10, 25, 0, 0]",
    )
    .phrase_on(
        "{side}'s {pawn|pawns} on {squares} {is a candidate|are candidates} to become passed",
        "own.candidate",
    ),
    slot(FREE_BY_RANK) = Decl::score(
        Group::PassedControl,
        "free_by_rank",
        Shape::ByRank,
        "A passed pawn that nothing stops.",
        "For each own passed pawn that is not weak and that has no square ahead on its file which \
         the opponent attacks or occupies and no own piece guards; by rank.",
        "[0, 0, 5, 10, 30, 60, 100, 0]",
    )
    .phrase_on(
        "{side} guards every square ahead of {side}'s passed {pawn|pawns} on {squares} that {opponent} attacks or occupies",
        "where(p in own.passed - own.weak, none(front_span(own, p) & (their.attacked | their.all) - own.attacked))",
    ),
    slot(WEAK) = Decl::score(
        Group::PassedControl,
        "weak",
        Shape::One,
        "A passed pawn that is attacked and not guarded.",
        "Once for each own passed pawn attacked by any opposing piece and by no own piece.",
        "[-8, -20]",
    )
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} attacked and not guarded",
        "own.passed & own.weak",
    ),
    slot(OWN_HEAVY_BEHIND) = Decl::score(
        Group::PassedPieces,
        "own_heavy_behind",
        Shape::One,
        "A rook or queen that supports a passed pawn from behind.",
        "For each own rook or queen anywhere behind an own passed pawn on its file, through any \
         pieces: once for each such piece, not for each pawn.",
        "[10, 20]",
    )
    .phrase_on(
        "{side}'s {pieces} {stands|stand} behind an own passed pawn",
        "own.majors & rear_span(own, own.passed)",
    ),
    slot(ENEMY_HEAVY_BEHIND) = Decl::score(
        Group::PassedPieces,
        "enemy_heavy_behind",
        Shape::One,
        "An opposing rook or queen that holds a passed pawn from behind.",
        "For each opposing rook or queen anywhere behind an own passed pawn on its file, through \
         any pieces: once for each such piece, not for each pawn.",
        "[0, -50]",
    )
    .phrase_on(
        "{opponent}'s {pieces} {stands|stand} behind a passed pawn of {side}",
        "their.majors & rear_span(own, own.passed)",
    ),
    slot(OWN_KING_DISTANCE) = Decl::score(
        Group::PassedKings,
        "own_king_distance",
        Shape::ByDistance { first: 1, last: 7, enough: 7 },
        "How near the own king is to a passed pawn.",
        "For each own passed pawn, by the king moves between it and its own king.",
        "[[0, 20], [0, 10], 0, 0, 0, 0, 0]",
    )
    .phrase("how near {side}'s king stands to {side}'s passed pawns is worth {value}"),
    slot(ENEMY_KING_DISTANCE) = Decl::score(
        Group::PassedKings,
        "enemy_king_distance",
        Shape::ByDistance { first: 1, last: 7, enough: 7 },
        "How far the opposing king is from a passed pawn.",
        "For each own passed pawn, by the king moves between it and the opposing king.",
        "{ start = [0, -40], step = [0, 12] }",
    )
    .phrase("how far {opponent}'s king stands from {side}'s passed pawns is worth {value} to {side}"),
    slot(KING_DISTANCE_DIFFERENCE) = Decl::score(
        Group::PassedKings,
        "king_distance_difference",
        Shape::ByDistance { first: -6, last: 6, enough: 6 },
        "Which king is nearer to a passed pawn.",
        "For each own passed pawn, by the distance to its own king less the distance to the opposing \
         king.",
        "{ step = [0, -5] }",
    )
    .phrase("how far both kings stand from {side}'s passed pawns is worth {value}"),
    slot(BLOCKED) = by_rank(
        "blocked",
        "A passed pawn with an opposing piece in front of it.",
        "For each own passed pawn with any opposing piece on the square in front of it, by rank.",
    )
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} piece",
        "own.passed & south(their.all)",
    ),
    slot(BLOCKER_KNIGHT) = blocker("blocker.knight")
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} knight",
        "own.passed & south(their.knights)",
    ),
    slot(BLOCKER_BISHOP) = blocker("blocker.bishop")
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} bishop",
        "own.passed & south(their.bishops)",
    ),
    slot(BLOCKER_ROOK) = blocker("blocker.rook")
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} rook",
        "own.passed & south(their.rooks)",
    ),
    slot(BLOCKER_QUEEN) = blocker("blocker.queen")
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} queen",
        "own.passed & south(their.queens)",
    ),
    slot(BLOCKER_KING) = blocker("blocker.king")
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {is|are} blocked by a {opponent} king",
        "own.passed & south(their.king)",
    ),
    slot(NEXT_SQUARE_SAFE) = by_rank(
        "next_square_safe",
        "A passed pawn that can step forward safely.",
        "For each own passed pawn whose square in front is empty and not attacked by the opponent, by \
         rank.",
    )
    .phrase_on(
        "the square in front of {side}'s passed {pawn|pawns} on {squares} is empty and not attacked by {opponent}",
        "own.passed & south(empty - their.attacked)",
    ),
    slot(NEXT_SQUARE_GUARDED) = by_rank(
        "next_square_guarded",
        "A passed pawn whose next square is guarded.",
        "For each own passed pawn whose square in front an own piece or pawn attacks, by rank.",
    )
    .phrase_on(
        "{side} attacks the square in front of {side}'s passed {pawn|pawns} on {squares}",
        "own.passed & south(own.attacked)",
    ),
    slot(PATH_FREE) = by_rank(
        "path_free",
        "A passed pawn with nothing in its way.",
        "For each own passed pawn with no piece of either colour ahead on its file, by rank.",
    )
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {has|have} no piece ahead on the file",
        "own.passed - rear_span(own, occupied)",
    ),
    slot(PATH_SAFE) = by_rank(
        "path_safe",
        "A passed pawn whose way is not attacked.",
        "For each own passed pawn with no square ahead on its file that the opponent attacks, by rank.",
    )
    .phrase_on(
        "{opponent} attacks no square ahead of {side}'s passed {pawn|pawns} on {squares}",
        "own.passed - rear_span(own, their.attacked)",
    ),
    slot(KING_AHEAD) = Decl::score(
        Group::PassedPaths,
        "king_ahead",
        Shape::One,
        "A king that leads its passed pawn.",
        "Once for each own passed pawn with the own king ahead of it, on its file or a neighbouring \
         one.",
        "[0, 20]",
    )
    .phrase_on(
        "{side}'s passed {pawn|pawns} on {squares} {has|have} the own king ahead on the same or a neighbouring file",
        "own.passed & rear_span(own, widen(own.king))",
    ),
    slot(UNSTOPPABLE) = by_rank(
        "unstoppable",
        "A passed pawn that no king can catch.",
        "For each own passed pawn with no piece of either colour ahead on its file, when the opponent \
         has no piece but its king and that king is outside the square: its distance to the promotion \
         square, less one if the opponent is to move, is more than the pawn's steps (a double step from \
         its second rank counts as one). By rank.",
    )
    .phrase_on(
        "{opponent}'s king cannot catch {side}'s passed {pawn|pawns} on {squares}",
        "where(p in if(none(their.pieces), own.passed - rear_span(own, occupied), nowhere), least(goal in files(p) & a8..h8, distance(their.king, goal)) > min(8 - rank(p), 5) + their.to_move)",
    )
);
