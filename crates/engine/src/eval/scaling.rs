//! Scaling of the sum of all other terms before blending: the initiative moves it towards or away from zero, scale
//! factors subtract a share of it.
//!
//! Both are counted for each side as if it were ahead, so that counts never depend on values: [`Sums`] adds them up
//! for each side, and the sign of each stage selects the side.

use crate::board::{Color, Position};

use super::event::Event;
use super::keys::{Slot, Terms, inputs};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::score::S;
use super::side::Side;
use super::sink::{Sink, Trace};
use super::weights::Weights;
use super::{initiative, scale_factor};

/// All keys of adjustments.
pub const TERMS: Terms = Terms::on(inputs::SCALING);

/// The sum for either side as if it were ahead.
struct Sums<'w> {
    weights: &'w Weights,
    sums: [S; 2],
}

impl<'w> Sums<'w> {
    fn new(weights: &'w Weights) -> Self {
        Self { weights, sums: [S::ZERO; 2] }
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

/// Records counts as those of an adjustment.
struct TraceScaling<'t>(&'t mut Trace);

impl Sink for TraceScaling<'_> {
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

/// The initiative of either side that depends only on the pawns and the kings.
pub fn winnable_by_pawns(w: &Weights, kings: Kings, pawns: &PawnEntry) -> [S; 2] {
    let mut sums = Sums::new(w);
    if sums.wants(initiative::TERMS) {
        initiative::count_pawns(kings, pawns, &mut sums);
    }
    sums.sums
}

/// The part of scaling that depends only on the numbers of pieces, for either side as if it were ahead.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByMaterial {
    /// Winning chances.
    winnable: [S; 2],
    /// Percentage of the advantage that is lost.
    lost: [S; 2],
    /// True if the squares of the pieces may add to it.
    depends_on_squares: bool,
}

impl ByMaterial {
    /// Counts the pieces of a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let (mut chances, mut lost) = (Sums::new(w), Sums::new(w));
        initiative::count_numbers(position, &mut chances);
        scale_factor::count_numbers(position, &mut lost);
        Self {
            winnable: chances.sums,
            lost: lost.sums,
            depends_on_squares: scale_factor::may_count_squares(position),
        }
    }
}

/// Returns the adjusted sum of all terms, from White's point of view.
#[inline(always)]
pub fn apply(w: &Weights, position: &Position, by: &ByMaterial, by_kings: &[S; 2], total: S) -> S {
    let mut total = total;
    if w.active().meets(initiative::TERMS) {
        let sum = |side: usize| by_kings[side] + by.winnable[side];
        total = initiative::adjusted(total, [sum(0), sum(1)]);
    }
    if w.active().meets(scale_factor::TERMS) {
        let mut lost = by.lost;
        if by.depends_on_squares {
            lost = lost_by_squares(w, position, lost);
        }
        total = scale_factor::adjusted(total, lost);
    }
    total
}

/// Adds the part that depends on the squares of the pieces.
#[inline(never)]
fn lost_by_squares(w: &Weights, position: &Position, lost: [S; 2]) -> [S; 2] {
    let mut sums = Sums { weights: w, sums: lost };
    scale_factor::count_squares(position, &mut sums);
    sums.sums
}

/// Traces scaling: first the initiative, then the scale factors.
pub fn trace(position: &Position, pawns: &PawnEntry, trace: &mut Trace) {
    let mut sink = TraceScaling(trace);
    initiative::count(position, pawns, &mut sink);
    scale_factor::count(position, &mut sink);
}

/// Scales a sum step by step, one count after the other in the order of a trace, and returns each change: the
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
        Self { weights, base: before, total: before, winnable: [S::ZERO; 2], drawish: [S::ZERO; 2], before }
    }

    /// Takes one count of an adjustment; returns by how much the sum changes, from White's point of view.
    pub fn step(&mut self, color: Color, slot: Slot, index: usize, n: i32) -> S {
        let value = self.weights.value(color, slot, index) * n;
        if initiative::TERMS.meets(slot.bit()) {
            self.winnable[color as usize] += value;
            self.base = initiative::adjusted(self.before, self.winnable);
        } else {
            self.drawish[color as usize] += value;
        }
        let total = scale_factor::adjusted(self.base, self.drawish);
        let change = total - self.total;
        self.total = total;
        change
    }
}
