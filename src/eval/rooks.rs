//! Rooks: the section; files, ranks and lines are counted in [`super::files`] and [`super::lines`].

use super::vocabulary::Section;
use super::{distances, files, lines};

/// The section of rooks.
pub const SECTION: Section = Section {
    name: "rooks",
    title: "Rooks",
    meaning: "Where rooks stand well.",
    decls: &[
        files::OPEN_FILE,
        files::SEMI_OPEN_FILE,
        files::SEMI_OPEN_WHEN,
        files::SEVENTH_RANK,
        files::OWN_PAWN_ON_FILE,
        lines::XRAY_ON_KING,
        distances::CENTRE,
        distances::CENTRE_METRIC,
        distances::OWN_KING,
        distances::ENEMY_KING,
        distances::KING_METRIC,
    ],
};
