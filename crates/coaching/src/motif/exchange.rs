//! Exchanges on a square, by legal moves: a pinned piece does not recapture.

use temperament_engine::board::attacks::{pawn_attacks, piece_attacks, squares};
use temperament_engine::board::{Bitboard, Color, Move, Piece, Position, Square};

/// Points of the pieces in the usual count; the king's is never lost.
pub const POINTS: [i32; 6] = [1, 3, 3, 5, 9, 100];

pub const fn points(piece: Piece) -> i32 {
    POINTS[piece as usize]
}

/// Points that the side to move wins by captures on a square, each side taking with its cheapest piece as long as that pays;
/// 0 if no capture pays.
pub fn exchange(position: &Position, square: Square) -> i32 {
    cheapest_capture(position, square).map_or(0, |mv| after_capture(position, mv).max(0))
}

/// Points of a capture and of what it begins on its square; negative if it loses material.
pub fn after_capture(position: &Position, mv: Move) -> i32 {
    let gain = position.captured(mv).map_or(0, points);
    let promotion = mv.promotion.map_or(0, |piece| points(piece) - points(Piece::Pawn));
    gain + promotion - exchange(&position.after(mv), mv.to)
}

/// The legal capture on a square with the piece of least value.
pub fn cheapest_capture(position: &Position, square: Square) -> Option<Move> {
    let mut best: Option<(i32, Move)> = None;
    position.generate(|moves| {
        let cost = points(moves.piece);
        for mv in moves.into_iter().filter(|mv| mv.to == square && position.captured(*mv).is_some()) {
            // Of promotions, the queen's comes first.
            let cost = cost * 10 - mv.promotion.map_or(0, points);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, mv));
            }
        }
        false
    });
    best.map(|(_, mv)| mv)
}

/// The most points that the side to move wins by an exchange on any square.
pub fn best_exchange(position: &Position) -> i32 {
    let targets = position.color(!position.stm());
    squares(targets).map(|square| exchange(position, square)).max().unwrap_or(0)
}

/// The same without one square.
pub fn best_exchange_elsewhere(position: &Position, square: Square) -> i32 {
    let targets = squares(position.color(!position.stm())).filter(|target| *target != square);
    targets.map(|square| exchange(position, square)).max().unwrap_or(0)
}

/// Points that `side` would win by captures on a square if it were to move; `None` if the other side is in check.
pub fn exchange_by(position: &Position, side: Color, square: Square) -> Option<i32> {
    if position.stm() == side {
        return Some(exchange(position, square));
    }
    position.after_null().map(|position| exchange(&position, square))
}

/// Squares that a piece attacks.
pub fn attacks(piece: Piece, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn_attacks(square.bitboard(), color),
        _ => piece_attacks(piece, square, occupied),
    }
}

/// Pieces of `side` that attack a square, pinned ones included.
pub fn attackers(position: &Position, side: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let pieces = squares(position.color(side) & occupied);
    pieces
        .filter(|&from| {
            let piece = position.piece_on(from);
            piece.is_some_and(|piece| attacks(piece, side, from, occupied).has(square))
        })
        .fold(Bitboard::EMPTY, |set, from| set | from.bitboard())
}
