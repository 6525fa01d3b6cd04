//! Piece-square tables.

use super::vocabulary::{Choice, Decl, Opt, Section, Shape, Slot, choice, slot};

/// A table in full, the same under every piece.
const EXAMPLE: &str = "[
    [ 0,  0,  0,  0,  0,  0,  0,  0],  # rank 8
    [ 0,  4,  4,  4,  4,  4,  4,  0],
    [ 0,  4,  8,  8,  8,  8,  4,  0],
    [ 0,  4,  8, 12, 12,  8,  4,  0],
    [ 0,  4,  8, 12, 12,  8,  4,  0],
    [ 0,  4,  8,  8,  8,  8,  4,  0],
    [ 0,  4,  4,  4,  4,  4,  4,  0],
    [ 0,  0,  0,  0,  0,  0,  0,  0],  # rank 1
]";

const fn table(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::BySquare,
        "The value of one piece of this kind on each square.",
        "For each piece of the kind, by its square; Black reads the table as `mirror` says.",
        EXAMPLE,
    )
}

/// The section of piece-square tables.
pub const SECTION: Section = Section {
    name: "psqt",
    title: "Piece-square tables",
    meaning: "What the pieces are worth where they stand. Rows are written as one sees the board: rank 8 on top, \
              the a-file on the left.",
    decls: &[
        Decl::choice(
            "mirror",
            &[
                Opt {
                    name: "rank",
                    meaning: "Black reads the table turned top to bottom; files stay.",
                },
                Opt {
                    name: "rank and file",
                    meaning: "Black reads the table turned by half a circle.",
                },
            ],
            "How Black reads the tables.",
            "\"rank and file\"",
        ),
        table("pawn"),
        table("knight"),
        table("bishop"),
        table("rook"),
        table("queen"),
        table("king"),
    ],
};

/// The tables by kind of piece.
pub const TABLES: [Slot; 6] = [
    slot("psqt.pawn"),
    slot("psqt.knight"),
    slot("psqt.bishop"),
    slot("psqt.rook"),
    slot("psqt.queen"),
    slot("psqt.king"),
];

/// Black reads the tables turned by half a circle.
pub const MIRROR_FILES: Choice = choice("psqt.mirror", "rank and file");
