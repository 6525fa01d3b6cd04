//! Keys shared by several piece types. Their texts say `{piece}`: [`super::section`] puts the name there.

use super::{Decl, Group, Opt, Shape};

const METRICS: &[Opt] = &[
    Opt { name: "chebyshev", meaning: "The larger of the file and the rank difference: king moves." },
    Opt { name: "manhattan", meaning: "File difference plus rank difference: rook steps." },
];

/// Value by distance to the centre.
pub const CENTRE_DISTANCE: Decl = Decl::score(
    Group::Psqt,
    "centre_distance",
    Shape::ByDistance { first: 0, last: 6, enough: 3 },
    "The value of a {piece} by its distance to the centre.",
    "For each {piece}, by its smallest distance to any of d4, e4, d5, e5 (0 to 3 in king moves, 0 \
         to 6 in rook steps).",
    "[30, 20, 10, 0]",
);

/// Metric of the distance to the centre.
pub const CENTRE_METRIC: Decl = Decl::choice(
    "centre_metric",
    METRICS,
    "How the distance of a {piece} to the centre is counted.",
    "\"manhattan\"",
);

/// Value by distance to the own king.
pub const OWN_KING_DISTANCE: Decl = Decl::score(
    Group::KingTropism,
    "own_king_distance",
    Shape::ByDistance { first: 0, last: 14, enough: 7 },
    "The value of a {piece} by its distance to the own king.",
    "For each {piece}, by its distance to its own king (1 to 7 in king moves, 1 to 14 in rook \
         steps; entry 0 is never read).",
    "{ step = -1 }",
);

/// Value by distance to the opposing king.
pub const ENEMY_KING_DISTANCE: Decl = Decl::score(
    Group::KingTropism,
    "enemy_king_distance",
    Shape::ByDistance { first: 0, last: 14, enough: 7 },
    "The value of a {piece} by its distance to the opposing king.",
    "For each {piece}, by its distance to the opposing king (1 to 7 in king moves, 1 to 14 in rook \
         steps; entry 0 is never read).",
    "{ start = 280, step = -20 }",
);

/// Metric of the distances to the kings.
pub const KING_METRIC: Decl = Decl::choice(
    "king_metric",
    METRICS,
    "How the distances of a {piece} to the kings are counted.",
    "\"manhattan\"",
);

/// A piece that is pinned.
pub const PINNED: Decl = Decl::score(
    Group::Pins,
    "pinned",
    Shape::One,
    "A {piece} that is pinned to its king.",
    "Once for each own {piece} that stands alone between its king and an opposing bishop, rook \
         or queen that moves along that line.",
    "[-15, -10]",
);

/// A slider that attacks the opposing king through one piece.
pub const XRAY_ON_KING: Decl = Decl::score(
    Group::XRays,
    "xray_on_king",
    Shape::One,
    "A {piece} that looks at the opposing king through one other piece.",
    "Once for each own {piece} on a line along which it moves, with the opposing king on that line \
         and exactly one piece, of any colour, between them.",
    "[6, 16]",
);

/// An outpost within reach.
pub const OUTPOST_REACHABLE: Decl = Decl::score(
    Group::Outposts,
    "outpost_reachable",
    Shape::One,
    "A {piece} that can go to an outpost.",
    "Once for each own {piece} that is not on an outpost and attacks one without an own piece. An \
         outpost is a square of the owner's ranks 4 to 6 that an own pawn guards, with no opposing pawn \
         ahead of it on a neighbouring file.",
    "[12, 5]",
);

/// A pawn for a shield.
pub const BEHIND_PAWN: Decl = Decl::score(
    Group::Minors,
    "behind_pawn",
    Shape::One,
    "A {piece} behind a pawn.",
    "Once for each own {piece} with a pawn of either colour on the square in front of it.",
    "[8, 2]",
);

/// A file without pawns.
pub const OPEN_FILE: Decl = Decl::score(
    Group::Files,
    "open_file",
    Shape::One,
    "A {piece} on a file without pawns.",
    "Once for each own {piece} on a file with no pawn of either colour.",
    "[40, 15]",
);

/// A file without own pawns.
pub const SEMI_OPEN_FILE: Decl = Decl::score(
    Group::Files,
    "semi_open_file",
    Shape::One,
    "A {piece} on a file without own pawns.",
    "Once for each own {piece} on a file that is not open and that is semi-open as \
         `semi_open_when` says.",
    "[16, 5]",
);

/// Definition of a semi-open file.
pub const SEMI_OPEN_WHEN: Decl = Decl::choice(
    "semi_open_when",
    &[
        Opt { name: "no own pawn", meaning: "No own pawn, one or more opposing pawns." },
        Opt { name: "exactly one enemy pawn", meaning: "No own pawn and exactly one opposing pawn." },
    ],
    "Which files are semi-open for a {piece}.",
    "\"exactly one enemy pawn\"",
);

/// The seventh rank.
pub const SEVENTH_RANK: Decl = Decl::score(
    Group::Files,
    "seventh_rank",
    Shape::One,
    "A {piece} on the seventh rank.",
    "Once for each own {piece} on the seventh rank counted from its owner, wherever the opponent \
         stands.",
    "[25, 40]",
);

/// Own pawns in the way.
pub const OWN_PAWN_ON_FILE: Decl = Decl::score(
    Group::Files,
    "own_pawn_on_file",
    Shape::One,
    "A {piece} on a file with own pawns.",
    "Once for each own {piece} with at least one own pawn on its file, in front of it or behind \
         it.",
    "-10",
);
