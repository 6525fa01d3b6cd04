//! Changes single keys in the text of a profile in TOML and leaves the rest of the text as it is: comments, order, layout.
//!
//! A change of numbers first tries to replace them one by one ([`super::numbers::rewrite`]). If the file does not
//! have a number for each value (one number for both stages, a linear table, an inherited key), the value of the key is
//! replaced or added with the crate `toml_edit`. The result is read again, and a change that had any other effect is
//! refused.

mod toml;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::eval::keys::{Entry, Kind, Shape, Unit};

use super::check::Directives;
use super::decimal::Number;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::diff::changes;
use super::library::{Library, Origin};
use super::numbers::{self, Literal};
use super::source::{Format, Source};
use super::write::form::Form;
use super::write::syntax::TOML;
use super::{Profile, Stage, custom_terms, keys, read, scale};

/// Largest difference between a wanted score and the one that a factor of the file allows, in steps per unit of the
/// factor: that of rounding.
const ROUNDING: f64 = 0.5;

/// A change of one key.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// New values of a key with values or of a custom term: one pair [mg, eg] per entry, in steps of
    /// 1 / [`crate::eval::Values::resolution`] for scores, whole numbers otherwise.
    Values(Vec<[i32; 2]>),
    /// A choice, a word for a special number, or free text.
    Text(String),
    /// A number that is not a score.
    Number(f64),
    /// Removes the key from the file: what it inherits, or the default, applies.
    Remove,
    /// A factor of the key or section in `scale`, for each side; `None` removes it.
    Factor(Option<Factor>),
}

/// Factors [mg, eg] for the engine's side and for the opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// For the engine's side.
    pub own: [f64; 2],
    /// For the opponent's side.
    pub their: [f64; 2],
}

/// Why a change was refused. The text is unchanged then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text would have errors.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Invalid(Vec<Diagnostic>),
    /// The change does not fit the key.
    #[error("{0}")]
    Unfit(String),
}

/// The place and the text of a new value.
struct NewValue<'a> {
    /// Steps of the path, such as `pawns`, `isolated`.
    path: Vec<&'a str>,
    /// Key in the file and name of the custom term that the last step of the path belongs to.
    term: Option<(&'a str, &'a str)>,
    text: ValueText,
}

/// A value in TOML.
enum ValueText {
    /// On its own.
    Whole(String),
    /// Middlegame and endgame apart.
    Stages([String; 2]),
}

/// What the text of a profile says about inheritance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Header {
    /// The parent, by name or path.
    pub extends: Option<String>,
    /// The factors of `scale`, by key or section.
    pub factors: Vec<(String, Factor)>,
}

/// Reads what a text without errors says about inheritance.
pub fn header(source: &Arc<Source>) -> Header {
    let diagnostics = &mut Diagnostics::default();
    let mut tree = read(source, diagnostics);
    let directives = Directives::take(&mut tree, diagnostics);
    let factors = directives.scale.map_or_else(Vec::new, |field| scale::factors(&field));
    Header {
        extends: directives.extends.map(|extends| extends.text),
        factors: factors
            .into_iter()
            .map(|(path, scaled)| (path, Factor { own: scaled.own, their: scaled.their }))
            .collect(),
    }
}

/// A profile after a change.
#[derive(Debug, Clone)]
pub struct Edited {
    pub source: Arc<Source>,
    /// The profile that the text describes.
    pub profile: Profile,
    pub warnings: Vec<Diagnostic>,
}

/// Changes a key in the text of a profile. `before` is the profile that the text describes. Every accessed file is
/// recorded in `seen`.
///
/// # Errors
/// If the change does not fit the key, or it cannot be made without changing something else; or if the text is in RON.
pub fn edit(
    library: &Library,
    (source, before): (&Arc<Source>, &Profile),
    origin: &Origin,
    key: &str,
    edit: &Edit,
    seen: &mut Dependencies,
) -> Result<Edited, EditError> {
    if source.format != Format::Toml {
        let message = "only TOML can be edited here: `temper profile convert` writes a RON file as TOML";
        return Err(EditError::Unfit(message.to_owned()));
    }
    let text = match edit {
        Edit::Values(pairs) => {
            let entry = entry_with_values(before, key)?;
            check_pairs(before, &entry, pairs)?;
            match in_place(source, before, &entry, pairs) {
                Some(text) => text,
                None => toml::set(&source.text, &value_of_pairs(source, before, &entry, key, pairs))?,
            }
        }
        Edit::Text(text) => toml::set(&source.text, &scalar(key, TOML.quote(text))?)?,
        Edit::Number(n) => toml::set(&source.text, &scalar(key, number(*n)?)?)?,
        Edit::Remove => toml::remove(&source.text, &key.split('.').collect::<Vec<_>>())?,
        Edit::Factor(factor) => toml::set_factor(&source.text, key, factor.as_ref())?,
    };
    let text = with_line_ends_of(source, text);
    let changed = Source::from_bytes(&source.file, Format::Toml, text.into_bytes());
    let changed = changed.map_err(|error| EditError::Invalid(vec![error]))?;
    let (profile, warnings) = library.parse_and_note(&changed, origin, seen).map_err(EditError::Invalid)?;
    check_effect(before, &profile, key, edit)?;
    Ok(Edited { source: changed, profile, warnings })
}

/// The line ends of Windows stay if a file has them.
fn with_line_ends_of(before: &Source, text: String) -> String {
    if before.text.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}

/// Finds a key with values or a custom term of a profile.
///
/// # Errors
/// If there is none of this name.
pub fn entry_with_values(profile: &Profile, key: &str) -> Result<Entry, EditError> {
    let own = profile.values.custom_entries();
    let entry = keys::find(key).or_else(|| custom_terms::find(own, key));
    let entry = entry.filter(|entry| entry.slot().is_some());
    entry.ok_or_else(|| EditError::Unfit(format!("{key} is not a key with values")))
}

fn shape_and_unit(entry: &Entry) -> (Shape, Unit) {
    match entry.decl.kind {
        Kind::Values(shape, unit) => (shape, unit),
        _ => (Shape::One, Unit::Score),
    }
}

fn check_pairs(profile: &Profile, entry: &Entry, pairs: &[[i32; 2]]) -> Result<(), EditError> {
    let (shape, unit) = shape_and_unit(entry);
    if pairs.len() != shape.len() {
        let message = format!("{} has {} entries, not {}", entry.key(), shape.len(), pairs.len());
        return Err(EditError::Unfit(message));
    }
    let resolution = profile.values.resolution_of(unit);
    let (min, max) = unit.bounds_in_steps(resolution);
    match pairs.iter().flatten().find(|n| !(min..=max).contains(n)) {
        None => Ok(()),
        Some(n) => {
            let [n, min, max] = [*n, min, max].map(|n| Number::new(n, resolution));
            Err(EditError::Unfit(format!(
                "{n} is out of bounds for {}; allowed are {min} to {max}",
                entry.key()
            )))
        }
    }
}

/// Replaces the numbers of a key one by one; `None` if the file does not have a number for each value that changes.
fn in_place(source: &Arc<Source>, profile: &Profile, entry: &Entry, pairs: &[[i32; 2]]) -> Option<String> {
    let literals = numbers::literals_of(source, profile, &entry.key());
    if literals.is_empty() {
        return None;
    }
    let cell = |index: usize, stage: Stage| {
        let of_cell = |literal: &&Literal| {
            literal.effects.iter().any(|effect| (effect.index, effect.stage) == (index, stage))
        };
        let mut found = literals.iter().filter(of_cell);
        (found.next(), found.next())
    };
    for (index, pair) in pairs.iter().enumerate() {
        let at = entry.offset + index;
        for stage in Stage::ALL {
            let is_same = profile.values.scores[at][stage as usize] == pair[stage as usize];
            match cell(at, stage) {
                (Some(_), None) => {}
                _ if is_same => {}
                _ => return None,
            }
        }
    }
    let new: Option<Vec<i32>> =
        literals.iter().map(|literal| new_number(literal, entry, pairs, profile)).collect();
    numbers::rewrite(source, &literals, &new?).ok()
}

/// The number for which all values that it contributes to are as wanted; `None` if there is none.
fn new_number(literal: &Literal, entry: &Entry, pairs: &[[i32; 2]], profile: &Profile) -> Option<i32> {
    let mut new = None;
    for effect in &literal.effects {
        let wanted = pairs[effect.index - entry.offset][effect.stage as usize];
        let is_same = profile.values.scores[effect.index][effect.stage as usize] == wanted;
        let number = if is_same { literal.value } else { (f64::from(wanted) / effect.factor).round() as i32 };
        if new.is_some_and(|new| new != number) {
            return None;
        }
        new = Some(number);
    }
    let new = new.unwrap_or(literal.value);
    (literal.bounds.0..=literal.bounds.1).contains(&new).then_some(new)
}

/// A value that replaces all numbers of a key. Factors of the file itself are taken out of them.
fn value_of_pairs<'a>(
    source: &Source,
    profile: &Profile,
    entry: &Entry,
    key: &'a str,
    pairs: &[[i32; 2]],
) -> NewValue<'a> {
    let (shape, unit) = shape_and_unit(entry);
    let factors = numbers::factors(source, profile, key);
    let divided = |pair: &[i32; 2]| {
        [0, 1].map(
            |s| if factors[s] == 0.0 { pair[s] } else { (f64::from(pair[s]) / factors[s]).round() as i32 },
        )
    };
    let pairs: Vec<[i32; 2]> = pairs.iter().map(divided).collect();
    let term = key.split_once('.').filter(|_| custom_terms::is_own(key));
    let new = if term.is_some() { Form::of_term } else { Form::new };
    let form = new(shape, &pairs, profile.values.resolution_of(unit));
    let text = match &form {
        Form::Stages(mg, eg) => ValueText::Stages([mg, eg].map(|half| TOML.form(half))),
        form => ValueText::Whole(TOML.form(form)),
    };
    match (term, profile.values.terms()) {
        (Some(name), Some(terms)) => {
            NewValue { path: vec![terms.term(entry).values_key()], term: Some(name), text }
        }
        _ => NewValue { path: key.split('.').collect(), term: None, text },
    }
}

fn scalar(key: &str, text: String) -> Result<NewValue<'_>, EditError> {
    match keys::find(key) {
        Some(entry) if entry.slot().is_none() && !matches!(entry.decl.kind, Kind::Lines) => {
            Ok(NewValue { path: key.split('.').collect(), term: None, text: ValueText::Whole(text) })
        }
        _ => Err(EditError::Unfit(format!("{key} does not take such a value"))),
    }
}

fn number(n: f64) -> Result<String, EditError> {
    if n.is_finite() { Ok(n.to_string()) } else { Err(EditError::Unfit("this is not a number".to_owned())) }
}

/// Checks that a change had its effect and no other.
fn check_effect(before: &Profile, after: &Profile, key: &str, edit: &Edit) -> Result<(), EditError> {
    let changed = changes(&before.values, &after.values);
    if let Edit::Factor(_) = edit {
        return Ok(());
    }
    if let Some(other) = changed.iter().find(|change| change.entry.key() != key) {
        let message = format!("the change of {key} would change {} too; edit the text", other.entry.key());
        return Err(EditError::Unfit(message));
    }
    let Edit::Values(pairs) = edit else {
        return Ok(());
    };
    let entry = entry_with_values(after, key)?;
    let scaled = after.given(key).map_or(1.0, |given| {
        let factors = given.scaled.iter().flat_map(|scaled| scaled.own);
        factors.fold(1.0, |largest: f64, factor| largest.max(factor.abs()))
    });
    let found = &after.values.scores[entry.offset..entry.offset + pairs.len()];
    let differences = found.iter().flatten().zip(pairs.iter().flatten()).map(|(a, b)| a.abs_diff(*b));
    if f64::from(differences.max().unwrap_or(0))
        <= if scaled == 1.0 { 0.0 } else { (scaled * ROUNDING).ceil() }
    {
        Ok(())
    } else {
        Err(EditError::Unfit(format!("the numbers of {key} cannot be set here; edit the text")))
    }
}
