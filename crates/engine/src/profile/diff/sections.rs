//! Sections that change as a whole: by one factor, from nothing, or to nothing.

use super::{ABSENT, Change, MOST_LINES, What, factor_pair};
use crate::eval::Values;
use crate::eval::keys::{Entry, Kind, Unit, entries};

/// Maximum number of decimals of a factor that is derived from rounded scores.
const MAX_DECIMALS: i32 = 3;

/// Label and values of a line.
pub(super) type SectionRow = [String; 3];

/// Returns a line that says everything about the values of a section, if they all follow one rule, and the changes
/// that it does not include.
pub(super) fn line<'c>(changes: &'c [Change], [a, b]: [&Values; 2]) -> Option<(SectionRow, Vec<&'c Change>)> {
    let section = changes.first()?.entry.section.name;
    if section.is_empty() || a.resolution() != b.resolution() {
        return None;
    }
    let is_given = |entry: &Entry| [a, b].iter().any(|values| !is_absent(scores(entry, values)));
    let given: Vec<Entry> = entries()
        .filter(|entry| entry.section.name == section && entry.slot().is_some() && is_given(entry))
        .collect();
    let is_table = |change: &&Change| matches!(change.what, What::Table(_));
    let is_sided = |change: &&Change| matches!(change.what, What::SidedWeights(_));
    let (valued, others): (Vec<_>, Vec<_>) = changes.iter().partition(|c| is_table(c) || is_sided(c));
    let line =
        |what: &str, old: String, new: String| Some(([format!("{section}.*{what}"), old, new], others));
    let tables = || valued.iter().filter(|change| is_table(change));
    let number = format!("{} keys", tables().count());
    if tables().count() > 1 && given.iter().all(|entry| is_absent(scores(entry, b))) {
        return line("", number, ABSENT.to_owned());
    }
    if tables().count() > 1
        && given.iter().all(|entry| is_absent(scores(entry, a)))
        && !valued.iter().any(is_sided)
    {
        return line("", ABSENT.to_owned(), number);
    }
    if valued.len() < 2 && valued.iter().all(|change| change.lines().len() <= MOST_LINES) {
        return None;
    }
    let with_scores = || given.iter().filter(|entry| is_score(entry));
    if let What::SidedWeights([old, new]) = &valued.first()?.what {
        let is_alike = valued.iter().all(|change| change.what == valued[0].what);
        let are_all = valued.len() == with_scores().count();
        return if is_alike && are_all { line(", times", old.to_string(), new.to_string()) } else { None };
    }
    let are_scores = valued.iter().all(|change| is_table(change) && is_score(&change.entry));
    let factors = [0, 1].map(|stage| {
        let pairs = with_scores().flat_map(|entry| scores(entry, a).iter().zip(scores(entry, b)));
        factor(pairs.map(|(old, new)| (old[stage], new[stage])))
    });
    match factors {
        [Some(mg), Some(eg)] if are_scores => line(", times", "1".to_owned(), factor_pair([mg, eg])),
        _ => None,
    }
}

fn is_score(entry: &Entry) -> bool {
    matches!(entry.decl.kind, Kind::Values(_, Unit::Score))
}

/// The values of a key.
fn scores<'v>(entry: &Entry, values: &'v Values) -> &'v [[i32; 2]] {
    entry.slot().map_or(&[], |slot| &values.scores[slot.offset..slot.offset + slot.len])
}

fn is_absent(pairs: &[[i32; 2]]) -> bool {
    pairs.iter().all(|pair| *pair == [0, 0])
}

/// Returns the shortest factor that turns every first number into the second one, rounded half away from zero.
fn factor(numbers: impl Iterator<Item = (i32, i32)> + Clone) -> Option<f64> {
    let (old, new) = numbers.clone().max_by_key(|(old, _)| old.abs())?;
    if old == 0 {
        return numbers.clone().all(|(old, new)| old == new).then_some(1.0);
    }
    let exact = f64::from(new) / f64::from(old);
    let rounded = (0..=MAX_DECIMALS).map(|decimals| {
        let unit = 10_f64.powi(decimals);
        (exact * unit).round() / unit
    });
    let fits =
        |factor: &f64| numbers.clone().all(|(old, new)| (f64::from(old) * factor).round() == f64::from(new));
    rounded.into_iter().find(fits)
}
