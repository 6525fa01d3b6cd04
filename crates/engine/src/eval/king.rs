//! King terms: pawn shield, shelter and storm, castling, and mop-up evaluation with little material.
//!
//! Shelter and storm follow `Entry::evaluate_shelter` of Stockfish 11 (`pawns.cpp`), in definitions of our own.

use crate::board::attacks::{
    Metric, centre_distance, distance, king_attacks, king_flank, relative_rank, relative_rank_set,
    relative_ranks, relative_square,
};
use crate::board::{Bitboard, Color, File, LIGHT_SQUARES, Piece, Position, Square};

use super::keys::{Choice, Group, Slot, Terms, king as key};
use super::king_cache::Kings;
use super::pawn_cache::{PawnEntry, one_bit_a_file};
use super::psqt::PsqtAccumulator;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

const FULL_AT_MOVE_ZERO: Choice = key::SHIELD_AT_MOVE_ZERO.option("full");

/// Counts what depends on kings and pawns alone, for one side: the shield and pawns beside the king, and the shelter
/// if `WIDE` (see [`super::weights::ActiveParts`]).
pub fn count_pawns<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    kings: Kings,
    pawns: &PawnEntry,
    sink: &mut K,
) {
    if sink.wants(const { Terms::of(&[key::SHIELD_MISSING, key::SHIELD_OPEN]) }) {
        count_shield::<C, K>(w, kings, pawns, sink);
    }
    if (king_attacks(kings.king::<C>()) & pawns.pawns::<C>()).is_empty() {
        sink.add::<C>(key::NO_ADJACENT_PAWN, 0, 1);
    }
    if WIDE && sink.wants(SHELTER_TERMS) {
        count_shelter::<C, K>(kings, pawns, sink);
    }
}

/// Counts castling.
#[inline(always)]
pub fn count<K: Sink>(position: &Position, sink: &mut K) {
    if !sink.wants(key::CASTLED.bit()) {
        return;
    }
    if has_castled(position, Color::White) {
        sink.add::<White>(key::CASTLED, 0, 1);
    }
    if has_castled(position, Color::Black) {
        sink.add::<Black>(key::CASTLED, 0, 1);
    }
}

fn count_shield<C: Side, K: Sink>(w: &Weights, kings: Kings, pawns: &PawnEntry, sink: &mut K) {
    let king = kings.king::<C>();
    let rank = relative_rank(king, C::US);
    let (mut missing, mut open) = (0, 0);
    if rank < 7 && !(kings.at_move_zero && w.is(FULL_AT_MOVE_ZERO)) {
        let files = 0b111_u8 << ((king.file() as usize).clamp(1, 6) - 1);
        let ahead = ranks_ahead(rank, C::US);
        let shield = ahead & !ranks_ahead((rank + 2).min(7), C::US);
        let bare = files & !one_bit_a_file(pawns.pawns::<C>() & shield);
        missing = bare.count_ones() as usize;
        open = (bare & !one_bit_a_file(pawns.pawns::<C::Them>() & ahead)).count_ones() as usize;
    }
    sink.add::<C>(key::SHIELD_MISSING, missing, 1);
    sink.add::<C>(key::SHIELD_OPEN, open, 1);
}

/// All ranks strictly ahead of a relative rank (0..=7).
#[inline(always)]
const fn ranks_ahead(rank: usize, color: Color) -> Bitboard {
    // Two shifts, since a single one by 64 is not defined.
    match color {
        Color::White => Bitboard((u64::MAX << (8 * rank)) << 8),
        Color::Black => Bitboard((u64::MAX >> (8 * rank)) >> 8),
    }
}

/// Returns `true` if a side looks castled; a position does not record castling.
fn has_castled(position: &Position, color: Color) -> bool {
    let king = position.king(color);
    if position.can_ever_castle(color) || relative_rank(king, color) != 0 {
        return false;
    }
    let rooks = one_bit_a_file(position.colored(color, Piece::Rook) & relative_rank_set(0, color));
    let file = king.file() as u32;
    match king.file() {
        File::G | File::H => rooks.unbounded_shr(file + 1) == 0,
        File::A | File::B | File::C => rooks & ((1 << file) - 1) == 0,
        _ => false,
    }
}

/// Counts king positions when a side is bare or nearly so.
#[inline(always)]
pub fn count_edge<K: Sink>(w: &Weights, position: &Position, sums: &PsqtAccumulator, sink: &mut K) {
    let below =
        |color| f64::from(sums.side(color).mg()) < w.number(key::EDGE_BELOW) * f64::from(w.resolution());
    if sink.wants(key::EDGE.bit()) && (below(Color::White) || below(Color::Black)) {
        let index = |king: Square, color| relative_square(king, color);
        sink.add::<White>(key::EDGE, index(position.king(Color::White), Color::White), 1);
        sink.add::<Black>(key::EDGE, index(position.king(Color::Black), Color::Black), 1);
    }
    if sink.wants(const { Terms::of(&[key::MOP_UP_EDGE, key::MOP_UP_CORNER, key::MOP_UP_KINGS]) }) {
        count_mop_up::<White, K>(position, sink);
        count_mop_up::<Black, K>(position, sink);
    }
}

/// Counts how close one side is to mating a lone king. Chess 4.5 drove kings so (Slate and Atkin, *Chess Skill in Man
/// and Machine*, 1977).
#[inline(always)]
fn count_mop_up<C: Side, K: Sink>(position: &Position, sink: &mut K) {
    let lone = position.color(C::THEM);
    // A side has one piece if clearing its lowest bit leaves none.
    if lone.0 & (lone.0 - 1) == 0
        && let Some(mop_up) = mop_up(position, C::US)
    {
        match mop_up.from_diagonal {
            None => sink.add::<C>(key::MOP_UP_EDGE, mop_up.from_centre, 1),
            Some(from_diagonal) => sink.add::<C>(key::MOP_UP_CORNER, from_diagonal, 1),
        }
        sink.add::<C>(key::MOP_UP_KINGS, mop_up.apart, 1);
    }
}

/// Position of a lone king and of the king that drives it; distances in rook steps.
struct MopUp {
    from_centre: usize,
    /// Distance to the long diagonal without squares of the bishop's colour, if mate is possible only in a corner.
    from_diagonal: Option<usize>,
    apart: usize,
}

/// Locates the lone king of the opponent of `us`, if pieces of `us` can mate it. Takes no sink: a sum whose address
/// escapes stays in memory, which slows down every other term.
#[cold]
fn mop_up(position: &Position, us: Color) -> Option<MopUp> {
    let king = position.king(!us);
    let has = |piece| !position.colored(us, piece).is_empty();
    let bishops = position.colored(us, Piece::Bishop);
    let has_light = !bishops.is_disjoint(LIGHT_SQUARES);
    let has_dark = !bishops.is_subset(LIGHT_SQUARES);
    let anywhere = has(Piece::Queen) || has(Piece::Rook) || has_light && has_dark;
    if !anywhere && !(has(Piece::Knight) && (has_light || has_dark)) {
        return None;
    }
    let (file, rank) = (king.file() as usize, king.rank() as usize);
    let from_diagonal = if has_light { file.abs_diff(rank) } else { (file + rank).abs_diff(7) };
    Some(MopUp {
        from_centre: centre_distance(Metric::Manhattan, king),
        from_diagonal: (!anywhere).then_some(from_diagonal),
        apart: distance(Metric::Manhattan, king, position.king(us)),
    })
}

/// By distance of the file to the edge.
const SHELTER: [Slot; 4] =
    [key::SHELTER_ROOK_FILE, key::SHELTER_KNIGHT_FILE, key::SHELTER_BISHOP_FILE, key::SHELTER_CENTRE_FILE];
const STORM: [Slot; 4] =
    [key::STORM_ROOK_FILE, key::STORM_KNIGHT_FILE, key::STORM_BISHOP_FILE, key::STORM_CENTRE_FILE];

/// Keys of shelter and storm; they depend only on kings and pawns.
const SHELTER_TERMS: Terms = Terms::group(Group::Shelter);

/// Counts the pawns before the king of one side.
fn count_shelter<C: Side, K: Sink>(kings: Kings, pawns: &PawnEntry, sink: &mut K) {
    let king = kings.king::<C>();
    let ahead = relative_ranks(relative_rank(king, C::US), 7, C::US);
    let (own, enemy) = (pawns.pawns::<C>() & ahead, pawns.pawns::<C::Them>() & ahead);
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let squares = File::index(file).bitboard();
        let to_edge = file.min(7 - file);
        // Rank 0 has no pawns: it means none.
        let (shelter, storm) = (lowest_rank(own & squares, C::US), lowest_rank(enemy & squares, C::US));
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

/// The lowest relative rank with a square of a set; 0 if the set is empty.
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
