//! Static exchange evaluation (SEE): does a move lose material once all captures on its square are played out?

use super::{Bitboard, Color, MoveInfo, Piece, Position, Square, attacks};

/// Piece values for exchanges, in any one unit. The king's is not read.
pub type PieceValues = [i32; 6];

/// Returns `true` if the exchange that starts with a legal move gains at least `threshold` for the side to
/// move.
///
/// Both sides capture with their least valuable piece and stop when continuing would lose. Pins are ignored. Castling
/// has the value 0.
#[inline]
pub fn see_at_least(position: &Position, move_info: MoveInfo, threshold: i32, values: &PieceValues) -> bool {
    if move_info.is_castling(position) {
        return threshold <= 0;
    }
    let value = |piece: Piece| values[piece as usize];
    let mut balance = move_info.captured().map_or(0, value) - threshold;
    let mut on_square = move_info.piece();
    if let Some(promoted) = move_info.promotion() {
        balance += value(promoted) - value(Piece::Pawn);
        on_square = promoted;
    }
    if balance < 0 {
        return false;
    }
    balance -= value(on_square);
    if balance >= 0 {
        return true;
    }
    exchange(position, move_info, balance, values)
}

/// Plays out the captures on the target square after the first move. `balance` is the mover's gain if its piece is
/// lost; it is negative.
#[inline(never)]
fn exchange(position: &Position, move_info: MoveInfo, mut balance: i32, values: &PieceValues) -> bool {
    let to = move_info.to();
    let diagonal = position.pieces(Piece::Bishop) | position.pieces(Piece::Queen);
    let straight = position.pieces(Piece::Rook) | position.pieces(Piece::Queen);
    let mut occupied = (position.occupied() ^ move_info.from().bitboard()) | to.bitboard();
    if move_info.is_en_passant(position) {
        occupied ^= Square::new(to.file(), move_info.from().rank()).bitboard();
    }
    let mut attackers = attackers_to(position, to, occupied) & occupied;
    let mover = position.stm();
    let mut stm = !mover;
    loop {
        let own = attackers & position.color(stm);
        if own.is_empty() {
            break;
        }
        let Some((piece, from)) = least_valuable(position, own) else {
            break;
        };
        // The king may only capture last, when nothing can recapture.
        if piece == Piece::King && !(attackers & position.color(!stm)).is_empty() {
            break;
        }
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
        stm = !stm;
        balance = -balance - 1 - values[piece as usize];
        if balance >= 0 {
            break;
        }
    }
    // The side to move now has no more captures, or need not continue: the other side came out ahead.
    stm != mover
}

fn least_valuable(position: &Position, set: Bitboard) -> Option<(Piece, Square)> {
    Piece::ALL.into_iter().find_map(|p| (set & position.pieces(p)).next_square().map(|s| (p, s)))
}

/// All pieces of both colours that attack a square when only `occupied` squares stop sliders.
#[inline]
pub fn attackers_to(position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    let pawns = |color: Color| {
        attacks::pawn_attacks(square.bitboard(), !color) & position.colored(color, Piece::Pawn)
    };
    let queens = position.pieces(Piece::Queen);
    pawns(Color::White)
        | pawns(Color::Black)
        | (attacks::knight_attacks(square) & position.pieces(Piece::Knight))
        | (attacks::king_attacks(square) & position.pieces(Piece::King))
        | (attacks::bishop_attacks(square, occupied) & (position.pieces(Piece::Bishop) | queens))
        | (attacks::rook_attacks(square, occupied) & (position.pieces(Piece::Rook) | queens))
}
