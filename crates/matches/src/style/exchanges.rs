//! Values of captures by static exchange evaluation with standard piece values, independent of the profiles that
//! play.

use temperament_engine::board::see::{PieceValues, see_at_least};
use temperament_engine::board::{Bitboard, Color, MoveInfo, PIECES, Piece, Position};

/// Piece values in pawns.
pub(super) const VALUES: PieceValues = [1, 3, 3, 5, 9, 0];

/// Material of one side minus that of the other, in pawns.
pub(super) fn balance(position: &Position, side: Color) -> i32 {
    let difference = |piece| {
        let count = |color| position.colored(color, piece).len() as i32;
        count(side) - count(!side)
    };
    PIECES.into_iter().map(|piece| VALUES[piece as usize] * difference(piece)).sum()
}

/// Returns `true` if a capture exchanges pieces of equal value, pawns and kings excluded.
pub(super) fn is_even_exchange(position: &Position, move_info: MoveInfo) -> bool {
    let is_piece = |piece| !matches!(piece, Piece::Pawn | Piece::King);
    let value = |piece: Piece| VALUES[piece as usize];
    is_piece(move_info.piece())
        && move_info
            .captured()
            .is_some_and(|captured| is_piece(captured) && value(captured) == value(move_info.piece()))
        && see_at_least(position, move_info, 0, &VALUES)
        && !see_at_least(position, move_info, 1, &VALUES)
}

/// Returns the squares on which the side to move has a capture with a SEE of at least this number of pawns.
pub(super) fn winning_targets(position: &Position, pawns: i32) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    position.noisy_moves(|move_info| {
        if move_info.captured().is_some() && see_at_least(position, move_info, pawns, &VALUES) {
            targets |= move_info.to().bitboard();
        }
    });
    targets
}

/// Returns the squares on which the side to move can exchange pieces evenly.
pub(super) fn exchange_targets(position: &Position) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    position.noisy_moves(|move_info| {
        if is_even_exchange(position, move_info) {
            targets |= move_info.to().bitboard();
        }
    });
    targets
}
