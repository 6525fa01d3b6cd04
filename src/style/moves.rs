//! What single moves are: threats, advances, pawn moves around the kings, offers of exchange.

use super::exchanges::{exchange_targets, is_even_exchange, winning_targets};
use crate::board::attacks::relative_rank;
use crate::board::{Action, Bitboard, Color, File, Piece, Position, Square};

/// The own half of the board ends with this rank, counted from the owner's first, 0-based.
const LAST_OWN_RANK: usize = 3;
/// The last rank from which a pawn move still opens the king's shield.
const LAST_SHIELD_RANK: usize = 3;
/// The first rank on which a pawn is part of a storm: the owner's fourth.
const FIRST_STORM_RANK: usize = 3;

/// A move of a game, in its position and with the one that comes of it.
pub(super) struct Ply<'a> {
    pub before: &'a Position,
    pub after: &'a Position,
    pub action: Action,
    /// Where the enemy has just captured, if it has.
    pub captured_on: Option<Square>,
}

impl Ply<'_> {
    pub fn mover(&self) -> Color {
        self.before.stm()
    }

    /// Neither capture nor promotion nor check.
    fn is_quiet(&self) -> bool {
        !self.action.is_noisy() && !self.after.in_check()
    }

    /// A quiet move after which the mover would win material by a capture if it could move again, on a square where it
    /// could not before.
    pub fn is_quiet_threat(&self) -> bool {
        if !self.is_quiet() {
            return false;
        }
        let again = self.after.after_null();
        again.is_some_and(|again| !winning_targets(&again, 1).is_subset(winning_targets(self.before, 1)))
    }

    /// Whether the moving piece leaves the mover's half of the board; castling does not.
    pub fn crosses_the_middle(&self) -> bool {
        let rank = |square| relative_rank(square, self.mover());
        rank(self.action.from()) <= LAST_OWN_RANK && rank(self.action.to()) > LAST_OWN_RANK
    }

    /// A pawn move in front of the own king: the king stands on its first two ranks and not on the d- or e-file, the pawn
    /// starts ahead of it, on its file or beside it, from the fourth rank at most, and the enemy has a queen.
    pub fn opens_shield(&self) -> bool {
        let (us, from) = (self.mover(), self.action.from());
        let king = self.before.king(us);
        let rank = relative_rank(from, us);
        self.action.piece() == Piece::Pawn
            && is_on_a_wing(king, us)
            && files_apart(from, king) <= 1
            && (relative_rank(king, us) + 1..=LAST_SHIELD_RANK).contains(&rank)
            && has_queen(self.before, !us)
    }

    /// A pawn move against the enemy king: that king stands on its first two ranks and not on the d- or e-file, the pawn
    /// arrives on its file or beside it, on the mover's fourth rank or beyond, and the mover has a queen.
    pub fn storms(&self) -> bool {
        let (us, to) = (self.mover(), self.action.to());
        let king = self.before.king(!us);
        self.action.piece() == Piece::Pawn
            && is_on_a_wing(king, !us)
            && files_apart(to, king) <= 1
            && relative_rank(to, us) >= FIRST_STORM_RANK
            && has_queen(self.before, us)
    }

    /// A knight, bishop, rook or queen goes, without capturing, to where the enemy can exchange it evenly.
    pub fn offers_exchange(&self) -> bool {
        !self.action.is_noisy()
            && !matches!(self.action.piece(), Piece::Pawn | Piece::King)
            && exchange_targets(self.after).has(self.action.to())
    }

    /// Whether the mover could exchange pieces evenly, not counting recaptures.
    pub fn could_exchange(&self) -> bool {
        let recapture = self.captured_on.map_or(Bitboard::EMPTY, Square::bitboard);
        !exchange_targets(self.before).is_subset(recapture)
    }

    /// Whether the move is an exchange of pieces.
    pub fn exchanges(&self) -> bool {
        is_even_exchange(self.before, self.action)
    }
}

/// Whether a king of `owner` is where castling leads to, or near it.
fn is_on_a_wing(king: Square, owner: Color) -> bool {
    !matches!(king.file(), File::D | File::E) && relative_rank(king, owner) <= 1
}

fn files_apart(a: Square, b: Square) -> usize {
    (a.file() as usize).abs_diff(b.file() as usize)
}

fn has_queen(position: &Position, color: Color) -> bool {
    !position.colored(color, Piece::Queen).is_empty()
}
