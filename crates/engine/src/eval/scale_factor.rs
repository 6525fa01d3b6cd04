//! Scale factors: the part of an advantage that is lost to drawish material.
//!
//! After the scale factors of Stockfish 11 (`endgame.cpp`, `Evaluation::scale_factor`) and Ethereal 12.50
//! (`evaluateScaleFactor`), as shares that add up, in definitions of our own.

use crate::board::attacks::{KINGSIDE, Metric, QUEENSIDE, distance, same_coloured, squares};
use crate::board::{Bitboard, Color, File, Piece, Position, Rank, Square};

use super::keys::drawish as key;
use super::keys::{Group, Terms};
use super::score::S;
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Maximum number of pawns of a side.
const MOST_PAWNS: usize = 8;
/// Maximum lead, in points, that is hard to win without pawns: a minor piece.
const SMALL_LEAD: i32 = 3;

/// All keys of this section.
pub const TERMS: Terms = Terms::group(Group::Drawish);

/// Number of pieces of each type of a side.
#[derive(Clone, Copy)]
struct Material {
    pawns: i32,
    knights: i32,
    bishops: i32,
    rooks: i32,
    queens: i32,
}

impl Material {
    fn new(position: &Position, color: Color) -> Self {
        let count = |piece| position.colored(color, piece).len() as i32;
        Self {
            pawns: count(Piece::Pawn),
            knights: count(Piece::Knight),
            bishops: count(Piece::Bishop),
            rooks: count(Piece::Rook),
            queens: count(Piece::Queen),
        }
    }

    /// Pieces beside king and pawns.
    fn pieces(self) -> i32 {
        self.knights + self.bishops + self.rooks + self.queens
    }

    fn points(self) -> i32 {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }

    fn cannot_mate(self) -> bool {
        let minors = self.knights + self.bishops;
        self.pawns + self.rooks + self.queens == 0 && (minors <= 1 || self.bishops == 0 && minors == 2)
    }
}

/// Counts what scales down the advantage of either side.
pub fn count<K: Sink>(position: &Position, sink: &mut K) {
    count_numbers(position, sink);
    count_squares(position, sink);
}

/// Counts the part that depends only on the numbers of pieces.
pub fn count_numbers<K: Sink>(position: &Position, sink: &mut K) {
    let [white, black] = both_sides(position);
    numbers_of_side::<White, K>(white, black, sink);
    numbers_of_side::<Black, K>(black, white, sink);
}

/// Counts the part that depends on the squares of the pieces.
pub fn count_squares<K: Sink>(position: &Position, sink: &mut K) {
    let [white, black] = both_sides(position);
    squares_of_side::<White, K>(position, white, black, sink);
    squares_of_side::<Black, K>(position, black, white, sink);
}

/// Returns `true` if [`count_squares`] can count anything with these numbers of pieces.
pub fn may_count_squares(position: &Position) -> bool {
    let [white, black] = both_sides(position);
    may_be_opposite(white, black)
        || is_rook_ending(white, black)
        || may_have_wrong_pawn(white)
        || may_have_wrong_pawn(black)
}

fn both_sides(position: &Position) -> [Material; 2] {
    [Material::new(position, Color::White), Material::new(position, Color::Black)]
}

fn numbers_of_side<C: Side, K: Sink>(own: Material, enemy: Material, sink: &mut K) {
    sink.add::<C>(key::BY_PAWN_COUNT, (own.pawns as usize).min(MOST_PAWNS), 1);
    if own.cannot_mate() {
        sink.add::<C>(key::CANNOT_MATE, 0, 1);
    } else if own.pawns == 0 && own.points() - enemy.points() <= SMALL_LEAD {
        sink.add::<C>(key::NO_PAWNS, 0, 1);
    }
}

fn squares_of_side<C: Side, K: Sink>(position: &Position, own: Material, enemy: Material, sink: &mut K) {
    if may_be_opposite(own, enemy) && bishops_are_opposite(position) {
        let alone = own.pieces() == 1 && enemy.pieces() == 1;
        let key = if alone { key::OPPOSITE_BISHOPS } else { key::OPPOSITE_BISHOPS_WITH_PIECES };
        sink.add::<C>(key, 0, 1);
    }
    if may_have_wrong_pawn(own) && is_wrong_rook_pawn::<C>(position) {
        sink.add::<C>(key::WRONG_ROOK_PAWN, 0, 1);
    }
    if is_rook_ending(own, enemy) && own.pawns <= enemy.pawns + 1 {
        let pawns = position.pieces(Piece::Pawn);
        let one_flank = pawns.is_disjoint(QUEENSIDE) || pawns.is_disjoint(KINGSIDE);
        sink.add::<C>(key::ROOK_ENDING_ONE_FLANK, 0, i32::from(one_flank));
    }
}

fn may_be_opposite(one: Material, other: Material) -> bool {
    one.bishops == 1 && other.bishops == 1
}

fn may_have_wrong_pawn(material: Material) -> bool {
    material.pawns > 0 && material.pieces() == material.bishops
}

fn is_rook_ending(one: Material, other: Material) -> bool {
    [one, other].iter().all(|material| material.rooks == 1 && material.pieces() == 1)
}

/// Returns `true` if the bishops, one per side, are on squares of opposite colours.
fn bishops_are_opposite(position: &Position) -> bool {
    let bishops = position.pieces(Piece::Bishop);
    squares(bishops).next().is_some_and(|one| (bishops & same_coloured(one)).len() == 1)
}

fn is_wrong_rook_pawn<C: Side>(position: &Position) -> bool {
    let pawns = position.colored(C::US, Piece::Pawn);
    let only_on = |file: File| (pawns & !file.bitboard()).is_empty();
    let Some(file) = [File::A, File::H].into_iter().find(|&file| only_on(file)) else {
        return false;
    };
    let rank = match C::US {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    };
    let corner = Square::new(file, rank);
    let bishops: Bitboard = position.colored(C::US, Piece::Bishop);
    bishops.is_disjoint(same_coloured(corner))
        && distance(Metric::Chebyshev, position.king(C::THEM), corner) <= 1
}

/// Subtracts the share that the side ahead loses from a sum from White's point of view.
#[inline(always)]
pub fn adjusted(total: S, [white, black]: [S; 2]) -> S {
    let stage = |sum: i32, white: i32, black: i32| {
        let lost = if sum > 0 { white } else { black };
        (i64::from(sum) * i64::from(100 - lost.clamp(-100, 100)) / 100) as i32
    };
    S::new(stage(total.mg(), white.mg(), black.mg()), stage(total.eg(), white.eg(), black.eg()))
}
