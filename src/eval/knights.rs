//! Knights: support by pawns and outposts.

use crate::board::attacks::{front_span, relative_square, squares};
use crate::board::{Color, Piece};

use super::info::Info;
use super::keys::knights as key;
use super::keys::{Choice, Group, Terms};
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

const ONE_PER_FILE: Choice = key::OUTPOSTS_PER_FILE.option("one, nearest rank 1");

/// Counts supported knights and outposts.
#[inline(always)]
pub fn count<K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Knights) }) {
        count_side::<White, K>(w, info, pawns, sink);
        count_side::<Black, K>(w, info, pawns, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    let mut supported = info.position.colored(C::US, Piece::Knight) & info.pawn_attacks::<C>();
    if supported.is_empty() {
        return;
    }
    sink.add::<C>(key::SUPPORTED, 0, supported.len() as i32);
    if w.is(ONE_PER_FILE) {
        supported &= !front_span(supported, Color::White);
    }
    for knight in squares(supported & !pawns.attack_span::<C::Them>()) {
        sink.add::<C>(key::OUTPOST, relative_square(knight, C::US), 1);
    }
}
