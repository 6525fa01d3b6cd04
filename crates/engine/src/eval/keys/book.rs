//! The opening book.

use super::{Decl, Kind};

/// Maximum standard deviation of the variety, in centipawns.
const MAX_VARIETY: f64 = 100.0;

const fn number(default: f64, max: f64) -> Kind {
    Kind::Number { default, min: 0.0, max, whole: true, words: &[] }
}

section!(
    "book",
    "Opening book",
    "The openings that the profile plays. They are used in games (UCI option `OwnBook`, `temper play`), in \
        matches with `--own-book`, and never in analysis. Levels below 2000 on the scale of people play the \
        openings of people if there is no book.",
    text(WHITE) = Decl {
        name: "white",
        kind: Kind::Lines,
        meaning: "Lines for the engine as White, in SAN from the initial position.",
        definition: "Of the engine's moves that follow in these lines, one is chosen by chance. A weight may \
            stand in front: `3 * e4 e5 f4` counts as much as three lines. The moves of the opponent are \
            those the line is for.",
        example: "[\"3 * e4 e5 f4\", \"e4 c5 d4\"]",
        ..Decl::DEFAULT
    },
    text(BLACK) = Decl {
        name: "black",
        kind: Kind::Lines,
        meaning: "Lines for the engine as Black.",
        definition: "As for White.",
        example: "[\"e4 e5 Nf3 f5\", \"d4 f5\"]",
        ..Decl::DEFAULT
    },
    text(FILE) = Decl {
        name: "file",
        kind: Kind::Text,
        meaning: "A book in Polyglot's format (`.bin`), for both colours.",
        definition: "The path is relative to the folder of the profile and stays in it, also through links. \
            The moves of the lines are added to it. `temper book make` makes such a file from games.",
        example: "\"tal.bin\"",
        ..Decl::DEFAULT
    },
    number(PLIES) = Decl {
        name: "plies",
        kind: number(30.0, 1000.0),
        meaning: "The book, and the variety, end after this many plies of a game.",
        example: "20",
        ..Decl::DEFAULT
    },
    number(VARIETY) = Decl {
        name: "variety",
        kind: number(0.0, MAX_VARIETY),
        meaning: "The standard deviation of random errors of the evaluation in the opening, in centipawns.",
        definition: "Moves of nearly the same value alternate from game to game, also outside of the book. A \
            few centipawns are enough; they cost little strength.",
        example: "10",
        ..Decl::DEFAULT
    },
);
