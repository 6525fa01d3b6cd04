//! Warnings about numbers that replace inherited ones of quite another size, such as -5 for a knight of 600: probably
//! meant to be added to it, or with a digit too many.

use std::sync::Arc;

use super::super::custom_terms;
use super::super::decimal::Number;
use super::super::diagnostic::{Diagnostic, Diagnostics};
use super::super::source::Source;
use super::super::{Previous, Profile, Provenance, Stage};
use crate::eval::Values;
use crate::eval::keys::{Kind, Shape, Slot, Unit, slot};

/// Largest plausible ratio of a new number to the inherited one, or of that to the new one.
const MAX_RATIO: f64 = 8.0;
/// Size of a pawn in profiles without `material.pawn`.
const DEFAULT_PAWN: f64 = 100.0;

/// Adds warnings about the values that a file gives to keys of its parent.
pub(in crate::profile) fn find(
    profile: &Profile,
    source: &Arc<Source>,
    parent: &Values,
    warnings: &mut Diagnostics,
) {
    let has_own_unit = profile.given("units.pawn").is_some_and(|given| is_from(given, source));
    if has_own_unit {
        return;
    }
    for given in profile.given.iter().filter(|given| is_from(given, source)) {
        let is_scaled_here = given.scaled.iter().any(|scaled| Arc::ptr_eq(&scaled.location.source, source));
        if !is_scaled_here && let Some(message) = odd_value(profile, given, parent) {
            let hint =
                "an offset is written with its sign and in quotes, such as \"+10\"; 0 switches a term off";
            let (location, key) = (given.location.clone(), given.key.clone());
            warnings.add(|| Diagnostic::warning(location, message).hint(hint).key(key));
        }
    }
}

fn is_from(given: &Provenance, source: &Arc<Source>) -> bool {
    Arc::ptr_eq(&given.location.source, source)
}

/// Describes values that are far from the inherited ones, if they are.
fn odd_value(profile: &Profile, given: &Provenance, parent: &Values) -> Option<String> {
    let (Kind::Values(shape, Unit::Score), Some(slot)) = (given.entry.decl.kind, given.entry.slot()) else {
        return None;
    };
    // The slots of custom terms may differ.
    let old = parent.custom_entries().iter().find(|entry| entry.key() == given.key);
    let old = if custom_terms::is_own(&given.key) { old?.slot()? } else { slot };
    if old.len != slot.len {
        return None;
    }
    Stage::ALL.into_iter().find_map(|stage| {
        let is_replaced =
            given.kept.as_ref().is_none_or(|(_, previous)| previous[stage as usize] == Previous::Replaced);
        let [old, new] =
            [(parent, old), (&profile.values, slot)].map(|(values, slot)| numbers(values, slot, stage));
        let pawn = match numbers(parent, PAWN, stage)[0].abs() {
            0.0 => DEFAULT_PAWN,
            pawn => pawn,
        };
        if !is_replaced || new.iter().all(|n| *n == 0.0) {
            return None;
        }
        let is_flat = |numbers: &[f64]| numbers.iter().all(|n| *n == numbers[0]);
        if shape == Shape::BySquare && is_flat(&new) && !is_flat(&old) {
            return Some(format!("all squares of `{}` become {} ({})", given.key, new[0], stage.name()));
        }
        let [old, new] = [old, new].map(|numbers| largest(&numbers));
        let is_too_small = old.abs() >= pawn && new * old.signum() * MAX_RATIO < old.abs();
        let is_too_large = old != 0.0 && new.abs() > MAX_RATIO * pawn.max(old.abs());
        let what = if shape == Shape::One { "" } else { "the largest number of " };
        (is_too_small || is_too_large).then(|| {
            format!("{what}`{}` becomes {new}, the inherited one is {old} ({})", given.key, stage.name())
        })
    })
}

const PAWN: Slot = slot("material.pawn");

/// The numbers of a key in one stage, in units.
fn numbers(values: &Values, slot: Slot, stage: Stage) -> Vec<f64> {
    let pairs = &values.scores[slot.offset..slot.offset + slot.len];
    pairs.iter().map(|pair| Number::new(pair[stage as usize], values.resolution()).units()).collect()
}

/// The number with the largest absolute value; of a table without its sign.
fn largest(numbers: &[f64]) -> f64 {
    match numbers {
        [n] => *n,
        numbers => numbers.iter().fold(0.0, |largest: f64, n| largest.max(n.abs())),
    }
}
