//! Everything that depends on one piece and its square alone: piece value, piece-square table, distance
//! to the centre, advance of a pawn. One table per colour and piece holds the sum of these, so that the
//! search updates it move by move.

use crate::board::attacks::{relative_rank, relative_square};
use crate::board::{Action, Color, Piece, Placement, Position, Square, placements};

use super::distances;
use super::keys::{self, Choice, Group, Slot, Terms};
use super::score::S;
use super::side::{Black, White};
use super::sink::Sink;
use super::weights::Weights;

/// Black reads the tables turned by half a circle.
const MIRROR_FILES: Choice = keys::psqt::MIRROR.option("rank and file");

/// The table entries that apply to a piece on a square: the one list that both the folded table and the
/// explanation are made from.
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
        distances::centre(w, piece, square),
    ]
    .into_iter()
    .chain(advance)
}

/// The keys that [`entries`] lists: kept incrementally in play, counted piece by piece only to explain.
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

/// Sum over a side's pieces of their values and squares, for both sides. The search keeps one beside
/// each position of its line and updates it with [`SquareSums::after`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SquareSums([S; 2]);

impl SquareSums {
    /// The sums of a position, from scratch.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let mut sums = Self::default();
        for Placement { color, piece, square } in placements(position) {
            sums.0[color as usize] += w.square(color, piece, square);
        }
        sums
    }

    /// The sum of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> S {
        self.0[color as usize]
    }

    /// White's sum less Black's.
    #[inline(always)]
    pub fn difference(&self) -> S {
        self.0[0] - self.0[1]
    }

    /// Goes on to the sums after a legal move, given the position before it. In place, for what has just been written
    /// must not be copied at once (see [`Action`]).
    #[inline]
    pub fn play(&mut self, w: &Weights, before: &Position, action: Action) {
        let (us, them) = (before.stm(), !before.stm());
        let mut own = -w.square(us, action.piece(), action.from());
        let mut taken_on = action.to();
        if action.is_castling(before) {
            let (king_to, rook_to) = action.castled_squares();
            own += w.square(us, Piece::King, king_to) + w.square(us, Piece::Rook, rook_to)
                - w.square(us, Piece::Rook, action.to());
        } else {
            own += w.square(us, action.promotion().unwrap_or(action.piece()), action.to());
            if action.is_en_passant(before) {
                taken_on = action.passed_pawn();
            }
        }
        self.0[us as usize] += own;
        // Without a branch that depends on whether anything is taken.
        self.0[them as usize] -= w.captured_square(them, action.captured_index(), taken_on);
    }
}
