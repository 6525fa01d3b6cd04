//! Move generation in stages: the search seldom needs quiet moves when a capture or an old favourite
//! already refutes the line. (All moves at once, without stages, are [`Position::generate`]'s.)
//!
//! Pins and checks are respected at once; whether a quiet move of the king walks into check is left open,
//! since few of them are ever looked at: see [`Position::quiet_moves`].

use super::attacks::{self, ahead, behind, east, pawn_attacks, relative_rank_set, squares, west};
use super::{Action, Bitboard, CheckSquares, Move, Piece, Position, Square};

/// What a pawn may become, the queen first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

impl Position {
    /// Calls `tell` with each legal capture and promotion.
    #[inline(always)]
    pub fn noisy_moves(&self, mut tell: impl FnMut(Action)) {
        let enemies = self.color(!self.stm());
        let king = self.king(self.stm());
        let mut capture = |piece, from, to| {
            tell(Action::new(plain(from, to), piece, self.piece_on(to)));
        };
        for to in squares(attacks::king_attacks(king) & enemies) {
            if self.is_legal(plain(king, to)) {
                capture(Piece::King, king, to);
            }
        }
        let Some(allowed) = self.answers_to_check() else {
            return;
        };
        self.piece_moves(|_, _| allowed & enemies, &mut capture);
        self.noisy_pawn_moves(allowed, &mut tell);
    }

    /// Calls `tell` with each quiet move. Those of the king, castling included, may be illegal: ask
    /// [`Position::is_legal`] before one is made.
    #[inline(always)]
    pub fn quiet_moves(&self, tell: impl FnMut(Action)) {
        self.quiet_moves_to(|_, _| Bitboard::FULL, tell);
    }

    /// Calls `tell` with each quiet move that gives check; `checks` must be those of this position. King's moves
    /// may be illegal, as in [`Position::quiet_moves`].
    #[inline(never)]
    pub fn quiet_checks(&self, checks: &CheckSquares, mut tell: impl FnMut(Action)) {
        let targets = |piece, from| checks.targets(piece, from);
        self.quiet_moves_to(targets, |action| {
            if checks.is_quiet_check(self, action) {
                tell(action);
            }
        });
    }

    /// Quiet moves to the squares that `targets` says for a piece and where it comes from.
    #[inline(always)]
    fn quiet_moves_to(&self, targets: impl Fn(Piece, Square) -> Bitboard, mut tell: impl FnMut(Action)) {
        let stm = self.stm();
        let empty = !self.occupied();
        let king = self.king(stm);
        let mut quiet = |piece, from, to| {
            tell(Action::new(plain(from, to), piece, None));
        };
        let allowed = self.answers_to_check();
        let castling = if self.in_check() {
            Bitboard::EMPTY
        } else {
            self.castling_rooks()
        };
        for to in squares(attacks::king_attacks(king) & empty | castling) {
            quiet(Piece::King, king, to);
        }
        let Some(allowed) = allowed else {
            return;
        };

        let allowed = allowed & empty;
        let single = ahead(self.free_to_push(), stm) & empty & !relative_rank_set(7, stm);
        let double = ahead(single & relative_rank_set(2, stm), stm);
        for to in squares(single & allowed) {
            quiet(Piece::Pawn, square_of(behind(to.bitboard(), stm)), to);
        }
        for to in squares(double & allowed) {
            let from = behind(behind(to.bitboard(), stm), stm);
            quiet(Piece::Pawn, square_of(from), to);
        }
        self.piece_moves(|piece, from| allowed & targets(piece, from), &mut quiet);
    }

    /// Squares on which a piece other than the king can end a check: the checker's own and those between.
    /// All squares if there is no check, `None` if there are two.
    #[inline(always)]
    fn answers_to_check(&self) -> Option<Bitboard> {
        let checkers = self.checkers();
        let Some(checker) = checkers.next_square() else {
            return Some(Bitboard::FULL);
        };
        let king = self.king(self.stm());
        (checkers.len() == 1).then(|| checkers | attacks::between(checker, king))
    }

    /// Own pawns that no pin keeps from moving along their file.
    #[inline(always)]
    fn free_to_push(&self) -> Bitboard {
        let stm = self.stm();
        let along_file = self.king(stm).file().bitboard();
        self.colored(stm, Piece::Pawn) & (!self.board.pinned() | along_file)
    }

    /// Moves of knights and sliders to the squares that `targets` says.
    #[inline(always)]
    fn piece_moves(
        &self,
        targets: impl Fn(Piece, Square) -> Bitboard,
        tell: &mut impl FnMut(Piece, Square, Square),
    ) {
        let occupied = self.occupied();
        for from in squares(self.colored(self.stm(), Piece::Knight) & !self.board.pinned()) {
            for to in squares(attacks::knight_attacks(from) & targets(Piece::Knight, from)) {
                tell(Piece::Knight, from, to);
            }
        }
        let diagonal = |from| attacks::bishop_attacks(from, occupied);
        let straight = |from| attacks::rook_attacks(from, occupied);
        self.slides(Piece::Bishop, diagonal, &targets, tell);
        self.slides(Piece::Rook, straight, &targets, tell);
        self.slides(
            Piece::Queen,
            |from| diagonal(from) | straight(from),
            &targets,
            tell,
        );
    }

    #[inline(always)]
    fn slides(
        &self,
        piece: Piece,
        attacks: impl Fn(Square) -> Bitboard,
        targets: &impl Fn(Piece, Square) -> Bitboard,
        tell: &mut impl FnMut(Piece, Square, Square),
    ) {
        let stm = self.stm();
        for from in squares(self.colored(stm, piece)) {
            let mut reached = attacks(from) & targets(piece, from);
            if self.board.pinned().has(from) {
                reached &= attacks::line(self.king(stm), from);
            }
            for to in squares(reached) {
                tell(piece, from, to);
            }
        }
    }

    #[inline(always)]
    fn noisy_pawn_moves(&self, allowed: Bitboard, tell: &mut impl FnMut(Action)) {
        let stm = self.stm();
        let last_rank = relative_rank_set(7, stm);
        let pawns = self.colored(stm, Piece::Pawn);
        let pinned = self.board.pinned();
        let targets = self.color(!stm) & allowed;
        let free = pawns & !pinned;
        let mut advance = |from: Bitboard, to: Square| {
            let (piece, mv) = (Piece::Pawn, plain(square_of(from), to));
            let captured = self.piece_on(to);
            if !last_rank.has(to) {
                return tell(Action::new(mv, piece, captured));
            }
            for promotion in PROMOTIONS.map(Some) {
                let mv = Move { promotion, ..mv };
                tell(Action::new(mv, piece, captured));
            }
        };
        // Seen from the target the pawn is behind, on the other side.
        for to in squares(ahead(west(free), stm) & targets) {
            advance(east(behind(to.bitboard(), stm)), to);
        }
        for to in squares(ahead(east(free), stm) & targets) {
            advance(west(behind(to.bitboard(), stm)), to);
        }
        for from in squares(pawns & pinned) {
            let line = attacks::line(self.king(stm), from);
            for to in squares(pawn_attacks(from.bitboard(), stm) & targets & line) {
                advance(from.bitboard(), to);
            }
        }
        for to in squares(ahead(self.free_to_push(), stm) & !self.occupied() & allowed & last_rank) {
            advance(behind(to.bitboard(), stm), to);
        }
        self.en_passant_moves(tell);
    }

    #[inline(always)]
    fn en_passant_moves(&self, tell: &mut impl FnMut(Action)) {
        let Some(file) = self.board.en_passant() else {
            return;
        };
        let stm = self.stm();
        let target = relative_rank_set(5, stm) & file.bitboard();
        for from in pawn_attacks(target, !stm) & self.colored(stm, Piece::Pawn) {
            let mv = plain(from, square_of(target));
            if self.is_legal(mv) {
                tell(Action::new(mv, Piece::Pawn, Some(Piece::Pawn)));
            }
        }
    }

    /// Own rooks with which the king may still castle, by right.
    #[inline(always)]
    fn castling_rooks(&self) -> Bitboard {
        let rights = self.board.castle_rights(self.stm());
        let back_rank = relative_rank_set(0, self.stm());
        let files = [rights.short, rights.long].into_iter().flatten();
        files.fold(Bitboard::EMPTY, |set, file| set | file.bitboard() & back_rank)
    }
}

#[inline(always)]
const fn plain(from: Square, to: Square) -> Move {
    Move {
        from,
        to,
        promotion: None,
    }
}

/// The square of a set of one.
#[inline(always)]
fn square_of(set: Bitboard) -> Square {
    set.next_square().unwrap_or(Square::A1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The two stages together, illegal king moves left out.
    fn staged(position: &Position) -> Vec<Action> {
        let mut actions = Vec::new();
        position.noisy_moves(|action| {
            assert!(action.is_noisy(), "{position} {}", action.mv());
            actions.push(action);
        });
        position.quiet_moves(|action| {
            assert!(!action.is_noisy(), "{position} {}", action.mv());
            if action.piece() != Piece::King || position.is_legal(action.mv()) {
                actions.push(action);
            }
        });
        actions
    }

    fn check(position: &Position, depth: u32) {
        let actions = staged(position);
        let moves: HashSet<Move> = actions.iter().map(|a| a.mv()).collect();
        assert_eq!(moves.len(), actions.len(), "no move twice: {position}");
        assert_eq!(moves, position.legal_moves().into_iter().collect(), "{position}");
        let checks = CheckSquares::new(position);
        let mut checking = Vec::new();
        position.quiet_checks(&checks, |action| checking.push(action));
        let mut expected = Vec::new();
        position.quiet_moves(|action| expected.extend(checks.is_check(position, action).then_some(action)));
        assert_eq!(checking, expected, "{position}");
        for action in actions {
            assert_eq!(action, position.action(action.mv()), "{position}");
            if depth > 1 {
                check(&position.after(action.mv()), depth - 1);
            }
        }
    }

    #[test]
    fn stages_together_are_the_legal_moves() {
        for line in include_str!("../../tests/data/perft-own.epd").lines().step_by(3) {
            if let Some((fen, _)) = line.split_once(" ;") {
                check(&Position::from_fen(fen).unwrap(), 2);
            }
        }
        for line in include_str!("../../tests/data/perft960.epd").lines().step_by(25) {
            if let Some((fen, _)) = line.split_once(" ;") {
                check(&Position::from_fen(fen).unwrap(), 2);
            }
        }
    }
}
