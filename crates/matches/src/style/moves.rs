//! Properties of single moves: threats, advances, pawn moves around the kings, offers of exchange.

use super::exchanges::{exchange_targets, is_even_exchange, winning_targets};
use temperament_engine::board::attacks::relative_rank;
use temperament_engine::board::{Bitboard, Color, File, MoveInfo, Piece, Position, Square};

/// Last rank of the own half of the board, from the owner's side, 0-based.
const LAST_OWN_RANK: usize = 3;
/// Last rank from which a pawn move still opens the king's shield.
const LAST_SHIELD_RANK: usize = 3;
/// First rank on which a pawn is part of a storm: the owner's fourth.
const FIRST_STORM_RANK: usize = 3;

/// A move of a game with the positions before and after it.
pub(super) struct Ply<'a> {
    pub before: &'a Position,
    pub after: &'a Position,
    pub move_info: MoveInfo,
    /// Square of the opponent's preceding capture, if any.
    pub captured_on: Option<Square>,
}

impl Ply<'_> {
    pub fn mover(&self) -> Color {
        self.before.stm()
    }

    /// Neither capture nor promotion nor check.
    fn is_quiet(&self) -> bool {
        !self.move_info.is_noisy() && !self.after.in_check()
    }

    /// Returns `true` for a quiet move after which the mover threatens to win material by a capture on a square where
    /// it could not before.
    pub fn is_quiet_threat(&self) -> bool {
        if !self.is_quiet() {
            return false;
        }
        let again = self.after.after_null();
        again.is_some_and(|again| !winning_targets(&again, 1).is_subset(winning_targets(self.before, 1)))
    }

    /// Returns `true` if the moving piece leaves the mover's half of the board; castling does not.
    pub fn crosses_the_middle(&self) -> bool {
        let rank = |square| relative_rank(square, self.mover());
        rank(self.move_info.from()) <= LAST_OWN_RANK && rank(self.move_info.to()) > LAST_OWN_RANK
    }

    /// Returns `true` for a pawn move in front of the own king: the king is on its first two ranks and not on the d-
    /// or e-file, the pawn starts ahead of it, on its file or an adjacent one, on the fourth rank at most, and the
    /// opponent has a queen.
    pub fn opens_shield(&self) -> bool {
        let (us, from) = (self.mover(), self.move_info.from());
        let king = self.before.king(us);
        let rank = relative_rank(from, us);
        self.move_info.piece() == Piece::Pawn
            && is_on_a_wing(king, us)
            && files_apart(from, king) <= 1
            && (relative_rank(king, us) + 1..=LAST_SHIELD_RANK).contains(&rank)
            && has_queen(self.before, !us)
    }

    /// Returns `true` for a pawn move against the opponent's king: that king is on its first two ranks and not on the
    /// d- or e-file, the pawn arrives on its file or an adjacent one, on the mover's fourth rank or beyond, and the
    /// mover has a queen.
    pub fn storms(&self) -> bool {
        let (us, to) = (self.mover(), self.move_info.to());
        let king = self.before.king(!us);
        self.move_info.piece() == Piece::Pawn
            && is_on_a_wing(king, !us)
            && files_apart(to, king) <= 1
            && relative_rank(to, us) >= FIRST_STORM_RANK
            && has_queen(self.before, us)
    }

    /// Returns `true` if a knight, bishop, rook or queen moves, without capturing, to where the opponent can exchange
    /// it evenly.
    pub fn offers_exchange(&self) -> bool {
        !self.move_info.is_noisy()
            && !matches!(self.move_info.piece(), Piece::Pawn | Piece::King)
            && exchange_targets(self.after).has(self.move_info.to())
    }

    /// Returns `true` if the mover could exchange pieces evenly, not counting recaptures.
    pub fn could_exchange(&self) -> bool {
        let recapture = self.captured_on.map_or(Bitboard::EMPTY, Square::bitboard);
        !exchange_targets(self.before).is_subset(recapture)
    }

    /// Returns `true` if the move is an exchange of pieces.
    pub fn exchanges(&self) -> bool {
        is_even_exchange(self.before, self.move_info)
    }
}

/// Returns `true` if a king of `owner` is on or near a castled position.
fn is_on_a_wing(king: Square, owner: Color) -> bool {
    !matches!(king.file(), File::D | File::E) && relative_rank(king, owner) <= 1
}

fn files_apart(a: Square, b: Square) -> usize {
    (a.file() as usize).abs_diff(b.file() as usize)
}

fn has_queen(position: &Position, color: Color) -> bool {
    !position.colored(color, Piece::Queen).is_empty()
}
