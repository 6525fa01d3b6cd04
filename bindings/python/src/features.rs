//! Counts of the linear values of a profile, for machine learning.

use pyo3::prelude::*;
use temperament_coaching::position::{Explained, Pawns};
use temperament_engine::eval::keys::phase::ENDGAME_DIVISOR;
use temperament_engine::profile::Profile;
use temperament_engine::{
    Color, Entry, Features, Kind, Position, SidedWeights, Unit, Weights, feature_names,
};

use crate::cancel::Cancel;
use crate::error::other;

/// Column, name, key, meaning, definition, and the value of the profile: middlegame and endgame, in its units.
pub type Column = (usize, String, String, &'static str, &'static str, f64, f64);

/// The values of a profile that are scores, without those that it does not give.
///
/// # Errors
/// If White and Black have different values.
pub fn columns(profile: &Profile, sides: &SidedWeights) -> PyResult<Vec<Column>> {
    let w = sides.neutral();
    if sides.of(Color::White).own().is_some() {
        let message = "has other values for its own side than for the opponent's, so its evaluation is not linear: use terms";
        return Err(other(format!("{} {message}", profile.name)));
    }
    let names = feature_names(w);
    let is_score = |entry: &Entry| matches!(entry.decl.kind, Kind::Values(_, Unit::Score));
    let entries = profile.valued_entries().into_iter().filter(is_score);
    Ok(entries
        .flat_map(|entry| {
            entry
                .slot()
                .into_iter()
                .flat_map(move |slot| (0..slot.len).map(move |i| (entry, slot.offset + i)))
        })
        .map(|(entry, column)| {
            let [mg, eg] = profile.values.scores[column].map(|steps| w.units(steps));
            let decl = entry.decl;
            (column, names[column].clone(), entry.key(), decl.meaning, decl.definition, mg, eg)
        })
        .collect())
}

/// For each position the counts of White and Black of these columns, as 32-bit integers; the factors of a middlegame and an
/// endgame number in the evaluation; and the evaluation in units of the profile, as 64-bit floats. All are native-endian bytes.
///
/// # Errors
/// The exception that Python has raised meanwhile.
pub fn count(
    profile: &Profile,
    w: &Weights,
    positions: &[Position],
    columns: &[usize],
) -> PyResult<[Vec<u8>; 3]> {
    let mut place = vec![None; columns.iter().max().map_or(0, |most| most + 1)];
    for (index, &column) in columns.iter().enumerate() {
        place[column] = Some(index);
    }
    let divisor = profile.values.numbers[ENDGAME_DIVISOR];
    let (mut counts, mut stages, mut evaluations) = (Vec::new(), Vec::new(), Vec::new());
    counts.reserve_exact(positions.len() * columns.len() * size_of::<[i32; 2]>());
    Cancel::new().collect(positions.iter().map(|position| {
        let Features { counts: counted, middlegame, evaluation, .. } = Features::new(w, position);
        let mut row = vec![[0_i32; 2]; columns.len()];
        for feature in counted {
            if let Some(Some(index)) = place.get(feature.column) {
                row[*index] = [feature.white, feature.black];
            }
        }
        counts.extend(row.into_iter().flatten().flat_map(i32::to_ne_bytes));
        stages.extend([middlegame, (1.0 - middlegame) / divisor].into_iter().flat_map(f64::to_ne_bytes));
        evaluations.extend(w.units(evaluation).to_ne_bytes());
    }))?;
    Ok([counts, stages, evaluations])
}

/// For each position and each of these keys, White's and Black's share of the evaluation: in pawns of the screen, or in units
/// of the profile.
///
/// # Errors
/// The exception that Python has raised meanwhile.
pub fn terms(
    sides: &SidedWeights,
    positions: &[Position],
    entries: &[Entry],
    in_units: bool,
) -> PyResult<Vec<u8>> {
    let mut bytes = Vec::new();
    Cancel::new().collect(positions.iter().map(|position| {
        let explained = Explained::new(sides.of(position.stm()), position);
        let one = if in_units { explained.share.pawns_per_unit() } else { 1.0 };
        for entry in entries {
            let Pawns { white, black } = explained.key(entry).pawns;
            bytes.extend([white / one, black / one].into_iter().flat_map(f64::to_ne_bytes));
        }
    }))?;
    Ok(bytes)
}
