//! Rules for a whole profile: its name, and the numbers of its phase model.

use super::Checker;
use crate::eval::Values;
use crate::eval::keys::{choice, number};
use crate::profile::diagnostic::Diagnostic;
use crate::profile::node::{Field, Table};
use crate::profile::source::Location;
use crate::profile::{NAME, keys};

/// Maximum length of a profile name in characters.
pub const LONGEST_NAME: usize = 64;

/// Returns `true` if a name may be given to a profile: 1 to 64 letters (a-z, A-Z), digits, `-` and `_`.
pub fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(allowed)
}

/// Returns `true` if Windows gives a name to a device, so that no file there can have it, whatever its ending.
pub fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let number = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(name.as_str(), "con" | "prn" | "aux" | "nul")
        || number.is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9']))
}

const FROM: &str = "phase.middlegame_from";
const UNTIL: &str = "phase.endgame_until";
const MODEL: &str = "phase.model";

/// Returns the limits of a linear blend if the upper one is not above the lower one.
pub(super) fn crossed_limits(values: &Values) -> Option<(f64, f64)> {
    let (from, until) = (values.numbers[number(FROM)], values.numbers[number(UNTIL)]);
    (values.is(choice(MODEL, "linear")) && from <= until).then_some((from, until))
}

impl Checker<'_> {
    /// Reports a missing name, unless a misspelled key has been reported.
    pub(super) fn require_name(&mut self, tree: &Table, whole: &Location) {
        // Checks only this name: comparing all keys takes minutes for a file of 50,000 unknown ones.
        let is_misspelled = |field: &Field| {
            keys::nearest(&field.key, [NAME].into_iter()).is_some()
                && keys::nearest_key(&field.key) == Some(NAME)
        };
        if self.seen.contains_key(NAME) || tree.0.iter().any(is_misspelled) {
            return;
        }
        let location = Location::at(&whole.source, 0..0);
        self.diagnostics.add(|| {
            Diagnostic::error(location, "`name` is missing")
                .hint("start the file with the name under which the profile is listed")
                .key(NAME)
        });
    }

    /// Checks the limits of a linear blend, which divides by their distance. Mistakes of a parent are not reported
    /// again.
    pub(super) fn check_phase(&mut self) {
        let Some((from, until)) = crossed_limits(&self.profile.values) else {
            return;
        };
        let keys = [FROM, UNTIL, MODEL];
        let changed = keys.into_iter().find(|key| self.changed.contains(*key));
        if changed.is_none() && self.was_crossed {
            return;
        }
        let given = changed.into_iter().chain(keys).find_map(|k| self.profile.given(k));
        let Some(given) = given else { return };
        let (key, location) = (given.key.clone(), given.location.clone());
        self.diagnostics.add(|| {
            let message = format!("`{FROM}` ({from}) must be greater than `{UNTIL}` ({until})");
            let hint = "the middlegame has the larger phase sum";
            Diagnostic::error(location, message).hint(hint).key(key)
        });
    }
}
