//! Queens: the section and the queen that a discovered attack threatens; files, ranks and lines that rooks have as
//! well are counted in [`super::files`] and [`super::lines`].

use crate::board::Piece;
use crate::board::attacks::{between, bishop_rays, rook_rays, squares};

use super::info::Info;
use super::keys::queens as key;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Counts exposed queens of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(key::EXPOSED.bit()) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let enemy = |piece: Piece| info.position.colored(C::THEM, piece);
    for queen in squares(info.position.colored(C::US, Piece::Queen)) {
        let lookers = bishop_rays(queen) & enemy(Piece::Bishop) | rook_rays(queen) & enemy(Piece::Rook);
        let exposed = squares(lookers).any(|looker| (between(queen, looker) & info.occupied).len() == 1);
        sink.add::<C>(key::EXPOSED, 0, i32::from(exposed));
    }
}
