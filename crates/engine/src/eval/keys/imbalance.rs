//! Material imbalance.

use super::{Choice, Decl, Group, Opt, Shape};

const fn twins(name: &'static str) -> Decl {
    Decl::score(
        Group::Imbalance,
        name,
        Shape::One,
        "Each pair of own {piece}s.",
        "Once for each pair of own {piece}s: one for two {piece}s, three for three. Negative numbers say that they \
         are redundant.",
        "[-5, -10]",
    )
    .phrase("{side}'s pairs of {piece}s are worth {value}")
}

const fn beside(name: &'static str) -> Decl {
    Decl::score(
        Group::Imbalance,
        name,
        Shape::One,
        "Each pair of an own {piece} and an own {other}.",
        "The number of own {piece}s times the number of own {other}s.",
        "[3, 1]",
    )
    .phrase("{side}'s {piece}s beside its {other}s are worth {value}")
}

const fn versus(name: &'static str) -> Decl {
    Decl::score(
        Group::Imbalance,
        name,
        Shape::One,
        "Each pair of an own {piece} and an opposing {other}.",
        "The number of own {piece}s times the number of opposing {other}s.",
        "[2, -1]",
    )
    .phrase("{side}'s {piece}s against {opponent}'s {other}s are worth {value}")
}

section!(
    "imbalance",
    "Imbalance",
    "The value of pieces beside and against each other, in addition to `material`.",
    choice(RELATIVE_TO) = Decl::choice(
        "relative_to",
        &[
            Opt {
                name: "no pieces",
                meaning: "Products of the numbers of pieces, as each key says. `material` is then the value of a piece \
         alone on the board.",
            },
            Opt {
                name: "average army",
                meaning: "Each number of pieces counts as its difference from an average army of five pawns, one \
         knight, bishop, rook and queen: six own pawns and no opposing queen are 1 * -1. `d` more pieces of a kind \
         are d * (d + 1) / 2 pairs. `material` is then the value of a piece beside and against such armies.",
            },
        ],
        "The numbers of pieces from which imbalances count.",
        "\"average army\"",
    ),
    slot(BESIDE_PAWN_PAWN) = twins("beside.pawn_pawn"),
    slot(BESIDE_KNIGHT_PAWN) = beside("beside.knight_pawn"),
    slot(BESIDE_KNIGHT_KNIGHT) = twins("beside.knight_knight"),
    slot(BESIDE_BISHOP_PAWN) = beside("beside.bishop_pawn"),
    slot(BESIDE_BISHOP_KNIGHT) = beside("beside.bishop_knight"),
    slot(BESIDE_BISHOP_BISHOP) = twins("beside.bishop_bishop"),
    slot(BESIDE_ROOK_PAWN) = beside("beside.rook_pawn"),
    slot(BESIDE_ROOK_KNIGHT) = beside("beside.rook_knight"),
    slot(BESIDE_ROOK_BISHOP) = beside("beside.rook_bishop"),
    slot(BESIDE_ROOK_ROOK) = twins("beside.rook_rook"),
    slot(BESIDE_QUEEN_PAWN) = beside("beside.queen_pawn"),
    slot(BESIDE_QUEEN_KNIGHT) = beside("beside.queen_knight"),
    slot(BESIDE_QUEEN_BISHOP) = beside("beside.queen_bishop"),
    slot(BESIDE_QUEEN_ROOK) = beside("beside.queen_rook"),
    slot(BESIDE_QUEEN_QUEEN) = twins("beside.queen_queen"),
    slot(AGAINST_KNIGHT_PAWN) = versus("against.knight_pawn"),
    slot(AGAINST_BISHOP_PAWN) = versus("against.bishop_pawn"),
    slot(AGAINST_BISHOP_KNIGHT) = versus("against.bishop_knight"),
    slot(AGAINST_ROOK_PAWN) = versus("against.rook_pawn"),
    slot(AGAINST_ROOK_KNIGHT) = versus("against.rook_knight"),
    slot(AGAINST_ROOK_BISHOP) = versus("against.rook_bishop"),
    slot(AGAINST_QUEEN_PAWN) = versus("against.queen_pawn"),
    slot(AGAINST_QUEEN_KNIGHT) = versus("against.queen_knight"),
    slot(AGAINST_QUEEN_BISHOP) = versus("against.queen_bishop"),
    slot(AGAINST_QUEEN_ROOK) = versus("against.queen_rook")
);

/// Numbers of pieces count from those of the average army.
pub const FROM_AVERAGE: Choice = RELATIVE_TO.option("average army");

/// The average army by kind of piece, about the mean of the positions of a game.
pub const AVERAGE_ARMY: [i32; 6] = [5, 1, 1, 1, 1, 0];
