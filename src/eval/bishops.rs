//! Bishops: own pawns in their way and lines to the enemy king.

use crate::board::Piece;
use crate::board::attacks::{bishop_rays, king_attacks, squares};

use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, joined, slot};
use super::{distances, lines, minors, pins};

/// The section of bishops.
pub const SECTION: Section = Section {
    name: "bishops",
    title: "Bishops",
    meaning: "Where bishops stand well.",
    decls: &joined::<{ KEYS.len() + minors::BISHOP_DECLS.len() }>(&[KEYS, &minors::BISHOP_DECLS]),
};

/// The keys counted in this file and the distances.
const KEYS: &[Decl] = &[
    Decl::score(
        "adjacent_own_pawns",
        Shape::ByCount { last: 4 },
        "A bishop and the own pawns diagonally beside it.",
        "For each own bishop, by the number of own pawns on the (up to four) squares diagonally adjacent.",
        "[10, 5, 0, -10, -30]",
    ),
    lines::XRAY_ON_KING,
    minors::OUTPOST_REACHABLE,
    minors::BEHIND_PAWN,
    pins::PINNED,
    distances::CENTRE,
    distances::CENTRE_METRIC,
    distances::OWN_KING,
    distances::ENEMY_KING,
    distances::KING_METRIC,
];

const ADJACENT_OWN_PAWNS: Slot = slot("bishops.adjacent_own_pawns");

/// Counts own pawns beside the bishops.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(ADJACENT_OWN_PAWNS.bit()) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let pawns = info.pawns::<C>();
    for bishop in squares(info.position.colored(C::US, Piece::Bishop)) {
        let diagonal = bishop_rays(bishop) & king_attacks(bishop);
        sink.add::<C>(ADJACENT_OWN_PAWNS, (diagonal & pawns).len() as usize, 1);
    }
}
