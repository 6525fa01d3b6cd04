//! Keys shared by several piece types. Their texts say `{piece}`: [`super::sections`] puts the name there.

use super::{Decl, DisplayRow, Group, Kind, Opt, Shape, Topic};

const TERM: Decl = Decl { topic: Topic::Pieces, ..Decl::DEFAULT };

const METRICS: &[Opt] = &[
    Opt { name: "chebyshev", meaning: "The larger of the file and the rank difference: king moves." },
    Opt { name: "manhattan", meaning: "File difference plus rank difference: rook steps." },
];

pub const CENTRE_DISTANCE: Decl = Decl {
    name: "centre_distance",
    kind: Kind::score(Shape::ByDistance { first: 0, last: 6, enough: 3 }),
    groups: &[Group::Psqt],
    display: DisplayRow::Placement,
    meaning: "The value of a {piece} by its distance to the centre.",
    definition: "For each {piece}, by its smallest distance to any of d4, e4, d5, e5 (0 to 3 in king moves, \
        0 to 6 in rook steps).",
    example: "[30, 20, 10, 0]",
    ..TERM
};

pub const CENTRE_METRIC: Decl = Decl {
    name: "centre_metric",
    kind: Kind::Choice(METRICS),
    meaning: "How the distance of a {piece} to the centre is counted.",
    example: "\"manhattan\"",
    ..Decl::DEFAULT
};

pub const OWN_KING_DISTANCE: Decl = Decl {
    name: "own_king_distance",
    kind: Kind::score(Shape::ByDistance { first: 0, last: 14, enough: 7 }),
    groups: &[Group::KingTropism],
    display: DisplayRow::Placement,
    meaning: "The value of a {piece} by its distance to the own king.",
    definition: "For each {piece}, by its distance to its own king (1 to 7 in king moves, 1 to 14 in rook \
        steps; entry 0 is never read).",
    example: "{ step = -1 }",
    ..TERM
};

pub const ENEMY_KING_DISTANCE: Decl = Decl {
    name: "enemy_king_distance",
    kind: Kind::score(Shape::ByDistance { first: 0, last: 14, enough: 7 }),
    groups: &[Group::KingTropism],
    display: DisplayRow::Placement,
    meaning: "The value of a {piece} by its distance to the opposing king.",
    definition: "For each {piece}, by its distance to the opposing king (1 to 7 in king moves, 1 to 14 in \
        rook steps; entry 0 is never read).",
    example: "{ start = 280, step = -20 }",
    ..TERM
};

pub const KING_METRIC: Decl = Decl {
    name: "king_metric",
    kind: Kind::Choice(METRICS),
    meaning: "How the distances of a {piece} to the kings are counted.",
    example: "\"manhattan\"",
    ..Decl::DEFAULT
};

pub const PINNED: Decl = Decl {
    name: "pinned",
    groups: &[Group::Pins],
    meaning: "A {piece} that is pinned to its king.",
    definition: "Once for each own {piece} that stands alone between its king and an opposing bishop, rook \
        or queen that moves along that line.",
    example: "[-15, -10]",
    ..TERM
};

pub const XRAY_ON_KING: Decl = Decl {
    name: "xray_on_king",
    groups: &[Group::XRays],
    meaning: "A {piece} that looks at the opposing king through one other piece.",
    definition: "Once for each own {piece} on a line along which it moves, with the opposing king on that \
        line and exactly one piece, of any colour, between them.",
    example: "[6, 16]",
    ..TERM
};

pub const OUTPOST_REACHABLE: Decl = Decl {
    name: "outpost_reachable",
    groups: &[Group::Outposts],
    meaning: "A {piece} that can go to an outpost.",
    definition: "Once for each own {piece} that is not on an outpost and attacks one without an own piece. \
        An outpost is a square of the owner's ranks 4 to 6 that an own pawn guards, with no opposing pawn \
        ahead of it on a neighbouring file.",
    example: "[12, 5]",
    ..TERM
};

pub const BEHIND_PAWN: Decl = Decl {
    name: "behind_pawn",
    groups: &[Group::Minors],
    display: DisplayRow::SingleLast,
    meaning: "A {piece} behind a pawn.",
    definition: "Once for each own {piece} with a pawn of either colour on the square in front of it.",
    example: "[8, 2]",
    ..TERM
};

pub const OPEN_FILE: Decl = Decl {
    name: "open_file",
    groups: &[Group::Files],
    meaning: "A {piece} on a file without pawns.",
    definition: "Once for each own {piece} on a file with no pawn of either colour.",
    example: "[40, 15]",
    ..TERM
};

pub const SEMI_OPEN_FILE: Decl = Decl {
    name: "semi_open_file",
    groups: &[Group::Files],
    meaning: "A {piece} on a file without own pawns.",
    definition: "Once for each own {piece} on a file that is not open and that is semi-open as \
        `semi_open_when` says.",
    example: "[16, 5]",
    ..TERM
};

pub const SEMI_OPEN_WHEN: Decl = Decl {
    name: "semi_open_when",
    kind: Kind::Choice(&[
        Opt { name: "no own pawn", meaning: "No own pawn, one or more opposing pawns." },
        Opt { name: "exactly one enemy pawn", meaning: "No own pawn and exactly one opposing pawn." },
    ]),
    meaning: "Which files are semi-open for a {piece}.",
    example: "\"exactly one enemy pawn\"",
    ..Decl::DEFAULT
};

pub const SEVENTH_RANK: Decl = Decl {
    name: "seventh_rank",
    groups: &[Group::Files],
    meaning: "A {piece} on the seventh rank.",
    definition: "Once for each own {piece} on the seventh rank counted from its owner, wherever the opponent \
        stands.",
    example: "[25, 40]",
    ..TERM
};

pub const OWN_PAWN_ON_FILE: Decl = Decl {
    name: "own_pawn_on_file",
    groups: &[Group::Files],
    display: DisplayRow::SingleLast,
    meaning: "A {piece} on a file with own pawns.",
    definition: "Once for each own {piece} with at least one own pawn on its file, in front of it or behind \
        it.",
    example: "-10",
    ..TERM
};
