//! The pawns before the king: own pawns as its shelter, enemy pawns that storm it, by file and rank.
//!
//! After `Entry::evaluate_shelter` of Stockfish 11 (`pawns.cpp`), in definitions of our own.

use crate::board::attacks::{king_flank, relative_rank, relative_ranks};
use crate::board::{Bitboard, Color, File};

use super::keys::king as key;
use super::keys::{Group, Slot, Terms};
use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::side::Side;
use super::sink::Sink;

/// By distance of the file to the edge.
const SHELTER: [Slot; 4] = [
    key::SHELTER_ROOK_FILE,
    key::SHELTER_KNIGHT_FILE,
    key::SHELTER_BISHOP_FILE,
    key::SHELTER_CENTRE_FILE,
];
const STORM: [Slot; 4] = [
    key::STORM_ROOK_FILE,
    key::STORM_KNIGHT_FILE,
    key::STORM_BISHOP_FILE,
    key::STORM_CENTRE_FILE,
];

/// All keys of this module; they depend on kings and pawns alone.
pub const TERMS: Terms = Terms::group(Group::Shelter);

/// Counts the pawns before the king of one side.
pub fn count<C: Side, K: Sink>(kings: Kings, pawns: &PawnEntry, sink: &mut K) {
    let king = kings.king::<C>();
    let ahead = relative_ranks(relative_rank(king, C::US), 7, C::US);
    let (own, enemy) = (pawns.pawns::<C>() & ahead, pawns.pawns::<C::Them>() & ahead);
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let squares = File::index(file).bitboard();
        let to_edge = file.min(7 - file);
        // Rank 0 is no pawn's: it stands for none.
        let (shelter, storm) = (
            lowest_rank(own & squares, C::US),
            lowest_rank(enemy & squares, C::US),
        );
        sink.add::<C>(SHELTER[to_edge], shelter, 1);
        if shelter > 0 && storm == shelter + 1 {
            sink.add::<C>(key::STORM_BLOCKED, storm, 1);
        } else {
            sink.add::<C>(STORM[to_edge], storm, 1);
        }
    }
    let all = pawns.pawns::<C>() | pawns.pawns::<C::Them>();
    let is_bare = all.is_disjoint(king_flank(king));
    sink.add::<C>(key::PAWNLESS_FLANK, 0, i32::from(is_bare));
}

/// The lowest rank, as a colour counts, on which a set has a square; 0 if it has none.
#[inline(always)]
fn lowest_rank(set: Bitboard, color: Color) -> usize {
    if set.is_empty() {
        return 0;
    }
    match color {
        Color::White => set.0.trailing_zeros() as usize / 8,
        Color::Black => set.0.leading_zeros() as usize / 8,
    }
}
