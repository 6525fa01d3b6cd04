//! Piece values and what changes them.

use super::{Decl, DisplayRow, Group, Kind, Opt, Shape, Slot, Topic};

const TERM: Decl = Decl { topic: Topic::Material, ..Decl::DEFAULT };

const PIECE_VALUE: Decl = Decl {
    groups: &[Group::Psqt],
    display: DisplayRow::PieceValues,
    meaning: "The value of a {piece}.",
    ..TERM
};

const EACH: &str = "Once for each {piece}. May be left out where the tables of `psqt` contain it.";

const WORTHLESS_MINOR: Decl = Decl {
    groups: &[Group::Material],
    meaning: "What a worthless lone {piece} keeps of its value.",
    definition: "With `lone_minor = \"worthless\"`: once for a side with a single {piece} beside its king. \
        It makes up for a part of the value that is in the tables by square and mobility of other profiles.",
    example: "120",
    ..TERM
};

section!(
    "material",
    "Material",
    "Piece values, and corrections by material.",
    slot(PAWN) = Decl {
        name: "pawn",
        definition: EACH,
        example: "100",
        phrase: "{side} has {n} {pawn|pawns}",
        ..PIECE_VALUE
    },
    slot(KNIGHT) = Decl {
        name: "knight",
        definition: EACH,
        example: "[320, 330]",
        phrase: "{side} has {n} {knight|knights}",
        ..PIECE_VALUE
    },
    slot(BISHOP) = Decl {
        name: "bishop",
        definition: EACH,
        example: "330",
        phrase: "{side} has {n} {bishop|bishops}",
        ..PIECE_VALUE
    },
    slot(ROOK) = Decl {
        name: "rook",
        definition: EACH,
        example: "500",
        phrase: "{side} has {n} {rook|rooks}",
        ..PIECE_VALUE
    },
    slot(QUEEN) = Decl {
        name: "queen",
        definition: EACH,
        example: "900",
        phrase: "{side} has {n} {queen|queens}",
        ..PIECE_VALUE
    },
    slot(KING) = Decl {
        name: "king",
        definition: "Each side has one king, so this cancels; some systems have it all the same.",
        example: "20000",
        ..PIECE_VALUE
    },
    slot(KNIGHT_BY_PAWN_COUNT) = Decl {
        name: "knight_by_pawn_count",
        kind: Kind::score(Shape::ByCount { last: 16 }),
        groups: &[Group::Material],
        meaning: "A correction to each knight's value by how closed the position is.",
        definition: "For each own knight, by the number of pawns of both colours on the board.",
        example: "{ start = -30, step = 4 }",
        phrase: "the number of pawns on the board adds {value} to {side}'s knights",
        ..TERM
    },
    slot(BISHOP_PAIR) = Decl {
        name: "bishop_pair",
        groups: &[Group::BishopPair],
        meaning: "A bonus for having both bishops.",
        definition: "Once for a side that has the pair, as `bishop_pair_when` says.",
        example: "[30, 50]",
        phrase: "{side} has the bishop pair",
        ..TERM
    },
    slot(BISHOP_PAIR_MISSING) = Decl {
        name: "bishop_pair_missing",
        groups: &[Group::BishopPair],
        meaning: "A penalty for not having both bishops.",
        definition: "Once for a side that does not have the pair, as `bishop_pair_when` says; also for one \
            without bishops.",
        example: "-20",
        phrase: "{side} does not have the bishop pair",
        ..TERM
    },
    choice(BISHOP_PAIR_WHEN) = Decl {
        name: "bishop_pair_when",
        kind: Kind::Choice(&[
            Opt {
                name: "two bishops",
                meaning: "Two or more bishops, whatever the colour of their squares.",
            },
            Opt {
                name: "both square colours",
                meaning: "A bishop on a light square and one on a dark square.",
            },
        ]),
        meaning: "What counts as the bishop pair.",
        example: "\"both square colours\"",
        ..Decl::DEFAULT
    },
    choice(LONE_MINOR) = Decl {
        name: "lone_minor",
        kind: Kind::Choice(&[
            Opt { name: "normal", meaning: "A lone minor piece keeps its value." },
            Opt {
                name: "worthless",
                meaning: "A side with a single knight or bishop beside its king gets no material for it (its \
                    square, mobility and all else still count).",
            },
        ]),
        meaning: "The value of a lone knight or bishop, which cannot mate.",
        example: "\"worthless\"",
        ..Decl::DEFAULT
    },
    slot(LONE_KNIGHT) =
        Decl { name: "lone_knight", phrase: "{side} has only a knight beside its king", ..WORTHLESS_MINOR },
    slot(LONE_BISHOP) =
        Decl { name: "lone_bishop", phrase: "{side} has only a bishop beside its king", ..WORTHLESS_MINOR },
);

/// Piece values by kind of piece.
pub const BY_PIECE: [Slot; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
