//! The evaluation as a function of its values: sums of counts, the blend of the stages, the king attack, which is a table
//! looked up by a sum of units, and what adjusts the sums ([`super::adjustments`]). Without any rounding, so that it has a
//! gradient; where all values are whole it differs from the evaluator only by what that cuts off.

use std::ops::Range;

use super::adjustments::{Adjusted, Adjustment};
use crate::board::Color;
use crate::eval::keys::king_attack::{ATTACKER_WEIGHT, DIVISOR, LAST_ATTACKERS, LAST_UNITS, SAFETY_TABLE};
use crate::eval::keys::{Kind, Slot, Unit, VALUE_COUNT, entries};
use crate::eval::{MOST_VALUES, Values, Weights, adjust};

/// Room for all values that a profile can have, a power of two so that any index can be made valid without a comparison.
const ROOM: usize = MOST_VALUES.next_power_of_two();

/// A pair [mg, eg] for each value of a profile: those of the vocabulary, then those of its own terms.
#[derive(Debug, Clone)]
pub struct Pairs {
    all: Box<[[f32; 2]; ROOM]>,
    len: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self::zero(VALUE_COUNT)
    }
}

impl Pairs {
    /// So many of zero.
    ///
    /// # Panics
    /// If no profile has so many.
    pub fn zero(len: usize) -> Self {
        assert!(len <= ROOM, "{len} values");
        let all = vec![[0.0; 2]; ROOM].into_boxed_slice();
        let all = all.try_into().expect("it has as many entries as there is room");
        Self { all, len }
    }

    /// Those of a profile.
    pub fn of(values: &Values) -> Self {
        let exact: Vec<[f64; 2]> = values.scores.iter().map(|pair| pair.map(f64::from)).collect();
        Self::new(&exact)
    }

    /// From exact ones.
    pub fn new(values: &[[f64; 2]]) -> Self {
        let mut pairs = Self::zero(values.len());
        for (pair, value) in pairs.all.iter_mut().zip(values) {
            *pair = value.map(|n| n as f32);
        }
        pairs
    }

    /// All of them.
    pub fn as_slice(&self) -> &[[f32; 2]] {
        &self.all[..self.len]
    }

    #[inline(always)]
    fn place(index: usize) -> usize {
        index & (ROOM - 1)
    }

    /// One of them.
    #[inline(always)]
    pub fn get(&self, index: u16) -> [f32; 2] {
        self.all[Self::place(usize::from(index))]
    }

    /// One of them.
    #[inline(always)]
    pub fn get_mut(&mut self, index: u16) -> &mut [f32; 2] {
        &mut self.all[Self::place(usize::from(index))]
    }

    #[inline(always)]
    fn add(&mut self, index: usize, stage: usize, n: f32) {
        self.all[Self::place(index)][stage] += n;
    }
}

/// What a side's king attack in a position is made of, in bytes: the side (0 White, 1 Black), how many pieces take part,
/// how often each kind of units counts, in the order of the model's.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a>(pub &'a [u8]);

impl Attack<'_> {
    /// Bytes before those of the units.
    const HEAD: usize = 2;

    #[inline(always)]
    fn sign(self) -> f32 {
        if self.0[0] == 0 { 1.0 } else { -1.0 }
    }

    #[inline(always)]
    fn weight_index(self) -> usize {
        ATTACKER_WEIGHT.offset + usize::from(self.0[1])
    }

    #[inline(always)]
    fn units(&self) -> &[u8] {
        &self.0[Self::HEAD..]
    }
}

/// What of a profile is no value: how stages are blended, how the king attack is computed, what adjusts the sums.
#[derive(Debug, Clone)]
pub struct Model {
    endgame_share: f32,
    /// Indices of those units that are worth anything or may come to be.
    units: Vec<usize>,
    /// Whether the number of attackers matters.
    weighed: bool,
    divisor: f32,
    /// Whether anything adjusts the sums or may come to.
    adjusts: bool,
    /// Indices of the values that are shares of a lead.
    shares: Range<u16>,
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
    /// The model of a compiled profile, of whose values some are tuned.
    pub fn new(w: &Weights, is_tuned: &[bool]) -> Self {
        let matters =
            |slot: &Slot| w.active().meets(slot.bit()) || is_tuned[slot.offset..][..slot.len].contains(&true);
        let adjusting = |slot: &Slot| adjust::TERMS.meets(slot.bit());
        Self {
            endgame_share: (1.0 / w.phase().endgame_divisor()) as f32,
            units: slots(Unit::is_of_attack)
                .filter(matters)
                .map(|slot| slot.offset)
                .collect(),
            weighed: w.active().meets(ATTACKER_WEIGHT.bit()),
            divisor: w.number(DIVISOR) as f32,
            adjusts: slots(|_| true).filter(adjusting).any(|slot| matters(&slot)),
            shares: shares(),
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

    /// Whether what adjusts the sums must be kept.
    pub fn adjusts(&self) -> bool {
        self.adjusts
    }

    /// The sum of one stage, adjusted.
    #[inline(always)]
    pub fn adjusted(&self, sum: f32, stage: usize, adjustments: &[Adjustment], values: &Pairs) -> Adjusted {
        if adjustments.is_empty() {
            return Adjusted::untouched(sum);
        }
        Adjusted::new(sum, stage, adjustments, values, |index| self.is_share(index))
    }

    /// Whether a value is a share of a lead.
    #[inline(always)]
    pub fn is_share(&self, index: u16) -> bool {
        self.shares.contains(&index)
    }

    /// Which of the units that count are those of a key.
    pub fn place_of_units(&self, slot: Slot) -> Option<usize> {
        self.units.iter().position(|index| *index == slot.offset)
    }

    /// How many kinds of units count.
    pub fn kinds_of_units(&self) -> usize {
        self.units.len()
    }

    /// An attack in bytes.
    pub fn attack_bytes<'a>(
        &self,
        color: Color,
        attackers: usize,
        units: &'a [u8],
    ) -> impl Iterator<Item = u8> + use<'a> {
        let head = [color as u8, attackers.min(LAST_ATTACKERS) as u8];
        head.into_iter().chain(units.iter().copied())
    }

    /// The attacks whose bytes stand one after the other.
    #[inline(always)]
    pub fn attacks<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = Attack<'a>> + use<'a> {
        bytes.chunks_exact(Attack::HEAD + self.units.len()).map(Attack)
    }

    /// What an attack is worth to White.
    #[inline(always)]
    pub fn attack(&self, attack: Attack<'_>, values: &Pairs) -> [f32; 2] {
        [0, 1].map(|stage| {
            let between = self.look_up(attack, values, stage);
            attack.sign() * between.danger * self.weight(attack, values, stage)
        })
    }

    #[inline(always)]
    fn weight(&self, attack: Attack<'_>, values: &Pairs, stage: usize) -> f32 {
        match self.weighed {
            true => values.all[attack.weight_index()][stage] / self.divisor,
            false => 1.0,
        }
    }

    /// The safety table at a sum of units, which need not be whole: a straight line from each entry to the next.
    #[inline(always)]
    fn look_up(&self, attack: Attack<'_>, values: &Pairs, stage: usize) -> Between {
        let parts = self.units.iter().zip(attack.units());
        let sum: f32 = parts
            .map(|(index, n)| values.all[*index][stage] * f32::from(*n))
            .sum();
        let table = |at: usize| values.all[SAFETY_TABLE.offset + at][stage];
        let inside = sum.clamp(0.0, LAST_UNITS as f32);
        let lower = (inside as usize).min(LAST_UNITS - 1);
        let part = inside - lower as f32;
        let rise = table(lower + 1) - table(lower);
        Between {
            lower,
            part,
            danger: table(lower) + part * rise,
            // Before the first entry and beyond the last the table is level.
            slope: if (0.0..LAST_UNITS as f32).contains(&sum) {
                rise
            } else {
                0.0
            },
        }
    }

    /// Adds to `gradient` what each value does for an attack, times `slope` of each stage.
    pub fn add_attack_gradient(
        &self,
        attack: Attack<'_>,
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
            let slope = slope * attack.sign();
            let table = SAFETY_TABLE.offset + lower;
            gradient.add(table, stage, slope * weight * (1.0 - part));
            gradient.add(table + 1, stage, slope * weight * part);
            if self.weighed {
                gradient.add(attack.weight_index(), stage, slope * danger / self.divisor);
            }
            for (index, n) in self.units.iter().zip(attack.units()) {
                gradient.add(*index, stage, slope * weight * steepness * f32::from(*n));
            }
        }
    }

    /// Calls `met` with each value that an attack depends on. Which entry of the table is looked up depends on the units; each
    /// that is close enough to be changed by the data counts with those around it, so the table as a whole does.
    pub fn each_value(&self, attack: Attack<'_>, met: &mut impl FnMut(usize)) {
        met(attack.weight_index());
        (SAFETY_TABLE.offset..SAFETY_TABLE.offset + SAFETY_TABLE.len).for_each(&mut *met);
        for (index, n) in self.units.iter().zip(attack.units()) {
            if *n > 0 {
                met(*index);
            }
        }
    }
}

/// The keys with values in units that are looked for.
fn slots(is_meant: impl Fn(Unit) -> bool) -> impl Iterator<Item = Slot> {
    entries().filter_map(move |entry| match entry.decl.kind {
        Kind::Values(_, unit) if is_meant(unit) => entry.slot(),
        _ => None,
    })
}

/// The indices of all shares: they are one section, so they stand together.
fn shares() -> Range<u16> {
    let is_share = |unit| unit == Unit::Share;
    let first = slots(is_share).map(|slot| slot.offset).min().unwrap_or(0);
    let end = slots(is_share)
        .map(|slot| slot.offset + slot.len)
        .max()
        .unwrap_or(0);
    // The vocabulary has far fewer values than 65,536.
    first as u16..end as u16
}
