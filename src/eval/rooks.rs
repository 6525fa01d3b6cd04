//! Rooks: the section, the queen's file and rooks shut in by their king; files, ranks and lines that queens have as
//! well are counted in [`super::files`] and [`super::lines`].

use crate::board::attacks::{file_fill, squares};
use crate::board::{Bitboard, Piece};

use super::info::{Info, PieceAttacks};
use super::keys::rooks as key;
use super::keys::{Group, Terms};
use super::pawn_cache::PawnEntry;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// The most squares that a trapped rook can go to.
const MOST_SQUARES: u32 = 3;

/// Counts the rooks of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, pawns: &PawnEntry, attacks: &PieceAttacks, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Rooks) }) {
        let queen_files = file_fill(info.position.pieces(Piece::Queen));
        count_side::<White, K>(info, pawns, attacks, queen_files, sink);
        count_side::<Black, K>(info, pawns, attacks, queen_files, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(
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
    sink.add::<C>(key::ON_QUEEN_FILE, 0, (rooks & queen_files).len() as i32);
    let beyond = beyond_king::<C>(info) & pawns.files::<C>();
    let own = info.position.color(C::US);
    for rook in squares(rooks & beyond) {
        if (attacks.from(rook) & !own).len() <= MOST_SQUARES {
            sink.add::<C>(key::TRAPPED, 0, 1);
            sink.add::<C>(
                key::TRAPPED_WITHOUT_CASTLING,
                0,
                i32::from(!info.position.can_ever_castle(C::US)),
            );
        }
    }
}

/// The whole files between the king of the side `C` and the edge nearer to it.
#[inline(always)]
fn beyond_king<C: Side>(info: &Info) -> Bitboard {
    let file = info.king::<C>().file() as u32;
    let files: u64 = if file >= 4 {
        0xFE << file & 0xFF
    } else {
        (1 << file) - 1
    };
    Bitboard(files * 0x0101_0101_0101_0101)
}
