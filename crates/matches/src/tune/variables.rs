//! The tuned variables: numbers of a file, some of them equal, with their constraints.

use super::constraints::{Constraints, Pattern};
use super::score_pairs::ScorePairs;
use temperament_engine::eval::Values;
use temperament_engine::eval::keys::king_attack::{LAST_UNITS, SAFETY_TABLE};
use temperament_engine::eval::keys::{Kind, Unit};
use temperament_engine::profile::Stage;
use temperament_engine::profile::numbers::{Effect, Literal};
use temperament_engine::terms::{PERCENT, Role};

/// A number that occurs in fewer positions is unreliable.
pub const FEW: u32 = 100;

/// Mean size of the entries of a custom table that move like points.
const TYPICAL_ENTRY: f64 = 50.0;
/// [`Variable::lr_scale`] of tables with small entries, at least.
const LEAST_TABLE_SCALE: f64 = 0.1;

/// A tuned variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Indices of the numbers of the file that it sets.
    pub numbers: Vec<usize>,
    /// Initial value.
    pub start: f64,
    /// Requested strength of regularisation towards the initial value, if any.
    pub anchor: Option<f64>,
    /// Scale of its learning rate relative to points: see [`lr_scale`].
    pub lr_scale: f64,
    least: f64,
    most: f64,
    effects: Vec<Effect>,
}

/// All tuned variables.
#[derive(Debug, Clone)]
pub struct Variables {
    pub all: Vec<Variable>,
    /// The part of the values that does not depend on them.
    constant: Vec<[f64; 2]>,
    /// Messages about constraints without effect, with the reason.
    pub idle: Vec<String>,
    /// Variables that must be non-decreasing, in table order.
    chains: Vec<Vec<usize>>,
    /// Strength of regularisation of variables without a requested one.
    default_anchor: f64,
}

impl Variables {
    /// Creates the variables for the numbers of a file, whose profile has these values.
    ///
    /// # Errors
    /// If a constraint cannot be met.
    pub fn new(numbers: &[Literal], values: &Values, constraints: &Constraints) -> Result<Self, String> {
        let (group, idle) = constraints.groups(numbers)?;
        let is_meant = |number: &Literal| {
            let is_only =
                constraints.only.is_empty() || constraints.only.iter().any(|pattern| pattern.fits(number));
            is_only
                && !constraints.freeze.iter().any(|pattern| pattern.fits(number))
                && !number.effects.is_empty()
        };
        let mut all: Vec<Variable> = Vec::new();
        for first in 0..numbers.len() {
            if group[first] != first {
                continue;
            }
            let members: Vec<usize> = (first..numbers.len()).filter(|at| group[*at] == first).collect();
            // Equal numbers move together or not at all.
            if members.iter().all(|at| is_meant(&numbers[*at])) {
                all.push(variable(numbers, members, constraints, values));
            }
        }
        let mut constant: Vec<[f64; 2]> = values.scores.iter().map(|pair| pair.map(f64::from)).collect();
        for variable in &all {
            for at in &variable.numbers {
                for effect in &numbers[*at].effects {
                    constant[effect.index][effect.stage as usize] -=
                        effect.factor * f64::from(numbers[*at].value);
                }
            }
        }
        let mut variables = Self { all, constant, idle, chains: Vec::new(), default_anchor: 0.0 };
        for pattern in &constraints.monotone {
            if !variables.add_chains(numbers, pattern)? {
                variables
                    .idle
                    .push(format!("--monotone {}: no table that is tuned is meant", pattern.text()));
            }
        }
        Ok(variables)
    }

    /// Sets the regularisation of variables without a requested one.
    pub fn set_default_anchor(&mut self, anchor: f64) {
        self.default_anchor = anchor;
    }

    /// Returns the initial values.
    pub fn start(&self) -> Vec<f64> {
        self.all.iter().map(|variable| variable.start).collect()
    }

    /// For each value, true if a variable changes it.
    pub fn touched(&self) -> Vec<bool> {
        let mut touched = vec![false; self.constant.len()];
        for effect in self.all.iter().flat_map(|variable| &variable.effects) {
            touched[effect.index] = true;
        }
        touched
    }

    /// Computes the values from the variables.
    pub fn values(&self, x: &[f64]) -> ScorePairs {
        let mut values = self.constant.clone();
        for (variable, x) in self.all.iter().zip(x) {
            for effect in &variable.effects {
                values[effect.index][effect.stage as usize] += effect.factor * x;
            }
        }
        ScorePairs::new(&values)
    }

    /// Converts the gradient by value to the gradient by variable, including anchors. `pawn` is the value of a pawn
    /// in the profile's units.
    pub fn gradient(&self, of_values: &[[f64; 2]], x: &[f64], pawn: f64) -> Vec<f64> {
        let of = |((variable, x), slope): ((&Variable, &f64), f64)| {
            let anchor = variable.anchor.unwrap_or(self.default_anchor);
            slope + 2.0 * anchor * (x - variable.start) / (pawn * pawn)
        };
        self.all.iter().zip(x).zip(self.slope(of_values)).map(of).collect()
    }

    /// The same without anchors.
    pub fn slope(&self, of_values: &[[f64; 2]]) -> Vec<f64> {
        let of = |variable: &Variable| {
            let parts = variable
                .effects
                .iter()
                .map(|effect| effect.factor * of_values[effect.index][effect.stage as usize]);
            parts.sum::<f64>()
        };
        self.all.iter().map(of).collect()
    }

    /// Returns the loss of the requested anchors.
    pub fn pull(&self, x: &[f64], pawn: f64) -> f64 {
        let of = |(variable, x): (&Variable, &f64)| {
            variable.anchor.unwrap_or(0.0) * ((x - variable.start) / pawn).powi(2)
        };
        self.all.iter().zip(x).map(of).sum()
    }

    /// Fixes a variable at a value, clamped to its bounds. Returns the value.
    pub fn fix(&mut self, at: usize, x: f64) -> f64 {
        let variable = &mut self.all[at];
        let x = x.clamp(variable.least, variable.most);
        (variable.least, variable.most) = (x, x);
        x
    }

    /// Returns, for each value of the key table, the variables that change it.
    pub fn by_value(&self) -> Vec<Vec<usize>> {
        let mut by_value = vec![Vec::new(); self.constant.len()];
        for (at, variable) in self.all.iter().enumerate() {
            for effect in &variable.effects {
                let of_value: &mut Vec<usize> = &mut by_value[effect.index];
                if of_value.last() != Some(&at) {
                    of_value.push(at);
                }
            }
        }
        by_value
    }

    /// Projects the variables onto the constraints: within their bounds, and monotone tables to the nearest
    /// non-decreasing one. Variables that never occur are not changed.
    pub fn project(&self, x: &mut [f64], occurrences: &[u32]) {
        for (variable, x) in self.all.iter().zip(x.iter_mut()) {
            *x = x.clamp(variable.least, variable.most);
        }
        for chain in &self.chains {
            let counted: Vec<usize> = chain.iter().copied().filter(|at| occurrences[*at] > 0).collect();
            let table: Vec<(f64, f64)> =
                counted.iter().map(|at| (x[*at], f64::from(occurrences[*at]))).collect();
            for (at, value) in counted.into_iter().zip(rising(&table)) {
                x[at] = value;
            }
        }
    }

    /// Returns the numbers of the file, rounded; those that are not tuned are unchanged.
    pub fn rounded(&self, numbers: &[Literal], x: &[f64]) -> Vec<i32> {
        let mut new: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        for (variable, x) in self.all.iter().zip(x) {
            for at in &variable.numbers {
                new[*at] = x.round() as i32;
            }
        }
        new
    }

    /// Adds the tables of a pattern, one per stage. Returns `true` if there are any. The step of a linear table must
    /// not be negative.
    fn add_chains(&mut self, numbers: &[Literal], pattern: &Pattern) -> Result<bool, String> {
        let mut has_any = false;
        for key in pattern.keys() {
            let of_key = |variable: &Variable| {
                variable.numbers.iter().any(|at| numbers[*at].key == *key && pattern.fits(&numbers[*at]))
            };
            let members: Vec<usize> = (0..self.all.len()).filter(|at| of_key(&self.all[*at])).collect();
            let number = members.first().map(|at| &numbers[self.all[*at].numbers[0]]);
            let Some(number) = number else { continue };
            if !matches!(number.entry.decl.kind, Kind::Values(shape, _) if shape.is_linear()) {
                return Err(format!("`{key}` is no table by a count, rank or distance: it cannot rise"));
            }
            let slot =
                number.entry.offset..number.entry.offset + number.entry.slot().map_or(0, |slot| slot.len);
            for stage in Stage::ALL {
                let mut chain: Vec<(usize, usize)> = Vec::new();
                for at in &members {
                    let variable = &mut self.all[*at];
                    let here = |effect: &&Effect| effect.stage == stage && slot.contains(&effect.index);
                    let effects: Vec<Effect> = variable.effects.iter().filter(here).copied().collect();
                    match effects.first() {
                        Some(first) if effects.iter().all(|effect| effect.factor == first.factor) => {
                            chain.push((first.index, *at));
                        }
                        Some(_) => {
                            variable.least = variable.least.max(0.0);
                            has_any = true;
                        }
                        None => {}
                    }
                }
                chain.sort_unstable();
                let chain: Vec<usize> = chain.into_iter().map(|(_, at)| at).collect();
                has_any |= chain.len() > 1;
                if chain.len() > 1 && !self.chains.contains(&chain) {
                    self.chains.push(chain);
                }
            }
        }
        Ok(has_any)
    }
}

/// Value of one unit of king attack in points: the mean rise of the safety table over both stages.
fn worth_of_unit(values: &Values) -> f64 {
    let table = &values.scores[SAFETY_TABLE.offset..][..SAFETY_TABLE.len];
    let rise = |stage: usize| {
        let numbers = || table.iter().map(|pair| pair[stage]);
        numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0)
    };
    f64::from(rise(0) + rise(1)) / 2.0 / LAST_UNITS as f64
}

/// The learning rate of a number relative to that of points. A unit of king attack is worth several points, a factor is a
/// part of its divisor, and the entries of a custom table are large if expressions divide them.
fn lr_scale(number: &Literal, values: &Values) -> f64 {
    let Kind::Values(shape, unit) = number.entry.decl.kind else {
        return 1.0;
    };
    if unit.is_of_attack() {
        return 1.0 / worth_of_unit(values).max(1.0);
    }
    let Some(terms) = values.terms().filter(|_| unit == Unit::Plain) else {
        return 1.0;
    };
    let term = terms.term(&number.entry);
    let size = if term.role() == Role::Factor {
        f64::from(term.divisor()) / f64::from(PERCENT)
    } else {
        let entries = values.scores[number.entry.offset..][..shape.len()].as_flattened();
        let sum: f64 = entries.iter().map(|n| f64::from(n.abs())).sum();
        (sum / entries.len() as f64 / TYPICAL_ENTRY).max(LEAST_TABLE_SCALE)
    };
    size / f64::from(values.resolution())
}

fn variable(
    numbers: &[Literal],
    members: Vec<usize>,
    constraints: &Constraints,
    values: &Values,
) -> Variable {
    let of = || members.iter().map(|at| &numbers[*at]);
    let anchor = constraints.anchors.iter().rev().find_map(|(pattern, anchor)| {
        let fits = pattern.as_ref().is_none_or(|pattern| of().any(|number| pattern.fits(number)));
        fits.then_some(*anchor)
    });
    Variable {
        start: of().map(|number| f64::from(number.value)).sum::<f64>() / members.len() as f64,
        anchor,
        lr_scale: of().map(|number| lr_scale(number, values)).fold(f64::MIN, f64::max),
        least: of().map(|number| f64::from(number.bounds.0)).fold(f64::MIN, f64::max),
        most: of().map(|number| f64::from(number.bounds.1)).fold(f64::MAX, f64::min),
        effects: of().flat_map(|number| number.effects.iter().copied()).collect(),
        numbers: members,
    }
}

/// Returns the nearest non-decreasing table to a weighted one, by pooling adjacent violators (Ayer and others 1955).
pub fn rising(table: &[(f64, f64)]) -> Vec<f64> {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in table {
        let mut pool = (*value, *weight, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > pool.0) {
            let weight = before.1 + pool.1;
            pool = ((before.0 * before.1 + pool.0 * pool.1) / weight, weight, before.2 + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(value, count)).collect()
}
