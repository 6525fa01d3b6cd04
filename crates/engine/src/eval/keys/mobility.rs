//! Mobility.

use super::{Choice, Decl, Group, Opt, Shape};

const fn by_count(name: &'static str, last: usize, example: &'static str) -> Decl {
    Decl::score(
        Group::Mobility,
        name,
        Shape::ByCount { last },
        "The value of a {piece} by the number of squares that it attacks.",
        "For each own {piece}, by the number of squares of the `area` that it attacks. \
         Pins and guarded squares do not matter. `{ step = 4 }` is so much per square.",
        example,
    )
}

const fn target(name: &'static str) -> Decl {
    Decl::score(
        Group::MobilityTargets,
        name,
        Shape::One,
        "A {piece} that attacks an opposing queen, rook or king.",
        "Once for each own {piece} that attacks at least one opposing queen, rook or king.",
        "8",
    )
}

const fn xray(name: &'static str, last: usize) -> Decl {
    Decl::score(
        Group::MobilityTargets,
        name,
        Shape::ByCount { last },
        "The value of a {piece} by the number of squares that it sees through one other piece.",
        "For each own {piece}, by the number of squares on its rays. A ray runs through the first piece on it, \
         own or opposing, kings included, and ends at the second piece; a first piece that is a pawn ends it. \
         The squares of first and second pieces count, those of own pawns never. \
         A king that `checked_king` lets sliders see through is not the first piece.",
        "{ step = 1 }",
    )
}

const fn xray_target(name: &'static str) -> Decl {
    Decl::score(
        Group::MobilityTargets,
        name,
        Shape::One,
        "A {piece} that looks at an opposing queen, rook or king through one other piece.",
        "Once for each own {piece} with a ray that runs through its first piece, own or opposing, kings included, \
         pawns not, and ends at an opposing queen, rook or king. \
         A king that `checked_king` lets sliders see through is not the first piece.",
        "8",
    )
}

section!(
    "mobility",
    "Mobility",
    "How many squares the pieces can go to.",
    choice(CHECKED_KING) = Decl::choice(
        "checked_king",
        &[
            Opt { name: "stops sliders", meaning: "A king stops rays as any other piece does." },
            Opt {
                name: "lets sliders through",
                meaning: "Sliders of the side not to move see through the king of the side to move (which matters \
         only in check). Holds for everything that asks what a piece attacks.",
            },
        ],
        "Whether the king of the side to move stops the rays of opposing sliders.",
        "\"lets sliders through\"",
    ),
    choice(AREA) = Decl::choice(
        "area",
        &[
            Opt { name: "no own pieces", meaning: "Squares without an own piece." },
            Opt {
                name: "useful squares",
                meaning: "All but squares that opposing pawns attack, those of the own king and queens, and those of own \
         pawns on the owner's ranks 2 and 3 or with a piece in front of them (as in Stockfish 11). \
         Squares of other own pieces count.",
            },
        ],
        "Which of the squares that a piece attacks count as mobility; x-rays and targets have their \
         own rules.",
        "\"useful squares\"",
    ),
    slot(KNIGHT) = by_count("knight", 8, "{ start = -16, step = 4 }")
    .phrase("{side}'s knights attack {n} {square|squares} of the mobility area"),
    slot(BISHOP) = by_count("bishop", 13, "{ start = -20, step = 5 }")
    .phrase("{side}'s bishops attack {n} {square|squares} of the mobility area"),
    slot(ROOK) = by_count("rook", 14, "{ start = [-14, -28], step = [2, 4] }")
    .phrase("{side}'s rooks attack {n} {square|squares} of the mobility area"),
    slot(QUEEN) = by_count("queen", 27, "{ start = -14, step = 1 }")
    .phrase("{side}'s queens attack {n} {square|squares} of the mobility area"),
    slot(TARGET_KNIGHT) = target("target.knight")
    .phrase_on(
        "{side}'s {knight|knights} on {squares} {attacks|attack} a queen, a rook or the king",
        "where(p in own.knights, any(attacks(p) & (their.majors | their.king)))",
    ),
    slot(TARGET_BISHOP) = target("target.bishop")
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {attacks|attack} a queen, a rook or the king",
        "where(p in own.bishops, any(attacks(p) & (their.majors | their.king)))",
    ),
    slot(TARGET_ROOK) = target("target.rook")
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {attacks|attack} a queen, a rook or the king",
        "where(p in own.rooks, any(attacks(p) & (their.majors | their.king)))",
    ),
    slot(TARGET_QUEEN) = target("target.queen")
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {attacks|attack} a queen, a rook or the king",
        "where(p in own.queens, any(attacks(p) & (their.majors | their.king)))",
    ),
    slot(XRAY_BISHOP) = xray("xray.bishop", 13)
    .phrase("{side}'s bishops see {n} {square|squares} through one other piece"),
    slot(XRAY_ROOK) = xray("xray.rook", 14)
    .phrase("{side}'s rooks see {n} {square|squares} through one other piece"),
    slot(XRAY_QUEEN) = xray("xray.queen", 27)
    .phrase("{side}'s queens see {n} {square|squares} through one other piece"),
    slot(XRAY_TARGET_BISHOP) = xray_target("xray_target.bishop")
    .phrase_on(
        "{side}'s {bishop|bishops} on {squares} {is|are} in line with a queen, a rook or the king, with one piece between them",
        "where(p in own.bishops, any(xray(p) & (their.majors | their.king) - attacks(p)))",
    ),
    slot(XRAY_TARGET_ROOK) = xray_target("xray_target.rook")
    .phrase_on(
        "{side}'s {rook|rooks} on {squares} {is|are} in line with a queen, a rook or the king, with one piece between them",
        "where(p in own.rooks, any(xray(p) & (their.majors | their.king) - attacks(p)))",
    ),
    slot(XRAY_TARGET_QUEEN) = xray_target("xray_target.queen")
    .phrase_on(
        "{side}'s {queen|queens} on {squares} {is|are} in line with a queen, a rook or the king, with one piece between them",
        "where(p in own.queens, any(xray(p) & (their.majors | their.king) - attacks(p)))",
    )
);

/// Sliders of the side not to move see through the king of the side to move.
pub const LETS_SLIDERS_THROUGH: Choice = CHECKED_KING.option("lets sliders through");

/// Mobility counts on useful squares only.
pub const USEFUL_SQUARES: Choice = AREA.option("useful squares");
