//! Space: safe squares in the own half of the centre files.

use crate::board::attacks::{CENTRE_FILES, behind, relative_ranks};

use super::info::Info;
use super::keys::space as key;
use super::keys::{Group, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Maximum number of pieces with its own entry.
const MOST_PIECES: usize = 16;

/// Counts the space of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Space) }) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let pawns = info.pawns::<C>();
    let area = CENTRE_FILES & relative_ranks(1, 3, C::US);
    let safe = area & !(pawns | info.pawn_attacks::<C::Them>());
    let one = behind(pawns, C::US);
    let two = behind(one, C::US);
    let in_rear = one | two | behind(two, C::US);
    let pieces = (info.position.color(C::US).len() as usize).min(MOST_PIECES);
    sink.add::<C>(key::SAFE_SQUARES, pieces, safe.len() as i32);
    let quiet = safe & in_rear & !info.all_attacks::<C::Them>();
    sink.add::<C>(key::BEHIND_PAWNS, pieces, quiet.len() as i32);
}
