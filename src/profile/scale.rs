//! `[scale]`: factors for single terms and whole groups, laid over what a profile has once it is complete.

use std::sync::Arc;

use crate::eval::vocabulary::{Kind, Unit};

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Table, Value};
use super::source::{Place, Source};
use super::{Profile, keys};

/// The largest factor, either way.
const MAX_FACTOR: f64 = 1000.0;

/// By what a key was multiplied, and where that was said.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    /// The factors of the middlegame and the endgame.
    pub factors: [f64; 2],
    /// Where they stand.
    pub place: Place,
}

/// Multiplies the scores of a profile by the factors of its `scale`. Where several apply to a key, all do; what
/// comes of them is rounded once, halves away from zero.
pub(super) fn apply(field: &Field, profile: &mut Profile, faults: &mut Faults) {
    let Value::Table(table) = &field.node.value else {
        faults.add(|| {
            let message = format!("`scale` is a table of factors, found {}", field.node.found());
            let hint = "write [scale], and below it a key or section with its factor: psqt = 1.5";
            Diagnostic::error(field.place.clone(), message)
                .hint(hint)
                .key("scale")
        });
        return;
    };
    let mut factors = Vec::new();
    collect("", table, &mut factors, faults);
    for (path, scaled) in factors {
        note(&path, &scaled, profile, faults);
    }
    multiply(&field.place.source, profile, faults);
}

/// Multiplies the scores that some paths mean by one number.
pub(super) fn apply_to(paths: &[String], by: &Node, profile: &mut Profile, faults: &mut Faults) {
    for path in paths {
        if let Some(factor) = factor(path, by, faults) {
            let scaled = Scaled {
                factors: [factor; 2],
                place: by.place.clone(),
            };
            note(path, &scaled, profile, faults);
        }
    }
    multiply(&by.place.source, profile, faults);
}

/// Whether a path means at least one score.
pub(super) fn is_scalable(path: &str) -> bool {
    keys::under(path).any(|entry| is_score(entry.decl.kind))
}

fn is_score(kind: Kind) -> bool {
    matches!(kind, Kind::Values(_, Unit::Score))
}

/// The paths that a table of factors names, with their factors.
fn collect(path: &str, table: &Table, factors: &mut Vec<(String, Scaled)>, faults: &mut Faults) {
    for field in &table.0 {
        let path = match path {
            "" => field.key.clone(),
            _ => format!("{path}.{}", field.key),
        };
        match &field.node.value {
            Value::Table(inner) if !inner.0.iter().any(|f| is_stage(&f.key)) => {
                collect(&path, inner, factors, faults);
            }
            _ => {
                if let Some(pair) = pair(&path, &field.node, faults) {
                    let place = field.place.clone();
                    factors.push((path, Scaled { factors: pair, place }));
                }
            }
        }
    }
}

fn is_stage(key: &str) -> bool {
    ["mg", "eg"].contains(&key)
}

/// A factor for both stages, a pair, or `{ mg, eg }` where what is left out is 1.
fn pair(path: &str, node: &Node, faults: &mut Faults) -> Option<[f64; 2]> {
    match &node.value {
        Value::List(list) if list.len() == 2 => {
            let (mg, eg) = (factor(path, &list[0], faults), factor(path, &list[1], faults));
            Some([mg?, eg?])
        }
        Value::Table(table) => {
            if let Some(wrong) = table.0.iter().find(|f| !is_stage(&f.key)) {
                faults.add(|| {
                    let message = format!("{} cannot stand beside `mg` and `eg`", quoted(&wrong.key));
                    Diagnostic::error(wrong.place.clone(), message).key(format!("scale.{path}"))
                });
                return None;
            }
            let mut side = |name| table.get(name).map_or(Some(1.0), |n| factor(path, n, faults));
            let (mg, eg) = (side("mg"), side("eg"));
            Some([mg?, eg?])
        }
        _ => factor(path, node, faults).map(|f| [f, f]),
    }
}

fn factor(path: &str, node: &Node, faults: &mut Faults) -> Option<f64> {
    match node.number() {
        Some(n) if n.abs() <= MAX_FACTOR => Some(n),
        _ => {
            faults.add(|| {
                let takes = format!("a factor is a number from -{MAX_FACTOR} to {MAX_FACTOR}");
                let message = format!("`scale.{path}`: {takes}, found {}", node.found());
                let fault = Diagnostic::error(node.place.clone(), message).key(format!("scale.{path}"));
                match node.unquote_hint() {
                    Some(hint) => fault.hint(hint),
                    None => fault,
                }
            });
            None
        }
    }
}

/// Notes a factor at each score that its path means.
fn note(path: &str, scaled: &Scaled, profile: &mut Profile, faults: &mut Faults) {
    if !is_scalable(path) {
        faults.add(|| {
            let place = scaled.place.clone();
            let fault = if keys::under(path).next().is_some() {
                Diagnostic::error(
                    place,
                    format!("{} is no score: it cannot be scaled", quoted(path)),
                )
                .hint("only what is worth points has a factor")
            } else {
                Diagnostic::error(
                    place,
                    format!("there is no key or section {} to scale", quoted(path)),
                )
                .hint(keys::suggestion_of_path(path))
            };
            fault.key(format!("scale.{path}"))
        });
    }
    for given in &mut profile.given {
        if keys::is_under(&given.key, path) && is_score(given.entry.decl.kind) {
            given.scaled.push(scaled.clone());
        }
    }
}

/// Multiplies what one text has noted, once for each key.
fn multiply(text: &Arc<Source>, profile: &mut Profile, faults: &mut Faults) {
    for given in &profile.given {
        let Kind::Values(shape, unit) = given.entry.decl.kind else {
            continue;
        };
        let own = given.scaled.iter().filter(|s| Arc::ptr_eq(&s.place.source, text));
        let factors = own.fold([1.0, 1.0], |all: [f64; 2], s| {
            [0, 1].map(|i| all[i] * s.factors[i])
        });
        let (min, max) = unit.bounds();
        let mut outside = None;
        let place = given.entry.place;
        for pair in &mut profile.values.scores[place..place + shape.len()] {
            for (score, factor) in pair.iter_mut().zip(factors) {
                let product = (f64::from(*score) * factor).round();
                if !(f64::from(min)..=f64::from(max)).contains(&product) {
                    outside = outside.or(Some(product));
                } else {
                    *score = product as i32;
                }
            }
        }
        if let (Some(product), Some(last)) = (outside, given.scaled.last()) {
            faults.add(|| {
                let message = format!("makes {product} of `{}`; allowed are {min} to {max}", given.key);
                Diagnostic::error(last.place.clone(), message).key(given.key.clone())
            });
        }
    }
}
