//! Material imbalance.

use super::{Choice, Decl, DisplayRow, Group, Kind, Opt, Topic};

const TERM: Decl = Decl { topic: Topic::Material, display: DisplayRow::Imbalance, ..Decl::DEFAULT };

const TWINS: Decl = Decl {
    groups: &[Group::Imbalance],
    meaning: "Each pair of own {piece}s.",
    definition: "Once for each pair of own {piece}s: one for two {piece}s, three for three. Negative numbers \
        say that they are redundant.",
    example: "[-5, -10]",
    phrase: "{side}'s pairs of {piece}s are worth {value}",
    ..TERM
};

const BESIDE: Decl = Decl {
    groups: &[Group::Imbalance],
    meaning: "Each pair of an own {piece} and an own {other}.",
    definition: "The number of own {piece}s times the number of own {other}s.",
    example: "[3, 1]",
    phrase: "{side}'s {piece}s beside its {other}s are worth {value}",
    ..TERM
};

const AGAINST: Decl = Decl {
    groups: &[Group::Imbalance],
    meaning: "Each pair of an own {piece} and an opposing {other}.",
    definition: "The number of own {piece}s times the number of opposing {other}s.",
    example: "[2, -1]",
    phrase: "{side}'s {piece}s against {opponent}'s {other}s are worth {value}",
    ..TERM
};

section!(
    "imbalance",
    "Imbalance",
    "The value of pieces beside and against each other, in addition to `material`.",
    choice(RELATIVE_TO) = Decl {
        name: "relative_to",
        kind: Kind::Choice(&[
            Opt {
                name: "no pieces",
                meaning: "Products of the numbers of pieces, as each key says. `material` is then the value \
                    of a piece alone on the board.",
            },
            Opt {
                name: "average army",
                meaning: "Each number of pieces counts as its difference from an average army of five pawns, \
                    one knight, bishop, rook and queen: six own pawns and no opposing queen are 1 * -1. `d` \
                    more pieces of a kind are d * (d + 1) / 2 pairs. `material` is then the value of a piece \
                    beside and against such armies.",
            },
        ]),
        meaning: "The numbers of pieces from which imbalances count.",
        example: "\"average army\"",
        ..Decl::DEFAULT
    },
    slot(BESIDE_PAWN_PAWN) = Decl { name: "beside.pawn_pawn", ..TWINS },
    slot(BESIDE_KNIGHT_PAWN) = Decl { name: "beside.knight_pawn", ..BESIDE },
    slot(BESIDE_KNIGHT_KNIGHT) = Decl { name: "beside.knight_knight", ..TWINS },
    slot(BESIDE_BISHOP_PAWN) = Decl { name: "beside.bishop_pawn", ..BESIDE },
    slot(BESIDE_BISHOP_KNIGHT) = Decl { name: "beside.bishop_knight", ..BESIDE },
    slot(BESIDE_BISHOP_BISHOP) = Decl { name: "beside.bishop_bishop", ..TWINS },
    slot(BESIDE_ROOK_PAWN) = Decl { name: "beside.rook_pawn", ..BESIDE },
    slot(BESIDE_ROOK_KNIGHT) = Decl { name: "beside.rook_knight", ..BESIDE },
    slot(BESIDE_ROOK_BISHOP) = Decl { name: "beside.rook_bishop", ..BESIDE },
    slot(BESIDE_ROOK_ROOK) = Decl { name: "beside.rook_rook", ..TWINS },
    slot(BESIDE_QUEEN_PAWN) = Decl { name: "beside.queen_pawn", ..BESIDE },
    slot(BESIDE_QUEEN_KNIGHT) = Decl { name: "beside.queen_knight", ..BESIDE },
    slot(BESIDE_QUEEN_BISHOP) = Decl { name: "beside.queen_bishop", ..BESIDE },
    slot(BESIDE_QUEEN_ROOK) = Decl { name: "beside.queen_rook", ..BESIDE },
    slot(BESIDE_QUEEN_QUEEN) = Decl { name: "beside.queen_queen", ..TWINS },
    slot(AGAINST_KNIGHT_PAWN) = Decl { name: "against.knight_pawn", ..AGAINST },
    slot(AGAINST_BISHOP_PAWN) = Decl { name: "against.bishop_pawn", ..AGAINST },
    slot(AGAINST_BISHOP_KNIGHT) = Decl { name: "against.bishop_knight", ..AGAINST },
    slot(AGAINST_ROOK_PAWN) = Decl { name: "against.rook_pawn", ..AGAINST },
    slot(AGAINST_ROOK_KNIGHT) = Decl { name: "against.rook_knight", ..AGAINST },
    slot(AGAINST_ROOK_BISHOP) = Decl { name: "against.rook_bishop", ..AGAINST },
    slot(AGAINST_QUEEN_PAWN) = Decl { name: "against.queen_pawn", ..AGAINST },
    slot(AGAINST_QUEEN_KNIGHT) = Decl { name: "against.queen_knight", ..AGAINST },
    slot(AGAINST_QUEEN_BISHOP) = Decl { name: "against.queen_bishop", ..AGAINST },
    slot(AGAINST_QUEEN_ROOK) = Decl { name: "against.queen_rook", ..AGAINST }
);

/// Numbers of pieces count from those of the average army.
pub const FROM_AVERAGE: Choice = RELATIVE_TO.option("average army");

/// The average army by kind of piece, about the mean of the positions of a game.
pub const AVERAGE_ARMY: [i32; 6] = [5, 1, 1, 1, 1, 0];
