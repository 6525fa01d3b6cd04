//! Pinned pieces: the same key in the sections of knights, bishops, rooks and queens.

use crate::board::Piece;

use super::attack_map::AttackMap;
use super::info::Info;
use super::keys::{self, Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;

const KEYS: [(Piece, Slot); 4] = [
    (Piece::Knight, keys::knights::PINNED),
    (Piece::Bishop, keys::bishops::PINNED),
    (Piece::Rook, keys::rooks::PINNED),
    (Piece::Queen, keys::queens::PINNED),
];

/// Counts the pinned pieces of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Pins) }) {
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
