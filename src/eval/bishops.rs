//! Bishops: own pawns in their way and lines to the enemy king.

use crate::board::Piece;
use crate::board::attacks::{bishop_rays, king_attacks, squares};

use super::info::Info;
use super::keys::bishops as key;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Counts own pawns beside the bishops.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(key::ADJACENT_OWN_PAWNS.bit()) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let pawns = info.pawns::<C>();
    for bishop in squares(info.position.colored(C::US, Piece::Bishop)) {
        let diagonal = bishop_rays(bishop) & king_attacks(bishop);
        sink.add::<C>(key::ADJACENT_OWN_PAWNS, (diagonal & pawns).len() as usize, 1);
    }
}
