//! The right to move.

use super::keys;
use super::side::Side;
use super::sink::Sink;

/// Counts the tempo for the side to move.
#[inline(always)]
pub fn count<C: Side, K: Sink>(sink: &mut K) {
    sink.add::<C>(keys::tempo::SIDE_TO_MOVE, 0, 1);
}
