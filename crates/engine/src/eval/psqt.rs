//! Everything that depends only on one piece and its square: piece value, piece-square table, distance to the centre,
//! advance of a pawn. One table per colour and piece holds the sum, so that the search updates it incrementally.

use crate::board::attacks::{relative_rank, relative_square};
use crate::board::{Color, MoveInfo, PIECE_TYPE_NB, Piece, Placement, Position, Square, placements};

use super::keys::{self, Choice, Group, Slot, Terms};
use super::score::S;
use super::side::{Black, White};
use super::sink::Sink;
use super::tropism;
use super::weights::Weights;

/// Black reads the tables rotated by 180 degrees.
const MIRROR_FILES: Choice = keys::psqt::MIRROR.option("rank and file");

/// Returns the table entries that apply to a piece on a square, for both the folded table and the explanation.
pub(super) fn entries(
    w: &Weights,
    color: Color,
    piece: Piece,
    square: Square,
) -> impl Iterator<Item = (Slot, usize)> {
    let mut index = relative_square(square, color);
    if color == Color::Black && w.is(MIRROR_FILES) {
        index ^= 7;
    }
    let advance = (piece == Piece::Pawn).then(|| (keys::pawns::ADVANCE, relative_rank(square, color)));
    [
        (keys::material::BY_PIECE[piece as usize], 0),
        (keys::psqt::BY_PIECE[piece as usize], index),
        tropism::centre(w, piece, square),
    ]
    .into_iter()
    .chain(advance)
}

/// The keys that [`entries`] lists: updated incrementally in play, counted piece by piece only for explanations.
pub const TERMS: Terms = Terms::group(Group::Psqt);

/// Counts piece values and squares of all pieces, one by one.
pub fn count<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    for Placement { color, piece, square } in placements(position) {
        for (slot, index) in entries(w, color, piece, square) {
            match color {
                Color::White => sink.add::<White>(slot, index, 1),
                Color::Black => sink.add::<Black>(slot, index, 1),
            }
        }
    }
}

/// Sum of the values and squares of each side's pieces, and the material key. The search keeps one with each position of
/// its line and updates it incrementally.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PsqtAccumulator {
    sums: [S; 2],
    material_key: u64,
}

/// What one piece adds to the material key, by colour and piece type + 1: four bits for each number of pieces, since a
/// side has 15 pieces at most beside its king. Nothing for no piece, nor for a king.
const KEY_UNITS: [[u64; PIECE_TYPE_NB]; 2] = {
    const BITS: usize = 4;
    let mut units = [[0; PIECE_TYPE_NB]; 2];
    let mut number = 0;
    while number < 10 {
        units[number / 5][number % 5 + 1] = 1 << (BITS * number);
        number += 1;
    }
    units
};

/// What one piece adds to the material key.
#[inline(always)]
fn key_unit(color: Color, piece: Piece) -> u64 {
    KEY_UNITS[color as usize][piece as usize + 1]
}

impl PsqtAccumulator {
    /// The sums of a position, from scratch.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let mut made = Self::default();
        for Placement { color, piece, square } in placements(position) {
            made.sums[color as usize] += w.square(color, piece, square);
            made.material_key += key_unit(color, piece);
        }
        made
    }

    /// The sum of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> S {
        self.sums[color as usize]
    }

    /// White's sum minus Black's.
    #[inline(always)]
    pub fn difference(&self) -> S {
        self.sums[0] - self.sums[1]
    }

    /// The numbers of all pieces but kings, packed: equal only for equal material.
    #[inline(always)]
    pub fn material_key(&self) -> u64 {
        self.material_key
    }

    /// Updates the sums for a legal move, given the position before it. In place, since copying data that was just
    /// written would stall (see [`MoveInfo`]).
    #[inline]
    pub fn play(&mut self, w: &Weights, before: &Position, move_info: MoveInfo) {
        let (us, them) = (before.stm(), !before.stm());
        let mut own = -w.square(us, move_info.piece(), move_info.from());
        let mut taken_on = move_info.to();
        if move_info.is_castling(before) {
            let (king_to, rook_to) = move_info.castling_targets();
            own += w.square(us, Piece::King, king_to) + w.square(us, Piece::Rook, rook_to)
                - w.square(us, Piece::Rook, move_info.to());
        } else {
            let mut arrives = move_info.piece();
            if let Some(promoted) = move_info.promotion() {
                arrives = promoted;
                self.material_key = self.material_key + key_unit(us, promoted) - key_unit(us, Piece::Pawn);
            }
            own += w.square(us, arrives, move_info.to());
            if move_info.is_en_passant(before) {
                taken_on = move_info.en_passant_victim();
            }
        }
        self.sums[us as usize] += own;
        // Branchless, since captures are unpredictable.
        self.sums[them as usize] -= w.captured_square(them, move_info.captured_index(), taken_on);
        self.material_key -= KEY_UNITS[them as usize][move_info.captured_index()];
    }
}
