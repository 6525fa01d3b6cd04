//! Custom tables, factors, rules of draws and terms after the blend in a position: [`temperament_engine::eval`] with
//! slopes in place of the expressions that look up tables, and without rounding.
//!
//! The sums of both stages are multiplied by the factors of the side ahead, blended, and added to the score of the terms
//! after the blend; then come the factors after the blend. Slopes are those at the start of the tuning.

use std::sync::Arc;

use super::score_pairs::ScorePairs;
use temperament_engine::board::{Color, Position};
use temperament_engine::eval::Weights;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{SLOT_COUNT, Slot};
use temperament_engine::eval::table_slopes::TableSlopes;
use temperament_engine::terms::{Role, Term};

/// What a position has of these.
#[derive(Debug, Clone, Default)]
pub struct Custom {
    /// Derivatives of the sums of both stages, by value. Entries of tables count from their values at the start.
    slopes: Box<[(u16, [f32; 2])]>,
    /// Derivatives of the score after the blend, by value.
    slopes_after: Box<[(u16, f32)]>,
    /// Factors of the sums of both stages, in the order of the profile.
    factors: Box<[Factor]>,
    /// Factors of the score after the blend.
    factors_after: Box<[Factor]>,
    /// Score after the blend of the values that are not tuned.
    rest_after: f32,
}

/// A factor of the score, should a side be ahead.
#[derive(Debug, Clone, Copy)]
struct Factor {
    /// Index of the value.
    index: u16,
    /// The side: 1 White, -1 Black.
    sign: i8,
    /// The factor for a value of 1.
    part: f32,
}

/// Values of the entries of custom tables at the start of the tuning, by value; 0 for all others.
#[derive(Debug, Clone, Default)]
pub struct TableStart(Vec<[f32; 2]>);

impl TableStart {
    /// Returns the entries of a profile.
    pub fn new(weights: &Weights) -> Self {
        let mut start = Vec::new();
        let Some(own) = weights.custom_terms() else {
            return Self::default();
        };
        let terms = own.terms().program().terms().iter().zip(own.terms().slots());
        for (_, slot) in terms.filter(|(term, _)| term.role() == Role::Table) {
            start.resize(slot.offset + slot.len, [0.0; 2]);
            for (index, pair) in start.iter_mut().enumerate().skip(slot.offset) {
                let entry = own.value(Color::White, index);
                *pair = [entry.mg() as f32, entry.eg() as f32];
            }
        }
        Self(start)
    }

    /// Returns the change of a value since the start, or the value itself if it is no entry of a table.
    fn change(&self, index: u16, values: &ScorePairs) -> [f32; 2] {
        let value = values.get(index);
        let start = self.0.get(usize::from(index)).copied().unwrap_or_default();
        [value[0] - start[0], value[1] - start[1]]
    }
}

/// Collects the custom part of positions for one profile.
#[derive(Debug)]
pub struct CustomCounter {
    weights: Arc<Weights>,
    is_tuned: Vec<bool>,
    /// Present if entries of tables are tuned.
    slopes: Option<TableSlopes>,
}

/// The custom part of a position, during the collection.
#[derive(Debug, Default)]
pub struct Collection {
    slopes: Vec<(u16, [f32; 2])>,
    slopes_after: Vec<(u16, f32)>,
    factors: Vec<Factor>,
    factors_after: Vec<Factor>,
    rest_after: f32,
    /// Sums of the values that are not tuned, by stage.
    pub rest: [f32; 2],
    /// True if the position is a draw by a rule of the profile.
    pub is_drawn: bool,
}

impl CustomCounter {
    /// Creates a counter; `None` if the profile has only terms before the blend that look up no table.
    pub fn new(weights: &Arc<Weights>, is_tuned: &[bool]) -> Option<Self> {
        let own = weights.custom_terms()?;
        let terms = own.terms().program().terms();
        let is_special = |term: &Term| term.role() != Role::Term || term.is_after_blend();
        if !terms.iter().any(is_special) {
            return None;
        }
        let is_tuned_table = |(term, slot): (&Term, Slot)| {
            term.role() == Role::Table && is_tuned[slot.offset..][..slot.len].contains(&true)
        };
        let tunes_tables = terms.iter().zip(own.terms().slots()).any(is_tuned_table);
        Some(Self {
            slopes: tunes_tables.then(|| TableSlopes::new(own)),
            weights: Arc::clone(weights),
            is_tuned: is_tuned.to_vec(),
        })
    }

    fn own(&self) -> Option<&CustomWeights> {
        self.weights.custom_terms()
    }

    /// Takes an event of the custom part; returns `false` for all others.
    pub fn take(&self, found: &mut Collection, color: Color, slot: Slot, event: Event) -> bool {
        let term = slot.ordinal.checked_sub(SLOT_COUNT);
        let Some((own, term)) =
            self.own().and_then(|own| Some((own, own.terms().program().terms().get(term?)?)))
        else {
            return false;
        };
        let sign = if color == Color::White { 1 } else { -1 };
        // A profile has far fewer values than 65,536.
        let place = |index: usize| (slot.offset + index) as u16;
        match event {
            Event::Count { index, n } if term.is_after_blend() => {
                if self.is_tuned[slot.offset + index] {
                    found.slopes_after.push((place(index), (sign * n) as f32));
                } else {
                    found.rest_after += (own.score_of_event(color, slot, event) * sign).mg() as f32;
                }
            }
            Event::StageCount { stage, index, n } => {
                if self.is_tuned[slot.offset + index] {
                    let mut by = [0.0; 2];
                    by[stage] = (sign * n) as f32;
                    found.slopes.push((place(index), by));
                } else {
                    let score = own.score_of_event(color, slot, event) * sign;
                    found.rest[0] += score.mg() as f32;
                    found.rest[1] += score.eg() as f32;
                }
            }
            Event::Factor { index, n } => {
                let part = n as f32 / term.divisor() as f32;
                let factor = Factor { index: place(index), sign: sign as i8, part };
                if term.is_after_blend() {
                    found.factors_after.push(factor);
                } else {
                    found.factors.push(factor);
                }
            }
            Event::Drawn => found.is_drawn = true,
            _ => return false,
        }
        true
    }

    /// Adds the slopes of the table entries that are tuned.
    pub fn add_slopes(&self, found: &mut Collection, position: &Position) {
        let Some((own, slopes)) = self.own().zip(self.slopes.as_ref()) else {
            return;
        };
        for (index, slope) in slopes.of(own, position, |index| self.is_tuned[index]) {
            if slope.before_blend != [0.0; 2] {
                found.slopes.push((index as u16, slope.before_blend));
            }
            if slope.after_blend != 0.0 {
                found.slopes_after.push((index as u16, slope.after_blend));
            }
        }
    }
}

impl Collection {
    /// Ends the collection.
    pub fn finish(self) -> Custom {
        Custom {
            slopes: self.slopes.into(),
            slopes_after: self.slopes_after.into(),
            factors: self.factors.into(),
            factors_after: self.factors_after.into(),
            rest_after: self.rest_after,
        }
    }
}

impl Custom {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.slopes)
            + size_of_val(&*self.slopes_after)
            + size_of_val(&*self.factors)
            + size_of_val(&*self.factors_after)
    }

    /// Calls `met` with each value that counts.
    pub fn each_value(&self, met: impl FnMut(usize)) {
        let slopes =
            self.slopes.iter().map(|slope| slope.0).chain(self.slopes_after.iter().map(|slope| slope.0));
        let factors = self.factors.iter().chain(&self.factors_after).map(|factor| factor.index);
        slopes.chain(factors).map(usize::from).for_each(met);
    }

    /// Returns what the slopes add to the sums of both stages.
    pub fn sums(&self, values: &ScorePairs, start: &TableStart) -> [f32; 2] {
        self.slopes.iter().fold([0.0; 2], |[mg, eg], &(index, by)| {
            let change = start.change(index, values);
            [mg + by[0] * change[0], eg + by[1] * change[1]]
        })
    }

    /// Returns the score, given the sums of both stages and what a point of each is worth in the blend.
    pub fn score(&self, sums: [f32; 2], shares: [f32; 2], values: &ScorePairs, start: &TableStart) -> f32 {
        let score = self.before_last_factors(sums, shares, values, start);
        multiply(&self.factors_after, score, 0, values, &mut |_, _| {}).0
    }

    /// The score before the factors after the blend.
    fn before_last_factors(
        &self,
        sums: [f32; 2],
        shares: [f32; 2],
        values: &ScorePairs,
        start: &TableStart,
    ) -> f32 {
        let stage = |s: usize| shares[s] * multiply(&self.factors, sums[s], s, values, &mut |_, _| {}).0;
        let after = self.slopes_after.iter().map(|&(index, by)| by * start.change(index, values)[0]);
        stage(0) + stage(1) + self.rest_after + after.sum::<f32>()
    }

    /// Adds the derivative of the score by the values of factors and terms after the blend, times `slope`, to `gradient`.
    /// Returns the derivative by the sums of both stages, times `slope`.
    pub fn add_gradient(
        &self,
        sums: [f32; 2],
        shares: [f32; 2],
        values: &ScorePairs,
        start: &TableStart,
        slope: f32,
        gradient: &mut ScorePairs,
    ) -> [f32; 2] {
        let score = self.before_last_factors(sums, shares, values, start);
        let mut add = |index: u16, stage: usize, by: f32| gradient.add(usize::from(index), stage, by);
        let (_, by_score) =
            multiply(&self.factors_after, score, 0, values, &mut |index, by| add(index, 0, slope * by));
        let slope = slope * by_score;
        for &(index, by) in &self.slopes_after {
            add(index, 0, slope * by);
        }
        [0, 1].map(|stage| {
            let slope = slope * shares[stage];
            let of_factor = &mut |index, by| add(index, stage, slope * by);
            slope * multiply(&self.factors, sums[stage], stage, values, of_factor).1
        })
    }

    /// Adds the derivative by the values with slopes to `gradient`, given that by the sums of both stages.
    pub fn add_slope_gradient(&self, by_sums: [f32; 2], gradient: &mut ScorePairs) {
        for &(index, by) in &self.slopes {
            gradient.add(usize::from(index), 0, by_sums[0] * by[0]);
            gradient.add(usize::from(index), 1, by_sums[1] * by[1]);
        }
    }
}

/// Applies factors to a sum of a stage. Returns the result and its derivative by the sum, and calls `add` with the
/// derivative by the value of each factor.
fn multiply(
    factors: &[Factor],
    sum: f32,
    stage: usize,
    values: &ScorePairs,
    add: &mut impl FnMut(u16, f32),
) -> (f32, f32) {
    let Some((factor, rest)) = factors.split_first() else {
        return (sum, 1.0);
    };
    let ahead = if sum > 0.0 { 1 } else { -1 };
    if factor.sign != ahead {
        return multiply(rest, sum, stage, values, add);
    }
    let times = factor.part * values.get(factor.index)[stage];
    let (end, slope) = multiply(rest, sum * times, stage, values, add);
    add(factor.index, slope * sum * factor.part);
    (end, slope * times)
}
