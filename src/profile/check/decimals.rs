//! The decimals of scores (`units.decimals`), which decide how every other number is read.

use crate::eval::Values;
use crate::eval::keys::units::DECIMALS;
use crate::eval::keys::{Kind, Unit, entries};
use crate::profile::Profile;
use crate::profile::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::node::{Table, Value};
use crate::profile::source::Location;

const KEY: &str = "units.decimals";

/// Sets the decimals that a file declares, before any of its scores is read. Errors are reported when the key itself
/// is read.
pub(super) fn set_early(tree: &Table, profile: &mut Profile) {
    if let Some(Value::Table(units)) = tree.get("units").map(|node| &node.value)
        && let Some(node) = units.get("decimals")
        && let Value::Int(n @ (0 | 1)) = node.value
    {
        set(profile, n as f64, &node.location, &mut Diagnostics::default());
    }
}

/// Sets the decimals and converts the scores that the profile has so far.
pub(super) fn set(profile: &mut Profile, decimals: f64, location: &Location, faults: &mut Diagnostics) {
    let values = &mut profile.values;
    let before = values.resolution();
    values.numbers[DECIMALS] = decimals;
    let after = values.resolution();
    if before == after {
        return;
    }
    // No overflow: at most 30,000 times 10.
    let converted = |n: i32| n * after / before;
    let (_, most) = Unit::Score.bounds_in_steps(after);
    let is_exact = |n: i32| n * after % before == 0 && converted(n).abs() <= most;
    let scores = score_ranges(values);
    let of_scores = || scores.iter().flat_map(|range| range.clone());
    if of_scores().any(|at| !values.scores[at].into_iter().all(is_exact)) {
        values.numbers[DECIMALS] = f64::from(before.ilog10());
        let message = match after {
            1 => format!("`{KEY}` cannot become 0: inherited scores have decimals"),
            _ => format!("`{KEY}` cannot become {decimals}: inherited scores are too large"),
        };
        faults.add(|| Diagnostic::error(location.clone(), message).key(KEY));
        return;
    }
    for at in of_scores() {
        values.scores[at] = values.scores[at].map(converted);
    }
}

/// The indices of all scores, also those of custom terms.
fn score_ranges(values: &Values) -> Vec<std::ops::Range<usize>> {
    let is_score = |kind: Kind| matches!(kind, Kind::Values(_, Unit::Score));
    let all = entries().chain(values.custom_entries().iter().copied());
    let slots = all.filter(|entry| is_score(entry.decl.kind)).filter_map(|entry| entry.slot());
    slots.map(|slot| slot.offset..slot.offset + slot.len).collect()
}
