//! Rooks: the section, the queen's file and rooks shut in by their king; files, ranks and lines that queens have as
//! well are counted in [`super::files`] and [`super::lines`].

use crate::board::attacks::{file_fill, squares};
use crate::board::{Bitboard, Piece};

use super::files;
use super::info::{Info, PieceAttacks};
use super::pawn_cache::PawnEntry;
use super::pins;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, Terms, joined, slot};

/// Keys of rooks alone; the trapped rook is that of Stockfish 11, in a definition of our own.
const OWN: [Decl; 4] = [
    Decl::score(
        "on_queen_file",
        Shape::One,
        "A rook on the file of a queen.",
        "Once for each own rook with a queen of either colour on its file, through any pieces.",
        "[6, 10]",
    ),
    Decl::score(
        "trapped",
        Shape::One,
        "A rook that its own king shuts in.",
        "Once for each own rook on a file with an own pawn that attacks at most three squares without an own piece, \
         and that stands between its king and the nearer edge: king and rook both on the files e to h with the rook \
         to the right, or both on a to d with the rook to the left.",
        "[-25, -10]",
    ),
    Decl::score(
        "trapped_without_castling",
        Shape::One,
        "Such a rook when the king can no longer castle.",
        "Once more for each trapped rook of a side without castling rights.",
        "[-25, -10]",
    ),
    pins::PINNED,
];

/// The section of rooks.
pub const SECTION: Section = Section {
    name: "rooks",
    title: "Rooks",
    meaning: "Where rooks stand well.",
    decls: &joined::<{ OWN.len() + files::HEAVY_PIECE.len() }>(&[&OWN, files::HEAVY_PIECE]),
};

const ON_QUEEN_FILE: Slot = slot("rooks.on_queen_file");
const TRAPPED: Slot = slot("rooks.trapped");
const TRAPPED_FOR_GOOD: Slot = slot("rooks.trapped_without_castling");
/// The keys that need to know what rooks attack and where pawns are.
pub const TRAPPED_TERMS: Terms = Terms::of(&[TRAPPED, TRAPPED_FOR_GOOD]);
/// All keys counted here.
pub const TERMS: Terms = Terms::of(&[ON_QUEEN_FILE, TRAPPED, TRAPPED_FOR_GOOD]);

/// The most squares that a trapped rook can go to.
const MOST_SQUARES: u32 = 3;

/// Counts the rooks of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, pawns: &PawnEntry, attacks: &PieceAttacks, sink: &mut K) {
    if sink.wants(TERMS) {
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
    sink.add::<C>(ON_QUEEN_FILE, 0, (rooks & queen_files).len() as i32);
    let beyond = beyond_king::<C>(info) & pawns.files::<C>();
    let own = info.position.color(C::US);
    for rook in squares(rooks & beyond) {
        if (attacks.from(rook) & !own).len() <= MOST_SQUARES {
            sink.add::<C>(TRAPPED, 0, 1);
            sink.add::<C>(
                TRAPPED_FOR_GOOD,
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
