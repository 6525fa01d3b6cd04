//! Initiative: factors that make an advantage easier or harder to win.
//!
//! After the initiative of Stockfish 11 (`Evaluation::initiative`), in definitions of our own and for both stages.

use crate::board::attacks::{KINGSIDE, QUEENSIDE, relative_ranks};
use crate::board::{Color, Piece, Position};

use super::keys::winnable as key;
use super::keys::{Group, Slot, Terms};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::score::S;
use super::side::{Black, White};
use super::sink::Sink;

/// All keys of this section.
pub const TERMS: Terms = Terms::group(Group::Winnable);

/// Counts what makes an advantage winnable, for either side: it is the same for both.
pub fn count<K: Sink>(position: &Position, entry: &PawnEntry, sink: &mut K) {
    count_pawns(Kings::new(position), entry, sink);
    count_numbers(position, sink);
}

/// Counts the part that depends only on pawns and kings.
pub fn count_pawns<K: Sink>(kings: Kings, entry: &PawnEntry, sink: &mut K) {
    let pawns = entry.pawns::<White>() | entry.pawns::<Black>();
    let passed = (entry.passed::<White>() | entry.passed::<Black>()).len() as i32;
    let both_flanks = !pawns.is_disjoint(QUEENSIDE) && !pawns.is_disjoint(KINGSIDE);
    let kings = [kings.king::<White>(), kings.king::<Black>()];
    let [file, rank] =
        [kings[0].file() as i32 - kings[1].file() as i32, kings[0].rank() as i32 - kings[1].rank() as i32]
            .map(i32::abs);
    let has_gone =
        relative_ranks(4, 7, Color::White).has(kings[0]) || relative_ranks(4, 7, Color::Black).has(kings[1]);
    let counts = [
        (key::ALWAYS, 1),
        (key::PASSED_PAWN, passed),
        (key::PAWN, pawns.len() as i32),
        (key::BOTH_FLANKS, i32::from(both_flanks)),
        (key::OUTFLANKING, file - rank),
        (key::INFILTRATION, i32::from(has_gone)),
        (key::FORTRESS, i32::from(passed == 0 && !both_flanks && file < rank)),
    ];
    for (slot, n) in counts {
        add_both(slot, n, sink);
    }
}

/// Counts the part that depends only on the numbers of pieces.
pub fn count_numbers<K: Sink>(position: &Position, sink: &mut K) {
    let pawns = position.pieces(Piece::Pawn).len();
    add_both(key::PAWN_ENDING, i32::from(position.occupied().len() == pawns + 2), sink);
}

fn add_both<K: Sink>(slot: Slot, n: i32, sink: &mut K) {
    sink.add::<White>(slot, 0, n);
    sink.add::<Black>(slot, 0, n);
}

/// Adjusts a sum from White's point of view by the initiative of the side that is ahead.
#[inline(always)]
pub fn adjusted(total: S, [white, black]: [S; 2]) -> S {
    let stage = |sum: i32, white: i32, black: i32| match sum {
        1.. => (sum + white).max(0),
        0 => 0,
        _ => (sum - black).min(0),
    };
    S::new(stage(total.mg(), white.mg(), black.mg()), stage(total.eg(), white.eg(), black.eg()))
}
