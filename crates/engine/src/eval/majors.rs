//! Rooks and queens: files, the seventh rank, trapped rooks, exposed queens.

use crate::board::attacks::{between, bishop_rays, file_fill, relative_rank_set, rook_rays, size, squares};
use crate::board::{Bitboard, Piece, Position};

use super::info::{Info, PieceAttacks};
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
pub fn count_files<K: Sink>(w: &Weights, position: &Position, pawns: &PawnEntry, sink: &mut K) {
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

/// Maximum mobility of a trapped rook.
const MOST_SQUARES: u32 = 3;

/// Counts the rooks of both sides.
#[inline(always)]
pub fn count_rooks<K: Sink>(info: &Info, pawns: &PawnEntry, attacks: &PieceAttacks, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Rooks) }) {
        let queen_files = file_fill(info.position.pieces(Piece::Queen));
        count_rooks_of::<White, K>(info, pawns, attacks, queen_files, sink);
        count_rooks_of::<Black, K>(info, pawns, attacks, queen_files, sink);
    }
}

#[inline(always)]
fn count_rooks_of<C: Side, K: Sink>(
    info: &Info,
    pawns: &PawnEntry,
    attacks: &PieceAttacks,
    queen_files: Bitboard,
    sink: &mut K,
) {
    let rooks = info.position.colored(C::US, Piece::Rook);
    if rooks.is_empty() {
        return;
    }
    sink.add::<C>(keys::rooks::ON_QUEEN_FILE, 0, size(rooks & queen_files));
    let beyond = beyond_king::<C>(info) & pawns.files::<C>();
    let own = info.position.color(C::US);
    for rook in squares(rooks & beyond) {
        if (attacks.from(rook) & !own).len() <= MOST_SQUARES {
            sink.add::<C>(keys::rooks::TRAPPED, 0, 1);
            sink.add::<C>(
                keys::rooks::TRAPPED_WITHOUT_CASTLING,
                0,
                i32::from(!info.position.can_ever_castle(C::US)),
            );
        }
    }
}

/// The whole files between the king of the side `C` and the nearer edge.
#[inline(always)]
fn beyond_king<C: Side>(info: &Info) -> Bitboard {
    let file = info.king::<C>().file() as u32;
    let files: u64 = if file >= 4 { 0xFE << file & 0xFF } else { (1 << file) - 1 };
    Bitboard(files * 0x0101_0101_0101_0101)
}

/// Counts exposed queens of both sides.
#[inline(always)]
pub fn count_queens<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(keys::queens::EXPOSED.bit()) {
        count_queens_of::<White, K>(info, sink);
        count_queens_of::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_queens_of<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let enemy = |piece: Piece| info.position.colored(C::THEM, piece);
    for queen in squares(info.position.colored(C::US, Piece::Queen)) {
        let lookers = bishop_rays(queen) & enemy(Piece::Bishop) | rook_rays(queen) & enemy(Piece::Rook);
        let exposed = squares(lookers).any(|looker| (between(queen, looker) & info.occupied).len() == 1);
        sink.add::<C>(keys::queens::EXPOSED, 0, i32::from(exposed));
    }
}
