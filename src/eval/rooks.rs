//! Rooks: the section; files, ranks and lines are counted in [`super::files`] and [`super::lines`].

use super::files;
use super::vocabulary::Section;

/// The section of rooks.
pub const SECTION: Section = Section {
    name: "rooks",
    title: "Rooks",
    meaning: "Where rooks stand well.",
    decls: files::HEAVY_PIECE,
};
