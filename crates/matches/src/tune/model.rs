//! The evaluation as a function of its values: sums of counts, the blend of the stages, the king attack (a table
//! indexed by a sum of units), and the adjustments of the sums ([`super::adjustments`]). Nothing is rounded, so there
//! is a gradient; for whole values it differs from the evaluator only by rounding.

use std::ops::Range;

use super::adjustments::{Adjusted, Adjustment};
use super::custom::TableStart;
use super::score_pairs::ScorePairs;
use temperament_engine::board::Color;
use temperament_engine::eval::keys::king_attack::{
    ATTACKER_WEIGHT, DIVISOR, LAST_ATTACKERS, LAST_UNITS, SAFETY_TABLE,
};
use temperament_engine::eval::keys::{Kind, Slot, Unit, entries};
use temperament_engine::eval::{Weights, scaling};

/// A side's king attack in a position as bytes: side (0 White, 1 Black), number of attackers, and the count of each
/// kind of unit in model order.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a>(pub &'a [u8]);

impl Attack<'_> {
    /// Number of bytes before those of the units.
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

/// The parts of a profile that are not values: blending, king attack, adjustments.
#[derive(Debug, Clone)]
pub struct Model {
    endgame_share: f32,
    /// Indices of the units that are not 0 or may be tuned.
    units: Vec<usize>,
    /// True if the number of attackers matters.
    weighed: bool,
    divisor: f32,
    /// True if sums are adjusted or may come to be.
    adjusts: bool,
    /// Indices of the values that are shares of a lead.
    shares: Range<u16>,
    table_start: TableStart,
}

/// A position between two entries of the safety table.
struct Between {
    /// Index of the lower entry, and the fraction towards the next: 0 to 1.
    lower: usize,
    part: f32,
    /// Interpolated value.
    danger: f32,
    /// Derivative by the units.
    slope: f32,
}

impl Model {
    /// Creates the model of a compiled profile; `is_tuned` marks the tuned values.
    pub fn new(w: &Weights, is_tuned: &[bool]) -> Self {
        let matters =
            |slot: &Slot| w.active().meets(slot.bit()) || is_tuned[slot.offset..][..slot.len].contains(&true);
        let adjusting = |slot: &Slot| scaling::TERMS.meets(slot.bit());
        Self {
            endgame_share: (1.0 / w.phase().endgame_divisor()) as f32,
            units: slots(Unit::is_of_attack).filter(matters).map(|slot| slot.offset).collect(),
            weighed: w.active().meets(ATTACKER_WEIGHT.bit()),
            divisor: w.number(DIVISOR) as f32,
            adjusts: slots(|_| true).filter(adjusting).any(|slot| matters(&slot)),
            shares: shares(),
            table_start: TableStart::new(w),
        }
    }

    pub fn table_start(&self) -> &TableStart {
        &self.table_start
    }

    /// Value of one point of the endgame sum when the phase is pure endgame.
    #[inline(always)]
    pub fn endgame_share(&self) -> f32 {
        self.endgame_share
    }

    /// Indices of all values that the king attack depends on.
    pub fn attack_values(&self) -> impl Iterator<Item = usize> + '_ {
        let tables = [SAFETY_TABLE, ATTACKER_WEIGHT];
        let tables = tables.into_iter().flat_map(|slot| slot.offset..slot.offset + slot.len);
        self.units.iter().copied().chain(tables)
    }

    /// Returns `true` if adjustments must be kept.
    pub fn adjusts(&self) -> bool {
        self.adjusts
    }

    /// Returns the adjusted sum of one stage.
    #[inline(always)]
    pub fn adjusted(
        &self,
        sum: f32,
        stage: usize,
        adjustments: &[Adjustment],
        values: &ScorePairs,
    ) -> Adjusted {
        if adjustments.is_empty() {
            return Adjusted::untouched(sum);
        }
        Adjusted::new(sum, stage, adjustments, values, |index| self.is_share(index))
    }

    /// Returns `true` if a value is a share of a lead.
    #[inline(always)]
    pub fn is_share(&self, index: u16) -> bool {
        self.shares.contains(&index)
    }

    /// Returns the position of a key among the units that count.
    pub fn place_of_units(&self, slot: Slot) -> Option<usize> {
        self.units.iter().position(|index| *index == slot.offset)
    }

    /// Number of kinds of units that count.
    pub fn kinds_of_units(&self) -> usize {
        self.units.len()
    }

    pub fn attack_bytes<'a>(
        &self,
        color: Color,
        attackers: usize,
        units: &'a [u8],
    ) -> impl Iterator<Item = u8> + use<'a> {
        let head = [color as u8, attackers.min(LAST_ATTACKERS) as u8];
        head.into_iter().chain(units.iter().copied())
    }

    /// Splits consecutive bytes into attacks.
    #[inline(always)]
    pub fn attacks<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = Attack<'a>> + use<'a> {
        bytes.chunks_exact(Attack::HEAD + self.units.len()).map(Attack)
    }

    /// Returns the value of an attack for White.
    #[inline(always)]
    pub fn attack(&self, attack: Attack<'_>, values: &ScorePairs) -> [f32; 2] {
        [0, 1].map(|stage| {
            let between = self.look_up(attack, values, stage);
            attack.sign() * between.danger * self.weight(attack, values, stage)
        })
    }

    #[inline(always)]
    fn weight(&self, attack: Attack<'_>, values: &ScorePairs, stage: usize) -> f32 {
        if self.weighed { values.get(attack.weight_index())[stage] / self.divisor } else { 1.0 }
    }

    /// Interpolates the safety table linearly at a sum of units, which need not be whole.
    #[inline(always)]
    fn look_up(&self, attack: Attack<'_>, values: &ScorePairs, stage: usize) -> Between {
        let parts = self.units.iter().zip(attack.units());
        let sum: f32 = parts.map(|(index, n)| values.get(*index)[stage] * f32::from(*n)).sum();
        let table = |at: usize| values.get(SAFETY_TABLE.offset + at)[stage];
        let inside = sum.clamp(0.0, LAST_UNITS as f32);
        let lower = (inside as usize).min(LAST_UNITS - 1);
        let part = inside - lower as f32;
        let rise = table(lower + 1) - table(lower);
        Between {
            lower,
            part,
            danger: table(lower) + part * rise,
            // The table is constant before the first entry and beyond the last.
            slope: if (0.0..LAST_UNITS as f32).contains(&sum) { rise } else { 0.0 },
        }
    }

    /// Adds the derivative of an attack by each value, times `slope` of each stage, to `gradient`.
    pub fn add_attack_gradient(
        &self,
        attack: Attack<'_>,
        values: &ScorePairs,
        slope: [f32; 2],
        gradient: &mut ScorePairs,
    ) {
        for (stage, slope) in slope.into_iter().enumerate() {
            let Between { lower, part, danger, slope: steepness } = self.look_up(attack, values, stage);
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

    /// Calls `met` with each value that an attack depends on. The table entry depends on the units; every entry that
    /// the data can change counts together with its neighbours, so the table as a whole does.
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

/// The keys with values in the selected units.
fn slots(is_meant: impl Fn(Unit) -> bool) -> impl Iterator<Item = Slot> {
    entries().filter_map(move |entry| match entry.decl.kind {
        Kind::Values(_, unit) if is_meant(unit) => entry.slot(),
        _ => None,
    })
}

/// Indices of all shares: they form one section, so they are contiguous.
fn shares() -> Range<u16> {
    let is_share = |unit| unit == Unit::Share;
    let first = slots(is_share).map(|slot| slot.offset).min().unwrap_or(0);
    let end = slots(is_share).map(|slot| slot.offset + slot.len).max().unwrap_or(0);
    // The key table has far fewer values than 65,536.
    first as u16..end as u16
}
