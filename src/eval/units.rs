//! The unit of a profile's numbers.

use super::vocabulary::{Decl, Kind, MAX_SCORE, Section, number};

/// The section of the unit.
pub const SECTION: Section = Section {
    name: "units",
    title: "Units",
    meaning: "A profile may be written in any unit. The search and the GUI need to know what a pawn is worth in it.",
    decls: &[Decl {
        name: "pawn",
        kind: Kind::Number {
            default: 0.0,
            min: 1.0,
            max: MAX_SCORE as f64,
            whole: true,
            words: &[],
        },
        meaning: "What one pawn is worth, for the search's margins and for the centipawns shown in a GUI.",
        definition: "Absent: the mean of a pawn's own value and square over ranks 2 to 7 and both stages.",
        example: "100",
    }],
};

/// What a pawn is worth in the profile's units; 0 when it is to be derived.
pub const PAWN: usize = number("units.pawn");
