//! What is tuned: numbers of a file, of which several may have to be equal, and what binds them.

use super::model::Pairs;
use super::wishes::{Pattern, Wishes};
use crate::eval::Values;
use crate::eval::keys::Kind;
use crate::eval::keys::king_attack::{LAST_UNITS, SAFETY_TABLE};
use crate::profile::Stage;
use crate::profile::numbers::{Effect, Number};

/// A number that counts in fewer positions is not to be trusted.
pub const FEW: u32 = 100;

/// One thing that is tuned.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The numbers of the file that it stands for, by their place in the list.
    pub numbers: Vec<usize>,
    /// What it begins with.
    pub start: f64,
    /// How strongly it is pulled there, if that was wished for.
    pub anchor: Option<f64>,
    /// How far it goes in a step where points go by one: units of king attack are worth several points.
    pub pace: f64,
    least: f64,
    most: f64,
    effects: Vec<Effect>,
}

/// All that is tuned.
#[derive(Debug, Clone)]
pub struct Variables {
    /// One by one.
    pub all: Vec<Variable>,
    /// What the values have that does not come from them.
    constant: Vec<[f64; 2]>,
    /// Wishes that change nothing, each with the reason, as people are told.
    pub idle: Vec<String>,
    /// Variables that must not fall, in the order of their table.
    chains: Vec<Vec<usize>>,
    /// How strongly those are pulled of which nothing else was wished.
    default_anchor: f64,
}

impl Variables {
    /// Of the numbers of a file, whose profile has these values, those that are to be tuned.
    ///
    /// # Errors
    /// If a wish cannot be met.
    pub fn new(numbers: &[Number], values: &Values, wishes: &Wishes) -> Result<Self, String> {
        let (group, idle) = wishes.groups(numbers)?;
        let is_meant = |number: &Number| {
            let is_only = wishes.only.is_empty() || wishes.only.iter().any(|pattern| pattern.fits(number));
            is_only && !wishes.freeze.iter().any(|pattern| pattern.fits(number)) && !number.effects.is_empty()
        };
        let pace_of_units = 1.0 / worth_of_unit(values).max(1.0);
        let mut all: Vec<Variable> = Vec::new();
        for first in 0..numbers.len() {
            if group[first] != first {
                continue;
            }
            let members: Vec<usize> = (first..numbers.len()).filter(|at| group[*at] == first).collect();
            // Equal numbers move together or not at all.
            if members.iter().all(|at| is_meant(&numbers[*at])) {
                all.push(variable(numbers, members, wishes, pace_of_units));
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
        let mut variables = Self {
            all,
            constant,
            idle,
            chains: Vec::new(),
            default_anchor: 0.0,
        };
        for pattern in &wishes.monotone {
            if !variables.add_chains(numbers, pattern)? {
                variables.idle.push(format!(
                    "--monotone {}: no table that is tuned is meant",
                    pattern.text()
                ));
            }
        }
        Ok(variables)
    }

    /// Pulls those towards their start of which nothing else was wished.
    pub fn set_default_anchor(&mut self, anchor: f64) {
        self.default_anchor = anchor;
    }

    /// What they begin with.
    pub fn start(&self) -> Vec<f64> {
        self.all.iter().map(|variable| variable.start).collect()
    }

    /// For each value whether any of them changes it.
    pub fn touched(&self) -> Vec<bool> {
        let mut touched = vec![false; self.constant.len()];
        for effect in self.all.iter().flat_map(|variable| &variable.effects) {
            touched[effect.index] = true;
        }
        touched
    }

    /// The values that come of them.
    pub fn values(&self, x: &[f64]) -> Pairs {
        let mut values = self.constant.clone();
        for (variable, x) in self.all.iter().zip(x) {
            for effect in &variable.effects {
                values[effect.index][effect.stage as usize] += effect.factor * x;
            }
        }
        Pairs::new(&values)
    }

    /// How fast the loss grows with each of them, from how fast it does with each value; the pull of anchors included.
    /// `pawn` is what a pawn is worth in the profile's units.
    pub fn gradient(&self, of_values: &[[f64; 2]], x: &[f64], pawn: f64) -> Vec<f64> {
        let of = |((variable, x), slope): ((&Variable, &f64), f64)| {
            let anchor = variable.anchor.unwrap_or(self.default_anchor);
            slope + 2.0 * anchor * (x - variable.start) / (pawn * pawn)
        };
        self.all
            .iter()
            .zip(x)
            .zip(self.slope(of_values))
            .map(of)
            .collect()
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

    /// What those anchors add to the loss that were wished for.
    pub fn pull(&self, x: &[f64], pawn: f64) -> f64 {
        let of = |(variable, x): (&Variable, &f64)| {
            variable.anchor.unwrap_or(0.0) * ((x - variable.start) / pawn).powi(2)
        };
        self.all.iter().zip(x).map(of).sum()
    }

    /// Lets a variable stay where it is put, as near as its bounds allow; where that is.
    pub fn fix(&mut self, at: usize, x: f64) -> f64 {
        let variable = &mut self.all[at];
        let x = x.clamp(variable.least, variable.most);
        (variable.least, variable.most) = (x, x);
        x
    }

    /// For each value of the vocabulary those that change it.
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

    /// Brings them back to where they are allowed: within their bounds, and tables that must not fall to the nearest that
    /// does not. What never occurs is left alone.
    pub fn project(&self, x: &mut [f64], occurrences: &[u32]) {
        for (variable, x) in self.all.iter().zip(x.iter_mut()) {
            *x = x.clamp(variable.least, variable.most);
        }
        for chain in &self.chains {
            let counted: Vec<usize> = chain.iter().copied().filter(|at| occurrences[*at] > 0).collect();
            let table: Vec<(f64, f64)> = counted
                .iter()
                .map(|at| (x[*at], f64::from(occurrences[*at])))
                .collect();
            for (at, value) in counted.into_iter().zip(rising(&table)) {
                x[at] = value;
            }
        }
    }

    /// What the numbers of the file become: those that are not tuned as they are.
    pub fn rounded(&self, numbers: &[Number], x: &[f64]) -> Vec<i32> {
        let mut new: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        for (variable, x) in self.all.iter().zip(x) {
            for at in &variable.numbers {
                new[*at] = x.round() as i32;
            }
        }
        new
    }

    /// The tables of a pattern, each stage for itself; whether there are any. A table that grows by steps must not have a
    /// negative one.
    fn add_chains(&mut self, numbers: &[Number], pattern: &Pattern) -> Result<bool, String> {
        let mut has_any = false;
        for key in pattern.keys() {
            let of_key = |variable: &Variable| {
                variable
                    .numbers
                    .iter()
                    .any(|at| numbers[*at].key == *key && pattern.fits(&numbers[*at]))
            };
            let members: Vec<usize> = (0..self.all.len()).filter(|at| of_key(&self.all[*at])).collect();
            let number = members.first().map(|at| &numbers[self.all[*at].numbers[0]]);
            let Some(number) = number else { continue };
            if !matches!(number.entry.decl.kind, Kind::Values(shape, _) if shape.is_linear()) {
                return Err(format!(
                    "`{key}` is no table by a count, rank or distance: it cannot rise"
                ));
            }
            let slot =
                number.entry.place..number.entry.place + number.entry.slot().map_or(0, |slot| slot.len);
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

/// What one unit of king attack is worth in points: the mean rise of the safety table over both stages.
fn worth_of_unit(values: &Values) -> f64 {
    let table = &values.scores[SAFETY_TABLE.offset..][..SAFETY_TABLE.len];
    let rise = |stage: usize| {
        let numbers = || table.iter().map(|pair| pair[stage]);
        numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0)
    };
    f64::from(rise(0) + rise(1)) / 2.0 / LAST_UNITS as f64
}

fn variable(numbers: &[Number], members: Vec<usize>, wishes: &Wishes, pace_of_units: f64) -> Variable {
    let of = || members.iter().map(|at| &numbers[*at]);
    let is_of_attack =
        |number: &Number| matches!(number.entry.decl.kind, Kind::Values(_, unit) if unit.is_of_attack());
    let anchor = wishes.anchors.iter().rev().find_map(|(pattern, anchor)| {
        let fits = pattern
            .as_ref()
            .is_none_or(|pattern| of().any(|number| pattern.fits(number)));
        fits.then_some(*anchor)
    });
    Variable {
        start: of().map(|number| f64::from(number.value)).sum::<f64>() / members.len() as f64,
        anchor,
        pace: if of().all(is_of_attack) {
            pace_of_units
        } else {
            1.0
        },
        least: of()
            .map(|number| f64::from(number.bounds.0))
            .fold(f64::MIN, f64::max),
        most: of()
            .map(|number| f64::from(number.bounds.1))
            .fold(f64::MAX, f64::min),
        effects: of().flat_map(|number| number.effects.iter().copied()).collect(),
        numbers: members,
    }
}

/// The table nearest to a weighted one among those that do not fall, by pooling neighbours that do (Ayer and others 1955).
fn rising(table: &[(f64, f64)]) -> Vec<f64> {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in table {
        let mut pool = (*value, *weight, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > pool.0) {
            let weight = before.1 + pool.1;
            pool = (
                (before.0 * before.1 + pool.0 * pool.1) / weight,
                weight,
                before.2 + pool.2,
            );
        }
        pools.push(pool);
    }
    pools
        .into_iter()
        .flat_map(|(value, _, count)| std::iter::repeat_n(value, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_falls_is_pooled() {
        let table = [
            (1.0, 1.0),
            (5.0, 3.0),
            (1.0, 1.0),
            (4.5, 1.0),
            (3.0, 2.0),
            (9.0, 1.0),
        ];
        let rising = rising(&table);
        assert_eq!((rising[0], rising[5]), (1.0, 9.0));
        for pooled in &rising[1..5] {
            assert!((pooled - 26.5 / 7.0).abs() < 1e-12, "{rising:?}");
        }
    }
}
