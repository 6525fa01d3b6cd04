//! Rounds numbers so that their errors compensate each other over positions: rounding each one to the nearest would
//! cost two to three times as much where many numbers count together, as imbalances do.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::{Color, Position};
use crate::eval::event::Event;
use crate::eval::keys::VALUE_COUNT;
use crate::eval::{S, Weights, trace};

/// Maximum number of passes over all numbers; later ones change hardly any.
const PASSES: usize = 8;

/// How often each value counts in some positions.
pub(super) struct Counts {
    /// For each position its range in `counts`, and the shares of both stages.
    positions: Vec<(Range<usize>, [f32; 2])>,
    /// Index of a value, and how often it counts for White less how often for Black.
    counts: Vec<(u32, i32)>,
    /// How often each value counts for either side, by stage.
    occurrences: Vec<[f64; 2]>,
}

impl Counts {
    /// Counts the values of an evaluation.
    pub fn new(weights: &Weights, positions: &[Position], scores: &[[f64; 2]]) -> Self {
        let mut found = Self {
            positions: Vec::with_capacity(positions.len()),
            counts: Vec::new(),
            occurrences: vec![[0.0; 2]; scores.len().max(VALUE_COUNT)],
        };
        let mut differences: HashMap<u32, i32> = HashMap::new();
        for position in positions {
            let blend = weights.phase().explain(position, S::ZERO);
            let mg = blend.phase / blend.scale;
            let shares = [mg, 1.0 - mg];
            for (color, slot, event) in trace(weights, position).events {
                let Event::Count { index, n } = event else { continue };
                let at = slot.offset + index;
                let sum = &mut found.occurrences[at];
                *sum = [0, 1].map(|stage| sum[stage] + shares[stage] * f64::from(n.max(0)));
                // Zeros stay whole.
                if scores[at] != [0.0; 2] {
                    *differences.entry(at as u32).or_default() += if color == Color::White { n } else { -n };
                }
            }
            let start = found.counts.len();
            found.counts.extend(differences.drain().filter(|(_, n)| *n != 0));
            found.positions.push((start..found.counts.len(), shares.map(|share| share as f32)));
        }
        found
    }

    /// How often a value counts for either side, weighted by the shares of the two stages.
    pub fn occurrences(&self, at: usize) -> [f64; 2] {
        self.occurrences[at]
    }
}

/// A number, which stands for all equal ones of a key.
struct Variable {
    exact: f64,
    rounded: f64,
    /// Positions in which it counts, and by how much it changes the evaluation.
    effects: Vec<(u32, f32)>,
}

/// Rounds the scores at some indices, which belong to keys. Equal numbers of one key stay equal, and all others are
/// rounded to the nearest.
pub(super) fn round(scores: &mut [[f64; 2]], keys: &[Range<usize>], counts: &Counts) {
    let mut number_of: HashMap<(usize, u64), usize> = HashMap::new();
    let mut variables: Vec<Variable> = Vec::new();
    let mut variable_at = vec![[usize::MAX; 2]; scores.len()];
    for (key, range) in keys.iter().enumerate() {
        for at in range.clone() {
            for stage in 0..2 {
                let exact = scores[at][stage];
                if exact == exact.round() {
                    continue;
                }
                let number = *number_of.entry((key, exact.to_bits())).or_insert(variables.len());
                if number == variables.len() {
                    variables.push(Variable { exact, rounded: exact.round(), effects: Vec::new() });
                }
                variable_at[at][stage] = number;
            }
        }
    }
    for (position, (range, shares)) in counts.positions.iter().enumerate() {
        for (at, n) in &counts.counts[range.clone()] {
            for stage in 0..2 {
                let effect = *n as f32 * shares[stage];
                if let Some(variable) = variables.get_mut(variable_at[*at as usize][stage])
                    && effect != 0.0
                {
                    variable.effects.push((position as u32, effect));
                }
            }
        }
    }
    compensate(&mut variables, counts.positions.len());
    for (pair, numbers) in scores.iter_mut().zip(&variable_at) {
        for (score, number) in pair.iter_mut().zip(numbers) {
            *score = variables.get(*number).map_or(score.round(), |variable| variable.rounded);
        }
    }
}

/// Minimises the squared errors of all positions: moves numbers to their other neighbour one by one.
fn compensate(variables: &mut [Variable], positions: usize) {
    let mut errors = vec![0.0_f64; positions];
    for variable in &*variables {
        for (position, effect) in &variable.effects {
            errors[*position as usize] += f64::from(*effect) * (variable.rounded - variable.exact);
        }
    }
    for _ in 0..PASSES {
        let mut has_changed = false;
        for variable in &mut *variables {
            let other = variable.exact.floor() + variable.exact.ceil() - variable.rounded;
            let change = other - variable.rounded;
            let gain = |(position, effect): &(u32, f32)| {
                let effect = f64::from(*effect) * change;
                effect * (2.0 * errors[*position as usize] + effect)
            };
            if variable.effects.iter().map(gain).sum::<f64>() < 0.0 {
                for (position, effect) in &variable.effects {
                    errors[*position as usize] += f64::from(*effect) * change;
                }
                variable.rounded = other;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
}
