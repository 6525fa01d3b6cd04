//! The names of profiles.

use super::Checker;
use crate::profile::diagnostic::Diagnostic;
use crate::profile::node::{Field, Table};
use crate::profile::source::Place;
use crate::profile::{NAME, keys};

/// The longest name of a profile, in characters.
pub const LONGEST_NAME: usize = 64;

/// Whether a name may be given to a profile: 1 to 64 letters (a-z, A-Z), digits, `-` and `_`.
pub fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(allowed)
}

impl Checker<'_> {
    /// Unless another key was meant to be it, which has been told.
    pub(super) fn require_name(&mut self, tree: &Table, whole: &Place) {
        let is_misspelled = |field: &Field| keys::nearest_key(&field.key) == Some(NAME);
        if self.seen.contains_key(NAME) || tree.0.iter().any(is_misspelled) {
            return;
        }
        let place = Place::at(&whole.source, 0..0);
        self.faults.add(|| {
            Diagnostic::error(place, "`name` is missing")
                .hint("start the file with the name under which the profile is listed")
                .key(NAME)
        });
    }
}
