//! The pawns before the king: own pawns as its shelter, enemy pawns that storm it, by file and rank.
//!
//! After `Entry::evaluate_shelter` of Stockfish 11 (`pawns.cpp`), in definitions of our own.

use crate::board::attacks::{CENTRE_FILES, KINGSIDE, QUEENSIDE, relative_rank, relative_ranks};
use crate::board::{Bitboard, Color, File, Square};

use super::king_cache::Kings;
use super::pawn_cache::PawnEntry;
use super::sink::{Side, Sink};
use super::vocabulary::{Decl, Shape, Slot, Terms, slot};

const fn shelter(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::ByRank,
        "The shelter of the king on this file.",
        "For each of the king's file and its neighbours (on the edge: the three nearest) that is of this sort, by the \
         rank of the own pawn nearest the owner's first rank that is not behind the king; entry 1 if there is none. \
         Rook files are a and h, knight files b and g, bishop files c and f, centre files d and e.",
        "[-10, 30, 20, -5, -10, -5, -15, 0]",
    )
}

const fn storm(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::ByRank,
        "An enemy pawn that storms the king on this file.",
        "For each of the same three files that is of this sort, by the rank (as the king's owner counts) of the enemy \
         pawn nearest the owner's first rank that is not behind the king; entry 1 if there is none. A pawn that an own \
         pawn stands before is counted in `storm.blocked` instead.",
        "[0, 0, -40, -25, -10, 0, 0, 0]",
    )
}

/// The keys, part of the section of the king.
pub const DECLS: [Decl; 10] = [
    shelter("shelter.rook_file"),
    shelter("shelter.knight_file"),
    shelter("shelter.bishop_file"),
    shelter("shelter.centre_file"),
    storm("storm.rook_file"),
    storm("storm.knight_file"),
    storm("storm.bishop_file"),
    storm("storm.centre_file"),
    Decl::score(
        "storm.blocked",
        Shape::ByRank,
        "An enemy pawn before the king that an own pawn stops.",
        "For each of the same three files, by the rank of that enemy pawn, if the own pawn that gives shelter stands \
         on the square in front of it.",
        "[0, 0, -30, 5, 5, 0, 0, 0]",
    ),
    Decl::score(
        "pawnless_flank",
        Shape::One,
        "A king on a flank without pawns.",
        "Once for a side with no pawn of either colour on the files a to d if its king stands on a to c, e to h if on \
         f to h, c to f if on d or e.",
        "[-15, -80]",
    ),
];

/// By distance of the file to the edge.
const SHELTER: [Slot; 4] = [
    slot("king.shelter.rook_file"),
    slot("king.shelter.knight_file"),
    slot("king.shelter.bishop_file"),
    slot("king.shelter.centre_file"),
];
const STORM: [Slot; 4] = [
    slot("king.storm.rook_file"),
    slot("king.storm.knight_file"),
    slot("king.storm.bishop_file"),
    slot("king.storm.centre_file"),
];
const STORM_BLOCKED: Slot = slot("king.storm.blocked");
const PAWNLESS_FLANK: Slot = slot("king.pawnless_flank");

/// All keys of this module; they depend on kings and pawns alone.
pub const TERMS: Terms = Terms::union(&[
    Terms::of(&SHELTER),
    Terms::of(&STORM),
    Terms::of(&[STORM_BLOCKED, PAWNLESS_FLANK]),
]);

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
            sink.add::<C>(STORM_BLOCKED, storm, 1);
        } else {
            sink.add::<C>(STORM[to_edge], storm, 1);
        }
    }
    let all = pawns.pawns::<C>() | pawns.pawns::<C::Them>();
    let is_bare = all.is_disjoint(flank(king));
    sink.add::<C>(PAWNLESS_FLANK, 0, i32::from(is_bare));
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

/// The four files of a king's flank.
#[inline(always)]
pub fn flank(king: Square) -> Bitboard {
    const FLANKS: [Bitboard; 8] = [
        QUEENSIDE,
        QUEENSIDE,
        QUEENSIDE,
        CENTRE_FILES,
        CENTRE_FILES,
        KINGSIDE,
        KINGSIDE,
        KINGSIDE,
    ];
    FLANKS[king.file() as usize]
}
