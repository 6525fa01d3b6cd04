//! `[scale]`: factors for keys and sections, applied to the values of a complete profile.

use std::sync::Arc;

use crate::eval::Split;
use crate::eval::keys::{Kind, Unit};

use super::custom_terms;
use super::decimal::Number;
use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::node::{Field, Node, Table, Value};
use super::number_mistakes::corrected_sign;
use super::source::{Location, Source};
use super::{Profile, Stage, keys};

/// Maximum absolute value of a factor.
pub(super) const MAX_FACTOR: f64 = 1000.0;

/// Keys of a factor by stage.
const STAGES: [&str; 2] = Stage::NAMES;
/// Keys of a factor by side; each side may have stages.
pub(super) const SIDES: [&str; 2] = ["own", "their"];
/// Both.
const PARTS: [&str; 4] = [SIDES[0], SIDES[1], STAGES[0], STAGES[1]];

/// The factors of a key and their location.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    /// Factors [mg, eg] for the engine's side.
    pub own: [f64; 2],
    /// Factors [mg, eg] for the opponent's side.
    pub their: [f64; 2],
    /// Where they were set.
    pub location: Location,
}

impl Scaled {
    /// Maximum absolute value of its factors.
    fn size(&self) -> f64 {
        let all = self.own.iter().chain(&self.their);
        all.fold(0.0, |largest, factor| factor.abs().max(largest))
    }
}

/// Multiplies the scores of a profile by the factors of its `scale`. If several apply to a key, all are multiplied;
/// the product is rounded once, halves away from zero.
pub(super) fn apply(field: &Field, profile: &mut Profile, diagnostics: &mut Diagnostics) {
    if field.node.is_empty_struct() {
        return;
    }
    let Value::Table(table) = &field.node.value else {
        diagnostics.add(|| {
            let message = format!("`scale` is a table of factors, found {}", field.node.found());
            let hint = "write [scale], and below it a key or section with its factor: psqt = 1.5";
            Diagnostic::error(field.location.clone(), message).hint(hint).key("scale")
        });
        return;
    };
    let mut factors = Vec::new();
    collect("", table, &mut factors, diagnostics);
    for (path, scaled) in factors {
        note(&path, &scaled, profile, diagnostics);
    }
    multiply(&field.location.source, profile, diagnostics);
}

/// Returns the factors of a `scale` without errors, by path.
pub(super) fn factors(field: &Field) -> Vec<(String, Scaled)> {
    let mut factors = Vec::new();
    if let Value::Table(table) = &field.node.value {
        collect("", table, &mut factors, &mut Diagnostics::default());
    }
    factors
}

/// Returns `true` if a value has factors by side, by whatever names.
pub(super) fn is_of_sides(node: &Node) -> bool {
    let is_meant = |name: &str| is_side(name) || keys::part_called(name, &SIDES).is_some();
    match &node.value {
        Value::Table(table) => table.0.iter().any(|field| is_meant(&field.key)),
        _ => false,
    }
}

/// Multiplies the scores below some paths by the same factors.
pub(super) fn apply_to(paths: &[String], by: &Node, profile: &mut Profile, diagnostics: &mut Diagnostics) {
    for path in paths {
        if let Some([own, their]) = sides(path, by, diagnostics) {
            let location = by.location.clone();
            note(path, &Scaled { own, their, location }, profile, diagnostics);
        }
    }
    multiply(&by.location.source, profile, diagnostics);
}

/// Returns `true` if a path selects at least one score.
pub(super) fn is_scalable(path: &str) -> bool {
    keys::under(path).any(|entry| has_factor(entry.decl.kind))
}

/// Returns `true` for scores, and for the numbers of a profile's own tables and factors.
fn has_factor(kind: Kind) -> bool {
    matches!(kind, Kind::Values(_, Unit::Score | Unit::Plain))
}

/// Collects the paths of a table of factors, with their factors.
fn collect(path: &str, table: &Table, factors: &mut Vec<(String, Scaled)>, diagnostics: &mut Diagnostics) {
    for field in &table.0 {
        let path = match path {
            "" => field.key.clone(),
            _ => format!("{path}.{}", field.key),
        };
        match &field.node.value {
            Value::Table(inner) if !inner.0.iter().any(|f| is_stage(&f.key) || is_side(&f.key)) => {
                collect(&path, inner, factors, diagnostics);
            }
            _ => {
                if let Some([own, their]) = sides(&path, &field.node, diagnostics) {
                    let location = field.location.clone();
                    factors.push((path, Scaled { own, their, location }));
                }
            }
        }
    }
}

fn is_stage(key: &str) -> bool {
    STAGES.contains(&key)
}

fn is_side(key: &str) -> bool {
    SIDES.contains(&key)
}

/// Reads a factor for both sides, or `{ own, their }`, each 1 by default.
fn sides(path: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<[[f64; 2]; 2]> {
    match &node.value {
        Value::Table(table) if table.0.iter().any(|f| is_side(&f.key)) => {
            let apart = stands_apart(path, table, is_side, "`own` and `their`", diagnostics);
            let mut side = |name| {
                let node = table.get(name);
                node.map_or(Some([1.0; 2]), |n| pair(path, n, diagnostics))
            };
            let (own, their) = (side("own"), side("their"));
            apart?;
            Some([own?, their?])
        }
        _ => pair(path, node, diagnostics).map(|factors| [factors; 2]),
    }
}

/// Suggestion for an unknown part of a factor.
fn part_hint(part: Option<&str>) -> Option<String> {
    part.map(|part| format!("did you mean `{part}`? A factor has the parts own, their, mg and eg"))
}

/// Checks that a table has no keys beside those of one kind.
fn stands_apart(
    path: &str,
    table: &Table,
    belongs: fn(&str) -> bool,
    kind: &str,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut wrong = table.0.iter().filter(|f| !belongs(&f.key)).peekable();
    let are_alone = wrong.peek().is_none();
    for wrong in wrong {
        diagnostics.add(|| {
            let message = format!("{} cannot stand beside {kind}", quoted(&wrong.key));
            let diagnostic = Diagnostic::error(wrong.location.clone(), message).key(format!("scale.{path}"));
            if is_stage(&wrong.key) {
                diagnostic.hint("write { own = [1.0, 0.8], their = ... }: the pairs are [mg, eg]")
            } else {
                diagnostic.maybe_hint(part_hint(keys::nearest_part(&wrong.key, &PARTS)))
            }
        });
    }
    are_alone.then_some(())
}

/// Reads a factor for both stages, a pair, or `{ mg, eg }`, each 1 by default.
fn pair(path: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<[f64; 2]> {
    match &node.value {
        Value::List(list) if list.len() == 2 => {
            let (mg, eg) = (factor(path, &list[0], diagnostics), factor(path, &list[1], diagnostics));
            Some([mg?, eg?])
        }
        Value::Table(table) => {
            let apart = stands_apart(path, table, is_stage, "`mg` and `eg`", diagnostics);
            let mut side = |name| table.get(name).map_or(Some(1.0), |n| factor(path, n, diagnostics));
            let (mg, eg) = (side("mg"), side("eg"));
            apart?;
            Some([mg?, eg?])
        }
        _ => factor(path, node, diagnostics).map(|f| [f, f]),
    }
}

fn factor(path: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<f64> {
    match node.number() {
        Some(n) if n.abs() <= MAX_FACTOR => Some(n),
        _ => {
            diagnostics.add(|| {
                let takes = format!("a factor is a number from -{MAX_FACTOR} to {MAX_FACTOR}");
                let message = format!("`scale.{path}`: {takes}, found {}", node.found());
                let diagnostic =
                    Diagnostic::error(node.location.clone(), message).key(format!("scale.{path}"));
                let sign = match &node.value {
                    Value::Text(text) if text.starts_with('+') => {
                        Some("factors multiply; to add, write the offset at the key itself".to_owned())
                    }
                    Value::Text(text) => corrected_sign(text).map(|(_, number)| format!("write {number}")),
                    _ => None,
                };
                match (sign.or_else(|| node.unquote_hint()), &node.value) {
                    (Some(hint), _) => diagnostic.hint(hint),
                    (None, Value::List(_)) => diagnostic.hint("a pair [middlegame, endgame] has two factors"),
                    (None, _) => diagnostic,
                }
            });
            None
        }
    }
}

/// Records a factor at each score below its path.
fn note(path: &str, scaled: &Scaled, profile: &mut Profile, diagnostics: &mut Diagnostics) {
    let own = profile.values.custom_entries();
    let may_be_own = custom_terms::is_scalable(own, path) || profile.written.may_have(path);
    let is_meant = is_scalable(path) || custom_terms::is_own(path) && may_be_own;
    if !is_meant {
        diagnostics.add(|| {
            let location = scaled.location.clone();
            let diagnostic = if custom_terms::is_own(path) {
                let message = format!("there is no term {} to scale", quoted(path));
                Diagnostic::error(location, message).hint(custom_terms::suggestion(own, path))
            } else if keys::under(path).next().is_some() {
                Diagnostic::error(location, format!("{} is no score: it cannot be scaled", quoted(path)))
                    .hint("only what is worth points has a factor")
            } else {
                let (parent, last) = path.rsplit_once('.').unwrap_or_default();
                let part = part_hint(keys::part_called(last, &PARTS)).filter(|_| is_scalable(parent));
                Diagnostic::error(location, format!("there is no key or section {} to scale", quoted(path)))
                    .hint(match custom_terms::key_ending_with(own, path) {
                        Some(key) => format!("did you mean `{key}`?"),
                        None => part.unwrap_or_else(|| keys::suggestion_of_path(path)),
                    })
            };
            diagnostic.key(format!("scale.{path}"))
        });
    }
    for given in &mut profile.given {
        if keys::is_under(&given.key, path) && has_factor(given.entry.decl.kind) {
            given.scaled.push(scaled.clone());
        }
    }
}

/// Applies the factors recorded from one source, once per key.
fn multiply(text: &Arc<Source>, profile: &mut Profile, diagnostics: &mut Diagnostics) {
    let Profile { given, values, .. } = profile;
    for given in given {
        let (Kind::Values(_, unit), Some(slot)) = (given.entry.decl.kind, given.entry.slot()) else {
            continue;
        };
        // They are the last ones: thousands of overrides are not searched once for each of them.
        let earlier = given.scaled.iter().rposition(|s| !Arc::ptr_eq(&s.location.source, text));
        let from_here = given.scaled[earlier.map_or(0, |at| at + 1)..].iter();
        // If several factors apply, errors are reported at the largest one.
        let largest = from_here.clone().max_by(|a, b| a.size().total_cmp(&b.size()));
        let Some(largest) = largest else { continue };
        let (mut own, mut their) = ([1.0; 2], [1.0; 2]);
        for scaled in from_here {
            own = product(own, scaled.own);
            their = product(their, scaled.their);
        }
        let resolution = values.resolution_of(unit);
        let bounds = unit.bounds_in_steps(resolution);
        let scores = &mut values.scores[slot.offset..slot.offset + slot.len];
        let at = values.splits.iter().position(|s| s.slot == slot);
        let result = if own == their && at.is_none() {
            multiply_scores(scores, own, bounds)
        } else {
            let split =
                at.map_or(Split { slot, own: [1.0; 2], their: [1.0; 2] }, |at| values.splits.remove(at));
            let split = Split { slot, own: product(split.own, own), their: product(split.their, their) };
            if split.own == split.their {
                multiply_scores(scores, split.own, bounds)
            } else {
                let result = bounds_of_split(scores, &split, bounds);
                values.splits.push(split);
                values.splits.sort_by_key(|s| s.slot.ordinal);
                result
            }
        };
        if let Err(outside) = result {
            let [min, max] = [bounds.0, bounds.1].map(|n| Number::new(n, resolution));
            let outside = outside / f64::from(resolution);
            diagnostics.add(|| {
                let message =
                    format!("the factor makes {outside} of `{}`; allowed are {min} to {max}", given.key);
                Diagnostic::error(largest.location.clone(), message).key(given.key.clone())
            });
        }
    }
}

fn product(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|stage| rounded(a[stage] * b[stage]))
}

/// Rounds a factor to twelve digits: 1.3 * 1.3 is 1.69. -0.0 becomes 0.0.
pub(super) fn rounded(factor: f64) -> f64 {
    format!("{factor:.11e}").parse().unwrap_or(factor) + 0.0
}

/// Multiplies scores, rounding halves away from zero; the first product that is out of bounds is an error.
fn multiply_scores(scores: &mut [[i32; 2]], factors: [f64; 2], bounds: (i32, i32)) -> Result<(), f64> {
    for pair in scores {
        for (score, factor) in pair.iter_mut().zip(factors) {
            *score = within(f64::from(*score) * factor, bounds)?;
        }
    }
    Ok(())
}

/// Checks that scores stay within bounds when either side's factors are applied.
fn bounds_of_split(scores: &[[i32; 2]], split: &Split, bounds: (i32, i32)) -> Result<(), f64> {
    for factors in [split.own, split.their] {
        multiply_scores(&mut scores.to_vec(), factors, bounds)?;
    }
    Ok(())
}

fn within(product: f64, (min, max): (i32, i32)) -> Result<i32, f64> {
    let rounded = product.round();
    if (f64::from(min)..=f64::from(max)).contains(&rounded) { Ok(rounded as i32) } else { Err(rounded) }
}
