//! Detects moves that give check before they are made.

use super::{Bitboard, MoveInfo, PIECE_TYPE_NB, Piece, Position, Square, attacks};

/// Check squares and discovered-check candidates of the side to move (Stockfish's `CheckInfo`).
#[derive(Debug, Clone, Copy)]
pub struct CheckInfo {
    /// Squares from which a piece attacks the opponent's king, by piece type. For the king, the targets of castling: all own
    /// pieces, since no other move goes to one.
    from: [Bitboard; PIECE_TYPE_NB],
    /// Pieces of the side to move that block one of its own sliders from the opponent's king.
    blockers: Bitboard,
    king: Square,
}

impl CheckInfo {
    /// Computes the data of a position.
    #[inline]
    pub fn new(position: &Position) -> Self {
        let stm = position.stm();
        let king = position.king(!stm);
        let occupied = position.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        Self {
            from: [
                attacks::pawn_attacks(king.bitboard(), !stm),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                position.color(stm),
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
            blockers: blockers(position, king, diagonal | straight),
            king,
        }
    }

    /// Returns `true` if a legal move gives check.
    #[inline(always)]
    pub fn gives_check(&self, position: &Position, move_info: MoveInfo) -> bool {
        let changes_more = move_info.promotion().is_some() || move_info.is_en_passant(position);
        (changes_more || self.may_give_check(move_info)) && self.confirm_check(position, move_info)
    }

    /// Returns `true` if a quiet move gives check; faster than [`Self::gives_check`].
    #[inline(always)]
    pub fn quiet_gives_check(&self, position: &Position, move_info: MoveInfo) -> bool {
        self.may_give_check(move_info) && self.confirm_check(position, move_info)
    }

    /// Returns `false` for most moves that do not give check, with a single branch.
    #[inline(always)]
    fn may_give_check(&self, move_info: MoveInfo) -> bool {
        let arrives = self.from[move_info.piece_index()].has(move_info.to());
        let leaves = self.blockers.has(move_info.from());
        arrives | leaves
    }

    #[inline(never)]
    fn confirm_check(&self, position: &Position, move_info: MoveInfo) -> bool {
        let mv = move_info.mv();
        let piece = move_info.piece();
        piece != Piece::King && self.from[piece as usize].has(mv.to)
            || self.blockers.has(mv.from) && !attacks::line(self.king, mv.from).has(mv.to)
            || self.special_move_gives_check(position, move_info)
    }

    /// Returns a superset of the squares on which a piece of the side to move gives check.
    #[inline(always)]
    pub(super) fn targets(&self, piece: Piece, from: Square) -> Bitboard {
        if self.blockers.has(from) || piece == Piece::King {
            Bitboard::FULL
        } else {
            self.from[piece as usize]
        }
    }

    /// Returns `true` if a promotion, en passant capture or castling gives check.
    fn special_move_gives_check(&self, position: &Position, move_info: MoveInfo) -> bool {
        let mv = move_info.mv();
        if let Some(promoted) = mv.promotion {
            let occupied = position.occupied() ^ mv.from.bitboard();
            return attacks::piece_attacks(promoted, mv.to, occupied).has(self.king);
        }
        match move_info.piece() {
            Piece::Pawn if move_info.is_en_passant(position) => position.after(mv).in_check(),
            Piece::King if position.is_castling(mv) => {
                let (king_to, rook_to) = move_info.castling_targets();
                let left = mv.from.bitboard() | mv.to.bitboard();
                let occupied = position.occupied() & !left | king_to.bitboard();
                attacks::rook_attacks(rook_to, occupied).has(self.king)
            }
            _ => false,
        }
    }
}

/// Returns the pieces of the side to move that stand alone between one of its sliders and the opponent's king.
/// `seen`: attacks of a queen on the square of that king.
#[inline]
fn blockers(position: &Position, king: Square, seen: Bitboard) -> Bitboard {
    let own = position.color(position.stm());
    let candidates = seen & own;
    if candidates.is_empty() {
        return candidates;
    }
    let behind = position.occupied() ^ candidates;
    let queens = position.pieces(Piece::Queen);
    let diagonal = attacks::bishop_attacks(king, behind) & (position.pieces(Piece::Bishop) | queens);
    let straight = attacks::rook_attacks(king, behind) & (position.pieces(Piece::Rook) | queens);
    let mut blockers = Bitboard::EMPTY;
    for slider in (diagonal | straight) & own & !seen {
        blockers |= attacks::between(king, slider) & candidates;
    }
    blockers
}
