//! What the numbers of a phase model must be to each other.

use super::Checker;
use crate::eval::Values;
use crate::eval::keys::{choice, number};
use crate::profile::diagnostic::Diagnostic;

const FROM: &str = "phase.middlegame_from";
const UNTIL: &str = "phase.endgame_until";
const MODEL: &str = "phase.model";

/// The limits of a linear blend, if the upper one is not above the lower one.
pub(super) fn crossed_limits(values: &Values) -> Option<(f64, f64)> {
    let (from, until) = (values.numbers[number(FROM)], values.numbers[number(UNTIL)]);
    (values.is(choice(MODEL, "linear")) && from <= until).then_some((from, until))
}

impl Checker<'_> {
    /// A linear blend divides by the distance between its two limits. What a parent has wrong is not told again.
    pub(super) fn check_phase(&mut self) {
        let Some((from, until)) = crossed_limits(&self.profile.values) else {
            return;
        };
        let keys = [FROM, UNTIL, MODEL];
        let changed = keys.into_iter().find(|key| self.changed.contains(*key));
        if changed.is_none() && self.was_crossed {
            return;
        }
        let given = changed
            .into_iter()
            .chain(keys)
            .find_map(|k| self.profile.given(k));
        let Some(given) = given else { return };
        let (key, place) = (given.key.clone(), given.place.clone());
        self.faults.add(|| {
            let message = format!("`{FROM}` ({from}) must be greater than `{UNTIL}` ({until})");
            let hint = "the middlegame has the larger phase sum";
            Diagnostic::error(place, message).hint(hint).key(key)
        });
    }
}
