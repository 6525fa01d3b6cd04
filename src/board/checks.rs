//! Which moves give check, found out before they are made.

use super::{Action, Bitboard, KINDS, Piece, Position, Square, attacks};

/// From where the side to move of one position gives check.
#[derive(Debug, Clone, Copy)]
pub struct CheckSquares {
    /// By kind of piece: the squares from which one attacks the enemy king.
    from: [Bitboard; KINDS],
    /// Pieces of the side to move that hide a slider of their own from the enemy king.
    hiding: Bitboard,
    king: Square,
}

impl CheckSquares {
    /// The check squares of a position.
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
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
            hiding: hiding(position, king, diagonal | straight),
            king,
        }
    }

    /// Whether a legal move of that position gives check.
    #[inline(always)]
    pub fn is_check(&self, position: &Position, action: Action) -> bool {
        let changes_more = action.promotion().is_some() || action.is_en_passant(position);
        (changes_more || self.may_be_check(position, action)) && self.is_check_indeed(position, action)
    }

    /// The same for a quiet move, quicker: one branch tells most moves.
    #[inline(always)]
    pub fn is_quiet_check(&self, position: &Position, action: Action) -> bool {
        self.may_be_check(position, action) && self.is_check_indeed(position, action)
    }

    /// Whether a move gives check or is one of the few that need a closer look.
    #[inline(always)]
    fn may_be_check(&self, position: &Position, action: Action) -> bool {
        let arrives = self.from[action.piece_index()].has(action.to());
        let leaves = self.hiding.has(action.from());
        arrives | leaves | action.is_castling(position)
    }

    #[inline(never)]
    fn is_check_indeed(&self, position: &Position, action: Action) -> bool {
        let mv = action.mv();
        self.from[action.piece_index()].has(mv.to)
            || self.hiding.has(mv.from) && !attacks::line(self.king, mv.from).has(mv.to)
            || self.is_special_check(position, action)
    }

    /// Where a piece of the side to move gives check by going there; perhaps some squares more, on which it
    /// does not.
    #[inline(always)]
    pub(super) fn targets(&self, piece: Piece, from: Square) -> Bitboard {
        if self.hiding.has(from) || piece == Piece::King {
            Bitboard::FULL
        } else {
            self.from[piece as usize]
        }
    }

    /// The moves that change more squares, or other pieces, than those on which one piece leaves and arrives.
    fn is_special_check(&self, position: &Position, action: Action) -> bool {
        let mv = action.mv();
        if let Some(promoted) = mv.promotion {
            let occupied = position.occupied() ^ mv.from.bitboard();
            return attacks::piece_attacks(promoted, mv.to, occupied).has(self.king);
        }
        match action.piece() {
            Piece::Pawn if action.is_en_passant(position) => position.after(mv).in_check(),
            Piece::King if position.is_castling(mv) => {
                let (king_to, rook_to) = action.castled_squares();
                let left = mv.from.bitboard() | mv.to.bitboard();
                let occupied = position.occupied() & !left | king_to.bitboard();
                attacks::rook_attacks(rook_to, occupied).has(self.king)
            }
            _ => false,
        }
    }
}

/// The pieces of the side to move that stand alone between a slider of theirs and the enemy king. `seen` is
/// what a queen on the king's square would attack.
#[inline]
fn hiding(position: &Position, king: Square, seen: Bitboard) -> Bitboard {
    let own = position.color(position.stm());
    let candidates = seen & own;
    if candidates.is_empty() {
        return candidates;
    }
    let behind = position.occupied() ^ candidates;
    let queens = position.pieces(Piece::Queen);
    let diagonal = attacks::bishop_attacks(king, behind) & (position.pieces(Piece::Bishop) | queens);
    let straight = attacks::rook_attacks(king, behind) & (position.pieces(Piece::Rook) | queens);
    let mut hiding = Bitboard::EMPTY;
    for slider in (diagonal | straight) & own & !seen {
        hiding |= attacks::between(king, slider) & candidates;
    }
    hiding
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(position: &Position, depth: u32) -> usize {
        let checks = CheckSquares::new(position);
        let mut count = 0;
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let action = position.action(mv);
            assert_eq!(
                checks.is_check(position, action),
                after.in_check(),
                "{position} {mv}"
            );
            count += usize::from(after.in_check());
            if depth > 1 {
                count += check(&after, depth - 1);
            }
        }
        count
    }

    #[test]
    fn agrees_with_making_the_move() {
        let mut count = 0;
        for file in [
            include_str!("../../tests/data/perft-own.epd"),
            include_str!("../../tests/data/perft960.epd"),
        ] {
            for line in file.lines().step_by(4) {
                if let Some((fen, _)) = line.split_once(" ;") {
                    count += check(&Position::from_fen(fen).unwrap(), 2);
                }
            }
        }
        assert!(count > 1000, "few checks seen: {count}");
        let castling = Position::from_fen("5k2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(check(&castling, 1) > 0);
        let en_passant = Position::from_fen("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 2").unwrap();
        assert!(check(&en_passant, 1) > 0);
    }
}
