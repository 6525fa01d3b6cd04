//! The right to move.

use super::sink::{Side, Sink};
use super::vocabulary::{Decl, Section, Shape, Slot, slot};

/// The section of the tempo bonus.
pub const SECTION: Section = Section {
    name: "tempo",
    title: "Tempo",
    meaning: "What the right to move is worth.",
    decls: &[Decl::score(
        "side_to_move",
        Shape::One,
        "A bonus for the side to move.",
        "Counted once, for the side to move.",
        "[10, 15]",
    )],
};

/// The bonus.
pub const SIDE_TO_MOVE: Slot = slot("tempo.side_to_move");

/// Counts the tempo for the side to move.
#[inline(always)]
pub fn count<C: Side, K: Sink>(sink: &mut K) {
    sink.add::<C>(SIDE_TO_MOVE, 0, 1);
}
