//! Where counts go: one code for every term serves play, explanation and tuning.
//!
//! A term says "value `index` of key `slot` counts `n` times for this side". [`Sum`] multiplies with the
//! weights and adds up, and compiles to a load and an addition; [`Trace`] writes the counts down, and with them what
//! goes into the one score that is no number of times a table entry, that of the king attack.

use crate::board::Color;

use super::keys::{Slot, Terms};
use super::score::S;
use super::side::Side;
use super::weights::Weights;

/// Receives what the terms count.
pub trait Sink {
    /// Whether it hears of the units of an attack in which no piece takes part: they are worth nothing.
    const HEARS_IDLE_UNITS: bool = false;

    /// Whether any of a set of keys matters to this sink. A term may skip its work if none does; it must
    /// not skip it for any other reason that depends on weights.
    fn wants(&self, terms: Terms) -> bool;

    /// Value `index` of `slot` counts `n` times for the side `C`.
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32);

    /// `n` times the units of `slot` go into the king attack of the side `C`. They are worth nothing by themselves:
    /// [`Sink::add_attack`] follows with the score of all of them.
    fn add_units<C: Side>(&mut self, slot: Slot, n: i32);

    /// The score of the king attack of the side `C`, shown under `slot`, in which so many pieces take part.
    fn add_attack<C: Side>(&mut self, slot: Slot, attackers: usize, value: S);
}

/// Adds up the score, from White's point of view.
pub struct Sum<'w> {
    weights: &'w Weights,
    /// The sum so far.
    pub total: S,
}

impl<'w> Sum<'w> {
    /// A sum that starts from `total`.
    #[inline(always)]
    pub fn new(weights: &'w Weights, total: S) -> Self {
        Self { weights, total }
    }

    #[inline(always)]
    fn add_value<C: Side>(&mut self, value: S) {
        match C::US {
            Color::White => self.total += value,
            Color::Black => self.total -= value,
        }
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn wants(&self, terms: Terms) -> bool {
        self.weights.active().meets(terms)
    }

    #[inline(always)]
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        self.add_value::<C>(self.weights.value(C::US, slot, index) * n);
    }

    #[inline(always)]
    fn add_units<C: Side>(&mut self, _slot: Slot, _n: i32) {}

    #[inline(always)]
    fn add_attack<C: Side>(&mut self, _slot: Slot, _attackers: usize, value: S) {
        self.add_value::<C>(value);
    }
}

/// One line of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Value `index` of the key counts `n` times.
    Count {
        /// Index within the key's table.
        index: usize,
        /// How often; negative where a correction takes something back.
        n: i32,
    },
    /// Value `index` of the key goes `n` times into what adjusts the sum of all other terms (see [`super::adjust`]), if
    /// the side is ahead.
    Adjust {
        /// Index within the key's table.
        index: usize,
        /// How often.
        n: i32,
    },
    /// The units of the key go so many times into the side's king attack.
    Units(i32),
    /// The king attack: its score, computed from several keys, and how many pieces take part.
    Attack {
        /// How many.
        attackers: usize,
        /// What it is worth.
        value: S,
    },
}

/// Writes down everything that is counted, whatever it is worth.
#[derive(Debug, Default)]
pub struct Trace {
    /// Side, key and what was counted, in the order of evaluation.
    pub events: Vec<(Color, Slot, Event)>,
}

impl Sink for Trace {
    const HEARS_IDLE_UNITS: bool = true;

    fn wants(&self, _terms: Terms) -> bool {
        true
    }

    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        if n != 0 {
            self.events.push((C::US, slot, Event::Count { index, n }));
        }
    }

    fn add_units<C: Side>(&mut self, slot: Slot, n: i32) {
        if n != 0 {
            self.events.push((C::US, slot, Event::Units(n)));
        }
    }

    fn add_attack<C: Side>(&mut self, slot: Slot, attackers: usize, value: S) {
        self.events
            .push((C::US, slot, Event::Attack { attackers, value }));
    }
}
