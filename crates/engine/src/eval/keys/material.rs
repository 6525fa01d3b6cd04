//! Piece values and what changes them.

use super::{Decl, Group, Opt, Shape, Slot};

const fn piece_value(name: &'static str, definition: &'static str, example: &'static str) -> Decl {
    Decl::score(Group::Psqt, name, Shape::One, "The value of a {piece}.", definition, example)
}

const EACH: &str = "Once for each {piece}. May be left out where the tables of `psqt` contain it.";

const fn lone_minor(name: &'static str) -> Decl {
    Decl::score(
        Group::Material,
        name,
        Shape::One,
        "What a worthless lone {piece} keeps of its value.",
        "With `lone_minor = \"worthless\"`: once for a side with a single {piece} beside its king. It makes up \
         for a part of the value that is in the tables by square and mobility of other profiles.",
        "120",
    )
}

section!(
    "material",
    "Material",
    "Piece values, and corrections by material.",
    slot(PAWN) = piece_value("pawn", EACH, "100").phrase("{side} has {n} {pawn|pawns}"),
    slot(KNIGHT) = piece_value("knight", EACH, "[320, 330]").phrase("{side} has {n} {knight|knights}"),
    slot(BISHOP) = piece_value("bishop", EACH, "330").phrase("{side} has {n} {bishop|bishops}"),
    slot(ROOK) = piece_value("rook", EACH, "500").phrase("{side} has {n} {rook|rooks}"),
    slot(QUEEN) = piece_value("queen", EACH, "900").phrase("{side} has {n} {queen|queens}"),
    slot(KING) = piece_value(
        "king",
        "Each side has one king, so this cancels; some systems have it all the same.",
        "20000",
    ),
    slot(KNIGHT_BY_PAWN_COUNT) = Decl::score(
        Group::Material,
        "knight_by_pawn_count",
        Shape::ByCount { last: 16 },
        "A correction to each knight's value by how closed the position is.",
        "For each own knight, by the number of pawns of both colours on the board.",
        "{ start = -30, step = 4 }",
    )
    .phrase("the number of pawns on the board adds {value} to {side}'s knights"),
    slot(BISHOP_PAIR) = Decl::score(
        Group::BishopPair,
        "bishop_pair",
        Shape::One,
        "A bonus for having both bishops.",
        "Once for a side that has the pair, as `bishop_pair_when` says.",
        "[30, 50]",
    )
    .phrase("{side} has the bishop pair"),
    slot(BISHOP_PAIR_MISSING) = Decl::score(
        Group::BishopPair,
        "bishop_pair_missing",
        Shape::One,
        "A penalty for not having both bishops.",
        "Once for a side that does not have the pair, as `bishop_pair_when` says; also for one \
         without bishops.",
        "-20",
    )
    .phrase("{side} does not have the bishop pair"),
    choice(BISHOP_PAIR_WHEN) = Decl::choice(
        "bishop_pair_when",
        &[
            Opt {
                name: "two bishops",
                meaning: "Two or more bishops, whatever the colour of their squares.",
            },
            Opt {
                name: "both square colours",
                meaning: "A bishop on a light square and one on a dark square.",
            },
        ],
        "What counts as the bishop pair.",
        "\"both square colours\"",
    ),
    choice(LONE_MINOR) = Decl::choice(
        "lone_minor",
        &[
            Opt { name: "normal", meaning: "A lone minor piece keeps its value." },
            Opt {
                name: "worthless",
                meaning: "A side with a single knight or bishop beside its king gets no material for it (its square, \
         mobility and all else still count).",
            },
        ],
        "The value of a lone knight or bishop, which cannot mate.",
        "\"worthless\"",
    ),
    slot(LONE_KNIGHT) = lone_minor("lone_knight").phrase("{side} has only a knight beside its king"),
    slot(LONE_BISHOP) = lone_minor("lone_bishop").phrase("{side} has only a bishop beside its king")
);

/// Piece values by kind of piece.
pub const BY_PIECE: [Slot; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
