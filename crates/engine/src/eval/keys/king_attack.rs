//! King attack: units, safety table, weights.

use super::{Decl, Group, Kind, Opt, Shape, Topic, Unit};

const TERM: Decl = Decl { topic: Topic::KingSafety, ..Decl::DEFAULT };

const UNITS_PER_SQUARE: Decl = Decl {
    kind: Kind::Values(Shape::One, Unit::AttackUnits),
    groups: &[Group::KingAttackUnits],
    meaning: "Attack units of each square near the king that a {piece} can go to.",
    definition: "For each attackable square of the king's zone that an own {piece} can go to.",
    ..TERM
};

const SAFE_CHECK_UNITS: Decl = Decl {
    kind: Kind::Values(Shape::One, Unit::AttackUnits),
    groups: &[Group::KingAttackUnits],
    meaning: "Attack units of a {piece} that can give a safe check.",
    definition: "Once for each own {piece} that can give a safe check.",
    ..TERM
};

const DANGER_UNITS: Decl =
    Decl { kind: Kind::Values(Shape::One, Unit::SignedAttackUnits), groups: &[Group::KingUnits], ..TERM };

const ATTACKER_UNITS: Decl = Decl {
    meaning: "Attack units of a {piece} that takes part in the attack.",
    definition: "For each own {piece} that can go to an attackable square of the king's zone or give a safe \
        check.",
    example: "[4, 2]",
    ..DANGER_UNITS
};

const UNSAFE_CHECK_UNITS: Decl = Decl {
    meaning: "Attack units of an unsafe check by a {piece}.",
    definition: "Once if an own {piece} can give check, but no own {piece} can give a safe one.",
    example: "[3, 2]",
    ..DANGER_UNITS
};

/// Index of the last entry of the safety table.
pub const LAST_UNITS: usize = 99;

/// Index of the last entry of the table of attackers.
pub const LAST_ATTACKERS: usize = 7;

section!(
    "king_attack",
    "King attack",
    "Each knight, bishop, rook and queen adds units for the squares of the opposing king's zone that it can \
        go to and for a safe check, and there may be units for what else makes a king safe or unsafe. The \
        sum of the units is looked up in `safety_table`, and the result is multiplied by `attacker_weight` \
        for the number of pieces that take part, divided by `divisor` and truncated. Middlegame and endgame \
        have their own sums.",
    choice(ZONE) = Decl {
        name: "zone",
        kind: Kind::Choice(&[
            Opt { name: "ring", meaning: "The king's square and the squares that touch it." },
            Opt {
                name: "ring and a rank ahead",
                meaning: "The ring, and the rank ahead of it as the king's owner sees it.",
            },
            Opt {
                name: "two ranks each way, widened at the edge",
                meaning: "The ring moved one rank up and one rank down as well; for a king on an edge file \
                    also one file towards the middle.",
            },
        ]),
        meaning: "Which squares around the king count.",
        example: "\"ring and a rank ahead\"",
        ..Decl::DEFAULT
    },
    choice(ATTACKABLE_WHEN) = Decl {
        name: "attackable_when",
        kind: Kind::Choice(&[
            Opt { name: "always", meaning: "Every square of the zone." },
            Opt {
                name: "not guarded by a pawn",
                meaning: "Squares that no pawn of the king's side attacks.",
            },
            Opt {
                name: "not guarded by a pawn or minor piece",
                meaning: "Squares that no pawn, knight or bishop of the king's side attacks.",
            },
        ]),
        meaning: "Which squares of the zone can be attacked.",
        example: "\"not guarded by a pawn\"",
        ..Decl::DEFAULT
    },
    choice(SAFE_CHECK_WHEN) = Decl {
        name: "safe_check_when",
        kind: Kind::Choice(&[
            Opt {
                name: "unguarded",
                meaning: "No piece of the king's side, king included, attacks the square.",
            },
            Opt {
                name: "not guarded by a pawn or minor piece",
                meaning: "No pawn, knight or bishop of the king's side attacks the square.",
            },
            Opt {
                name: "unguarded or supported",
                meaning: "No piece of the king's side attacks the square; or only its king or a queen does, \
                    once, and two pieces or pawns of the other side attack it (as in Stockfish 11).",
            },
        ]),
        meaning: "Which squares a check is safe from.",
        example: "\"unguarded\"",
        ..Decl::DEFAULT
    },
    slot(UNITS_PER_SQUARE_KNIGHT) =
        Decl { name: "units_per_square.knight", example: "[9, 1]", ..UNITS_PER_SQUARE },
    slot(UNITS_PER_SQUARE_BISHOP) =
        Decl { name: "units_per_square.bishop", example: "[9, 2]", ..UNITS_PER_SQUARE },
    slot(UNITS_PER_SQUARE_ROOK) =
        Decl { name: "units_per_square.rook", example: "[9, 1]", ..UNITS_PER_SQUARE },
    slot(UNITS_PER_SQUARE_QUEEN) =
        Decl { name: "units_per_square.queen", example: "[9, 6]", ..UNITS_PER_SQUARE },
    slot(SAFE_CHECK_UNITS_KNIGHT) =
        Decl { name: "safe_check_units.knight", example: "[23, 16]", ..SAFE_CHECK_UNITS },
    slot(SAFE_CHECK_UNITS_BISHOP) =
        Decl { name: "safe_check_units.bishop", example: "[5, 20]", ..SAFE_CHECK_UNITS },
    slot(SAFE_CHECK_UNITS_ROOK) =
        Decl { name: "safe_check_units.rook", example: "[19, 13]", ..SAFE_CHECK_UNITS },
    slot(SAFE_CHECK_UNITS_QUEEN) =
        Decl { name: "safe_check_units.queen", example: "[10, 37]", ..SAFE_CHECK_UNITS },
    slot(SAFETY_TABLE) = Decl {
        name: "safety_table",
        kind: Kind::score(Shape::ByCount { last: LAST_UNITS }),
        groups: &[Group::KingAttack],
        meaning: "Score of an attack by its units.",
        definition: "By the sum of units of the stage, larger sums as 99, sums below 0 as 0. Not counted \
            when no piece takes part.",
        example: "{ step = 5 }",
        phrase: "{side}'s attack on {opponent}'s king is worth {value}",
        ..TERM
    },
    slot(ATTACKER_WEIGHT) = Decl {
        name: "attacker_weight",
        kind: Kind::Values(Shape::ByCount { last: LAST_ATTACKERS }, Unit::Percent),
        groups: &[Group::KingAttackUnits],
        meaning: "Weight of an attack by the number of attackers.",
        definition: "By the number of pieces with a square of the zone or a safe check, larger numbers as 7. \
            If all are 0 or absent, the number does not matter.",
        example: "[0, 60, 85, 90, 120, 110, 100, 100]",
        ..TERM
    },
    number(DIVISOR) = Decl {
        name: "divisor",
        kind: Kind::Number { default: 100.0, min: 1.0, max: 10_000.0, whole: true, words: &[] },
        meaning: "Divisor of `attacker_weight`.",
        definition: "The product is divided by this and truncated towards zero.",
        example: "100",
        ..Decl::DEFAULT
    },
    slot(ATTACKER_UNITS_KNIGHT) = Decl { name: "attacker_units.knight", ..ATTACKER_UNITS },
    slot(ATTACKER_UNITS_BISHOP) = Decl { name: "attacker_units.bishop", ..ATTACKER_UNITS },
    slot(ATTACKER_UNITS_ROOK) = Decl { name: "attacker_units.rook", ..ATTACKER_UNITS },
    slot(ATTACKER_UNITS_QUEEN) = Decl { name: "attacker_units.queen", ..ATTACKER_UNITS },
    slot(UNSAFE_CHECK_UNITS_KNIGHT) = Decl { name: "unsafe_check_units.knight", ..UNSAFE_CHECK_UNITS },
    slot(UNSAFE_CHECK_UNITS_BISHOP) = Decl { name: "unsafe_check_units.bishop", ..UNSAFE_CHECK_UNITS },
    slot(UNSAFE_CHECK_UNITS_ROOK) = Decl { name: "unsafe_check_units.rook", ..UNSAFE_CHECK_UNITS },
    slot(UNSAFE_CHECK_UNITS_QUEEN) = Decl { name: "unsafe_check_units.queen", ..UNSAFE_CHECK_UNITS },
    slot(WEAK_SQUARE_UNITS) = Decl {
        name: "weak_square_units",
        meaning: "Attack units of a weak square beside the king.",
        definition: "For each square of the ring (the king's and those that touch it) that the attacker \
            attacks, that the defender does not guard twice, and that its king or queen guards if anything \
            does.",
        example: "[5, 3]",
        ..DANGER_UNITS
    },
    slot(PINNED_UNITS) = Decl {
        name: "pinned_units",
        meaning: "Attack units of a pinned defender.",
        definition: "For each piece or pawn of the defender pinned to its king.",
        example: "[4, 2]",
        ..DANGER_UNITS
    },
    slot(FLANK_ATTACK_UNITS) = Decl {
        name: "flank_attack_units",
        meaning: "Attack units of an attacked square on the king's flank.",
        definition: "For each square that the attacker attacks, twice if it does so twice, on the king's \
            flank (a to d, c to f or e to h as for `king.pawnless_flank`) and the defender's ranks 1 to 5.",
        example: "[1, 0]",
        ..DANGER_UNITS
    },
    slot(FLANK_DEFENCE_UNITS) = Decl {
        name: "flank_defence_units",
        meaning: "Attack units of a guarded square on the king's flank, usually negative.",
        definition: "For each square of the area of `flank_attack_units` that the defender attacks.",
        example: "[-1, 0]",
        ..DANGER_UNITS
    },
    slot(NO_QUEEN_UNITS) = Decl {
        name: "no_queen_units",
        meaning: "Attack units of an attack without a queen, usually negative.",
        definition: "Once if the attacker has no queen.",
        example: "[-25, -10]",
        ..DANGER_UNITS
    },
    slot(KNIGHT_DEFENDER_UNITS) = Decl {
        name: "knight_defender_units",
        meaning: "Attack units of a knight that defends the king, usually negative.",
        definition: "Once if a knight of the defender attacks a square that touches its king.",
        example: "[-5, -2]",
        ..DANGER_UNITS
    },
    slot(BASE_UNITS) = Decl {
        name: "base_units",
        meaning: "Attack units of every attack.",
        definition: "Once for an attack in which any piece takes part.",
        example: "[-3, 0]",
        ..DANGER_UNITS
    },
);
