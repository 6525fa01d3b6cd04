//! Finds single changes of a profile with which more positions agree: a key without effect, with another factor, or with
//! another number.
//!
//! Each disagreement divided by what a number counts gives the change of that number which would remove it. A change that
//! removes many disagreements and causes few is tried: the profile is evaluated with it in all positions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Case, EXACT};
use temperament_coaching::position::Explained;
use temperament_engine::board::Color;
use temperament_engine::eval::event::Event;
use temperament_engine::eval::explain::Row;
use temperament_engine::eval::keys::{Entry, Kind, Unit, entries};
use temperament_engine::eval::{S, SidedWeights, Values, Weights};
use temperament_engine::profile::decimal::Number;
use temperament_engine::profile::{Profile, Stage, index_word};

/// Maximum number of disagreeing positions, and of agreeing ones, in which single changes are tried.
const MOST_OBSERVED: usize = 400;
/// Maximum number of changes that are tried in all positions.
const MOST_TRIED: usize = 12;
/// Number of positions whose exact change is taken as a candidate: those in which the number counts most.
const MOST_CANDIDATES: usize = 8;
/// Usual mistakes, as changes of a factor: the reverse sign, twice as much, half as much, and a key too many.
const USUAL_FACTORS: [f64; 4] = [-2.0, 1.0, -0.5, -1.0];
/// Maximum number of results.
const MOST_SHOWN: usize = 3;
/// Minimum share of the disagreements that a result removes.
const LEAST_SHARE: f64 = 0.1;

/// A change of a key, and the number of positions that agree with it.
#[derive(Debug)]
pub struct Suspect {
    /// The path of the numbers, as overrides have it.
    pub path: String,
    /// What changes, such as `30 -> 20`.
    pub change: String,
    pub agree: usize,
    /// True if the old numbers are not 0.
    is_set: bool,
    /// Ordinal of the key, and entry if it has several.
    place: (usize, Option<usize>),
}

/// What is changed: the numbers of a key by a factor, or one of them by a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    /// Ordinal of the key.
    ordinal: usize,
    /// The entry of a table; the whole key, by a factor, if `None`.
    index: Option<usize>,
    /// 0 or 1 for one stage; both if `None`.
    stage: Option<usize>,
}

/// A position, and what changes would do to its evaluation.
struct Observation {
    /// Expected minus got, in units of the profile; 0 if they agree.
    difference: f64,
    /// Larger deviations are no rounding.
    tolerance: f64,
    /// What a change by 1 (a step, or the factor by 1) adds to the evaluation, in units.
    effects: Vec<(Target, f64)>,
}

/// Returns the changes with which most positions agree, best first.
pub fn find(profile: &Profile, cases: &[Case]) -> Vec<Suspect> {
    let weights = &profile.compile_both();
    let agreeing = |weights: &SidedWeights| cases.iter().filter(|case| case.agrees(weights)).count();
    let now = agreeing(weights);
    let least = now + (LEAST_SHARE * (cases.len() - now) as f64).ceil() as usize;
    let probe = Weights::new("probe", &probe_values(&profile.values));
    let some = |is_agreeing: bool| {
        cases.iter().filter(move |case| case.agrees(weights) == is_agreeing).take(MOST_OBSERVED)
    };
    let observations: Vec<Observation> =
        some(false).chain(some(true)).map(|case| observation(weights, &probe, case)).collect();
    let keys = keys(&profile.values);
    let mut found: Vec<Suspect> = promising(&observations)
        .into_iter()
        .filter_map(|(target, amount)| {
            let entry = keys.iter().find(|entry| entry.ordinal == target.ordinal)?;
            let values = changed(&profile.values, entry, target, amount)?;
            let agree = agreeing(&SidedWeights::new(&profile.name, &values));
            let mut pairs = profile.values.scores.iter().zip(&values.scores);
            let is_set = pairs.any(|(old, new)| old != new && *old != [0, 0]);
            let place =
                (target.ordinal, target.index.filter(|_| entry.slot().is_some_and(|slot| slot.len > 1)));
            let [path, change] = words(&profile.values, &values, entry, target, amount);
            (agree >= least).then_some(Suspect { path, change, agree, is_set, place })
        })
        .collect();
    let rank = |suspect: &Suspect| (Reverse(suspect.agree), !suspect.is_set);
    found.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.path.cmp(&b.path)));
    // Of the ways to change the same numbers, the best is enough.
    let mut seen = BTreeSet::new();
    found.retain(|suspect| seen.insert(suspect.place));
    found.truncate(MOST_SHOWN);
    found
}

/// The rows of an explanation that fit a difference (expected minus got, in units): their share, or that of one side, is of
/// this size.
pub fn fitting_rows<'a>(explained: &'a Explained<'_>, difference: f64) -> Vec<&'a Row> {
    let tolerance = tolerance(explained);
    let fits = |score: S| (explained.share.units(score).abs() - difference.abs()).abs() < tolerance;
    let is_meant = |row: &&Row| [row.difference(), row.white, row.black].into_iter().any(fits);
    explained.explanation.rows.iter().filter(is_meant).collect()
}

/// The keys with values of a profile.
fn keys(values: &Values) -> Vec<Entry> {
    let built_in = entries().filter(|entry| entry.slot().is_some());
    built_in.chain(values.custom_entries().iter().copied()).collect()
}

/// The values with every score 1, so that also those that are 0 are counted.
fn probe_values(values: &Values) -> Values {
    let mut probe = values.clone();
    for entry in keys(values) {
        if let (Some(slot), Kind::Values(_, Unit::Score)) = (entry.slot(), entry.decl.kind) {
            probe.scores[slot.offset..][..slot.len].fill([1, 1]);
        }
    }
    probe
}

/// Between the stages, the fraction of a blend is lost.
fn tolerance(explained: &Explained<'_>) -> f64 {
    let blend = &explained.explanation.blend;
    if blend.phase > 0.0 && blend.phase < blend.scale { 1.0 - EXACT } else { EXACT }
}

fn observation(weights: &SidedWeights, probe: &Weights, case: &Case) -> Observation {
    let weights = weights.of(case.position.stm());
    let explained = Explained::new(weights, &case.position);
    let (difference, unit) = case.difference_in_units(weights);
    let shares = [S::new(1, 0), S::new(0, 1)].map(|step| explained.share.units(step));
    let mut effects = Vec::new();
    let mut put = |ordinal, index, by_stage: [f64; 2]| {
        let [mg, eg] = by_stage;
        let stages = [(None, mg + eg), (Some(0), mg), (Some(1), eg)];
        // With one stage only, all of them are the same.
        let distinct = if shares[1] == 0.0 { &stages[..1] } else { &stages[..] };
        let distinct = distinct.iter().filter(|(_, effect)| *effect != 0.0);
        effects.extend(distinct.map(|&(stage, effect)| (Target { ordinal, index, stage }, effect)));
    };
    for row in &explained.explanation.rows {
        let [mg, eg] = row.difference().pair().map(f64::from);
        put(row.entry.ordinal, None, [mg * shares[0], eg * shares[1]]);
    }
    let mut counts: BTreeMap<(usize, usize), i32> = BTreeMap::new();
    for (color, slot, event) in Explained::new(probe, &case.position).explanation.events {
        if let Event::Count { index, n } = event {
            *counts.entry((slot.ordinal, index)).or_default() += if color == Color::White { n } else { -n };
        }
    }
    for ((ordinal, index), n) in counts {
        put(ordinal, Some(index), shares.map(|share| share * f64::from(n)));
    }
    Observation { difference, tolerance: tolerance(&explained).max(unit), effects }
}

/// The targets with the amounts that remove most disagreements, less those that they cause; best first.
fn promising(observations: &[Observation]) -> Vec<(Target, f64)> {
    let mut by_target: BTreeMap<Target, Vec<(&Observation, f64)>> = BTreeMap::new();
    for observation in observations {
        for &(target, effect) in &observation.effects {
            by_target.entry(target).or_default().push((observation, effect));
        }
    }
    let mut found: Vec<(i32, Target, f64)> = Vec::new();
    for (target, mut effects) in by_target {
        effects.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let gain = |amount: f64| -> i32 {
            let gains = effects.iter().map(|(observation, effect)| {
                let is_met = (observation.difference - amount * effect).abs() < observation.tolerance;
                i32::from(is_met) - i32::from(observation.difference == 0.0)
            });
            gains.sum()
        };
        let differing = effects.iter().filter(|(observation, _)| observation.difference != 0.0);
        let exact = differing.take(MOST_CANDIDATES).map(|(o, effect)| o.difference / effect);
        // Of several with the same gain, the last one counts: simple numbers.
        let amounts: Vec<f64> = match target.index {
            Some(_) => exact.map(f64::round).collect(),
            None => exact.flat_map(|n| [n, (n * 100.0).round() / 100.0]).chain(USUAL_FACTORS).collect(),
        };
        let best = amounts.into_iter().map(|amount| (gain(amount), amount)).max_by_key(|(gain, _)| *gain);
        found.extend(best.filter(|(gain, _)| *gain > 0).map(|(gain, amount)| (gain, target, amount)));
    }
    found.sort_by_key(|(gain, ..)| Reverse(*gain));
    found.truncate(MOST_TRIED);
    found.into_iter().map(|(_, target, amount)| (target, amount)).collect()
}

/// The values with a change; `None` if it is out of bounds or changes nothing.
fn changed(values: &Values, entry: &Entry, target: Target, amount: f64) -> Option<Values> {
    let (Kind::Values(_, unit), Some(slot)) = (entry.decl.kind, entry.slot()) else {
        return None;
    };
    let (min, max) = unit.bounds_in_steps(values.resolution_of(unit));
    let mut changed = values.clone();
    let numbers = match target.index {
        Some(index) => slot.offset + index..slot.offset + index + 1,
        None => slot.offset..slot.offset + slot.len,
    };
    for pair in &mut changed.scores[numbers] {
        for (stage, number) in pair.iter_mut().enumerate() {
            if target.stage.is_none_or(|only| only == stage) {
                let old = f64::from(*number);
                let new = if target.index.is_some() { old + amount } else { old * (1.0 + amount) }.round();
                if !(f64::from(min)..=f64::from(max)).contains(&new) {
                    return None;
                }
                *number = new as i32;
            }
        }
    }
    (changed.scores != values.scores).then_some(changed)
}

/// The path of what changes, and its old and new numbers.
fn words(old: &Values, new: &Values, entry: &Entry, target: Target, amount: f64) -> [String; 2] {
    let Kind::Values(shape, unit) = entry.decl.kind else {
        return Default::default();
    };
    let offset = entry.slot().map_or(0, |slot| slot.offset) + target.index.unwrap_or(0);
    let stage = target.stage.map_or("", |stage| Stage::NAMES[stage]);
    let index = target.index.map_or(String::new(), |index| index_word(shape, index));
    let parts = [entry.key(), stage.to_owned(), index];
    let path = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    let is_flat = |values: &Values| {
        let pairs = &values.scores[offset..][..shape.len()];
        pairs.iter().all(|pair| *pair == pairs[0])
    };
    let has_factor = target.index.is_none() && !(is_flat(old) && is_flat(new));
    let numbers = |values: &Values| {
        let [mg, eg] = values.scores[offset].map(|n| Number::new(n, values.resolution_of(unit)));
        match target.stage {
            None if mg != eg => format!("[{mg}, {eg}]"),
            Some(1) => eg.to_string(),
            _ => mg.to_string(),
        }
    };
    let factor = ((1.0 + amount) * 1000.0).round() / 1000.0;
    let change = if !has_factor {
        format!("{} -> {}", numbers(old), numbers(new))
    } else if factor == 0.0 {
        "without it".to_owned()
    } else {
        format!("times {factor}")
    };
    [path, change]
}
