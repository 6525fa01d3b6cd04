//! Pinned pieces: the same key in the sections of knights, bishops, rooks and queens.

use crate::board::Piece;

use super::attack_map::AttackMap;
use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Shape, Slot, Terms, slot};

/// A piece that is pinned.
pub const PINNED: Decl = Decl::score(
    "pinned",
    Shape::One,
    "A piece of this kind that is pinned to its king.",
    "Once for each such own piece that stands alone between its king and an enemy bishop, rook or queen that moves \
     along that line.",
    "[-15, -10]",
);

const KEYS: [(Piece, Slot); 4] = [
    (Piece::Knight, slot("knights.pinned")),
    (Piece::Bishop, slot("bishops.pinned")),
    (Piece::Rook, slot("rooks.pinned")),
    (Piece::Queen, slot("queens.pinned")),
];

/// All keys of this module.
pub const TERMS: Terms = Terms::of(&[KEYS[0].1, KEYS[1].1, KEYS[2].1, KEYS[3].1]);

/// Counts the pinned pieces of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, map, sink);
        count_side::<Black, K>(info, map, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    let pinned = map.pinned::<C>();
    if !pinned.is_empty() {
        for (piece, key) in KEYS {
            sink.add::<C>(key, 0, (pinned & info.position.pieces(piece)).len() as i32);
        }
    }
}
