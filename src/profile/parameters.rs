//! The numbers of a profile one by one, under names that a tuner can use: paths that a tweak sets.

use crate::eval::keys::{Entry, Kind, Shape, choice};

use super::shape::index_word;
use super::{Given, Profile, Stage, keys, own_terms, tweak, warnings};

/// The smallest step: one can only move a whole number by one.
const LEAST_STEP: f64 = 1.0;
/// What part of the usual size of its numbers the step of a table is.
const STEP: f64 = 0.1;

/// A number of a profile that a tuner may move.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The path by which a tweak sets it: `material.pawn.mg`, `psqt.knight.eg.e4`. It has no blanks, commas or `=`.
    pub name: String,
    /// What it is now, in the unit of its key.
    pub value: i32,
    /// The smallest value that the key may have.
    pub min: i32,
    /// The largest value that the key may have.
    pub max: i32,
    /// By how much it should be moved to be felt: a tenth of the mean size (without signs) of the numbers that stand
    /// together in one table and stage, to one decimal; at least 1.
    pub step: f64,
}

/// One entry of a table, in one stage or in both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// The key of the table.
    pub entry: Entry,
    /// The stage; both if none.
    pub stage: Option<Stage>,
    /// The index of the entry.
    pub index: usize,
}

impl Spot {
    /// The entry that a path means: `psqt.knight.mg.e4`, or `psqt.knight.e4` for both stages; `own` are own terms.
    pub(super) fn of(path: &str, own: &[Entry]) -> Option<Self> {
        let (table, word) = path.rsplit_once('.')?;
        let find = |key: &str| keys::find(key).or_else(|| own_terms::find(own, key));
        let suffixed = |stage: &Stage| {
            let key = table.strip_suffix(stage.name())?.strip_suffix('.')?;
            Some((find(key)?, Some(*stage)))
        };
        let (entry, stage) = match find(table) {
            Some(entry) => (entry, None),
            None => Stage::ALL.iter().find_map(suffixed)?,
        };
        let Kind::Values(shape, _) = entry.decl.kind else {
            return None;
        };
        let index = (0..shape.len()).find(|&index| index_word(shape, index) == word)?;
        (shape != Shape::One).then_some(Self { entry, stage, index })
    }
}

/// The numbers that a profile gives and something reads, as far as one of the patterns fits their name or the start of it
/// up to a point; all of them if there is no pattern. What is alike is one parameter: both stages of a key
/// where they do not differ or only the middlegame counts, and all entries of a table (in a stage) that are the same.
/// Keys that count otherwise for one side than for the other are left out: no number is theirs alone.
///
/// # Errors
/// A message with the pattern that fits nothing.
pub fn parameters(profile: &Profile, patterns: &[String]) -> Result<Vec<Parameter>, String> {
    let all: Vec<Parameter> = profile
        .given
        .iter()
        .flat_map(|given| of_key(profile, given))
        .collect();
    let idle = patterns
        .iter()
        .find(|pattern| !all.iter().any(|p| is_meant(pattern, &p.name)));
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

/// Whether a pattern means a name: it fits all of it, or all up to one of its points.
fn is_meant(pattern: &str, name: &str) -> bool {
    let starts = name.match_indices('.').map(|(at, _)| &name[..at]);
    starts.chain([name]).any(|start| tweak::fits(pattern, start))
}

fn of_key(profile: &Profile, given: &Given) -> Vec<Parameter> {
    let (Kind::Values(shape, unit), values) = (given.entry.decl.kind, &profile.values) else {
        return Vec::new();
    };
    if values
        .splits
        .iter()
        .any(|split| Some(split.slot) == given.entry.slot())
    {
        return Vec::new();
    }
    let table = &values.scores[given.entry.place..given.entry.place + shape.len()];
    let is_one_stage = values.is(choice("phase.model", "none")) || table.iter().all(|[mg, eg]| mg == eg);
    let stages: &[Option<Stage>] = match is_one_stage {
        true => &[None],
        false => &[Some(Stage::Mg), Some(Stage::Eg)],
    };
    let (min, max) = unit.bounds();
    let of_stage = |&stage: &Option<Stage>| {
        let numbers: Vec<(usize, i32)> = (0..shape.len())
            .filter(|&index| warnings::is_read(&given.key, index))
            .map(|index| (index, table[index][stage.map_or(0, |stage| stage as usize)]))
            .collect();
        let step = step(&numbers);
        let path = stage.map_or(given.key.clone(), |stage| {
            format!("{}.{}", given.key, stage.name())
        });
        let parameter = |name, value| Parameter {
            name,
            value,
            min,
            max,
            step,
        };
        match numbers[..] {
            [(_, first), ..] if numbers.iter().all(|(_, n)| *n == first) => vec![parameter(path, first)],
            _ => numbers
                .iter()
                .map(|&(index, n)| parameter(format!("{path}.{}", index_word(shape, index)), n))
                .collect(),
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
