//! What captures are worth, counted by the static exchange evaluation with the values every beginner learns, whatever
//! the profiles that play think of them.

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Action, Bitboard, Color, PIECES, Piece, Position};

/// Pawns a piece is worth.
pub(super) const VALUES: PieceValues = [1, 3, 3, 5, 9, 0];

/// The material of one side less that of the other, in pawns.
pub(super) fn balance(position: &Position, side: Color) -> i32 {
    let difference = |piece| {
        let count = |color| position.colored(color, piece).len() as i32;
        count(side) - count(!side)
    };
    PIECES
        .into_iter()
        .map(|piece| VALUES[piece as usize] * difference(piece))
        .sum()
}

/// Whether a capture is the exchange of a piece for one of the same value: pawns do not count, nor kings.
pub(super) fn is_even_exchange(position: &Position, action: Action) -> bool {
    let is_piece = |piece| !matches!(piece, Piece::Pawn | Piece::King);
    let value = |piece: Piece| VALUES[piece as usize];
    is_piece(action.piece())
        && action
            .captured()
            .is_some_and(|captured| is_piece(captured) && value(captured) == value(action.piece()))
        && see_at_least(position, action, 0, &VALUES)
        && !see_at_least(position, action, 1, &VALUES)
}

/// The squares on which the side to move has a capture that wins at least so many pawns when all captures on its square
/// are played out.
pub(super) fn winning_targets(position: &Position, pawns: i32) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    position.noisy_moves(|action| {
        if action.captured().is_some() && see_at_least(position, action, pawns, &VALUES) {
            targets |= action.to().bitboard();
        }
    });
    targets
}

/// The squares on which the side to move has an even exchange of pieces.
pub(super) fn exchange_targets(position: &Position) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    position.noisy_moves(|action| {
        if is_even_exchange(position, action) {
            targets |= action.to().bitboard();
        }
    });
    targets
}
