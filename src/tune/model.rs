//! The evaluation as a function of its values: sums of counts, the blend of the stages, and the king attack, which is a
//! table looked up by a sum of units. Without any rounding, so that it has a gradient; where all values are whole it differs
//! from the evaluator only by what that cuts off.

use crate::eval::Weights;
use crate::eval::king_attack::{
    ATTACKER_WEIGHT, DIVISOR, LAST_ATTACKERS, LAST_UNITS, PER_CHECK_UNITS, PER_SQUARE_UNITS, SAFETY_TABLE,
};
use crate::eval::vocabulary::{Slot, VALUE_COUNT};

/// Room for all values, a power of two so that any index can be made valid without a comparison.
const ROOM: usize = VALUE_COUNT.next_power_of_two();

/// A pair [mg, eg] for each value of the vocabulary.
#[derive(Debug, Clone)]
pub struct Pairs(Box<[[f32; 2]]>);

impl Default for Pairs {
    fn default() -> Self {
        Self(vec![[0.0; 2]; ROOM].into_boxed_slice())
    }
}

impl Pairs {
    /// From exact ones.
    pub fn new(values: &[[f64; 2]]) -> Self {
        let mut pairs = Self::default();
        for (pair, value) in pairs.0.iter_mut().zip(values) {
            *pair = value.map(|n| n as f32);
        }
        pairs
    }

    /// All of them.
    pub fn as_slice(&self) -> &[[f32; 2]] {
        &self.0[..VALUE_COUNT]
    }

    /// One of them.
    #[inline(always)]
    pub fn get(&self, index: u16) -> [f32; 2] {
        self.0[usize::from(index) & (ROOM - 1)]
    }

    /// One of them.
    #[inline(always)]
    pub fn get_mut(&mut self, index: u16) -> &mut [f32; 2] {
        &mut self.0[usize::from(index) & (ROOM - 1)]
    }

    #[inline(always)]
    fn add(&mut self, index: usize, stage: usize, n: f32) {
        self.0[index & (ROOM - 1)][stage] += n;
    }
}

/// What a side's king attack in a position is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// 1 White's, -1 Black's.
    sign: i8,
    attackers: u8,
    /// How often each kind of units counts, in the order of [`unit_slots`].
    units: [u8; 8],
}

impl Attack {
    /// `sign` is 1 for White's, -1 for Black's.
    pub fn new(sign: i8, attackers: usize, units: [u8; 8]) -> Self {
        Self {
            sign,
            attackers: attackers.min(LAST_ATTACKERS) as u8,
            units,
        }
    }
}

/// The keys with units of king attack.
pub fn unit_slots() -> [Slot; 8] {
    std::array::from_fn(|i| match i.checked_sub(PER_SQUARE_UNITS.len()) {
        None => PER_SQUARE_UNITS[i],
        Some(i) => PER_CHECK_UNITS[i],
    })
}

/// What of a profile is no value: how stages are blended and how the king attack is computed.
#[derive(Debug, Clone)]
pub struct Model {
    endgame_share: f32,
    /// Indices of the units.
    units: [usize; 8],
    /// Whether the number of attackers matters.
    weighed: bool,
    divisor: f32,
}

/// A place in the safety table between two entries.
struct Between {
    /// Index of the lower entry, and how far on towards the next: 0 to 1.
    lower: usize,
    part: f32,
    /// What the entries say there.
    danger: f32,
    /// How fast it grows with the units.
    slope: f32,
}

impl Model {
    /// The model of a compiled profile.
    pub fn new(w: &Weights) -> Self {
        Self {
            endgame_share: (1.0 / w.phase().endgame_divisor()) as f32,
            units: unit_slots().map(|slot| slot.offset),
            weighed: w.active() & ATTACKER_WEIGHT.bit() != 0,
            divisor: w.number(DIVISOR) as f32,
        }
    }

    /// What one point of the endgame sum is worth when nothing is left of the middlegame.
    #[inline(always)]
    pub fn endgame_share(&self) -> f32 {
        self.endgame_share
    }

    /// The indices of all values that the king attack depends on.
    pub fn attack_values(&self) -> impl Iterator<Item = usize> + '_ {
        let tables = [SAFETY_TABLE, ATTACKER_WEIGHT];
        let tables = tables
            .into_iter()
            .flat_map(|slot| slot.offset..slot.offset + slot.len);
        self.units.iter().copied().chain(tables)
    }

    /// What an attack is worth to White.
    #[inline(always)]
    pub fn attack(&self, attack: &Attack, values: &Pairs) -> [f32; 2] {
        let sign = f32::from(attack.sign);
        [0, 1].map(|stage| {
            let between = self.look_up(attack, values, stage);
            sign * between.danger * self.weight(attack, values, stage)
        })
    }

    #[inline(always)]
    fn weight(&self, attack: &Attack, values: &Pairs, stage: usize) -> f32 {
        match self.weighed {
            true => values.0[ATTACKER_WEIGHT.offset + usize::from(attack.attackers)][stage] / self.divisor,
            false => 1.0,
        }
    }

    /// The safety table at a sum of units, which need not be whole: a straight line from each entry to the next.
    #[inline(always)]
    fn look_up(&self, attack: &Attack, values: &Pairs, stage: usize) -> Between {
        let parts = self.units.iter().zip(attack.units);
        let sum: f32 = parts
            .map(|(index, n)| values.0[*index][stage] * f32::from(n))
            .sum();
        let table = |at: usize| values.0[SAFETY_TABLE.offset + at][stage];
        let inside = sum.clamp(0.0, LAST_UNITS as f32);
        let lower = (inside as usize).min(LAST_UNITS - 1);
        let part = inside - lower as f32;
        let rise = table(lower + 1) - table(lower);
        Between {
            lower,
            part,
            danger: table(lower) + part * rise,
            // Beyond the last entry the table is level.
            slope: if sum < LAST_UNITS as f32 { rise } else { 0.0 },
        }
    }

    /// Adds to `gradient` what each value does for an attack, times `slope` of each stage.
    pub fn add_attack_gradient(
        &self,
        attack: &Attack,
        values: &Pairs,
        slope: [f32; 2],
        gradient: &mut Pairs,
    ) {
        for (stage, slope) in slope.into_iter().enumerate() {
            let Between {
                lower,
                part,
                danger,
                slope: steepness,
            } = self.look_up(attack, values, stage);
            let weight = self.weight(attack, values, stage);
            let slope = slope * f32::from(attack.sign);
            let table = SAFETY_TABLE.offset + lower;
            gradient.add(table, stage, slope * weight * (1.0 - part));
            gradient.add(table + 1, stage, slope * weight * part);
            if self.weighed {
                let index = ATTACKER_WEIGHT.offset + usize::from(attack.attackers);
                gradient.add(index, stage, slope * danger / self.divisor);
            }
            for (index, n) in self.units.iter().zip(attack.units) {
                gradient.add(*index, stage, slope * weight * steepness * f32::from(n));
            }
        }
    }

    /// Adds to each value in how many attacks it counts. Which entry of the table is looked up depends on the units; each
    /// that is close enough to be changed by the data counts with those around it, so the table as a whole does.
    pub fn add_occurrences(&self, attack: &Attack, occurrences: &mut [u32]) {
        occurrences[ATTACKER_WEIGHT.offset + usize::from(attack.attackers)] += 1;
        for count in &mut occurrences[SAFETY_TABLE.offset..][..SAFETY_TABLE.len] {
            *count += 1;
        }
        for (index, n) in self.units.iter().zip(attack.units) {
            occurrences[*index] += u32::from(n > 0);
        }
    }
}
