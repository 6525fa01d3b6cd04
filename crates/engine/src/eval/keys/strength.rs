//! Playing strength.

use super::{Choice, Decl, Kind, Opt};

/// The lowest level.
pub const MIN_ELO: f64 = 600.0;
/// The highest level.
pub const MAX_ELO: f64 = 2800.0;
/// Maximum deviation of the noise, in centipawns.
const MAX_NOISE: f64 = 2000.0;

const fn number(default: f64, min: f64, max: f64, words: &'static [(&'static str, f64)]) -> Kind {
    Kind::Number { default, min, max, whole: true, words }
}

/// How often the profile plays a kind of move.
const fn habit(name: &'static str, meaning: &'static str, example: &'static str) -> Decl {
    let kind = Kind::Number { default: 1.0, min: 0.05, max: 20.0, whole: false, words: &[] };
    Decl { name, kind, meaning, definition: HABIT, example, ..Decl::DEFAULT }
}

/// What the number of a habit is.
const HABIT: &str = "For levels below 2000 on the scale of people: the factor of the likelihood, compared with equally good \
    moves.";

section!(
    "strength",
    "Strength",
    "How strongly the profile plays. The search uses it; the evaluation does not. `go infinite` searches at \
        full strength.",
    number(ELO) = Decl {
        name: "elo",
        kind: number(f64::INFINITY, MIN_ELO, MAX_ELO, &[("full", f64::INFINITY)]),
        meaning: "The level: a rating, on the scale that `scale` chooses.",
        definition: "`docs/strength.md` has the numbers. The UCI options `UCI_LimitStrength` and `UCI_Elo` \
            override it.",
        example: "1500",
        ..Decl::DEFAULT
    },
    choice(SCALE) = Decl {
        name: "scale",
        kind: Kind::Choice(&[
            Opt {
                name: "people",
                meaning: "Rapid games on Chess.com. Below 2000 the profile errs like people of that rating.",
            },
            Opt {
                name: "engines",
                meaning: "The CCRL Blitz list. Weak levels search few nodes, with random errors of the \
                    evaluation.",
            },
        ]),
        meaning: "Whose ratings levels are, and how a weak level errs.",
        example: "\"engines\"",
        ..Decl::DEFAULT
    },
    number(ATTENTION) = Decl {
        name: "attention",
        kind: number(0.0, -1000.0, 1000.0, &[]),
        meaning: "How many rating points better (or worse) it sees than people of its level.",
        definition: "For levels below 2000 on the scale of people: decides how often a move is a glance, and how \
            often a search.",
        example: "200",
        ..Decl::DEFAULT
    },
    number(CAPTURES) = habit("captures", "How much likelier it plays captures than people do.", "2"),
    number(TRADES) =
        habit("trades", "How much likelier it takes protected pieces of equal value than people do.", "0.5"),
    number(CHECKS) = habit("checks", "How much likelier it gives check than people do.", "1.5"),
    number(THREATS) = habit(
        "threats",
        "How much likelier it attacks an unprotected or more valuable piece than people do.",
        "1.5"
    ),
    number(CASTLING) = habit("castling", "How much likelier it castles than people do.", "0.5"),
    number(PAWN_MOVES) = habit("pawn_moves", "How much likelier it moves a pawn than people do.", "1.5"),
    number(THEORY) = Decl {
        name: "theory",
        kind: Kind::Number {
            default: 1.0,
            min: 0.0,
            max: 20.0,
            whole: false,
            words: &[("whole book", f64::INFINITY)],
        },
        meaning: "How many times as many moves of its opening book it knows as people of its level do.",
        definition: "For levels below 2000 on the scale of people. People rated 900 know 2.7 own moves on average, at 1500 \
            they know 3.5. The level draws a number for each game, and then plays on without the book. A profile without \
            a book plays the openings of people: about sixty games of a hundred begin with 1.e4, thirty with 1.d4.",
        example: "\"whole book\"",
        ..Decl::DEFAULT
    },
    number(OFFSET) = Decl {
        name: "offset",
        kind: number(0.0, -1000.0, 1000.0, &[]),
        meaning: "Added to the level, for a profile that is weaker or stronger than the default one at the \
            same limits.",
        definition: "Measured in matches: the rating that the profile lacks at its level.",
        example: "80",
        ..Decl::DEFAULT
    },
    number(OFFSET_GROWTH) = Decl {
        name: "offset_growth",
        kind: number(0.0, -100.0, 100.0, &[]),
        meaning: "How much the offset grows with each 100 points of the level above 1200; below 1200 it \
            shrinks.",
        definition: "The deeper the search, the more knowledge counts: a simple profile lacks more at a high \
            level.",
        example: "30",
        ..Decl::DEFAULT
    },
    number(NODES) = Decl {
        name: "nodes",
        kind: number(f64::INFINITY, 1.0, 1e9, &[("unlimited", f64::INFINITY)]),
        meaning: "The maximum number of nodes of a move.",
        definition: "If there is a level too, the smaller number counts.",
        example: "5000",
        ..Decl::DEFAULT
    },
    number(NOISE) = Decl {
        name: "noise",
        kind: number(0.0, 0.0, MAX_NOISE, &[]),
        meaning: "The standard deviation of random errors of the evaluation, in centipawns.",
        definition: "The error of a position depends on the position and the game: it is the same each time \
            the search comes to it. If there is a level too, the larger number counts.",
        example: "50",
        ..Decl::DEFAULT
    },
);

/// Levels on the scale of engines.
pub const OF_ENGINES: Choice = SCALE.option("engines");
