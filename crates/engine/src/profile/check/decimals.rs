//! The decimals of scores (`units.decimals`), which decide how every other number is read.

use crate::eval::Values;
use crate::eval::keys::units::DECIMALS;
use crate::eval::keys::{Entry, Kind, Slot, Unit, entries};
use crate::profile::Profile;
use crate::profile::decimal::Number;
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
pub(super) fn set(profile: &mut Profile, decimals: f64, location: &Location, diagnostics: &mut Diagnostics) {
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
    let scores = scores(values);
    let inexact = scores.iter().find_map(|(entry, slot)| {
        let mut found = values.scores[slot.offset..][..slot.len].iter().flatten();
        found.find(|&&n| !is_exact(n)).map(|&n| (entry.key(), Number::new(n, before)))
    });
    if let Some((key, n)) = inexact {
        values.numbers[DECIMALS] = f64::from(before.ilog10());
        let why = match after {
            1 => "has a decimal".to_owned(),
            _ => format!("is too large: with decimals {} are allowed", Number::new(most, after)),
        };
        let set_at = profile.given(&key).map(|given| given.location.to_string());
        diagnostics.add(|| {
            let message = format!("`{KEY}` cannot become {decimals}: the inherited {n} of `{key}` {why}");
            let hint = set_at.map(|set_at| format!("it comes from {set_at}"));
            Diagnostic::error(location.clone(), message).key(KEY).maybe_hint(hint)
        });
        return;
    }
    for (_, slot) in scores {
        for pair in &mut values.scores[slot.offset..][..slot.len] {
            *pair = pair.map(converted);
        }
    }
}

/// All scores, also those of custom terms.
fn scores(values: &Values) -> Vec<(Entry, Slot)> {
    let is_score = |kind: Kind| matches!(kind, Kind::Values(_, Unit::Score));
    let all = entries().chain(values.custom_entries().iter().copied());
    all.filter(|entry| is_score(entry.decl.kind)).filter_map(|entry| Some((entry, entry.slot()?))).collect()
}
