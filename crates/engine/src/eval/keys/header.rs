//! The keys at the top of a profile: its name and origin.

use super::{Decl, Kind};

const TEXT: Decl = Decl { kind: Kind::Text, ..Decl::DEFAULT };

section!(
    "",
    "Top of the file",
    "The name and origin of the profile. Only `name` is required.",
    text(NAME) = Decl {
        name: "name",
        meaning: "The name under which the profile is listed and chosen.",
        example: "\"daredevil\"",
        ..TEXT
    },
    text(DESCRIPTION) = Decl {
        name: "description",
        meaning: "A sentence on the style that the numbers are meant to give.",
        example: "\"Gives pawns for open lines.\"",
        ..TEXT
    },
    text(AUTHOR) =
        Decl { name: "author", meaning: "Who wrote the profile.", example: "\"A. Player\"", ..TEXT },
    text(SOURCE) = Decl {
        name: "source",
        meaning: "Where the numbers come from.",
        example: "\"FabChess v1.14.1\"",
        ..TEXT
    },
    text(LICENSE) =
        Decl { name: "license", meaning: "The licence of the numbers.", example: "\"BSD-3-Clause\"", ..TEXT },
);
