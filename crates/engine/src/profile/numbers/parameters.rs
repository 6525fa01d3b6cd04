//! The numbers of a profile as parameters for tuners; their names are paths for overrides.

use super::paths;
use crate::eval::keys::{Kind, choice};
use crate::profile::{Profile, Provenance, Stage, keys, warnings};

/// Minimum step: numbers are integers.
const LEAST_STEP: f64 = 1.0;
/// The step of a table relative to the mean size of its numbers.
const STEP: f64 = 0.1;

/// A tunable number of a profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The path for overrides: `material.pawn.mg`, `psqt.knight.eg.e4`. It has no blanks, commas or `=`.
    pub name: String,
    /// Current value, in steps of 1 / `resolution` of the unit of its key: tuners want whole numbers.
    pub value: i32,
    /// Minimum value of the key, in steps.
    pub min: i32,
    /// Maximum value of the key, in steps.
    pub max: i32,
    /// Steps per unit: 10 for a score of a profile with decimals.
    pub resolution: i32,
    /// Step with a noticeable effect: a tenth of the mean absolute value of the numbers in the same table and stage,
    /// to one decimal; at least 1.
    pub step: f64,
}

/// Returns the numbers that a profile sets and the evaluator reads, if one of the patterns matches their name or a
/// prefix of it that ends at a dot; without patterns all of them. Equal numbers are one parameter: both stages of a
/// key if they are equal or only the middlegame counts, and all entries of a table (in a stage) that are equal. Keys
/// with different values by side are left out, since no number belongs to one side alone.
///
/// # Errors
/// A message with the pattern that matches nothing.
pub fn parameters(profile: &Profile, patterns: &[String]) -> Result<Vec<Parameter>, String> {
    let all: Vec<Parameter> = profile.given.iter().flat_map(|given| of_key(profile, given)).collect();
    let idle = patterns.iter().find(|pattern| !all.iter().any(|p| is_meant(pattern, &p.name)));
    if let Some(pattern) = idle {
        let names = all.iter().map(|p| p.name.as_str());
        let hint = match keys::nearest(pattern, names) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("`temper profile spsa {}` lists them", profile.name),
        };
        return Err(format!(
            "no parameter of `{}` is like `{}`: {hint}",
            profile.name,
            pattern.escape_debug()
        ));
    }
    let is_wanted = |p: &Parameter| patterns.is_empty() || patterns.iter().any(|q| is_meant(q, &p.name));
    Ok(all.into_iter().filter(is_wanted).collect())
}

/// Returns `true` if a pattern matches a name or a prefix of it that ends at a dot.
pub fn is_meant(pattern: &str, name: &str) -> bool {
    let starts = name.match_indices('.').map(|(at, _)| &name[..at]);
    starts.chain([name]).any(|start| paths::matches(pattern, start))
}

fn of_key(profile: &Profile, given: &Provenance) -> Vec<Parameter> {
    let (Kind::Values(shape, unit), values) = (given.entry.decl.kind, &profile.values) else {
        return Vec::new();
    };
    if values.splits.iter().any(|split| Some(split.slot) == given.entry.slot()) {
        return Vec::new();
    }
    let table = &values.scores[given.entry.offset..given.entry.offset + shape.len()];
    let is_one_stage = values.is(choice("phase.model", "none")) || table.iter().all(|[mg, eg]| mg == eg);
    let stages: &[Option<Stage>] = if is_one_stage { &[None] } else { &[Some(Stage::Mg), Some(Stage::Eg)] };
    let resolution = values.resolution_of(unit);
    let (min, max) = unit.bounds_in_steps(resolution);
    let of_stage = |&stage: &Option<Stage>| {
        let numbers: Vec<(usize, i32)> = (0..shape.len())
            .filter(|&index| warnings::is_read(&given.key, index))
            .map(|index| (index, table[index][stage.map_or(0, |stage| stage as usize)]))
            .collect();
        let step = step(&numbers);
        let parameter = |entries: &[usize], value| Parameter {
            name: paths::name(&given.key, stage, shape, entries),
            value,
            min,
            max,
            resolution,
            step,
        };
        match numbers[..] {
            [(_, first), ..] if numbers.iter().all(|(_, n)| *n == first) => vec![parameter(&[], first)],
            _ => numbers.iter().map(|&(index, n)| parameter(&[index], n)).collect(),
        }
    };
    stages.iter().flat_map(of_stage).collect()
}

/// See [`Parameter::step`].
fn step(numbers: &[(usize, i32)]) -> f64 {
    let sum: f64 = numbers.iter().map(|(_, n)| f64::from(n.abs())).sum();
    let mean = sum / numbers.len().max(1) as f64;
    ((mean * STEP * 10.0).round() / 10.0).max(LEAST_STEP)
}
