//! Which character plays most like a player.
//!
//! A player and a character never meet, so both are described by how they differ from their opponents in the same
//! games. `docs/style.md` defines the similarity.

use std::collections::BTreeMap;

use serde::Serialize;

use super::fingerprint::StyleComparer;
use super::measures::{MEASURES, Measure};
use crate::stats::{Mean, Sample};
use temperament_engine::random::mix;

/// Differences of the shipped characters from the champion: `profile,measure,difference,standard_error,pairs`.
const CHARACTERS: &str = include_str!("characters.csv");
/// Measures that do not count: one is about results, the other is a number of the whole sample.
const EXCLUDED: [&str; 2] = ["sacrifice_score", "opening_variety"];
/// Number of bootstrap samples.
pub const SAMPLES: usize = 1000;

/// How a player differs from its opponents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reference {
    /// Name of the player.
    pub name: String,
    /// Player minus opponents, by the key of the measure.
    pub differences: BTreeMap<String, Sample>,
}

impl Reference {
    /// Describes the second participant by its differences from the first.
    pub fn new(name: &str, comparer: &StyleComparer) -> Self {
        let difference = |measure: &Measure| {
            let sample: Vec<f64> = comparer.differences(&measure.key).into_iter().flatten().collect();
            Some((measure.key.to_string(), Sample::of(&Mean::of(&sample))?))
        };
        Self { name: name.to_owned(), differences: MEASURES.iter().filter_map(difference).collect() }
    }

    /// Returns lines for `characters.csv`.
    pub fn csv(&self) -> String {
        let line = |(key, sample): (&String, &Sample)| {
            let Sample { mean, standard_error, size } = sample;
            format!("{},{key},{mean:.5},{standard_error:.5},{size}\n", self.name)
        };
        self.differences.iter().map(line).collect()
    }
}

/// Returns the references of the shipped characters.
pub fn characters() -> Vec<Reference> {
    let mut all: Vec<Reference> = Vec::new();
    for line in CHARACTERS.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, key, mean, standard_error, size] = fields[..] else { continue };
        let (Ok(mean), Ok(standard_error), Ok(size)) = (mean.parse(), standard_error.parse(), size.parse())
        else {
            continue;
        };
        if all.last().is_none_or(|last| last.name != name) {
            all.push(Reference { name: name.to_owned(), ..Reference::default() });
        }
        if let Some(last) = all.last_mut() {
            last.differences.insert(key.to_owned(), Sample { mean, standard_error, size });
        }
    }
    all
}

/// Likeness of a player to a reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Likeness {
    /// Name of the reference.
    pub name: String,
    /// Cosine of the angle between the standardised differences of both, -1 to 1: 1 if they differ from their opponents in
    /// the same ways, whatever the size.
    pub similarity: f64,
    /// Share of the bootstrap samples in which this reference is the nearest, 0 to 1.
    pub share: f64,
}

impl Likeness {
    /// Ranks references by their similarity to the second participant, the most similar first. Empty if no measure has a
    /// spread.
    pub fn ranking(comparer: &StyleComparer, references: &[Reference]) -> Vec<Self> {
        let space = Space::new(comparer, references);
        if space.axes.is_empty() {
            return Vec::new();
        }
        let similarities = space.similarities(&space.means(|unit| unit));
        let mut wins = vec![0_usize; references.len()];
        for sample in 0..SAMPLES {
            let size = space.units as u64;
            let draw = |unit: usize| (mix((sample * space.units + unit) as u64) % size) as usize;
            let similarities = space.similarities(&space.means(draw));
            let best = (0..similarities.len()).max_by(|&a, &b| similarities[a].total_cmp(&similarities[b]));
            wins[best.unwrap_or(0)] += 1;
        }
        let ranked = references.iter().zip(&similarities).zip(wins);
        let mut ranking: Vec<Self> = ranked
            .map(|((reference, &similarity), wins)| Self {
                name: reference.name.clone(),
                similarity,
                share: wins as f64 / SAMPLES as f64,
            })
            .collect();
        ranking.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        ranking
    }
}

/// The measures that the player and all references have.
struct Space {
    axes: Vec<Axis>,
    /// Number of pairs or games of the player.
    units: usize,
}

struct Axis {
    /// Differences of the player, by unit.
    values: Vec<Option<f64>>,
    /// Mean difference of each reference.
    references: Vec<f64>,
    /// Unit of the axis.
    deviation: f64,
}

impl Space {
    fn new(comparer: &StyleComparer, references: &[Reference]) -> Self {
        let own = Reference::new("", comparer);
        let axis = |measure: &Measure| {
            let player = own.differences.get(&*measure.key)?;
            let samples: Vec<&Sample> =
                references.iter().map(|one| one.differences.get(&*measure.key)).collect::<Option<_>>()?;
            let mean_square = |of: fn(&Sample) -> f64| {
                samples.iter().map(|sample| of(sample).powi(2)).sum::<f64>() / samples.len() as f64
            };
            let spread = mean_square(|sample| sample.mean);
            let errors = mean_square(|sample| sample.standard_error);
            let variance = player.standard_error.powi(2) + errors + spread;
            (variance > 0.0 && !EXCLUDED.contains(&&*measure.key)).then(|| Axis {
                values: comparer.differences(&measure.key),
                references: samples.iter().map(|sample| sample.mean).collect(),
                deviation: variance.sqrt(),
            })
        };
        let axes: Vec<Axis> = MEASURES.iter().filter_map(axis).collect();
        let units = axes.first().map_or(0, |axis| axis.values.len());
        Self { axes, units }
    }

    /// Mean of each measure over the units that `draw` selects; `None` if none of them has it.
    fn means(&self, draw: impl Fn(usize) -> usize) -> Vec<Option<f64>> {
        let mean = |axis: &Axis| {
            let drawn = (0..self.units).filter_map(|unit| axis.values[draw(unit)]);
            let (sum, count) = drawn.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
            (count > 0).then(|| sum / count as f64)
        };
        self.axes.iter().map(mean).collect()
    }

    /// Similarity of each reference to a player with these means.
    fn similarities(&self, means: &[Option<f64>]) -> Vec<f64> {
        let similarity = |reference: usize| {
            let known = self.axes.iter().zip(means).filter_map(|(axis, mean)| {
                Some(((*mean)? / axis.deviation, axis.references[reference] / axis.deviation))
            });
            let (product, own, other) = known.fold((0.0, 0.0, 0.0), |(product, own, other), (x, y)| {
                (product + x * y, own + x * x, other + y * y)
            });
            let size: f64 = own * other;
            if size > 0.0 { product / size.sqrt() } else { 0.0 }
        };
        (0..self.axes[0].references.len()).map(similarity).collect()
    }
}
