//! Patterns of mate.

use temperament_engine::board::attacks::{king_attacks, squares};
use temperament_engine::board::{Piece, Position, Rank};

use super::exchange::attackers;

/// A pattern of mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// A rook or queen mates on the first rank, behind the king's own pieces.
    BackRank,
    /// A knight mates a king that its own pieces enclose.
    Smothered,
    Plain,
}

/// The pattern of a position in which the side to move is mated.
pub fn pattern(position: &Position) -> Pattern {
    let us = position.stm();
    let king = position.king(us);
    let Some(checker) = squares(position.checkers()).next() else {
        return Pattern::Plain;
    };
    let around = king_attacks(king);
    let own = around & position.color(us);
    match position.piece_on(checker) {
        Some(Piece::Knight) if own == around => Pattern::Smothered,
        Some(Piece::Rook | Piece::Queen) => {
            let home = Rank::First.relative_to(us).bitboard();
            let ahead = around & Rank::Second.relative_to(us).bitboard();
            let is_home = home.has(king) && home.has(checker);
            // At least one square is closed by an own pawn, and the others ahead are closed or covered.
            let pawns = ahead & own & position.pieces(Piece::Pawn);
            let without = position.occupied() & !king.bitboard();
            let closed =
                squares(ahead).all(|to| own.has(to) || !attackers(position, !us, to, without).is_empty());
            if is_home && pawns.len() >= 2 && closed { Pattern::BackRank } else { Pattern::Plain }
        }
        _ => Pattern::Plain,
    }
}
