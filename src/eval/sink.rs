//! Where counts go: one code for every term serves play, explanation and tuning.
//!
//! A term says "value `index` of key `slot` counts `n` times for this side". [`Sum`] multiplies with the
//! weights and adds up, and compiles to a load and an addition; [`Trace`] writes the counts down.

use crate::board::Color;

use super::score::S;
use super::vocabulary::Slot;
use super::weights::Weights;

/// A colour as a type, so that each term is compiled once for White and once for Black.
pub trait Side {
    /// The enemy.
    type Them: Side<Them = Self>;
    /// The side being scored.
    const US: Color;
    /// The other side.
    const THEM: Color;
}

/// White, as a type.
pub struct White;
/// Black, as a type.
pub struct Black;

impl Side for White {
    type Them = Black;
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
}

impl Side for Black {
    type Them = White;
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
}

/// Receives what the terms count.
pub trait Sink {
    /// Whether any of a set of keys matters to this sink. A term may skip its work if none does; it must
    /// not skip it for any other reason that depends on weights.
    fn wants(&self, slots: u128) -> bool;

    /// Value `index` of `slot` counts `n` times for the side `C`.
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32);

    /// A value that is not a number of times a table entry (the king attack), shown under `slot`.
    fn add_computed<C: Side>(&mut self, slot: Slot, value: S);
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
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn wants(&self, slots: u128) -> bool {
        self.weights.active() & slots != 0
    }

    #[inline(always)]
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        self.add_computed::<C>(slot, self.weights.value(C::US, slot, index) * n);
    }

    #[inline(always)]
    fn add_computed<C: Side>(&mut self, _slot: Slot, value: S) {
        match C::US {
            Color::White => self.total += value,
            Color::Black => self.total -= value,
        }
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
    /// A value computed from several keys.
    Computed(S),
}

/// Writes down everything that is counted, whatever it is worth.
#[derive(Debug, Default)]
pub struct Trace {
    /// Side, key and what was counted, in the order of evaluation.
    pub events: Vec<(Color, Slot, Event)>,
}

impl Sink for Trace {
    fn wants(&self, _slots: u128) -> bool {
        true
    }

    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        if n != 0 {
            self.events.push((C::US, slot, Event::Count { index, n }));
        }
    }

    fn add_computed<C: Side>(&mut self, slot: Slot, value: S) {
        self.events.push((C::US, slot, Event::Computed(value)));
    }
}
