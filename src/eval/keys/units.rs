//! The unit of the numbers of a profile.

use super::{Decl, Kind, MAX_SCORE};

section!(
    "units",
    "Units",
    "A profile may be written in any unit. The search and the GUI need the value of a pawn in it.",
    number(PAWN) = Decl::setting(
        "pawn",
        Kind::Number { default: 0.0, min: 1.0, max: MAX_SCORE as f64, whole: true, words: &[] },
        "The value of one pawn, for the search's margins and for the centipawns shown in a GUI.",
        "Absent: the mean of a pawn's own value and square over ranks 2 to 7 and both stages.",
        "100"
    )
);
