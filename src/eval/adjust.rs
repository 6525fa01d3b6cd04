//! What happens to the sum of all other terms before it is blended: winning chances move it towards or away from zero,
//! drawish material takes a part of it.
//!
//! Both are told for each side as if it were ahead, so that what is counted never depends on what anything is worth:
//! a [`Sums`] adds up what each side would have, and the sign of either stage says whose counts.

use crate::board::{Color, Position};

use super::keys::{Slot, Terms, inputs};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::score::S;
use super::side::Side;
use super::sink::{Event, Sink, Trace};
use super::weights::Weights;
use super::{drawish, winnable};

/// All keys of adjustments.
pub const TERMS: Terms = Terms::on(inputs::SCALING);

/// What either side would have if it were ahead.
struct Sums<'w> {
    weights: &'w Weights,
    sums: [S; 2],
}

impl<'w> Sums<'w> {
    fn new(weights: &'w Weights) -> Self {
        Self {
            weights,
            sums: [S::ZERO; 2],
        }
    }
}

impl Sink for Sums<'_> {
    #[inline(always)]
    fn wants(&self, terms: Terms) -> bool {
        self.weights.active().meets(terms)
    }

    #[inline(always)]
    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        self.sums[C::US as usize] += self.weights.value(C::US, slot, index) * n;
    }

    fn add_units<C: Side>(&mut self, _slot: Slot, _n: i32) {}

    fn add_attack<C: Side>(&mut self, _slot: Slot, _attackers: usize, _value: S) {}
}

/// Writes counts down as those of an adjustment.
struct Told<'t>(&'t mut Trace);

impl Sink for Told<'_> {
    fn wants(&self, _terms: Terms) -> bool {
        true
    }

    fn add<C: Side>(&mut self, slot: Slot, index: usize, n: i32) {
        if n != 0 {
            self.0.events.push((C::US, slot, Event::Adjust { index, n }));
        }
    }

    fn add_units<C: Side>(&mut self, _slot: Slot, _n: i32) {}

    fn add_attack<C: Side>(&mut self, _slot: Slot, _attackers: usize, _value: S) {}
}

/// What winning chances give either side by the pawns and the kings alone.
pub fn winnable_by_pawns(w: &Weights, kings: Kings, pawns: &PawnEntry) -> [S; 2] {
    let mut sums = Sums::new(w);
    if sums.wants(winnable::TERMS) {
        winnable::count_pawns(kings, pawns, &mut sums);
    }
    sums.sums
}

/// What the numbers of pieces alone say of adjustments, for either side as if it were ahead.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByMaterial {
    /// Winning chances.
    winnable: [S; 2],
    /// Percentage of the advantage that is lost.
    lost: [S; 2],
    /// Whether more may be lost depending on where the pieces stand.
    depends_on_squares: bool,
}

impl ByMaterial {
    /// Counts the pieces of a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let (mut chances, mut lost) = (Sums::new(w), Sums::new(w));
        winnable::count_numbers(position, &mut chances);
        drawish::count_numbers(position, &mut lost);
        Self {
            winnable: chances.sums,
            lost: lost.sums,
            depends_on_squares: drawish::may_count_squares(position),
        }
    }
}

/// The sum of all terms, adjusted; from White's point of view.
#[inline(always)]
pub fn apply(w: &Weights, position: &Position, by: &ByMaterial, by_kings: &[S; 2], total: S) -> S {
    let mut total = total;
    if w.active().meets(winnable::TERMS) {
        let sum = |side: usize| by_kings[side] + by.winnable[side];
        total = winnable::adjusted(total, [sum(0), sum(1)]);
    }
    if w.active().meets(drawish::TERMS) {
        let mut lost = by.lost;
        if by.depends_on_squares {
            lost = lost_by_squares(w, position, lost);
        }
        total = drawish::adjusted(total, lost);
    }
    total
}

/// Adds what the squares of the pieces cost to what their numbers do.
#[inline(never)]
fn lost_by_squares(w: &Weights, position: &Position, lost: [S; 2]) -> [S; 2] {
    let mut sums = Sums {
        weights: w,
        sums: lost,
    };
    drawish::count_squares(position, &mut sums);
    sums.sums
}

/// Writes down what adjusts a position: first winning chances, then drawish material.
pub fn tell(position: &Position, pawns: &PawnEntry, trace: &mut Trace) {
    let mut told = Told(trace);
    winnable::count(position, pawns, &mut told);
    drawish::count(position, &mut told);
}

/// Adjusts a sum step by step, one count after the other in the order of a trace, and says what each step changes: the
/// changes add up to the whole.
pub struct Steps<'w> {
    weights: &'w Weights,
    /// After all steps of winning chances so far.
    base: S,
    /// After all steps so far.
    total: S,
    winnable: [S; 2],
    drawish: [S; 2],
    before: S,
}

impl<'w> Steps<'w> {
    /// Begins with the sum of all other terms.
    pub fn new(weights: &'w Weights, before: S) -> Self {
        Self {
            weights,
            base: before,
            total: before,
            winnable: [S::ZERO; 2],
            drawish: [S::ZERO; 2],
            before,
        }
    }

    /// Takes one count of an adjustment; returns by how much the sum changes, from White's point of view.
    pub fn step(&mut self, color: Color, slot: Slot, index: usize, n: i32) -> S {
        let value = self.weights.value(color, slot, index) * n;
        if winnable::TERMS.meets(slot.bit()) {
            self.winnable[color as usize] += value;
            self.base = winnable::adjusted(self.before, self.winnable);
        } else {
            self.drawish[color as usize] += value;
        }
        let total = drawish::adjusted(self.base, self.drawish);
        let change = total - self.total;
        self.total = total;
        change
    }
}
