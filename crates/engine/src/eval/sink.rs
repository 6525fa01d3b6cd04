//! Receivers of counts: one implementation of every term serves play, explanation and tuning.
//!
//! A term reports that value `index` of key `slot` counts `n` times for a side. [`Sum`] multiplies by the weights and
//! adds up, and compiles to a load and an addition; [`Trace`] records the counts, and the inputs of the king attack,
//! the only score that is not linear in table entries.

use crate::board::Color;

use super::event::Event;
use super::keys::{Slot, Terms};
use super::score::S;
use super::side::Side;
use super::weights::Weights;

/// Receives the counts of the terms.
pub trait Sink {
    /// True if it receives the units of an attack without attackers, whose score is 0.
    const TRACES_UNITS_WITHOUT_ATTACKERS: bool = false;

    /// Returns `true` if any of a set of keys matters to this sink. A term may skip its work if none does, but not
    /// for any other reason that depends on weights.
    fn wants(&self, terms: Terms) -> bool;

    /// Value `index` of `slot` counts `n` times for the side `C`.
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32);

    /// Adds `n` times the units of `slot` to the king attack of the side `C`. They have no score of their own:
    /// [`Sink::add_attack`] follows with the total score.
    fn add_units<C: Side>(&mut self, slot: Slot, n: i32);

    /// Adds the score of the king attack of the side `C`, shown under `slot`, with the number of attackers.
    fn add_attack<C: Side>(&mut self, slot: Slot, attackers: usize, value: S);
}

/// Adds up the score, from White's point of view.
pub struct Sum<'w> {
    weights: &'w Weights,
    /// The sum so far.
    pub total: S,
}

impl<'w> Sum<'w> {
    /// Creates a sum that starts from `total`.
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

/// Records all counts, whatever their values.
#[derive(Debug, Default)]
pub struct Trace {
    /// Side, key and event, in the order of evaluation.
    pub events: Vec<(Color, Slot, Event)>,
}

impl Sink for Trace {
    const TRACES_UNITS_WITHOUT_ATTACKERS: bool = true;

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
        self.events.push((C::US, slot, Event::Attack { attackers, value }));
    }
}
