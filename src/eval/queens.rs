//! Queens: the section; files, ranks and lines are counted in [`super::files`] and [`super::lines`].

use super::files;
use super::vocabulary::Section;

/// The section of queens.
pub const SECTION: Section = Section {
    name: "queens",
    title: "Queens",
    meaning: "Where queens stand well.",
    decls: files::HEAVY_PIECE,
};
