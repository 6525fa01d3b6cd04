//! Rooks and queens on files and on the seventh rank: the same keys for both kinds.

use crate::board::attacks::relative_rank_set;
use crate::board::{Bitboard, Piece, Position};

use super::keys::{self, Choice, Group, Slot, Terms};
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

/// The keys of one kind of piece.
struct Files {
    piece: Piece,
    open: Slot,
    semi_open: Slot,
    one_enemy_pawn: Choice,
    seventh: Slot,
    own_pawn: Slot,
}

macro_rules! files {
    ($section:ident, $piece:expr) => {
        Files {
            piece: $piece,
            open: keys::$section::OPEN_FILE,
            semi_open: keys::$section::SEMI_OPEN_FILE,
            one_enemy_pawn: keys::$section::SEMI_OPEN_WHEN.option("exactly one enemy pawn"),
            seventh: keys::$section::SEVENTH_RANK,
            own_pawn: keys::$section::OWN_PAWN_ON_FILE,
        }
    };
}

const ROOKS: Files = files!(rooks, Piece::Rook);
const QUEENS: Files = files!(queens, Piece::Queen);

/// Counts files and the seventh rank for rooks and queens.
#[inline(always)]
pub fn count<K: Sink>(w: &Weights, position: &Position, pawns: &PawnEntry, sink: &mut K) {
    // No loop, so that the compiler knows the keys.
    if sink.wants(const { Terms::group_in(Group::Files, "rooks") }) {
        count_kind::<White, K>(&ROOKS, w, position, pawns, sink);
        count_kind::<Black, K>(&ROOKS, w, position, pawns, sink);
    }
    if sink.wants(const { Terms::group_in(Group::Files, "queens") }) {
        count_kind::<White, K>(&QUEENS, w, position, pawns, sink);
        count_kind::<Black, K>(&QUEENS, w, position, pawns, sink);
    }
}

#[inline(always)]
fn count_kind<C: Side, K: Sink>(
    keys: &Files,
    w: &Weights,
    position: &Position,
    pawns: &PawnEntry,
    sink: &mut K,
) {
    let pieces = position.colored(C::US, keys.piece);
    if pieces.is_empty() {
        return;
    }
    let size = |set: Bitboard| set.len() as i32;
    let half_open = pieces & !pawns.files::<C>();
    if !half_open.is_empty() {
        let mut semi_open = half_open & pawns.files::<C::Them>();
        if w.is(keys.one_enemy_pawn) {
            semi_open &= !pawns.files_with_several::<C::Them>();
        }
        sink.add::<C>(keys.open, 0, size(half_open & !pawns.files::<C::Them>()));
        sink.add::<C>(keys.semi_open, 0, size(semi_open));
    }
    sink.add::<C>(keys.seventh, 0, size(pieces & relative_rank_set(6, C::US)));
    sink.add::<C>(keys.own_pawn, 0, size(pieces & pawns.files::<C>()));
}
