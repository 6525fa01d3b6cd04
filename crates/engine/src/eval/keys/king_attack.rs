//! King attack: units, safety table, weights.

use super::{Decl, Group, Kind, Opt, Shape, Unit};

const fn per_square(name: &'static str, example: &'static str) -> Decl {
    Decl::values(
        Group::KingAttackUnits,
        name,
        Shape::One,
        Unit::AttackUnits,
        "Attack units of each square near the king that a {piece} can go to.",
        "For each attackable square of the king's zone that an own {piece} can go to.",
        example,
    )
}

const fn safe_check(name: &'static str, example: &'static str) -> Decl {
    Decl::values(
        Group::KingAttackUnits,
        name,
        Shape::One,
        Unit::AttackUnits,
        "Attack units of a {piece} that can give a safe check.",
        "Once for each own {piece} that can give a safe check.",
        example,
    )
}

const fn danger_units(
    name: &'static str,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl::values(Group::KingUnits, name, Shape::One, Unit::SignedAttackUnits, meaning, definition, example)
}

const fn attacker(name: &'static str) -> Decl {
    danger_units(
        name,
        "Attack units of a {piece} that takes part in the attack.",
        "For each own {piece} that can go to an attackable square of the \
         king's zone or give a safe check.",
        "[4, 2]",
    )
}

const fn unsafe_check(name: &'static str) -> Decl {
    danger_units(
        name,
        "Attack units of an unsafe check by a {piece}.",
        "Once if an own {piece} can give check, but no own {piece} can \
         give a safe one.",
        "[3, 2]",
    )
}

/// Index of the last entry of the safety table.
pub const LAST_UNITS: usize = 99;

/// Index of the last entry of the table of attackers.
pub const LAST_ATTACKERS: usize = 7;

section!(
    "king_attack",
    "King attack",
    "Each knight, bishop, rook and queen adds units for the squares of the opposing king's zone \
         that it can go to and for a safe check, and there may be units for what else makes a king \
         safe or unsafe. The sum of the units is looked up in `safety_table`, and the result is \
         multiplied by `attacker_weight` for the number of pieces that take part, divided by \
         `divisor` and truncated. Middlegame and endgame have their own sums.",
    choice(ZONE) = Decl::choice(
        "zone",
        &[
            Opt { name: "ring", meaning: "The king's square and the squares that touch it." },
            Opt {
                name: "ring and a rank ahead",
                meaning: "The ring, and the rank ahead of it as the king's owner sees it.",
            },
            Opt {
                name: "two ranks each way, widened at the edge",
                meaning: "The ring moved one rank up and one rank down as well; for a king on an edge file also one \
         file towards the middle.",
            },
        ],
        "Which squares around the king count.",
        "\"ring and a rank ahead\"",
    ),
    choice(ATTACKABLE_WHEN) = Decl::choice(
        "attackable_when",
        &[
            Opt { name: "always", meaning: "Every square of the zone." },
            Opt {
                name: "not guarded by a pawn",
                meaning: "Squares that no pawn of the king's side attacks.",
            },
            Opt {
                name: "not guarded by a pawn or minor piece",
                meaning: "Squares that no pawn, knight or bishop of the king's side attacks.",
            },
        ],
        "Which squares of the zone can be attacked.",
        "\"not guarded by a pawn\"",
    ),
    choice(SAFE_CHECK_WHEN) = Decl::choice(
        "safe_check_when",
        &[
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
                meaning: "No piece of the king's side attacks the square; or only its king or a queen does, once, and two \
                          pieces or pawns of the other side attack it (as in Stockfish 11).",
            },
        ],
        "Which squares a check is safe from.",
        "\"unguarded\"",
    ),
    slot(UNITS_PER_SQUARE_KNIGHT) = per_square("units_per_square.knight", "[9, 1]"),
    slot(UNITS_PER_SQUARE_BISHOP) = per_square("units_per_square.bishop", "[9, 2]"),
    slot(UNITS_PER_SQUARE_ROOK) = per_square("units_per_square.rook", "[9, 1]"),
    slot(UNITS_PER_SQUARE_QUEEN) = per_square("units_per_square.queen", "[9, 6]"),
    slot(SAFE_CHECK_UNITS_KNIGHT) = safe_check("safe_check_units.knight", "[23, 16]"),
    slot(SAFE_CHECK_UNITS_BISHOP) = safe_check("safe_check_units.bishop", "[5, 20]"),
    slot(SAFE_CHECK_UNITS_ROOK) = safe_check("safe_check_units.rook", "[19, 13]"),
    slot(SAFE_CHECK_UNITS_QUEEN) = safe_check("safe_check_units.queen", "[10, 37]"),
    slot(SAFETY_TABLE) = Decl::score(
        Group::KingAttack,
        "safety_table",
        Shape::ByCount { last: LAST_UNITS },
        "Score of an attack by its units.",
        "By the sum of units of the stage, larger sums as 99, sums below 0 as 0. Not counted when no \
         piece takes part.",
        "{ step = 5 }",
    )
    .phrase("{side}'s attack on {opponent}'s king is worth {value}"),
    slot(ATTACKER_WEIGHT) = Decl::values(
        Group::KingAttackUnits,
        "attacker_weight",
        Shape::ByCount { last: LAST_ATTACKERS },
        Unit::Percent,
        "Weight of an attack by the number of attackers.",
        "By the number of pieces with a square of the zone or a safe check, larger numbers as 7. If \
         all are 0 or absent, the number does not matter.",
        "[0, 60, 85, 90, 120, 110, 100, 100]"
    ),
    number(DIVISOR) = Decl::setting(
        "divisor",
        Kind::Number { default: 100.0, min: 1.0, max: 10_000.0, whole: true, words: &[] },
        "Divisor of `attacker_weight`.",
        "The product is divided by this and truncated towards zero.",
        "100"
    ),
    slot(ATTACKER_UNITS_KNIGHT) = attacker("attacker_units.knight"),
    slot(ATTACKER_UNITS_BISHOP) = attacker("attacker_units.bishop"),
    slot(ATTACKER_UNITS_ROOK) = attacker("attacker_units.rook"),
    slot(ATTACKER_UNITS_QUEEN) = attacker("attacker_units.queen"),
    slot(UNSAFE_CHECK_UNITS_KNIGHT) = unsafe_check("unsafe_check_units.knight"),
    slot(UNSAFE_CHECK_UNITS_BISHOP) = unsafe_check("unsafe_check_units.bishop"),
    slot(UNSAFE_CHECK_UNITS_ROOK) = unsafe_check("unsafe_check_units.rook"),
    slot(UNSAFE_CHECK_UNITS_QUEEN) = unsafe_check("unsafe_check_units.queen"),
    slot(WEAK_SQUARE_UNITS) = danger_units(
        "weak_square_units",
        "Attack units of a weak square beside the king.",
        "For each square of the ring (the king's and those that touch it) that the \
         attacker attacks, that the defender does not guard twice, and that its king or queen guards \
         if anything does.",
        "[5, 3]",
    ),
    slot(PINNED_UNITS) = danger_units(
        "pinned_units",
        "Attack units of a pinned defender.",
        "For each piece or pawn of the defender pinned to its king.",
        "[4, 2]",
    ),
    slot(FLANK_ATTACK_UNITS) = danger_units(
        "flank_attack_units",
        "Attack units of an attacked square on the king's flank.",
        "For each square that the attacker attacks, twice if it does so twice, on the \
         king's flank (a to d, c to f or e to h as for `king.pawnless_flank`) and the defender's \
         ranks 1 to 5.",
        "[1, 0]",
    ),
    slot(FLANK_DEFENCE_UNITS) = danger_units(
        "flank_defence_units",
        "Attack units of a guarded square on the king's flank, usually negative.",
        "For each square of the area of `flank_attack_units` that the defender attacks.",
        "[-1, 0]",
    ),
    slot(NO_QUEEN_UNITS) = danger_units(
        "no_queen_units",
        "Attack units of an attack without a queen, usually negative.",
        "Once if the attacker has no queen.",
        "[-25, -10]",
    ),
    slot(KNIGHT_DEFENDER_UNITS) = danger_units(
        "knight_defender_units",
        "Attack units of a knight that defends the king, usually negative.",
        "Once if a knight of the defender attacks a square that \
         touches its king.",
        "[-5, -2]",
    ),
    slot(BASE_UNITS) = danger_units(
        "base_units",
        "Attack units of every attack.",
        "Once for an attack in which any piece takes part.",
        "[-3, 0]",
    )
);
