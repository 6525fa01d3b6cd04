//! Mobility.

use super::{Choice, Decl, Group, Kind, Opt, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::Mobility, ..Decl::DEFAULT };

const BY_COUNT: Decl = Decl {
    groups: &[Group::Mobility],
    meaning: "The value of a {piece} by the number of squares that it attacks.",
    definition: "For each own {piece}, by the number of squares of the `area` that it attacks. Pins and \
        guarded squares do not matter. `{ step = 4 }` is so much per square.",
    ..TERM
};

const TARGET: Decl = Decl {
    groups: &[Group::MobilityTargets],
    meaning: "A {piece} that attacks an opposing queen, rook or king.",
    definition: "Once for each own {piece} that attacks at least one opposing queen, rook or king.",
    example: "8",
    ..TERM
};

const XRAY: Decl = Decl {
    groups: &[Group::MobilityTargets],
    meaning: "The value of a {piece} by the number of squares that it sees through one other piece.",
    definition: "For each own {piece}, by the number of squares on its rays. A ray runs through the first \
        piece on it, own or opposing, kings included, and ends at the second piece; a first piece that is a \
        pawn ends it. The squares of first and second pieces count, those of own pawns never. A king that \
        `checked_king` lets sliders see through is not the first piece.",
    example: "{ step = 1 }",
    ..TERM
};

const XRAY_TARGET: Decl = Decl {
    groups: &[Group::MobilityTargets],
    meaning: "A {piece} that looks at an opposing queen, rook or king through one other piece.",
    definition: "Once for each own {piece} with a ray that runs through its first piece, own or opposing, \
        kings included, pawns not, and ends at an opposing queen, rook or king. A king that `checked_king` \
        lets sliders see through is not the first piece.",
    example: "8",
    ..TERM
};

section!(
    "mobility",
    "Mobility",
    "How many squares the pieces can go to.",
    choice(CHECKED_KING) = Decl {
        name: "checked_king",
        kind: Kind::Choice(&[
            Opt { name: "stops sliders", meaning: "A king stops rays as any other piece does." },
            Opt {
                name: "lets sliders through",
                meaning: "Sliders of the side not to move see through the king of the side to move (which \
                    matters only in check). Holds for everything that asks what a piece attacks.",
            },
        ]),
        meaning: "Whether the king of the side to move stops the rays of opposing sliders.",
        example: "\"lets sliders through\"",
        ..Decl::DEFAULT
    },
    choice(AREA) = Decl {
        name: "area",
        kind: Kind::Choice(&[
            Opt { name: "no own pieces", meaning: "Squares without an own piece." },
            Opt {
                name: "useful squares",
                meaning: "All but squares that opposing pawns attack, those of the own king and queens, and \
                    those of own pawns on the owner's ranks 2 and 3 or with a piece in front of them (as in \
                    Stockfish 11). Squares of other own pieces count.",
            },
        ]),
        meaning: "Which of the squares that a piece attacks count as mobility; x-rays and targets have their \
            own rules.",
        example: "\"useful squares\"",
        ..Decl::DEFAULT
    },
    slot(KNIGHT) = Decl {
        name: "knight",
        kind: Kind::score(Shape::ByCount { last: 8 }),
        example: "{ start = -16, step = 4 }",
        phrase: "{side}'s knights attack {n} {square|squares} of the mobility area",
        ..BY_COUNT
    },
    slot(BISHOP) = Decl {
        name: "bishop",
        kind: Kind::score(Shape::ByCount { last: 13 }),
        example: "{ start = -20, step = 5 }",
        phrase: "{side}'s bishops attack {n} {square|squares} of the mobility area",
        ..BY_COUNT
    },
    slot(ROOK) = Decl {
        name: "rook",
        kind: Kind::score(Shape::ByCount { last: 14 }),
        example: "{ start = [-14, -28], step = [2, 4] }",
        phrase: "{side}'s rooks attack {n} {square|squares} of the mobility area",
        ..BY_COUNT
    },
    slot(QUEEN) = Decl {
        name: "queen",
        kind: Kind::score(Shape::ByCount { last: 27 }),
        example: "{ start = -14, step = 1 }",
        phrase: "{side}'s queens attack {n} {square|squares} of the mobility area",
        ..BY_COUNT
    },
    slot(TARGET_KNIGHT) = Decl {
        name: "target.knight",
        phrase: "{side}'s {knight|knights} on {squares} {attacks|attack} a queen, a rook or the king",
        squares: "where(p in own.knights, any(attacks(p) & (their.majors | their.king)))",
        ..TARGET
    },
    slot(TARGET_BISHOP) = Decl {
        name: "target.bishop",
        phrase: "{side}'s {bishop|bishops} on {squares} {attacks|attack} a queen, a rook or the king",
        squares: "where(p in own.bishops, any(attacks(p) & (their.majors | their.king)))",
        ..TARGET
    },
    slot(TARGET_ROOK) = Decl {
        name: "target.rook",
        phrase: "{side}'s {rook|rooks} on {squares} {attacks|attack} a queen, a rook or the king",
        squares: "where(p in own.rooks, any(attacks(p) & (their.majors | their.king)))",
        ..TARGET
    },
    slot(TARGET_QUEEN) = Decl {
        name: "target.queen",
        phrase: "{side}'s {queen|queens} on {squares} {attacks|attack} a queen, a rook or the king",
        squares: "where(p in own.queens, any(attacks(p) & (their.majors | their.king)))",
        ..TARGET
    },
    slot(XRAY_BISHOP) = Decl {
        name: "xray.bishop",
        kind: Kind::score(Shape::ByCount { last: 13 }),
        phrase: "{side}'s bishops see {n} {square|squares} through one other piece",
        ..XRAY
    },
    slot(XRAY_ROOK) = Decl {
        name: "xray.rook",
        kind: Kind::score(Shape::ByCount { last: 14 }),
        phrase: "{side}'s rooks see {n} {square|squares} through one other piece",
        ..XRAY
    },
    slot(XRAY_QUEEN) = Decl {
        name: "xray.queen",
        kind: Kind::score(Shape::ByCount { last: 27 }),
        phrase: "{side}'s queens see {n} {square|squares} through one other piece",
        ..XRAY
    },
    slot(XRAY_TARGET_BISHOP) = Decl {
        name: "xray_target.bishop",
        phrase: "{side}'s {bishop|bishops} on {squares} {is|are} in line with a queen, a rook or the king, \
            with one piece between them",
        squares: "where(p in own.bishops, any(xray(p) & (their.majors | their.king) - attacks(p)))",
        ..XRAY_TARGET
    },
    slot(XRAY_TARGET_ROOK) = Decl {
        name: "xray_target.rook",
        phrase: "{side}'s {rook|rooks} on {squares} {is|are} in line with a queen, a rook or the king, with \
            one piece between them",
        squares: "where(p in own.rooks, any(xray(p) & (their.majors | their.king) - attacks(p)))",
        ..XRAY_TARGET
    },
    slot(XRAY_TARGET_QUEEN) = Decl {
        name: "xray_target.queen",
        phrase: "{side}'s {queen|queens} on {squares} {is|are} in line with a queen, a rook or the king, \
            with one piece between them",
        squares: "where(p in own.queens, any(xray(p) & (their.majors | their.king) - attacks(p)))",
        ..XRAY_TARGET
    },
);

/// Sliders of the side not to move see through the king of the side to move.
pub const LETS_SLIDERS_THROUGH: Choice = CHECKED_KING.option("lets sliders through");

pub const USEFUL_SQUARES: Choice = AREA.option("useful squares");
