//! Staged move generation: the search seldom needs quiet moves when a capture or killer already refutes the line.
//! ([`Position::generate`] generates all moves at once.)
//!
//! Pins and checks are respected during generation; quiet king moves may still move into check, because few of them
//! are ever searched: see [`Position::quiet_moves`].

use super::attacks::{self, ahead, behind, east, pawn_attacks, relative_rank_set, squares, west};
use super::{Bitboard, CheckInfo, Move, MoveInfo, Piece, Position, Square};

/// Promotion pieces, queen first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

impl Position {
    /// Calls `emit` with each legal capture and promotion.
    #[doc(hidden)]
    #[inline(always)]
    pub fn noisy_moves(&self, mut emit: impl FnMut(MoveInfo)) {
        let enemies = self.color(!self.stm());
        let king = self.king(self.stm());
        let mut capture = |piece, from, to| {
            emit(MoveInfo::new(plain(from, to), piece, self.piece_on(to)));
        };
        for to in squares(attacks::king_attacks(king) & enemies) {
            if self.is_legal(plain(king, to)) {
                capture(Piece::King, king, to);
            }
        }
        let Some(allowed) = self.check_mask() else {
            return;
        };
        self.piece_moves(|_, _| allowed & enemies, &mut capture);
        self.noisy_pawn_moves(allowed, &mut emit);
    }

    /// Calls `emit` with each quiet move. King moves, castling included, may be illegal: check [`Position::is_legal`]
    /// before playing one.
    #[doc(hidden)]
    #[inline(always)]
    pub fn quiet_moves(&self, emit: impl FnMut(MoveInfo)) {
        self.quiet_moves_to(|_, _| Bitboard::FULL, emit);
    }

    /// Calls `emit` with each quiet move that gives check; `checks` must be those of this position. King's moves
    /// may be illegal, as in [`Position::quiet_moves`].
    #[doc(hidden)]
    #[inline(never)]
    pub fn quiet_checks(&self, checks: &CheckInfo, mut emit: impl FnMut(MoveInfo)) {
        let targets = |piece, from| checks.targets(piece, from);
        self.quiet_moves_to(targets, |move_info| {
            if checks.quiet_gives_check(self, move_info) {
                emit(move_info);
            }
        });
    }

    /// Generates quiet moves to the squares that `targets` returns for a piece and its source square.
    #[inline(always)]
    fn quiet_moves_to(&self, targets: impl Fn(Piece, Square) -> Bitboard, mut emit: impl FnMut(MoveInfo)) {
        let stm = self.stm();
        let empty = !self.occupied();
        let king = self.king(stm);
        let mut quiet = |piece, from, to| {
            emit(MoveInfo::new(plain(from, to), piece, None));
        };
        let allowed = self.check_mask();
        let castling = if self.in_check() { Bitboard::EMPTY } else { self.castling_rooks() };
        for to in squares(attacks::king_attacks(king) & empty | castling) {
            quiet(Piece::King, king, to);
        }
        let Some(allowed) = allowed else {
            return;
        };

        let allowed = allowed & empty;
        let single = ahead(self.pushable_pawns(), stm) & empty & !relative_rank_set(7, stm);
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

    /// Returns the check mask: target squares that resolve a check by capture or interposition. All squares without a
    /// check, `None` in double check.
    #[inline(always)]
    fn check_mask(&self) -> Option<Bitboard> {
        let checkers = self.checkers();
        let Some(checker) = checkers.next_square() else {
            return Some(Bitboard::FULL);
        };
        let king = self.king(self.stm());
        (checkers.len() == 1).then(|| checkers | attacks::between(checker, king))
    }

    /// Returns own pawns that are not pinned or pinned along their file.
    #[inline(always)]
    fn pushable_pawns(&self) -> Bitboard {
        let stm = self.stm();
        let along_file = self.king(stm).file().bitboard();
        self.colored(stm, Piece::Pawn) & (!self.board.pinned() | along_file)
    }

    /// Generates moves of knights and sliders to the squares that `targets` returns.
    #[inline(always)]
    fn piece_moves(
        &self,
        targets: impl Fn(Piece, Square) -> Bitboard,
        emit: &mut impl FnMut(Piece, Square, Square),
    ) {
        let occupied = self.occupied();
        for from in squares(self.colored(self.stm(), Piece::Knight) & !self.board.pinned()) {
            for to in squares(attacks::knight_attacks(from) & targets(Piece::Knight, from)) {
                emit(Piece::Knight, from, to);
            }
        }
        let diagonal = |from| attacks::bishop_attacks(from, occupied);
        let straight = |from| attacks::rook_attacks(from, occupied);
        self.slides(Piece::Bishop, diagonal, &targets, emit);
        self.slides(Piece::Rook, straight, &targets, emit);
        self.slides(Piece::Queen, |from| diagonal(from) | straight(from), &targets, emit);
    }

    #[inline(always)]
    fn slides(
        &self,
        piece: Piece,
        attacks: impl Fn(Square) -> Bitboard,
        targets: &impl Fn(Piece, Square) -> Bitboard,
        emit: &mut impl FnMut(Piece, Square, Square),
    ) {
        let stm = self.stm();
        for from in squares(self.colored(stm, piece)) {
            let mut reached = attacks(from) & targets(piece, from);
            if self.board.pinned().has(from) {
                reached &= attacks::line(self.king(stm), from);
            }
            for to in squares(reached) {
                emit(piece, from, to);
            }
        }
    }

    #[inline(always)]
    fn noisy_pawn_moves(&self, allowed: Bitboard, emit: &mut impl FnMut(MoveInfo)) {
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
                return emit(MoveInfo::new(mv, piece, captured));
            }
            for promotion in PROMOTIONS.map(Some) {
                let mv = Move { promotion, ..mv };
                emit(MoveInfo::new(mv, piece, captured));
            }
        };
        // Relative to the target, the pawn is behind on the opposite side.
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
        for to in squares(ahead(self.pushable_pawns(), stm) & !self.occupied() & allowed & last_rank) {
            advance(behind(to.bitboard(), stm), to);
        }
        self.en_passant_moves(emit);
    }

    #[inline(always)]
    fn en_passant_moves(&self, emit: &mut impl FnMut(MoveInfo)) {
        let Some(file) = self.board.en_passant() else {
            return;
        };
        let stm = self.stm();
        let target = relative_rank_set(5, stm) & file.bitboard();
        for from in pawn_attacks(target, !stm) & self.colored(stm, Piece::Pawn) {
            let mv = plain(from, square_of(target));
            if self.is_legal(mv) {
                emit(MoveInfo::new(mv, Piece::Pawn, Some(Piece::Pawn)));
            }
        }
    }

    /// Returns own rooks with castling rights.
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
    Move { from, to, promotion: None }
}

/// Returns the square of a set with one element.
#[inline(always)]
fn square_of(set: Bitboard) -> Square {
    set.next_square().unwrap_or(Square::A1)
}
