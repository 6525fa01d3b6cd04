//! The keys at the top of a profile: its name and origin.

use super::{Decl, Kind};

const fn text(name: &'static str, meaning: &'static str, example: &'static str) -> Decl {
    Decl::setting(name, Kind::Text, meaning, "", example)
}

section!(
    "",
    "Top of the file",
    "The name and origin of the profile. Only `name` is required.",
    text(NAME) = text("name", "The name under which the profile is listed and chosen.", "\"daredevil\"",),
    text(DESCRIPTION) = text(
        "description",
        "A sentence on the style that the numbers are meant to give.",
        "\"Gives pawns for open lines.\"",
    ),
    text(AUTHOR) = text("author", "Who wrote the profile.", "\"A. Player\""),
    text(SOURCE) = text("source", "Where the numbers come from.", "\"FabChess v1.14.1\""),
    text(LICENSE) = text("license", "The licence of the numbers.", "\"BSD-3-Clause\"")
);
