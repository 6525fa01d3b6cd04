//! The king: its shield of pawns, castling, pawns beside it, and where a lone king should be driven.

use crate::board::attacks::{king_attacks, relative_rank, relative_rank_set, relative_square};
use crate::board::{Bitboard, Color, File, Piece, Position, Square};

use super::king_cache::Kings;
use super::pawn_cache::{PawnEntry, one_bit_a_file};
use super::sink::{Black, Side, Sink, White};
use super::squares::SquareSums;
use super::vocabulary::{
    Choice, Decl, Kind, MAX_SCORE, Opt, Section, Shape, Slot, Terms, choice, joined, number, slot,
};
use super::weights::Weights;
use super::{distances, king_danger, king_shelter};

/// Away from the edge, as the last king must be driven there.
const EDGE_EXAMPLE: &str = "[
    [-30, -20, -20, -20, -20, -20, -20, -30],  # rank 8
    [-20,   0,   0,   0,   0,   0,   0, -20],
    [-20,   0,  10,  10,  10,  10,   0, -20],
    [-20,   0,  10,  20,  20,  10,   0, -20],
    [-20,   0,  10,  20,  20,  10,   0, -20],
    [-20,   0,  10,  10,  10,  10,   0, -20],
    [-20,   0,   0,   0,   0,   0,   0, -20],
    [-30, -20, -20, -20, -20, -20, -20, -30],  # rank 1
]";

/// The section of the king.
pub const SECTION: Section = Section {
    name: "king",
    title: "King",
    meaning: "Where the king stands well. Attacks on it have a section of their own.",
    decls: &joined::<{ KEYS.len() + king_shelter::DECLS.len() + king_danger::FLANK_DECLS.len() }>(&[
        KEYS,
        &king_shelter::DECLS,
        &king_danger::FLANK_DECLS,
    ]),
};

/// The keys counted in this file and the distances.
const KEYS: &[Decl] = &[
    Decl::score(
        "shield_missing",
        Shape::ByCount { last: 3 },
        "Files beside the king without an own pawn in front of it.",
        "By the number of shield files without an own pawn on their shield squares. Shield files are the king's \
             and its neighbours (on the edge: the three nearest); shield squares the two ranks ahead of the king on \
             them. Counted once for each side, also for 0; a king on its last rank has no shield files.",
        "[5, -24, -40, -60]",
    ),
    Decl::score(
        "shield_open",
        Shape::ByCount { last: 3 },
        "Those of them that the enemy's pawns have left too.",
        "By the number of shield files that are missing a pawn and have no enemy pawn ahead of the king either. \
             Counted once for each side, also for 0.",
        "[2, -1, -49, -74]",
    ),
    Decl::choice(
        "shield_at_move_zero",
        &[
            Opt {
                name: "as ever",
                meaning: "A FEN's full-move number does not matter.",
            },
            Opt {
                name: "full",
                meaning: "With full-move number 0 in the FEN every shield counts as full.",
            },
        ],
        "What a FEN with full-move number 0 does to the shield.",
        "\"full\"",
    ),
    Decl::score(
        "castled",
        Shape::One,
        "A king that has castled.",
        "Once for a side without castling rights whose king stands on its first rank, either on the g- or h-file \
             with no own rook to its right on that rank, or on the a-, b- or c-file with none to its left.",
        "20",
    ),
    Decl::score(
        "no_adjacent_pawn",
        Shape::One,
        "A king without an own pawn beside it.",
        "Once for a side with no own pawn on the (up to eight) squares that touch its king.",
        "-16",
    ),
    Decl::score(
        "edge",
        Shape::BySquare,
        "Where the kings belong when a side has almost nothing left.",
        "By each king's square, for both kings, when the sum of values and squares of either side's pieces (its \
             middlegame part) is below `edge_below`.",
        EDGE_EXAMPLE,
    ),
    Decl {
        name: "edge_below",
        kind: Kind::Number {
            default: 0.0,
            min: -(MAX_SCORE as f64),
            max: 10.0 * MAX_SCORE as f64,
            whole: true,
            words: &[],
        },
        meaning: "When `edge` counts: a side's values and squares sum to less than this.",
        definition: "Compared with the sum of `material`, `psqt`, `centre_distance` and `pawns.advance`, \
                         king included.",
        example: "300",
    },
    distances::CENTRE,
    distances::CENTRE_METRIC,
    distances::OWN_KING,
    distances::ENEMY_KING,
    distances::KING_METRIC,
];

const SHIELD_MISSING: Slot = slot("king.shield_missing");
const SHIELD_OPEN: Slot = slot("king.shield_open");
const FULL_AT_MOVE_ZERO: Choice = choice("king.shield_at_move_zero", "full");
const CASTLED: Slot = slot("king.castled");
const NO_ADJACENT_PAWN: Slot = slot("king.no_adjacent_pawn");
/// Where the kings belong in the end.
pub const EDGE: Slot = slot("king.edge");
/// The sum below which `king.edge` counts.
pub const EDGE_BELOW: usize = number("king.edge_below");

/// The keys that depend on kings and pawns alone.
pub const PAWN_TERMS: Terms = Terms::union(&[
    Terms::of(&[SHIELD_MISSING, SHIELD_OPEN, NO_ADJACENT_PAWN]),
    king_shelter::TERMS,
]);

/// Counts what depends on kings and pawns alone, for one side: the shield and pawns beside the king, and the shelter
/// if `WIDE` (see [`super::parts`]).
pub fn count_pawns<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    kings: Kings,
    pawns: &PawnEntry,
    sink: &mut K,
) {
    if sink.wants(const { Terms::of(&[SHIELD_MISSING, SHIELD_OPEN]) }) {
        count_shield::<C, K>(w, kings, pawns, sink);
    }
    if (king_attacks(kings.king::<C>()) & pawns.pawns::<C>()).is_empty() {
        sink.add::<C>(NO_ADJACENT_PAWN, 0, 1);
    }
    if WIDE && sink.wants(king_shelter::TERMS) {
        king_shelter::count::<C, K>(kings, pawns, sink);
    }
}

/// Counts castling.
#[inline(always)]
pub fn count<K: Sink>(position: &Position, sink: &mut K) {
    if !sink.wants(CASTLED.bit()) {
        return;
    }
    if has_castled(position, Color::White) {
        sink.add::<White>(CASTLED, 0, 1);
    }
    if has_castled(position, Color::Black) {
        sink.add::<Black>(CASTLED, 0, 1);
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
    sink.add::<C>(SHIELD_MISSING, missing, 1);
    sink.add::<C>(SHIELD_OPEN, open, 1);
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

/// Whether a side counts as having castled; a position does not record it, so its look decides.
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

/// Counts the edge table for both kings if either side is nearly bare.
#[inline(always)]
pub fn count_edge<K: Sink>(w: &Weights, position: &Position, sums: &SquareSums, sink: &mut K) {
    let below = |color| f64::from(sums.side(color).mg()) < w.number(EDGE_BELOW);
    if sink.wants(EDGE.bit()) && (below(Color::White) || below(Color::Black)) {
        let index = |king: Square, color| relative_square(king, color);
        sink.add::<White>(EDGE, index(position.king(Color::White), Color::White), 1);
        sink.add::<Black>(EDGE, index(position.king(Color::Black), Color::Black), 1);
    }
}
