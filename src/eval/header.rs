//! The keys at the top of a profile: what it is called and where it comes from.

use super::vocabulary::{Decl, Kind, Section};

const fn text(name: &'static str, meaning: &'static str, example: &'static str) -> Decl {
    Decl {
        name,
        kind: Kind::Text,
        meaning,
        definition: "",
        example,
    }
}

/// The keys at the top of a profile.
pub const SECTION: Section = Section {
    name: "",
    title: "Top of the file",
    meaning: "What the profile is called and where it comes from. Only `name` is required.",
    decls: &[
        text(
            "name",
            "The name under which the profile is listed and chosen.",
            "\"daredevil\"",
        ),
        text(
            "description",
            "A sentence on the style that the numbers should give.",
            "\"Gives pawns for open lines.\"",
        ),
        text("author", "Who wrote the profile.", "\"A. Player\""),
        text("source", "Where the numbers come from.", "\"FabChess v1.14.1\""),
        text("license", "The licence of the numbers.", "\"BSD-3-Clause\""),
    ],
};
